import { describe, expect, test, vi } from 'vitest';
import { keepSeals } from '../../src/gateway/kept-seals.ts';
import { createSealer, type SealedType } from '../../src/gateway/seal.ts';
import { collect } from '../../src/platform/reclaim.ts';
import { sealKey } from '../support/id-keys.ts';

const plain = createSealer([sealKey(1)]);

/** A sealer that keeps, and counts what it really seals. */
function counted(max?: number) {
  const seal = vi.fn(plain.seal);
  return { seal, keeping: keepSeals({ ...plain, seal }, max) };
}

const ids: readonly SealedType[] = ['account', 'transaction', 'file'];

describe('ids that were sealed before', () => {
  test.each(ids)('are the same text, sealed once: %s', (type) => {
    const { seal, keeping } = counted();
    const token = plain.seal(type, ['999', 'T-1']);
    expect([keeping.seal(type, ['999', 'T-1']), keeping.seal(type, ['999', 'T-1'])]).toEqual([token, token]);
    expect(seal).toHaveBeenCalledTimes(1);
    expect(keeping.open(type, token)).toEqual(['999', 'T-1']);
  });

  test('are never those of another type, or of parts that are cut elsewhere', () => {
    const { keeping } = counted();
    const rows = [
      ['a', 'b'],
      ['ab'],
      ['a:1', 'b'],
      ['a', '1:b'],
      ['a:1:b'],
      ['', 'a', 'b'],
      ['a', 'b', ''],
      ['1', ':a'],
    ];
    for (const type of ids) {
      for (const parts of rows) {
        keeping.seal(type, parts);
        expect(keeping.open(type, keeping.seal(type, parts))).toEqual(parts);
      }
    }
  });

  test('are so many and no more', () => {
    const { seal, keeping } = counted(2);
    for (const transId of ['1', '2', '3', '1']) keeping.seal('transaction', ['', transId]);
    expect(seal).toHaveBeenCalledTimes(4);
  });

  test.each<SealedType>(['cursor', 'link'])('push out no id for the sake of what seldom comes back: %s', (type) => {
    const { seal, keeping } = counted(1);
    keeping.seal('transaction', ['', '1']);
    keeping.seal(type, ['1']);
    keeping.seal(type, ['1']);
    keeping.seal('transaction', ['', '1']);
    expect(seal).toHaveBeenCalledTimes(3);
  });

  test('keep nothing of the bodies that their parts were cut from', () => {
    const keeping = keepSeals(plain);
    collect({ type: 'major', flavor: 'last-resort' });
    const before = process.memoryUsage().heapUsed;
    for (let index = 0; index < 100; index += 1) {
      const body = Buffer.alloc(1_000_000, `transaction-number-${index},`).toString('latin1');
      keeping.seal('file', [body.slice(0, 20), body.slice(23, 43), body.slice(46, 66)]);
    }
    collect({ type: 'major', flavor: 'last-resort' });
    // All bodies together have 100 MB.
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(20_000_000);
    expect(keeping.seal('account', ['1'])).toBe(plain.seal('account', ['1']));
  });

  test('keep nothing of a part that is too long to seal', () => {
    const { keeping } = counted();
    const seal = () => keeping.seal('account', ['x'.repeat(2_000)]);
    expect(seal).toThrow(RangeError);
    expect(seal).toThrow(RangeError);
  });
});
