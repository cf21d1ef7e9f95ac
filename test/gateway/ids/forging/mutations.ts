/**
 * Ways to forge a sealed token from real ones, one per row: what an attacker who has tokens and knows the format can produce
 * without a key. A row may return the token unchanged; the caller skips those.
 */
import { createHmac } from 'node:crypto';

/** Pseudorandom integers from 0 to below - 1, reproducible from the seed (xorshift). */
export type Draw = (below: number) => number;

export function createDraw(seed: number): Draw {
  let state = seed | 0 || 1;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

type Forge = (token: string, other: string, draw: Draw) => string;

const MAC_BYTES = 16;
const HEAD_BYTES = 3;
const weakKeys = [Buffer.alloc(0), Buffer.alloc(32), Buffer.from('secret'), Buffer.alloc(32, 0xff)];

const bytesOf = (token: string): Buffer => Buffer.from(token, 'base64url');
const textOf = (...parts: readonly Uint8Array[]): string => Buffer.concat(parts).toString('base64url');

function changeByte(token: string, at: (bytes: Buffer) => number, change: (byte: number) => number): string {
  const bytes = bytesOf(token);
  const index = at(bytes);
  bytes[index] = change(bytes[index] ?? 0);
  return textOf(bytes);
}

function resealed(bodyOf: Uint8Array, draw: Draw): string {
  const key = weakKeys[draw(weakKeys.length)] as Buffer;
  return textOf(bodyOf, createHmac('sha256', key).update(bodyOf).digest().subarray(0, MAC_BYTES));
}

const bodyOf = (token: string): Buffer => bytesOf(token).subarray(0, -MAC_BYTES);
const macOf = (token: string): Buffer => bytesOf(token).subarray(-MAC_BYTES);

export const mutations: Readonly<Record<string, Forge>> = {
  'a bit flipped': (token, _other, draw) =>
    changeByte(
      token,
      (bytes) => draw(bytes.length),
      (byte) => byte ^ (1 << draw(8)),
    ),
  'several bytes replaced': (token, _other, draw) => {
    const bytes = bytesOf(token);
    for (let left = 2 + draw(6); left > 0; left -= 1) bytes[draw(bytes.length)] = draw(256);
    return textOf(bytes);
  },
  'a character replaced': (token, _other, draw) => {
    const at = draw(token.length);
    return token.slice(0, at) + String.fromCharCode(32 + draw(95)) + token.slice(at + 1);
  },
  'the end cut off': (token, _other, draw) => token.slice(0, draw(token.length)),
  'the beginning cut off': (token, _other, draw) => token.slice(1 + draw(token.length - 1)),
  'bytes cut out': (token, _other, draw) => {
    const bytes = bytesOf(token);
    const at = draw(bytes.length);
    return textOf(bytes.subarray(0, at), bytes.subarray(at + 1 + draw(4)));
  },
  'bytes put in': (token, _other, draw) => {
    const bytes = bytesOf(token);
    const at = draw(bytes.length + 1);
    return textOf(bytes.subarray(0, at), Buffer.alloc(1 + draw(4), draw(256)), bytes.subarray(at));
  },
  'two tokens spliced': (token, other, draw) => {
    const [one, two] = [bytesOf(token), bytesOf(other)];
    return textOf(one.subarray(0, draw(one.length)), two.subarray(draw(two.length)));
  },
  'two texts spliced': (token, other, draw) => token.slice(0, draw(token.length)) + other.slice(draw(other.length)),
  'the seal of another': (token, other) => textOf(bodyOf(token), macOf(other)),
  'the parts of another': (token, other) =>
    textOf(bytesOf(token).subarray(0, HEAD_BYTES), bodyOf(other).subarray(HEAD_BYTES), macOf(token)),
  'one after the other': (token, other) => textOf(bytesOf(token), bytesOf(other)),
  'another version': (token, _other, draw) =>
    changeByte(
      token,
      () => 0,
      () => draw(256),
    ),
  'another key id': (token, _other, draw) =>
    changeByte(
      token,
      () => 1,
      () => draw(256),
    ),
  'another type': (token, _other, draw) =>
    changeByte(
      token,
      () => 2,
      () => draw(14),
    ),
  'parts cut elsewhere': (token, _other, draw) =>
    changeByte(
      token,
      () => HEAD_BYTES + 1,
      () => draw(40),
    ),
  'sealed with a weak key': (token, other, draw) => resealed(textBody(token, other, draw), draw),
  'sealed with zeros': (token) => textOf(bodyOf(token), Buffer.alloc(MAC_BYTES)),
  'without a seal': (token) => textOf(bodyOf(token)),
  'a shorter seal': (token, _other, draw) => textOf(bodyOf(token), macOf(token).subarray(0, draw(MAC_BYTES))),
  'in plain base64': (token) => bytesOf(token).toString('base64'),
  'in hexadecimal': (token) => bytesOf(token).toString('hex'),
  'encoded twice': (token) => Buffer.from(token).toString('base64url'),
  'in the other case': (token) => token.replace(/[a-z]/gi, (c) => (c < 'a' ? c.toLowerCase() : c.toUpperCase())),
  padded: (token, _other, draw) => token + '='.repeat(1 + draw(3)),
  'with white space': (token, _other, draw) => {
    const at = draw(token.length + 1);
    return token.slice(0, at) + ([' ', '\n', '\t', '\u00a0', '\u0000'][draw(5)] ?? '') + token.slice(at);
  },
  'percent-encoded': (token, _other, draw) => {
    const at = draw(token.length);
    return `${token.slice(0, at)}%${token.charCodeAt(at).toString(16)}${token.slice(at + 1)}`;
  },
};

/** A body worth sealing: the token's own head, with its own parts or another's. */
function textBody(token: string, other: string, draw: Draw): Buffer {
  return draw(2) === 0
    ? bodyOf(token)
    : Buffer.concat([bodyOf(token).subarray(0, HEAD_BYTES), bodyOf(other).subarray(HEAD_BYTES)]);
}
