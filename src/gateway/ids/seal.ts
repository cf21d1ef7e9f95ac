/**
 * Seals short lists of texts, and places in lists, into opaque, URL-safe, deterministic tokens: base64url of version, key id, type,
 * and what is sealed, signed or encrypted. What opens them accepts only what was sealed, and never throws. `seal` throws a RangeError
 * for what is too long, so that no token is issued that could not be opened.
 */
import { createCipheriv, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { openPlace, sealPlaces, type WritePlace } from './places.ts';
import { createSiv } from './siv.ts';
import { decodeToken, HEAD_BYTES, PROOF_BYTES, printToken, readParts, roomOf, VERSION, writeParts } from './token.ts';

export type SealedType = 'account' | 'transaction' | 'file' | 'link' | 'cursor' | 'change';

interface Sealing {
  /** Of the type, in the token. */
  readonly code: number;
  /**
   * Ids and links are signed by a truncated HMAC-SHA256 (128 bits). Cursors contain hashes of records, or of their numbers, names and
   * dates, which could be compared with guesses, so they are also encrypted, in counter mode from that MAC on: equal cursors are equal
   * texts, which clients' caches rely on.
   */
  readonly isEncrypted: boolean;
}

const sealings: Readonly<Record<SealedType, Sealing>> = {
  account: { code: 1, isEncrypted: false },
  transaction: { code: 2, isEncrypted: false },
  file: { code: 3, isEncrypted: false },
  link: { code: 8, isEncrypted: false },
  // Of pages, as version 0.3 issued them. They are opened only: newer ones are for places.
  cursor: { code: 10, isEncrypted: true },
  change: { code: 11, isEncrypted: true },
};
/** Of pages' cursors before version 0.3. */
const formerCursor: Sealing = { code: 9, isEncrypted: false };
const PLACE_CODE = 13;
/** The largest part of an id. An id with three such parts still fits into a link, as one part of it. */
export const MAX_ID_PART_BYTES = 320;
const MAC_BYTES = PROOF_BYTES;

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
  const keys = keysOf(ring);
  return {
    seal(type: SealedType, parts: readonly string[]): string {
      const { code, isEncrypted } = sealings[type];
      const { id, secret, counterKey } = keys.current;
      const token = sign(secret, headOf(id, code), parts);
      if (isEncrypted) crypt(counterKey, token);
      return printToken(token);
    },
    /** The parts; null for anything but an unmodified token of this type. */
    open(type: SealedType, token: string): string[] | null {
      const bytes = decodeToken(token);
      const key = keys.byId.get(bytes?.[1] ?? -1);
      const possible = type === 'cursor' ? [sealings.cursor, formerCursor] : [sealings[type]];
      const sealing = possible.find(({ code }) => code === bytes?.[2]);
      if (bytes === null || key === undefined || sealing === undefined) return null;
      if (sealing.isEncrypted) crypt(key.counterKey, bytes);
      return verify(key.secret, bytes);
    },
    /** The parts that a token claims, by whatever key; only `open` verifies them. */
    claimed(type: 'transaction', token: string): string[] | null {
      const bytes = decodeToken(token);
      return bytes?.[2] === sealings[type].code ? readParts(bytes, HEAD_BYTES, bytes.length - MAC_BYTES) : null;
    },
    /** Cursors for so many places in a list. They are sealed together, and open for this list only. */
    sealPlaces(list: string, count: number, write: WritePlace): string[] {
      const { id, siv } = keys.current;
      return sealPlaces(siv, headOf(id, PLACE_CODE), list, count, write);
    },
    /** What was written; null for anything but an unmodified cursor for a place in this list. */
    openPlace(list: string, token: string): DataView | null {
      const bytes = decodeToken(token);
      const key = keys.byId.get(bytes?.[1] ?? -1);
      if (bytes === null || key === undefined || bytes[2] !== PLACE_CODE) return null;
      return openPlace(key.siv, list, bytes);
    },
    /** The type that a token claims to have; only `open` verifies it. */
    typeOf(token: string): SealedType | null {
      const code = decodeToken(token)?.[2];
      return (Object.keys(sealings) as SealedType[]).find((type) => sealings[type].code === code) ?? null;
    },
  };
}

function keysOf(ring: KeyRing) {
  const all = ring.map(({ id, secret }) => ({
    id,
    secret,
    siv: createSiv(new Uint8Array(hkdfSync('sha256', secret, '', 'AES-SIV of cursors', 64))),
    // No message that is signed begins like this one.
    counterKey: createHmac('sha256', secret).update('encryption of cursors').digest(),
  }));
  return { current: all[0] as (typeof all)[0], byId: new Map(all.map((key) => [key.id, key])) };
}

function headOf(keyId: number, typeCode: number): Uint8Array {
  return Uint8Array.of(VERSION, keyId, typeCode);
}

/** A token of its head, the parts and their MAC. */
function sign(secret: Uint8Array, head: Uint8Array, parts: readonly string[]): Buffer {
  const token = Buffer.allocUnsafe(HEAD_BYTES + roomOf(parts) + MAC_BYTES);
  token.set(head);
  const end = writeParts(token, HEAD_BYTES, parts);
  token.set(macOf(secret, token.subarray(0, end)), end);
  return token.subarray(0, end + MAC_BYTES);
}

function verify(secret: Uint8Array, token: Buffer): string[] | null {
  const end = token.length - MAC_BYTES;
  const isGenuine = timingSafeEqual(macOf(secret, token.subarray(0, end)), token.subarray(end));
  return isGenuine ? readParts(token, HEAD_BYTES, end) : null;
}

function macOf(secret: Uint8Array, signed: Uint8Array): Buffer {
  return createHmac('sha256', secret).update(signed).digest().subarray(0, MAC_BYTES);
}

/** Encrypts or decrypts the parts of a signed token, whose MAC is the initial value of the counter. */
function crypt(key: Uint8Array, token: Buffer): void {
  const end = token.length - MAC_BYTES;
  token.set(
    createCipheriv('aes-256-ctr', key, token.subarray(end)).update(token.subarray(HEAD_BYTES, end)),
    HEAD_BYTES,
  );
}
