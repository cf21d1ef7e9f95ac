/**
 * Places in a list, sealed by AES-SIV: those of a page's cursors share the calls of the cipher, and become text together. What
 * identifies the list is not in the token, but no other list opens it.
 */
import { type Siv, wholeBlocks } from './siv.ts';
import { HEAD_BYTES, PROOF_BYTES } from './token.ts';

/** With 26 bytes, a token has 45, which are 60 characters without unused bits. */
const PLACE_BYTES = 26;
const TOKEN_BYTES = HEAD_BYTES + PROOF_BYTES + PLACE_BYTES;
/** Places begin at whole blocks. */
const ROOM = wholeBlocks(PLACE_BYTES);

/** Writes the place with this index into the bytes from `at` on. */
export type WritePlace = (view: DataView, at: number, index: number) => void;

export function sealPlaces(siv: Siv, head: Uint8Array, list: string, count: number, write: WritePlace): string[] {
  const places = new Uint8Array(count * ROOM);
  const view = new DataView(places.buffer);
  for (let index = 0; index < count; index += 1) write(view, index * ROOM, index);
  const words = new Int32Array(places.buffer);
  const tags = new Uint8Array(siv.seal({ words, length: PLACE_BYTES }, head, Buffer.from(list)).buffer);
  const tokens = Buffer.alloc(count * TOKEN_BYTES);
  for (let index = 0, at = 0; index < count; index += 1) {
    for (let from = 0; from < HEAD_BYTES; from += 1, at += 1) tokens[at] = head[from] as number;
    for (let from = 0; from < PROOF_BYTES; from += 1, at += 1) tokens[at] = tags[index * PROOF_BYTES + from] as number;
    for (let from = 0; from < PLACE_BYTES; from += 1, at += 1) tokens[at] = places[index * ROOM + from] as number;
  }
  // Each by itself: for a response with strings that are slices of one, JSON.stringify takes half as long again.
  return Array.from({ length: count }, (_, index) =>
    tokens.toString('base64url', index * TOKEN_BYTES, (index + 1) * TOKEN_BYTES),
  );
}

export function openPlace(siv: Siv, list: string, token: Uint8Array): DataView | null {
  if (token.length !== TOKEN_BYTES) return null;
  const place = new Uint8Array(ROOM);
  place.set(token.subarray(HEAD_BYTES + PROOF_BYTES));
  const tag = new Int32Array(new Uint8Array(token.subarray(HEAD_BYTES, HEAD_BYTES + PROOF_BYTES)).buffer);
  const text = { words: new Int32Array(place.buffer), length: PLACE_BYTES };
  return siv.open(text, tag, token.subarray(0, HEAD_BYTES), Buffer.from(list)) ? new DataView(place.buffer) : null;
}
