import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type CursorType, createSealer, type KeyRing, type SealedType } from '../../../src/gateway/ids/seal.ts';
import { sealKey } from '../../support/callers/id-keys.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const types: readonly SealedType[] = ['account', 'transaction', 'file', 'link'];
const cursorTypes: readonly CursorType[] = ['page', 'changes', 'search'];
const sealer = createSealer([sealKey(1)]);
const parts = ['999000001', 'T-4711'];
const list = 'this list';
const contents = Array.from({ length: 50 }, (_, at) => Buffer.alloc(at + 1, at));

/** Whether any type opens the token: one that is rejected as one type must not be valid as another. */
const opensAtAll = (token: string): boolean =>
  types.some((type) => sealer.open(type, token) !== null) ||
  cursorTypes.some((type) => sealer.openCursor(type, list, token) !== null);

describe('a sealed token', () => {
  test.each([
    [['999000001', 'T-4711']],
    [['', 'T-4711']],
    [['ann@example.com']],
    [[]],
    [['', '', '']],
    [['Zoë', '名前', 'a\u0000b', '😀']],
    [['x'.repeat(320), 'y'.repeat(320), 'z'.repeat(320)]],
  ])('opens to the parts that were sealed: %j', (given) => {
    for (const type of types) expect(sealer.open(type, sealer.seal(type, given))).toEqual(given);
  });

  test('is the same each time, in every process that has the key', () => {
    expect(sealer.seal('transaction', parts)).toBe(sealer.seal('transaction', parts));
    expect(createSealer([sealKey(1)]).seal('transaction', parts)).toBe(sealer.seal('transaction', parts));
    // If this text changes, every id that clients hold becomes invalid.
    expect(sealer.seal('transaction', parts)).toBe('AQECAAk5OTkwMDAwMDEABlQtNDcxMS2GgC_ZxS3k9708Tf_iybg');
  });

  test('differs for parts that look alike, however often they are sealed', () => {
    const alike = [['a', 'b'], ['a,b'], ['a","b'], ['ab'], ['a\nb'], ['', 'ab'], ['ab', '']];
    const seal = () => types.flatMap((type) => alike.map((each) => sealer.seal(type, each)));
    expect(new Set(seal()).size).toBe(types.length * alike.length);
    expect(seal()).toEqual(types.flatMap((type) => alike.map((each) => createSealer([sealKey(1)]).seal(type, each))));
  });

  test('needs no escaping in a URL', () => {
    for (let length = 0; length < 12; length += 1) {
      expect(sealer.seal('account', ['ÿ'.repeat(length)])).toMatch(/^[\w-]+$/);
    }
  });

  test('differs if the parts are split differently', () => {
    const tokens = [['ab', 'c'], ['a', 'bc'], ['abc'], ['abc', '']].map((given) => sealer.seal('account', given));
    expect(new Set(tokens).size).toBe(4);
  });

  test('states its type, which only opening verifies', () => {
    for (const type of types) expect(sealer.typeOf(sealer.seal(type, parts))).toBe(type);
    for (const text of ['', 'abc', 'a'.repeat(30), '!'.repeat(60)]) expect(sealer.typeOf(text)).toBeNull();
  });
});

describe('a cursor', () => {
  test('opens to what was sealed, for its list and as its type only', () => {
    for (const type of cursorTypes) {
      for (const content of contents) {
        const cursor = sealer.sealCursor(type, list, content);
        expect(sealer.openCursor(type, list, cursor)).toEqual(content);
        for (const other of ['This list', 'this list ', '']) expect(sealer.openCursor(type, other, cursor)).toBeNull();
        for (const other of cursorTypes) expect(sealer.openCursor(other, list, cursor) !== null).toBe(other === type);
        for (const other of types) expect(sealer.open(other, cursor)).toBeNull();
        expect(sealer.typeOf(cursor)).toBeNull();
      }
    }
  });

  test('is the same each time, in every process that has the key, also during a rotation', () => {
    const place = Buffer.alloc(26, 1);
    const cursor = createSealer([sealKey(1)]).sealCursor('page', list, place);
    // If this text changes, every cursor that clients hold becomes invalid.
    expect(cursor).toBe('AQENKOrHIFQdSw03CX3B-uEmuAGOX33ed7SmrlyXw-YEJFOx5lqSwt3EGb8e');
    expect(sealer.sealCursor('page', list, place)).toBe(cursor);
    const openBy = (...keys: KeyRing) => createSealer(keys).openCursor('page', list, cursor);
    expect(openBy(sealKey(2), sealKey(1))).toEqual(place);
    expect(openBy(sealKey(2))).toBeNull();
    expect(openBy({ id: 2, secret: sealKey(1).secret })).toBeNull();
  });

  test('shows nothing that could be compared with a guess, nor what two cursors have in common', () => {
    const [one, other] = [Buffer.alloc(26), Buffer.concat([Buffer.alloc(25), Buffer.of(1)])].map((content) =>
      Buffer.from(sealer.sealCursor('page', list, content), 'base64url'),
    ) as [Buffer, Buffer];
    const equal = [...one.subarray(3)].filter((byte, at) => byte === other[3 + at]).length;
    expect(equal).toBeLessThan(5);
    expect(one.includes(Buffer.alloc(4))).toBe(false);
  });

  test('does not open with any bit changed, cut or made longer', () => {
    for (const cursor of cursorTypes.map((type) => sealer.sealCursor(type, list, Buffer.alloc(26, 7)))) {
      const bytes = Buffer.from(cursor, 'base64url');
      for (let bit = 0; bit < bytes.length * 8; bit += 1) {
        const changed = Buffer.from(bytes);
        changed[bit >> 3]! ^= 1 << (bit & 7);
        expect(opensAtAll(changed.toString('base64url'))).toBe(false);
      }
      for (let at = 0; at < cursor.length; at += 1) expect(opensAtAll(cursor.slice(0, at))).toBe(false);
      for (const more of ['A', 'AAAA', cursor]) expect(opensAtAll(cursor + more)).toBe(false);
    }
  });
});

