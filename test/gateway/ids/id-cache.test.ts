import { collect } from '@realty-forms/platform/v8/garbage-collection.ts';
import { describe, expect, test, vi } from 'vitest';
import { createSealer, type SealedType, withIdCache } from '../../../src/gateway/ids/seal.ts';
import { sealKey } from '../../support/callers/id-keys.ts';

const plain = createSealer([sealKey(1)]);

/** A caching sealer, and a spy that counts what it actually seals. */
function counted(max?: number) {
  const seal = vi.fn(plain.seal);
  return { seal, keeping: withIdCache({ ...plain, seal }, max) };
}

const ids: readonly SealedType[] = ['account', 'transaction', 'file'];

describe('cached ids', () => {
  test.each(ids)('are the same text, and are sealed once: %s', (type) => {
    const { seal, keeping } = counted();
    const token = plain.seal(type, ['999', 'T-1']);
    expect([keeping.seal(type, ['999', 'T-1']), keeping.seal(type, ['999', 'T-1'])]).toEqual([token, token]);
    expect(seal).toHaveBeenCalledTimes(1);
    expect(keeping.open(type, token)).toEqual(['999', 'T-1']);
  });

  test('are never those of another type, or of parts that are split differently', () => {
    const { keeping } = counted();
    const rows = [
      ['a', 'b'],
      ['c', 'b'],
      ['ab'],
      ['a:1', 'b'],
      ['a', '1:b'],
      ['a:1:b'],
      ['', 'a', 'b'],
      ['a', 'b', ''],
      ['1', ':a'],
    ];
    for (const parts of [...rows, ...rows]) {
      for (const type of ids) {
        keeping.seal(type, parts);
        expect(keeping.open(type, keeping.seal(type, parts))).toEqual(parts);
      }
    }
  });

  test('are limited in number', () => {
    const { seal, keeping } = counted(2);
    for (const transId of ['1', '2', '3', '1']) keeping.seal('transaction', ['', transId]);
    expect(seal).toHaveBeenCalledTimes(4);
  });

  test('are not evicted by links, which are seldom sealed again', () => {
    const { seal, keeping } = counted(1);
    keeping.seal('transaction', ['', '1']);
    keeping.seal('link', ['1']);
    keeping.seal('link', ['1']);
    keeping.seal('transaction', ['', '1']);
    expect(seal).toHaveBeenCalledTimes(3);
  });

  test('do not retain the bodies that their parts were sliced from', () => {
    const keeping = withIdCache(plain);
    collect({ type: 'major', flavor: 'last-resort' });
    const before = process.memoryUsage().heapUsed;
    for (let index = 0; index < 100; index += 1) {
      const body = Buffer.alloc(1_000_000, `transaction-number-${index},`).toString('latin1');
      keeping.seal('file', [body.slice(0, 20), body.slice(23, 43), body.slice(46, 66)]);
    }
    collect({ type: 'major', flavor: 'last-resort' });
    // All bodies together take 100 MB.
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(20_000_000);
    expect(keeping.seal('account', ['1'])).toBe(plain.seal('account', ['1']));
  });

  test('do not include a part that is too long to seal', () => {
    const { keeping } = counted();
    const seal = () => keeping.seal('account', ['x'.repeat(4_096)]);
    expect(seal).toThrow(RangeError);
    expect(seal).toThrow(RangeError);
  });
});
