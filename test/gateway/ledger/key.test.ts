// The ledger's hashes while the id keys rotate in a process that runs.
import { expect, test } from 'vitest';
import { createHasher } from '../../../src/gateway/ledger/key.ts';
import { sealKey } from '../../support/callers/id-keys.ts';

const [one, other] = [sealKey(1), sealKey(2)];

test('new hashes are made with the new key and the others, and are compared by any key that is in the ring', () => {
  const hasher = createHasher([one]);
  const former = hasher.inputHashes('input', undefined);
  hasher.rotate([other, one]);
  const latter = hasher.inputHashes('input', undefined);
  expect([latter, ...latter.otherHashes].map(({ keyId }) => keyId)).toEqual([2, 1]);
  expect(latter.otherHashes).toMatchObject([{ inputHash: former.inputHash }]);
  expect(hasher.matches(former.inputHash, 1, 'input')).toBe(true);
  hasher.rotate([other]);
  expect(hasher.comparable(former)).toBeNull();
  expect(hasher.matches(former.inputHash, 1, 'input')).toBe(false);
  hasher.rotate([one]);
  expect(hasher.comparable(latter)).toMatchObject({ keyId: 1 });
});
