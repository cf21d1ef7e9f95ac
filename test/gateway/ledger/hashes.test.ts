// The ledger's hashes by processes whose id keys are those of different steps of a rotation.
import { expect, test } from 'vitest';
import { createHasher } from '../../../src/gateway/ledger/hashes.ts';
import { sealKey } from '../../support/callers/id-keys.ts';

const [one, other] = [sealKey(1), sealKey(2)];

test('new hashes are made with the new key and the others, and are compared by any key that is in the ring', () => {
  const former = createHasher([one]).inputHashes('input', undefined);
  const during = createHasher([other, one]);
  const latter = during.inputHashes('input', undefined);
  expect([latter, ...latter.otherHashes].map(({ keyId }) => keyId)).toEqual([2, 1]);
  expect(latter.otherHashes).toMatchObject([{ inputHash: former.inputHash }]);
  expect(during.matches(former.inputHash, 1, 'input')).toBe(true);
  const after = createHasher([other]);
  expect(after.comparable(former)).toBeNull();
  expect(after.matches(former.inputHash, 1, 'input')).toBe(false);
  expect(createHasher([one]).comparable(latter)).toMatchObject({ keyId: 1 });
});

test('the content of a body is hashed by each key', () => {
  const { contentHash, otherContents } = createHasher([other, one]).contentHashes('digest', 2);
  expect(contentHash).toBe(createHasher([other]).contentHashes('digest', 2).contentHash);
  expect(otherContents).toEqual({ 1: createHasher([one]).contentHashes('digest', 1).contentHash });
});

test('equal inputs have equal hashes, whatever the order of their fields', () => {
  const { inputHashes } = createHasher([one]);
  const hashes = inputHashes({ name: 'Elm', rooms: { first: 1, other: 2 } }, undefined);
  expect(inputHashes({ rooms: { other: 2, first: 1 }, name: 'Elm' }, undefined)).toEqual(hashes);
});
