import { createHmac, randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createSealer, type KeyRing, type SealedType, type Sealer } from '../../../src/gateway/ids/seal.ts';
import { sealKey } from '../../support/callers/id-keys.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const types: readonly SealedType[] = ['account', 'transaction', 'cursor', 'change'];
const sealer = createSealer([sealKey(1)]);
const parts = ['999000001', 'T-4711'];

/** Whether any type opens the token: one that is rejected as one type must not be valid as another. */
const opensAtAll = (token: string): boolean =>
  types.some((type) => sealer.open(type, token) !== null) || sealer.openPlace(list, token) !== null;

const list = 'this list';
/** Cursors for places, each given by its 26 bytes. */
const sealPlaces = (places: readonly Uint8Array[], by: Sealer = sealer): string[] =>
  by.sealPlaces(list, places.length, (view, at, index) => new Uint8Array(view.buffer, at).set(places[index]!));
const placeIn = (cursor: string, by: Sealer = sealer, ofList = list): Buffer | undefined => {
  const place = by.openPlace(ofList, cursor);
  return place === null ? undefined : Buffer.from(place.buffer, 0, 26);
};
const places = Array.from({ length: 100 }, (_, at) => Buffer.alloc(26, at));

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

  test('is correct after more tokens have been sealed than are cached', () => {
    const tokens = Array.from({ length: 5_000 }, (_, at) => sealer.seal('transaction', ['100', String(at)]));
    expect(sealer.seal('transaction', ['100', '0'])).toBe(tokens[0]);
    expect(tokens.map((token) => sealer.open('transaction', token)?.[1])).toEqual(tokens.map((_, at) => String(at)));
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

describe('a cursor for a place', () => {
  test('opens to the place, for this list only', () => {
    const cursors = sealPlaces(places);
    expect(cursors.map((cursor) => placeIn(cursor))).toEqual(places);
    for (const other of ['That list', 'this list ']) expect(placeIn(cursors[0]!, sealer, other)).toBeUndefined();
    for (const type of types) expect(sealer.open(type, cursors[0]!)).toBeNull();
    expect(sealer.typeOf(cursors[0]!)).toBeNull();
  });

  test('is the same each time, alone or with others, in every process that has the key', () => {
    const cursors = sealPlaces(places);
    expect(places.map((place) => sealPlaces([place])[0])).toEqual(cursors);
    expect(sealPlaces(places, createSealer([sealKey(1)]))).toEqual(cursors);
    expect(new Set(cursors).size).toBe(places.length);
    expect(sealPlaces([])).toEqual([]);
    // If this text changes, every cursor that clients hold becomes invalid.
    expect(cursors[1]).toBe('AQENKOrHIFQdSw03CX3B-uEmuAGOX33ed7SmrlyXw-YEJFOx5lqSwt3EGb8e');
  });

  test('opens in every process that has the key, also during a rotation', () => {
    const [cursor] = sealPlaces([places[7]!]) as [string];
    expect(placeIn(cursor, createSealer([sealKey(2), sealKey(1)]))).toEqual(places[7]);
    expect(placeIn(cursor, createSealer([sealKey(2)]))).toBeUndefined();
    expect(placeIn(cursor, createSealer([{ id: 2, secret: sealKey(1).secret }]))).toBeUndefined();
  });

  test('shows nothing that could be compared with a guess, nor what two cursors have in common', () => {
    const [one, other] = sealPlaces([Buffer.alloc(26), Buffer.concat([Buffer.alloc(25), Buffer.of(1)])]).map((cursor) =>
      Buffer.from(cursor, 'base64url'),
    ) as [Buffer, Buffer];
    const equal = [...one.subarray(3)].filter((byte, at) => byte === other[3 + at]).length;
    expect(equal).toBeLessThan(5);
    expect(one.includes(Buffer.alloc(4))).toBe(false);
  });

  test('does not open with any bit changed, cut or made longer', () => {
    const [cursor] = sealPlaces([places[7]!]) as [string];
    const bytes = Buffer.from(cursor, 'base64url');
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const changed = Buffer.from(bytes);
      changed[bit >> 3]! ^= 1 << (bit & 7);
      expect(opensAtAll(changed.toString('base64url'))).toBe(false);
    }
    for (let at = 0; at < cursor.length; at += 1) expect(opensAtAll(cursor.slice(0, at))).toBe(false);
    for (const more of ['A', 'AAAA', cursor]) expect(opensAtAll(cursor + more)).toBe(false);
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

  test('every prefix and every suffix of a token', () => {
    for (let at = 0; at < token.length; at += 1) {
      expect(opensAtAll(token.slice(0, at))).toBe(false);
      if (at > 0) expect(opensAtAll(token.slice(at))).toBe(false);
    }
  });

  test('other encodings of the same bytes', () => {
    // Parts of several lengths, because only some leave unused bits in the last character.
    for (const given of [['a'], ['ab'], ['abc']]) {
      const good = sealer.seal('cursor', given);
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

  test('20,000 random tokens with plausible heads', () => {
    let accepted = 0;
    for (let index = 0; index < 20_000; index += 1) {
      const head = Buffer.from([1, 1, [1, 2, 9, 10, 11, 12, 13][index % 7]!]);
      const forged = Buffer.concat([head, randomBytes(16 + (index % 64))]).toString('base64url');
      if (opensAtAll(forged)) accepted += 1;
    }
    expect(accepted).toBe(0);
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
    expect(sealer.open('cursor', 'A'.repeat(10_000_000))).toBeNull();
  });
});

test('everything that is sealed can be opened, and parts too long for that are not sealed', () => {
  const longest = ['x'.repeat(1_400), 'é'.repeat(700), 'z'.repeat(247)];
  expect(sealer.open('link', sealer.seal('link', longest))).toEqual(longest);
  expect(() => sealer.seal('link', [...longest, ''])).toThrow(/4096 characters/);
  expect(() => sealer.seal('account', ['x'.repeat(1_401)])).toThrow(RangeError);
  expect(() => sealer.seal('account', ['é'.repeat(701)])).toThrow(/1400 bytes/);
});

describe('a cursor of an earlier version', () => {
  const body = Buffer.from(sealer.seal('transaction', parts), 'base64url').subarray(0, -16);
  body[2] = 9;
  const mac = createHmac('sha256', sealKey(1).secret).update(body).digest().subarray(0, 16);
  const former: readonly [title: string, token: string][] = [
    ['that is only signed', Buffer.concat([body, mac]).toString('base64url')],
    ['that is encrypted in counter mode', 'AQEK_rOuFwBQ2-xMPRwVH_QXwQP1NQxeG8IJFho8gyfmHS5T_u8'],
  ];

  test.each(former)('%s opens as a cursor, also during a rotation', (_title, token) => {
    expect(sealer.open('cursor', token)).toEqual(parts);
    expect(createSealer([sealKey(2), sealKey(1)]).open('cursor', token)).toEqual(parts);
    expect(createSealer([sealKey(2)]).open('cursor', token)).toBeNull();
    for (const other of types.filter((each) => each !== 'cursor')) expect(sealer.open(other, token)).toBeNull();
  });

  test.each(former)('%s does not open with any bit changed, or as a cursor of this version', (_title, token) => {
    const bytes = Buffer.from(token, 'base64url');
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const changed = Buffer.from(bytes);
      changed[bit >> 3]! ^= 1 << (bit & 7);
      expect(opensAtAll(changed.toString('base64url'))).toBe(false);
    }
    for (const code of [11, 13])
      expect(opensAtAll(Buffer.from(bytes).fill(code, 2, 3).toString('base64url'))).toBe(false);
  });
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
