/**
 * Seals what clients hold into opaque, URL-safe, deterministic tokens: base64url of version, key id, type, and content. Ids and links are
 * lists of texts, signed by a truncated HMAC-SHA256 (128 bits). Cursors contain hashes of records, or of their numbers, names and dates,
 * which could be compared with guesses, so they are encrypted with AES-SIV (RFC 5297): equal cursors are equal texts, which clients' caches
 * rely on. Functions that open a token accept only what was sealed, and never throw. Functions that seal throw a RangeError for content
 * that is too long, so that no token is issued that could not be opened.
 */
import {
  type CipherGCMTypes,
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  timingSafeEqual,
} from 'node:crypto';

const VERSION = 1;
/** Version, key id and type. */
const HEAD_BYTES = 3;
/** Size of a MAC or a tag. */
const PROOF_BYTES = 16;

/** The signed types, each with its code in the token. */
const signedTypes = { account: 1, transaction: 2, file: 3, link: 8, calendar: 9 } as const;
/** The encrypted types: a position in a list, the state of a change feed, a position in a search, and one in the log of an export. */
const cursorTypes = { page: 13, changes: 14, search: 15, export: 16 } as const;

export type SealedType = keyof typeof signedTypes;
export type CursorType = keyof typeof cursorTypes;

/** The largest part of an id. An id with three parts of this size still fits into a link, as one part of the link. */
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
  const keys = ring.map(keyFrom);
  const current = keys[0] as Key;
  const byId = new Map(keys.map((key) => [key.id, key]));
  /** The bytes of a token of this type, with the key that it names; null if it cannot be such a token. */
  const read = (token: string, code: number): { bytes: Buffer; key: Key } | null => {
    const bytes = decodeToken(token);
    const key = byId.get(bytes?.[1] ?? -1);
    return bytes === null || key === undefined || bytes[2] !== code ? null : { bytes, key };
  };
  return {
    seal: (type: SealedType, parts: readonly string[]): string => {
      const signed = Buffer.concat([headOf(current, signedTypes[type]), writeParts(parts)]);
      return printToken(Buffer.concat([signed, macOf(current, signed)]));
    },
    /** The parts; null for anything but an unmodified token of this type. */
    open(type: SealedType, token: string): string[] | null {
      const found = read(token, signedTypes[type]);
      if (found === null) return null;
      const [signed, mac] = [found.bytes.subarray(0, -PROOF_BYTES), found.bytes.subarray(-PROOF_BYTES)];
      return timingSafeEqual(macOf(found.key, signed), mac) ? readParts(signed.subarray(HEAD_BYTES)) : null;
    },
    /** The parts that a token claims. They are unverified; only `open` verifies them. */
    claimed(type: SealedType, token: string): string[] | null {
      const bytes = decodeToken(token);
      return bytes?.[2] === signedTypes[type] ? readParts(bytes.subarray(HEAD_BYTES, -PROOF_BYTES)) : null;
    },
    /** The type that an id or a link claims to have; only `open` verifies it. */
    typeOf(token: string): SealedType | null {
      const code = decodeToken(token)?.[2];
      return (Object.keys(signedTypes) as SealedType[]).find((type) => signedTypes[type] === code) ?? null;
    },
    /** A cursor for one list. It does not contain the list's identity, but only the same list can open it. */
    sealCursor(type: CursorType, list: string, content: Uint8Array): string {
      const head = headOf(current, cursorTypes[type]);
      // Node passes the name on to OpenSSL, but its types know no cipher that has a tag and no initialization vector.
      const cipher = createCipheriv(CIPHER, current.cursorKey, noInitialValue).setAAD(head).setAAD(Buffer.from(list));
      const encrypted = cipher.update(content);
      cipher.final();
      return printToken(Buffer.concat([head, cipher.getAuthTag(), encrypted]), MAX_CURSOR_CHARACTERS);
    },
    /** The sealed content; null for anything but an unmodified cursor of this type for this list. */
    openCursor(type: CursorType, list: string, token: string): Buffer | null {
      const found = read(token, cursorTypes[type]);
      if (found === null) return null;
      const { bytes, key } = found;
      const cipher = createDecipheriv(CIPHER, key.cursorKey, noInitialValue)
        .setAuthTag(bytes.subarray(HEAD_BYTES, HEAD_BYTES + PROOF_BYTES))
        .setAAD(bytes.subarray(0, HEAD_BYTES))
        .setAAD(Buffer.from(list));
      try {
        return Buffer.concat([cipher.update(bytes.subarray(HEAD_BYTES + PROOF_BYTES)), cipher.final()]);
      } catch {
        return null;
      }
    },
  };
}

