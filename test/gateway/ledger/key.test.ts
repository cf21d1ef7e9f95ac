// The ledger's hashes while the id keys rotate in a process that runs.
import { expect, test } from 'vitest';
import { createHasher } from '../../../src/gateway/ledger/key.ts';
import { sealKey } from '../../support/callers/id-keys.ts';

const request = { name: '12 Example Street' };

test('new hashes are made with the new key, and those of the old one are compared until it is gone', () => {
  const hasher = createHasher([sealKey(1)]);
  const old = hasher.hash(request);
  hasher.rotate([sealKey(2), sealKey(1)]);
  expect({ keyId: hasher.keyId, hash: hasher.hash(request) }).toEqual({
    keyId: 2,
    hash: createHasher([sealKey(2)]).hash(request),
  });
  expect(hasher.matches(old, 1, request)).toBe(true);
  hasher.rotate([sealKey(2)]);
  expect([hasher.hasKey(1), hasher.matches(old, 1, request)]).toEqual([false, false]);
});
