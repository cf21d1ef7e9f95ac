// Which batches cover a window, for every window of 1 to 100 records that begins at an offset of 0 to 2,000.
import { expect, test } from 'vitest';
import { planBatches } from '../../src/gateway/pagination.ts';

const LAST_OFFSET = 2_000;
const MAX_SIZE = 100;

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

function* everyWindow() {
  for (let start = 0; start <= LAST_OFFSET; start += 1) {
    for (let count = 1; count <= MAX_SIZE; count += 1) yield { start, end: start + count };
  }
}

test('every window is covered by one batch if possible, otherwise by two adjacent ones', () => {
  const reach = reachByOffset();
  const wrong: unknown[] = [];
  const seen = { one: 0, two: 0 };
  for (const window of everyWindow()) {
    const batches = planBatches(window);
    seen[batches.length === 1 ? 'one' : 'two'] += 1;
    const spans = batches.map(({ size, number }) => [(number - 1) * size, number * size] as const);
    const isLegal = batches.every(({ size, number }) => size >= 1 && size <= MAX_SIZE && number >= 1);
    const isCovered = spans[0]![0] <= window.start && spans.at(-1)![1] >= window.end;
    const isGapless = spans.every(([begin], index) => index === 0 || begin === spans[index - 1]![1]);
    const needed = window.end - window.start <= reach[window.start]! ? 1 : 2;
    if (!isLegal || !isCovered || !isGapless || batches.length !== needed) wrong.push({ window, batches });
  }
  expect(wrong.slice(0, 5)).toEqual([]);
  expect(seen.one + seen.two).toBe((LAST_OFFSET + 1) * MAX_SIZE);
  expect(Math.min(seen.one, seen.two)).toBeGreaterThan(10_000);
});

test('no batch is larger than necessary', () => {
  const wrong: unknown[] = [];
  for (const window of everyWindow()) {
    const [{ size }, second] = planBatches(window);
    const covers = (smaller: number): boolean => {
      const begin = window.start - (window.start % smaller);
      return begin + (second === undefined ? 1 : 2) * smaller >= window.end;
    };
    for (let smaller = 1; smaller < size; smaller += 1) if (covers(smaller)) wrong.push({ window, size, smaller });
  }
  expect(wrong.slice(0, 5)).toEqual([]);
});

test('a page that begins at a multiple of its size is one batch of that size', () => {
  expect(planBatches({ start: 40, end: 60 })).toEqual([{ size: 20, number: 3 }]);
});
