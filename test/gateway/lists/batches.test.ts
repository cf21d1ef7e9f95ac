// Which batches are requested for every range of 1 to 100 records that begins at an offset of 0 to 2,000.

import type { Batch } from '@realty-forms/contract/calls/requests.ts';
import { expect, test } from 'vitest';
import { batchFrom, coveringBatch, farthestBatch, searchBatch } from '../../../src/gateway/lists/batches.ts';

const LAST_OFFSET = 2_000;
const MAX_SIZE = 100;

const startOf = ({ size, number }: Batch) => (number - 1) * size;
const endOf = ({ size, number }: Batch) => number * size;
const isLegal = ({ size, number }: Batch) => size >= 1 && size <= MAX_SIZE && number >= 1;
const contains = (batch: Batch, offset: number) => startOf(batch) <= offset && offset < endOf(batch);

/** For each offset, how many records from there on a single batch can cover, found by enumerating every batch. */
function reachByOffset(): number[] {
  const reach = new Array<number>(LAST_OFFSET + MAX_SIZE + 1).fill(0);
  for (let size = 1; size <= MAX_SIZE; size += 1) {
    for (let begin = 0; begin < reach.length; begin += size) {
      const end = begin + size;
      for (let at = begin; at < Math.min(end, reach.length); at += 1) reach[at] = Math.max(reach[at]!, end - at);
    }
  }
  return reach;
}

function* everyRange() {
  for (let start = 0; start <= LAST_OFFSET; start += 1) {
    for (let count = 1; count <= MAX_SIZE; count += 1) yield { start, end: start + count };
  }
}

test('a range is covered by one batch if that is possible, by no more records than necessary', () => {
  const reach = reachByOffset();
  const wrong: unknown[] = [];
  let found = 0;
  for (const range of everyRange()) {
    const batch = coveringBatch(range);
    const count = range.end - range.start;
    if ((batch !== null) !== count <= reach[range.start]!) wrong.push({ range, batch });
    if (batch === null) continue;
    found += 1;
    if (!isLegal(batch) || !contains(batch, range.start) || !contains(batch, range.end - 1))
      wrong.push({ range, batch });
    for (let size = count; size < batch.size; size += 1) {
      if (range.start - (range.start % size) + size >= range.end) wrong.push({ range, batch, size });
    }
  }
  expect(wrong.slice(0, 5)).toEqual([]);
  expect(found).toBeGreaterThan(100_000);
});

test('a range that begins at a multiple of its size is one batch of that size', () => {
  expect(coveringBatch({ start: 40, end: 60 })).toEqual({ size: 20, number: 3 });
});

test('a record and up to 100 after or before it take at most two batches, which overlap by one record', () => {
  const wrong: unknown[] = [];
  for (let offset = 0; offset <= LAST_OFFSET; offset += 1) {
    for (let count = 1; count <= MAX_SIZE; count += 1) {
      const first = batchFrom(offset, count, true, 10_000);
      const isExact = count === MAX_SIZE && startOf(first) === offset + 1;
      const next = batchFrom(endOf(first) - 1, offset + count + 1 - endOf(first), true, 10_000);
      const isReached = endOf(first) > offset + count || endOf(next) > offset + count;
      if (!isLegal(first) || !(isExact || contains(first, offset)) || !isReached)
        wrong.push({ offset, count, first, next });
      const low = Math.max(0, offset - count);
      const last = batchFrom(offset, count, false, 10_000);
      const isExactLast = count === MAX_SIZE && endOf(last) === offset;
      const previous = batchFrom(startOf(last), Math.max(0, startOf(last) - low), false, 10_000);
      const isReachedBack = startOf(last) <= low || startOf(previous) <= low;
      if (!isLegal(last) || !(isExactLast || contains(last, offset)) || !isReachedBack)
        wrong.push({ offset, count, last, previous });
    }
  }
  expect(wrong.slice(0, 5)).toEqual([]);
});

test('the farthest batch contains the record, and no other one reaches farther', () => {
  for (const offset of [0, 1, 19, 57, 99, 100, 1_234]) {
    for (const isForward of [true, false]) {
      const batch = farthestBatch(offset, isForward);
      expect(contains(batch, offset)).toBe(true);
      for (let size = 1; size <= MAX_SIZE; size += 1) {
        const other = { size, number: Math.floor(offset / size) + 1 };
        expect(isForward ? endOf(other) <= endOf(batch) : startOf(other) >= startOf(batch)).toBe(true);
      }
    }
  }
});

test('a search shows the records around a place that are not known yet, within the list, or nothing', () => {
  expect(searchBatch(30, { start: 0, end: 50 }, 50)).toBeNull();
  expect(searchBatch(0, { start: 0, end: 21 }, 500)).toEqual({ size: 100, number: 1 });
  for (const place of [0, 30, 99, 100, 250, 700]) {
    const batch = searchBatch(place, { start: place, end: place + 21 }, 500)!;
    const center = Math.min(place, 499);
    expect(contains(batch, center)).toBe(true);
    expect(startOf(batch)).toBeLessThanOrEqual(Math.max(0, center - 25));
  }
});
