/**
 * Seals short lists of texts into opaque, URL-safe, deterministic tokens: base64url of version, key id, type, and the parts, signed
 * or encrypted. `open` accepts only what `seal` returns, and never throws. `seal` throws a RangeError for what is too long, so that
 * no token is issued that could not be opened.
 */
import { createCipheriv, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { createMac, MAC_BYTES, type Mac } from './mac.ts';
import { BLOCK_BYTES, createSiv, type Row, type Siv, TAG_BYTES } from './siv.ts';
import { decodeToken, HEAD_BYTES, printToken, readParts, roomOf, VERSION, writeParts } from './token.ts';

export type SealedType = 'account' | 'transaction' | 'file' | 'link' | 'cursor' | 'change';

interface Sealing {
  /** Of the type, in the token. */
  readonly code: number;
  /**
   * Ids and links are signed by a truncated HMAC-SHA256 (128 bits). Cursors contain hashes of records, or of their numbers, names and
   * dates, which could be compared with guesses, so they are also encrypted: by AES-SIV, or in counter mode from that MAC on. Either
   * way, equal cursors are equal texts, which clients' caches rely on.
   */
  readonly how: 'signed' | 'counted' | 'siv';
}

const sealings: Readonly<Record<SealedType, Sealing>> = {
  account: { code: 1, how: 'signed' },
  transaction: { code: 2, how: 'signed' },
  file: { code: 3, how: 'signed' },
  link: { code: 8, how: 'signed' },
  cursor: { code: 12, how: 'siv' },
  change: { code: 11, how: 'counted' },
};
/** Of the cursors that version 0.3 issued, and of those before it. They are opened only. */
const formerCursors: readonly Sealing[] = [
  { code: 10, how: 'counted' },
  { code: 9, how: 'signed' },
];
/** The largest part of an id. An id with three such parts still fits into a link, as one part of it. */
export const MAX_ID_PART_BYTES = 320;
export interface SealKey {
  /** 0 to 255, unique in the ring. */
  readonly id: number;
  /** At least 32 random bytes. */
  readonly secret: Uint8Array;
}

/** The first key seals; every key opens. During a rotation there are two. */
export type KeyRing = readonly [SealKey, ...SealKey[]];

export type Sealer = Readonly<ReturnType<typeof createSealer>>;

export function createSealer(ring: KeyRing) {
  let keys = keysOf(ring);
  /** Several tokens of one type. Those of a page's cursors share the calls of the cipher. */
  const sealAll = (type: SealedType, all: readonly (readonly string[])[]): string[] => {
    const { code, how } = sealings[type];
    const { id, mac, siv, counterKey } = keys.current;
    const head = headOf(id, code);
    if (how === 'siv') return encryptAll(siv, head, all);
    return all.map((parts) => {
      const token = sign(mac, head, parts);
      if (how === 'counted') crypt(counterKey, token);
      return printToken(token, 0, token.length);
    });
  };
  return {
    sealAll,
    seal: (type: SealedType, parts: readonly string[]): string => sealAll(type, [parts])[0] as string,
    /** The parts; null for anything but an unmodified token of this type. */
    open(type: SealedType, token: string): string[] | null {
      const bytes = decodeToken(token);
      const key = keys.byId.get(bytes?.[1] ?? -1);
      const possible = type === 'cursor' ? [sealings.cursor, ...formerCursors] : [sealings[type]];
      const sealing = possible.find(({ code }) => code === bytes?.[2]);
      if (bytes === null || key === undefined || sealing === undefined) return null;
      if (sealing.how === 'siv') return decrypt(key.siv, bytes);
      if (sealing.how === 'counted') crypt(key.counterKey, bytes);
      return verify(key.mac, bytes);
    },
    /** The type that a token claims to have; only `open` verifies it. */
    typeOf(token: string): SealedType | null {
      const code = decodeToken(token)?.[2];
      return (Object.keys(sealings) as SealedType[]).find((type) => sealings[type].code === code) ?? null;
    },
    /** Takes these keys in place of the former ones. */
    rotate(next: KeyRing): void {
      keys = keysOf(next);
    },
  };
}

function keysOf(ring: KeyRing) {
  const all = ring.map(({ id, secret }) => ({
    id,
    mac: createMac(secret),
    siv: createSiv(
      new Uint8Array(hkdfSync('sha256', secret, '', 'AES-SIV of cursors', 64)),
      headOf(id, sealings.cursor.code),
    ),
    // No message that is signed begins like this one.
    counterKey: createHmac('sha256', secret).update('encryption of cursors').digest(),
  }));
  return { current: all[0] as (typeof all)[0], byId: new Map(all.map((key) => [key.id, key])) };
}

function headOf(keyId: number, typeCode: number): Uint8Array {
  return Uint8Array.of(VERSION, keyId, typeCode);
}

/** A token of its head, the parts and their MAC. */
function sign(mac: Mac, head: Uint8Array, parts: readonly string[]): Buffer {
  const token = Buffer.allocUnsafe(HEAD_BYTES + roomOf(parts) + MAC_BYTES);
  token.set(head);
  const end = writeParts(token, HEAD_BYTES, parts);
  token.write(mac(token.subarray(0, end)), end, 'latin1');
  return token.subarray(0, end + MAC_BYTES);
}

function verify(mac: Mac, token: Buffer): string[] | null {
  const end = token.length - MAC_BYTES;
  const isGenuine = timingSafeEqual(Buffer.from(mac(token.subarray(0, end)), 'latin1'), token.subarray(end));
  return isGenuine ? readParts(token, HEAD_BYTES, end) : null;
}

/** Encrypts or decrypts the parts of a signed token, whose MAC is the initial value of the counter. */
function crypt(key: Uint8Array, token: Buffer): void {
  const end = token.length - MAC_BYTES;
  token.set(
    createCipheriv('aes-256-ctr', key, token.subarray(end)).update(token.subarray(HEAD_BYTES, end)),
    HEAD_BYTES,
  );
}

/** So that the parts begin at a block, they have two blocks before them, the first of which ends with the head. */
const BEFORE_PARTS = BLOCK_BYTES + TAG_BYTES;
const BEFORE_TOKEN = BLOCK_BYTES - HEAD_BYTES;

/** Tokens of the head, the tag and the encrypted parts. */
function encryptAll(siv: Siv, head: Uint8Array, all: readonly (readonly string[])[]): string[] {
  const room = all.map((parts) => BEFORE_PARTS + wholeBlocks(roomOf(parts)));
  const bytes = Buffer.alloc(room.reduce((sum, each) => sum + each, 0));
  let next = 0;
  const rows = all.map((parts, index): Row => {
    const start = next + BEFORE_PARTS;
    next += room[index] as number;
    bytes.set(head, start - TAG_BYTES - HEAD_BYTES);
    return { start, end: writeParts(bytes, start, parts) };
  });
  siv.seal({ bytes, rows });
  return rows.map(({ start, end }) => printToken(bytes, start - TAG_BYTES - HEAD_BYTES, end));
}

function decrypt(siv: Siv, token: Buffer): string[] | null {
  const bytes = Buffer.alloc(BEFORE_PARTS + wholeBlocks(token.length - HEAD_BYTES - TAG_BYTES));
  token.copy(bytes, BEFORE_TOKEN);
  const row = { start: BEFORE_PARTS, end: BEFORE_TOKEN + token.length };
  return siv.open({ bytes, rows: [row] }) ? readParts(bytes, row.start, row.end) : null;
}

function wholeBlocks(length: number): number {
  return Math.max(1, Math.ceil(length / BLOCK_BYTES)) * BLOCK_BYTES;
}
