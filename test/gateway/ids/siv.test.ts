// AES-SIV is that of RFC 5297 and of OpenSSL, however many texts are sealed together.
import { type CipherGCMTypes, createCipheriv } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSiv, wholeBlocks } from '../../../src/gateway/ids/siv.ts';

const TAG_BYTES = 16;
const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex');

/** Tags, each with its encrypted text. The texts are of one length. */
function sealAll(key: Uint8Array, associated: readonly Uint8Array[], texts: readonly Uint8Array[]): Buffer[] {
  const length = texts[0]!.length;
  const bytes = Buffer.from(new ArrayBuffer(texts.length * wholeBlocks(length)));
  for (const [at, text] of texts.entries()) bytes.set(text, at * wholeBlocks(length));
  const tags = createSiv(key).seal({ words: new Int32Array(bytes.buffer), length }, ...associated);
  return texts.map((_, at) => {
    const start = at * wholeBlocks(length);
    return Buffer.concat([Buffer.from(tags.buffer, at * TAG_BYTES, TAG_BYTES), bytes.subarray(start, start + length)]);
  });
}

/** Null if it does not open. */
function open(key: Uint8Array, associated: readonly Uint8Array[], sealed: Uint8Array): Buffer | null {
  const length = sealed.length - TAG_BYTES;
  const bytes = Buffer.from(new ArrayBuffer(wholeBlocks(length)));
  bytes.set(sealed.subarray(TAG_BYTES));
  const tag = new Int32Array(Uint8Array.from(sealed.subarray(0, TAG_BYTES)).buffer);
  const isGenuine = createSiv(key).open({ words: new Int32Array(bytes.buffer), length }, tag, ...associated);
  return isGenuine ? bytes.subarray(0, length) : null;
}

test('the example of RFC 5297 with several associated data is sealed as it says, and opens', () => {
  const key = hex('7f7e7d7c7b7a79787776757473727170 404142434445464748494a4b4c4d4e4f');
  const associated = [
    '00112233445566778899aabbccddeeff deaddadadeaddadaffeeddccbbaa9988 7766554433221100',
    '102030405060708090a0',
    '09f911029d74e35bd84156c5635688c0',
  ].map(hex);
  const text = hex('7468697320697320736f6d6520706c61 696e7465787420746f20656e63727970 74207573696e67205349562d414553');
  const sealed = hex(
    '7bdb6e3b432667eb06f4d14bff2fbd0f cb900f2fddbe404326601965c889bf17 dba77ceb094fa663b7a3f748ba8af829 ea64ad544a272e9c485b62a3fd5c0d',
  );
  expect(sealAll(key, associated, [text])).toEqual([sealed]);
  expect(open(key, associated, sealed)).toEqual(text);
});

const bytes = (maxLength: number, minLength: number) => fc.uint8Array({ minLength, maxLength });

test('texts are sealed together as OpenSSL seals each, and open again', () => {
  const sealByOpenssl = (key: Uint8Array, head: Uint8Array, text: Uint8Array): Buffer => {
    // Node passes the name on to OpenSSL, and the type has no other for ciphers with a tag but without an initial value.
    const cipher = createCipheriv('aes-256-siv' as CipherGCMTypes, key, null as unknown as Buffer);
    cipher.setAAD(head);
    const encrypted = Buffer.concat([cipher.update(text), cipher.final()]);
    return Buffer.concat([cipher.getAuthTag(), encrypted]);
  };
  const texts = fc
    .integer({ min: 16, max: 120 })
    .chain((length) => fc.array(bytes(length, length), { minLength: 1, maxLength: 6 }));
  fc.assert(
    fc.property(bytes(64, 64), bytes(40, 1), texts, (key, head, given) => {
      const sealed = sealAll(key, [head], given);
      expect(sealed).toEqual(given.map((text) => sealByOpenssl(key, head, text)));
      expect(sealed.map((each) => open(key, [head], each))).toEqual(given.map((text) => Buffer.from(text)));
    }),
  );
});

test('nothing opens with one bit changed, with another key, or with other associated data', () => {
  const [key, head, list] = [Buffer.alloc(64, 1), Buffer.from('head'), Buffer.from('list')];
  const [sealed] = sealAll(key, [head, list], [Buffer.from('the place of a record in its list')]) as [Buffer];
  for (let bit = 0; bit < sealed.length * 8; bit += 1) {
    const changed = Buffer.from(sealed);
    changed[bit >> 3]! ^= 1 << (bit & 7);
    expect(open(key, [head, list], changed)).toBeNull();
  }
  for (const others of [[head], [list], [list, head], [head, Buffer.from('List')], [Buffer.from('headlist')]])
    expect(open(key, others, sealed)).toBeNull();
  expect(open(Buffer.alloc(64, 2), [head, list], sealed)).toBeNull();
  expect(open(key, [head, list], sealed)).not.toBeNull();
});

test('texts open whether or not their tags have the bits that the counter leaves out', () => {
  const [key, head] = [Buffer.alloc(64, 3), Buffer.from('head')];
  const texts = Array.from({ length: 200 }, (_, at) => Buffer.alloc(100, at));
  const sealed = sealAll(key, [head], texts);
  for (const byte of [8, 12]) expect(new Set(sealed.map((each) => each[byte]! >> 7)).size).toBe(2);
  expect(sealed.map((each) => open(key, [head], each))).toEqual(texts);
});
