/**
 * The text of a token: base64url of version, key id and type, followed by what is sealed; and parts of up to 1,400 bytes with their
 * lengths. Nothing is written that could not be read.
 */

export const VERSION = 1;
/** Version, key id and type. */
export const HEAD_BYTES = 3;
/** Of a MAC or a tag. */
export const PROOF_BYTES = 16;
const MAX_PART_BYTES = 1_400;
/** The longest link is one to an archive with every value of its filter. */
const MAX_TOKEN_CHARACTERS = 4_096;

export function writeParts(parts: readonly string[]): Buffer {
  // Enough room: a character takes at most three bytes.
  const bytes = Buffer.allocUnsafe(parts.reduce((room, part) => room + 2 + 3 * part.length, 0));
  let at = 0;
  for (const part of parts) {
    const length = bytes.write(part, at + 2);
    if (length > MAX_PART_BYTES) throw new RangeError(`A sealed part has at most ${MAX_PART_BYTES} bytes`);
    at = bytes.writeUInt16BE(length, at) + length;
  }
  return bytes.subarray(0, at);
}

/** Null if the bytes are not those of parts. */
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

export function printToken(bytes: Buffer): string {
  const token = bytes.toString('base64url');
  if (token.length <= MAX_TOKEN_CHARACTERS) return token;
  throw new RangeError(`A sealed token has at most ${MAX_TOKEN_CHARACTERS} characters`);
}

/** Encoding the bytes again rejects other encodings of the same bytes: padding, line breaks, unused trailing bits. */
export function decodeToken(token: string): Buffer | null {
  if (token.length > MAX_TOKEN_CHARACTERS) return null;
  const bytes = Buffer.from(token, 'base64url');
  const isToken = bytes.length >= HEAD_BYTES + PROOF_BYTES && bytes[0] === VERSION;
  return isToken && bytes.toString('base64url') === token ? bytes : null;
}
