// The ledger's hashes of inputs, and its encrypted texts.
import { expect, test } from 'vitest';
import { createHasher } from '../../../src/gateway/ledger/hashes.ts';
import { sealKey } from '../../support/callers/id-keys.ts';

const [one, other] = [sealKey(1), sealKey(2)];

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