const CIPHER = 'aes-256-siv' as CipherGCMTypes;
const noInitialValue = null as unknown as Buffer;

interface Key extends SealKey {
  readonly cursorKey: Uint8Array;
}

function keyFrom({ id, secret }: SealKey): Key {
  return {
    id,
    secret,
    cursorKey: new Uint8Array(hkdfSync('sha256', secret, '', 'AES-SIV of cursors', 64)),
  };
}

function headOf({ id }: Key, typeCode: number): Uint8Array {
  return Uint8Array.of(VERSION, id, typeCode);
}

function macOf({ secret }: Key, signed: Uint8Array): Buffer {
  return createHmac('sha256', secret).update(signed).digest().subarray(0, PROOF_BYTES);
}

const MAX_CACHED = 32_768;

/**
 * The same sealer with a cache of ids, keyed by their parts. Sealing an id is deterministic, and every response that shows an object has
 * its id. Links are sealed each time, because they seldom recur.
 */
export function withIdCache(sealer: Sealer, max = MAX_CACHED): Sealer {
  const tokens = new Map<string, string>();
  return {
    ...sealer,
    seal(type, parts) {
      if (type === 'link' || type === 'calendar') return sealer.seal(type, parts);
      // The lengths keep two lists of parts from having the same name.
      let name: string = type;
      for (const part of parts) name += ` ${part.length} ${part}`;
      const cached = tokens.get(name);
      if (cached !== undefined) return cached;
      const token = sealer.seal(type, parts);
      // All entries at once: tracking the least recently used would cost each lookup more than sealing again now and then.
      if (tokens.size === max) tokens.clear();
      tokens.set(name, token);
      return token;
    },
  };
}

/** The longest link is one to an archive, with every value of its filter. */
const MAX_TOKEN_CHARACTERS = 4_096;
/** The longest cursor is that of changes, which names up to 500 records of its window. */
const MAX_CURSOR_CHARACTERS = 8_192;

export function writeParts(parts: readonly string[]): Buffer {
  // Always enough room: a character takes at most three bytes.
  const bytes = Buffer.allocUnsafe(parts.reduce((room, part) => room + 2 + 3 * part.length, 0));
  let at = 0;
  for (const part of parts) {
    const length = bytes.write(part, at + 2);
    at = bytes.writeUInt16BE(length, at) + length;
  }
  return bytes.subarray(0, at);
}

/** Null if the bytes do not encode parts. */
export function readParts(bytes: Buffer): string[] | null {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; ) {
    if (at + 2 > bytes.length) return null;
    const next = at + 2 + bytes.readUInt16BE(at);
    if (next > bytes.length) return null;
    parts.push(bytes.toString('utf8', at + 2, next));
    at = next;
  }
  return parts;
}

function printToken(bytes: Buffer, maxCharacters = MAX_TOKEN_CHARACTERS): string {
  const token = bytes.toString('base64url');
  if (token.length <= maxCharacters) return token;
  throw new RangeError(`A sealed token has at most ${maxCharacters} characters`);
}

/** Encoding the bytes again rejects other encodings of them: padding, line breaks, unused trailing bits. */
function decodeToken(token: string): Buffer | null {
  if (token.length > MAX_CURSOR_CHARACTERS) return null;
  const bytes = Buffer.from(token, 'base64url');
  const isToken = bytes.length >= HEAD_BYTES + PROOF_BYTES && bytes[0] === VERSION;
  return isToken && bytes.toString('base64url') === token ? bytes : null;
}