describe('opening rejects', () => {
  const token = sealer.seal('transaction', parts);

  test('a token as any type other than its own', () => {
    for (const type of types) {
      const opened = types.filter((other) => sealer.open(other, sealer.seal(type, parts)) !== null);
      expect(opened).toEqual([type]);
    }
  });

  test('every token with one character changed, removed or inserted', () => {
    const accepted: string[] = [];
    let tried = 0;
    const mustFail = (mutant: string): void => {
      if (mutant === token) return;
      tried += 1;
      if (opensAtAll(mutant)) accepted.push(mutant);
    };
    for (let at = 0; at <= token.length; at += 1) {
      for (const character of `${ALPHABET}+/=. \n\u0000é`) {
        mustFail(token.slice(0, at) + character + token.slice(at + 1));
        mustFail(token.slice(0, at) + character + token.slice(at));
      }
      mustFail(token.slice(0, at) + token.slice(at + 1));
    }
    expect(accepted).toEqual([]);
    expect(tried).toBeGreaterThan(token.length * 140);
  });

  test('other encodings of the same bytes', () => {
    // Parts of several lengths, because only some leave unused bits in the last character.
    for (const given of [['a'], ['ab'], ['abc']]) {
      const good = sealer.seal('file', given);
      const bytes = Buffer.from(good, 'base64url');
      const spare = [...ALPHABET].map((last) => good.slice(0, -1) + last).filter((text) => text !== good);
      const spellings = [
        ...spare.filter((text) => Buffer.from(text, 'base64url').equals(bytes)),
        ...[bytes.toString('base64'), `${good}=`, `${good}==`, ` ${good}`, `${good}\n`, `${good}!`].filter(
          (text) => text !== good,
        ),
      ];
      expect(spellings.length).toBeGreaterThanOrEqual(5);
      for (const text of spellings) expect(opensAtAll(text), text).toBe(false);
    }
  });

  test('a token of another version or of a key that the ring lacks', () => {
    const body = Buffer.from(token, 'base64url').subarray(0, -16);
    const sealed = (version: number): string => {
      const versioned = Buffer.concat([Buffer.from([version]), body.subarray(1)]);
      const mac = createHmac('sha256', sealKey(1).secret).update(versioned).digest().subarray(0, 16);
      return Buffer.concat([versioned, mac]).toString('base64url');
    };
    expect(sealed(1)).toBe(token);
    for (const version of [0, 2, 255]) expect(opensAtAll(sealed(version))).toBe(false);
    expect(sealer.open('transaction', createSealer([sealKey(2)]).seal('transaction', parts))).toBeNull();
    const sameId: KeyRing = [{ id: 1, secret: Buffer.alloc(32, 99) }];
    expect(sealer.open('transaction', createSealer(sameId).seal('transaction', parts))).toBeNull();
  });

  test('a token that is longer than any real one', () => {
    expect(sealer.open('transaction', 'A'.repeat(10_000_000))).toBeNull();
  });
});

test('everything that is sealed can be opened, and parts too long for that are not sealed', () => {
  const longest = ['x'.repeat(1_400), 'é'.repeat(700), 'z'.repeat(247)];
  expect(sealer.open('link', sealer.seal('link', longest))).toEqual(longest);
  expect(() => sealer.seal('link', [...longest, ''])).toThrow(/4096 characters/);
  expect(() => sealer.seal('account', ['x'.repeat(65_536)])).toThrow(RangeError);
  const content = Buffer.alloc(6_125, 1);
  expect(sealer.openCursor('changes', list, sealer.sealCursor('changes', list, content))).toEqual(content);
  expect(() => sealer.sealCursor('changes', list, Buffer.alloc(6_126))).toThrow(/8192 characters/);
});

describe('while keys rotate', () => {
  const before = createSealer([sealKey(1)]);
  const during = createSealer([sealKey(2), sealKey(1)]);
  const after = createSealer([sealKey(2)]);

  test('the old key still opens what it sealed, until it leaves the ring', () => {
    const old = before.seal('account', parts);
    expect(during.open('account', old)).toEqual(parts);
    expect(after.open('account', old)).toBeNull();
  });

  test('only the new key seals', () => {
    const fresh = during.seal('account', parts);
    expect(fresh).toBe(after.seal('account', parts));
    expect(before.open('account', fresh)).toBeNull();
  });
});
