// AES-SIV is that of RFC 5297 and of OpenSSL, however many texts are sealed together.
import { type CipherGCMTypes, createCipheriv } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BLOCK_BYTES, createSiv, type Page, type Siv, TAG_BYTES } from '../../../src/gateway/ids/siv.ts';

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex');

/** Lays texts out as a page; what has been there before must not matter. */
function pageOf(texts: readonly Uint8Array[]): Page {
  const rooms = texts.map(({ length }) => BLOCK_BYTES * (1 + Math.max(1, Math.ceil(length / BLOCK_BYTES))));
  const bytes = Buffer.alloc(rooms.reduce((sum, room) => sum + room, 0));
  let next = 0;
  const rows = texts.map((text, at) => {
    const start = next + TAG_BYTES;
    bytes.set(text, start);
    next += rooms[at]!;
    return { start, end: start + text.length };
  });
  return { bytes, rows };
}

function sealAll(siv: Siv, texts: readonly Uint8Array[]): Buffer[] {
  const page = pageOf(texts);
  siv.seal(page);
  return page.rows.map(({ start, end }) => page.bytes.subarray(start - TAG_BYTES, end));
}

/** Null if it does not open. */
function open(siv: Siv, sealed: Uint8Array): Buffer | null {
  const page = pageOf([sealed.subarray(TAG_BYTES)]);
  page.bytes.set(sealed);
  const [{ start, end }] = page.rows as [Page['rows'][0]];
  return siv.open(page) ? page.bytes.subarray(start, end) : null;
}

describe('the examples of RFC 5297', () => {
  test.each([
    {
      title: 'A.1, without a nonce',
      key: 'fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0 f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff',
      associated: ['101112131415161718191a1b1c1d1e1f 2021222324252627'],
      text: '112233445566778899aabbccddee',
      sealed: '85632d07c6e8f37f950acd320a2ecc93 40c02b9690c4dc04daef7f6afe5c',
    },
    {
      title: 'A.2, with several associated data',
      key: '7f7e7d7c7b7a79787776757473727170 404142434445464748494a4b4c4d4e4f',
      associated: [
        '00112233445566778899aabbccddeeff deaddadadeaddadaffeeddccbbaa9988 7766554433221100',
        '102030405060708090a0',
        '09f911029d74e35bd84156c5635688c0',
      ],
      text: '7468697320697320736f6d6520706c61 696e7465787420746f20656e63727970 74207573696e67205349562d414553',
      sealed:
        '7bdb6e3b432667eb06f4d14bff2fbd0f cb900f2fddbe404326601965c889bf17 dba77ceb094fa663b7a3f748ba8af829 ea64ad544a272e9c485b62a3fd5c0d',
    },
  ])('$title', ({ key, associated, text, sealed }) => {
    const siv = createSiv(hex(key), ...associated.map(hex));
    expect(sealAll(siv, [hex(text)])).toEqual([hex(sealed)]);
    expect(open(siv, hex(sealed))).toEqual(hex(text));
  });
});

const bytes = (maxLength: number, minLength = 0) => fc.uint8Array({ minLength, maxLength });

test('texts of any lengths are sealed together as OpenSSL seals each, and open again', () => {
  const sealByOpenssl = (key: Uint8Array, head: Uint8Array, text: Uint8Array): Buffer => {
    // Node passes the name on to OpenSSL, and the type has no other for ciphers with a tag but without an initial value.
    const cipher = createCipheriv('aes-256-siv' as CipherGCMTypes, key, null as unknown as Buffer);
    cipher.setAAD(head);
    const encrypted = Buffer.concat([cipher.update(text), cipher.final()]);
    return Buffer.concat([cipher.getAuthTag(), encrypted]);
  };
  fc.assert(
    fc.property(bytes(64, 64), bytes(40, 1), fc.array(bytes(120, 1), { maxLength: 6 }), (key, head, texts) => {
      const siv = createSiv(key, head);
      const sealed = sealAll(siv, texts);
      expect(sealed).toEqual(texts.map((text) => sealByOpenssl(key, head, text)));
      expect(sealed.map((each) => open(siv, each))).toEqual(texts.map((text) => Buffer.from(text)));
    }),
  );
});

test('an empty text is sealed and opens again', () => {
  const siv = createSiv(Buffer.alloc(64, 1), Buffer.from('head'));
  const [sealed, longer] = sealAll(siv, [Buffer.alloc(0), Buffer.from('longer')]) as [Buffer, Buffer];
  expect(sealed).toHaveLength(TAG_BYTES);
  expect(open(siv, sealed)).toEqual(Buffer.alloc(0));
  expect(open(siv, longer)).toEqual(Buffer.from('longer'));
});

test('nothing opens with one bit changed, with another key, or with other associated data', () => {
  const [key, head] = [Buffer.alloc(64, 1), Buffer.from('head')];
  const [sealed] = sealAll(createSiv(key, head), [Buffer.from('the place of a record in its list')]) as [Buffer];
  for (let bit = 0; bit < sealed.length * 8; bit += 1) {
    const changed = Buffer.from(sealed);
    changed[bit >> 3]! ^= 1 << (bit & 7);
    expect(open(createSiv(key, head), changed)).toBeNull();
  }
  expect(open(createSiv(key, Buffer.from('Head')), sealed)).toBeNull();
  expect(open(createSiv(Buffer.alloc(64, 2), head), sealed)).toBeNull();
  expect(open(createSiv(key, head), sealed)).not.toBeNull();
});

test('texts open whether or not their tags have the bits that the counter leaves out', () => {
  const [key, head] = [Buffer.alloc(64, 3), Buffer.from('head')];
  const texts = Array.from({ length: 200 }, (_, at) => Buffer.alloc(100, at));
  const sealed = sealAll(createSiv(key, head), texts);
  for (const byte of [8, 12]) expect(new Set(sealed.map((each) => each[byte]! >> 7)).size).toBe(2);
  expect(sealed.map((each) => open(createSiv(key, head), each))).toEqual(texts);
});
