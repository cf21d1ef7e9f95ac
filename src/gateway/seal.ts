/**
 * Seals short lists of texts into opaque, URL-safe, deterministic tokens: base64url of version, key id, type, the parts and
 * a truncated HMAC-SHA256 (128 bits). Opening accepts exactly what sealing gives, and nothing else; it never throws.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

export type SealedType = 'account' | 'transaction' | 'file' | 'link' | 'cursor';

const typeCodes: Readonly<Record<SealedType, number>> = {
  account: 1,
  transaction: 2,
  file: 3,
  link: 8,
  cursor: 9,
};
const VERSION = 1;
const MAC_BYTES = 16;
const MAX_PART_BYTES = 320;
const MAX_TOKEN_CHARACTERS = 1_400;
/** Tokens that are kept: lists show the same records again and again, and sealing costs. */
const MOST_KEPT = 4_096;

export interface SealKey {
  /** 0 to 255, unique in the ring. */
  readonly id: number;
  /** At least 32 random bytes. */
  readonly secret: Uint8Array;
}

/** The first key seals; every key opens. Two keys are a rotation under way. */
export type KeyRing = readonly [SealKey, ...SealKey[]];

export interface Sealer {
  readonly seal: (type: SealedType, parts: readonly string[]) => string;
  /** The parts, or null for anything but an untouched token of this type. */
  readonly open: (type: SealedType, token: string) => string[] | null;
  /** The type that a token claims to have; only `open` proves it. */
  readonly typeOf: (token: string) => SealedType | null;
}

export function createSealer(ring: KeyRing): Sealer {
  const [current] = ring;
  const secrets = new Map(ring.map(({ id, secret }) => [id, secret]));
  const kept = new Map<string, string>();
  const make = (type: SealedType, parts: readonly string[]): string => {
    const body = Buffer.concat([Buffer.from([VERSION, current.id, typeCodes[type]]), ...parts.map(encodePart)]);
    return Buffer.concat([body, mac(current.secret, body)]).toString('base64url');
  };
  return {
    seal(type, parts) {
      // As JSON, where no part can run into the next.
      const name = `${type}${JSON.stringify(parts)}`;
      let token = kept.get(name);
      if (token === undefined) {
        token = make(type, parts);
        if (kept.size >= MOST_KEPT) kept.delete(kept.keys().next().value ?? '');
        kept.set(name, token);
      }
      return token;
    },
    open(type, token) {
      const bytes = decode(token);
      if (bytes === null || bytes[2] !== typeCodes[type]) return null;
      const secret = secrets.get(bytes[1] as number);
      const body = bytes.subarray(0, -MAC_BYTES);
      if (secret === undefined || !timingSafeEqual(mac(secret, body), bytes.subarray(-MAC_BYTES))) return null;
      return decodeParts(body.subarray(3));
    },
    typeOf(token) {
      const code = decode(token)?.[2];
      return (Object.keys(typeCodes) as SealedType[]).find((type) => typeCodes[type] === code) ?? null;
    },
  };
}

function mac(secret: Uint8Array, body: Uint8Array): Buffer {
  return createHmac('sha256', secret).update(body).digest().subarray(0, MAC_BYTES);
}

function encodePart(part: string): Buffer {
  const bytes = Buffer.from(part, 'utf8');
  if (bytes.length > MAX_PART_BYTES) throw new RangeError(`A sealed part has at most ${MAX_PART_BYTES} bytes`);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(bytes.length);
  return Buffer.concat([length, bytes]);
}

// Encoding the bytes again refuses other spellings of the same bytes: padding, line breaks, loose last bits.
function decode(token: string): Buffer | null {
  if (token.length > MAX_TOKEN_CHARACTERS) return null;
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length < 3 + MAC_BYTES || bytes[0] !== VERSION || bytes.toString('base64url') !== token) return null;
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
