/**
 * Seals short lists of texts into opaque, URL-safe, deterministic tokens: base64url of version, key id, type, the parts and a
 * truncated HMAC-SHA256 (128 bits). The parts of cursors are encrypted, too. `open` accepts only what `seal` returns, and never
 * throws. `seal` throws a RangeError for what is too long, so that no token is issued that could not be opened.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createCrypt, createMac, MAC_BYTES } from './seal-crypto.ts';

export type SealedType = 'account' | 'transaction' | 'file' | 'link' | 'cursor' | 'change';

const typeCodes: Readonly<Record<SealedType, number>> = {
  account: 1,
  transaction: 2,
  file: 3,
  link: 8,
  cursor: 10,
  change: 11,
};
const encryptedTypes: ReadonlySet<SealedType> = new Set(['cursor', 'change']);
/** Of cursors that earlier versions issued, which are not encrypted. */
const READABLE_CURSOR = 9;
const VERSION = 1;
/** Version, key id and type. */
const HEAD_BYTES = 3;
/** The largest part of an id. An id with three such parts still fits into a link, as one part of it. */
export const MAX_ID_PART_BYTES = 320;
const MAX_PART_BYTES = 1_400;
/** The longest link is one to an archive with every value of its filter. */
const MAX_TOKEN_CHARACTERS = 4_096;

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
  /** Several tokens of one type; those that are encrypted share the call of the cipher. */
  const sealAll = (type: SealedType, all: readonly (readonly string[])[]): string[] => {
    const { id, mac, crypt } = keys.current;
    const sealed = all.map((parts) => {
      const token = encode(typeCodes[type], id, parts);
      token.write(mac(token.subarray(0, -MAC_BYTES)), token.length - MAC_BYTES, 'latin1');
      return token;
    });
    if (encryptedTypes.has(type)) crypt(sealed, HEAD_BYTES);
    return sealed.map(printToken);
  };
  return {
    sealAll,
    seal: (type: SealedType, parts: readonly string[]): string => sealAll(type, [parts])[0] as string,
    /** The parts; null for anything but an unmodified token of this type. */
    open(type: SealedType, token: string): string[] | null {
      const bytes = decode(token);
      if (bytes === null) return null;
      const isReadableCursor = type === 'cursor' && bytes[2] === READABLE_CURSOR;
      const key = keys.byId.get(bytes[1] as number);
      if (key === undefined || (bytes[2] !== typeCodes[type] && !isReadableCursor)) return null;
      if (encryptedTypes.has(type) && !isReadableCursor) key.crypt([bytes], HEAD_BYTES);
      const [body, tag] = [bytes.subarray(0, -MAC_BYTES), bytes.subarray(-MAC_BYTES)];
      if (!timingSafeEqual(Buffer.from(key.mac(body), 'latin1'), tag)) return null;
      return decodeParts(body.subarray(HEAD_BYTES));
    },
    /** The type that a token claims to have; only `open` verifies it. */
    typeOf(token: string): SealedType | null {
      const code = decode(token)?.[2];
      return (Object.keys(typeCodes) as SealedType[]).find((type) => typeCodes[type] === code) ?? null;
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
    // A cursor contains hashes of records, or of their numbers, names and dates, which could be compared with guesses. Its MAC is
    // the initial value of the counter, so equal cursors are equal texts (as in SIV, RFC 5297).
    crypt: createCrypt(cipherKeyOf(secret)),
  }));
  return { current: all[0] as (typeof all)[0], byId: new Map(all.map((key) => [key.id, key])) };
}

/** No message that is signed begins like this one. */
function cipherKeyOf(secret: Uint8Array): Buffer {
  return createHmac('sha256', secret).update('encryption of cursors').digest();
}

/** A token whose MAC, at its end, is not written yet. */
function encode(typeCode: number, keyId: number, parts: readonly string[]): Buffer {
  // A character takes at most three bytes.
  const room = parts.reduce((sum, part) => sum + 2 + 3 * part.length, HEAD_BYTES + MAC_BYTES);
  const token = Buffer.allocUnsafe(room);
  token[0] = VERSION;
  token[1] = keyId;
  token[2] = typeCode;
  let at = HEAD_BYTES;
  for (const part of parts) {
    const length = token.write(part, at + 2);
    if (length > MAX_PART_BYTES) throw new RangeError(`A sealed part has at most ${MAX_PART_BYTES} bytes`);
    token[at] = length >> 8;
    token[at + 1] = length;
    at += 2 + length;
  }
  return token.subarray(0, at + MAC_BYTES);
}

function printToken(bytes: Buffer): string {
  const token = bytes.toString('base64url');
  if (token.length <= MAX_TOKEN_CHARACTERS) return token;
  throw new RangeError(`A sealed token has at most ${MAX_TOKEN_CHARACTERS} characters`);
}

// Encoding the bytes again rejects other encodings of the same bytes: padding, line breaks, unused trailing bits.
function decode(token: string): Buffer | null {
  if (token.length > MAX_TOKEN_CHARACTERS) return null;
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length < HEAD_BYTES + MAC_BYTES || bytes[0] !== VERSION || bytes.toString('base64url') !== token)
    return null;
  return bytes;
}

function decodeParts(bytes: Buffer): string[] | null {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; ) {
    if (at + 2 > bytes.length) return null;
    const end = at + 2 + bytes.readUInt16BE(at);
    if (end > bytes.length) return null;
    parts.push(bytes.toString('utf8', at + 2, end));
    at = end;
  }
  return parts;
}
