// The ledger's hashes by processes whose id keys are those of different steps of a rotation, and its encrypted texts.
import { expect, test } from 'vitest';
import { createHasher } from '../../../src/gateway/ledger/hashes.ts';
import { sealKey } from '../../support/callers/id-keys.ts';

const [one, other] = [sealKey(1), sealKey(2)];

test('hashes are made with the first key, those of a match with each, and are compared by any key that is in the ring', () => {
  const former = createHasher([one]).inputHashes('input', 'match');
  const during = createHasher([other, one]);
  const latter = during.inputHashes('input', 'match');
  expect(latter.keyId).toBe(2);
  expect(latter.matches).toEqual([latter.matchHash, former.matchHash]);
  expect(during.matches(former.inputHash, 1, 'input')).toBe(true);
  expect(createHasher([other]).matches(former.inputHash, 1, 'input')).toBe(false);
});

test('equal inputs have equal hashes, whatever the order of their fields', () => {
  const { inputHashes } = createHasher([one]);
  const hashes = inputHashes({ name: 'Elm', rooms: { first: 1, other: 2 } }, undefined);
  expect(inputHashes({ rooms: { other: 2, first: 1 }, name: 'Elm' }, undefined)).toEqual(hashes);
});

test('texts are opened only for the same request', () => {
  const { seal, open } = createHasher([one, other]);
  const sealed = seal({ name: 'Elm', pages: 1 }, { title: 'Zoë in Elm' });
  expect(open({ pages: 1, name: 'Elm' }, 1, sealed)).toEqual({ title: 'Zoë in Elm' });
  expect(() => open({ pages: 2, name: 'Elm' }, 1, sealed)).toThrow('authenticate');
  expect(() => open({ pages: 1, name: 'Elm' }, 2, sealed)).toThrow('authenticate');
});
