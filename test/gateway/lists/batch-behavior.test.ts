// Batch behavior holds for all lists of an endpoint, so anything wrong or outdated in it is corrected.

import type { Batch } from '@realty-forms/contract/calls/requests.ts';
import { expect, test } from 'vitest';
import { type Answer, BatchBehavior } from '../../../src/gateway/lists/batch-behavior.ts';
import { List } from '../../../src/gateway/lists/list.ts';
import { UpstreamFault } from '../../../src/upstream/faults.ts';
import { type Oddities, OddService } from './odd-service.ts';

const range = (start: number, end: number) => Array.from({ length: end - start }, (_, at) => start + at);
const hundred: Batch = { size: 100, number: 1 };

/** Reads one list after the other, as pages do, and counts the calls of each. */
function readerOf(behavior: BatchBehavior) {
  return async (odd: Partial<Oddities>, batch = hundred) => {
    const service = new OddService(odd);
    const { records, isCounted } = await new List(service.read, behavior).read(batch);
    return { records, isCounted, calls: service.calls.length };
  };
}

test.each<[string, Partial<Oddities>]>([
  ['returns one record at a time', { length: 5, limit: 1 }],
  ['leaves out records', { length: 103, hidesEach: 2 }],
  ['always returns three records', { length: 30, limit: 3, ignores: 'size' }],
])('a list that %s does not slow down the others for long', async (_, odd) => {
  const behavior = new BatchBehavior('listTrans');
  const read = readerOf(behavior);
  await read(odd);
  expect(behavior.size).not.toBeNull();
  let calls = 0;
  while (calls < 700 && behavior.size !== null)
    calls += (await read({ length: 1_000 }, { size: 100, number: 2 })).calls;
  expect(calls).toBeLessThan(700);
  expect(await read({ length: 1_000 })).toEqual({ records: range(0, 100), isCounted: true, calls: 1 });
});

test('a service that has learned to return more, and ignores what it is asked for, is read at the second attempt', async () => {
  const read = readerOf(new BatchBehavior('listTrans'));
  expect((await read({ length: 103, limit: 20, ignores: 'size' })).records).toEqual(range(0, 100));
  const changed = { length: 103, limit: 50, ignores: 'size' } as const;
  await expect(read(changed)).rejects.toMatchObject({ code: 'UPSTREAM_INVALID' });
  expect((await read(changed)).records).toEqual(range(0, 100));
});

test('a service of which one page of one record was short is not read record by record', async () => {
  const behavior = new BatchBehavior('listTrans');
  const read = readerOf(behavior);
  await read({ length: 103, hidesEach: 10 }, { size: 1, number: 10 });
  expect(behavior).toMatchObject({ size: 20, isSparse: true });
  // The first one that is not counted reliably has been asked for a batch before the first one.
  expect(await read({ length: 103, hidesEach: 10 })).toMatchObject({ calls: 8 });
  expect(await read({ length: 103, hidesEach: 10 })).toMatchObject({ calls: 7 });
});

test('a list that grows while batches of 20 are put together is torn, and its meta is believed afterwards', async () => {
  const behavior = new BatchBehavior('listTrans');
  behavior.setSize(20, false);
  let all = range(0, 40);
  const list = new List(async ({ size, number }) => {
    const answer = { data: all.slice((number - 1) * size, number * size), max: all.length };
    // The batch says that it is the last one, and then it no longer is.
    if (number === 2) all = [-1, ...all];
    return answer;
  }, behavior);
  expect(await list.read(hundred)).toMatchObject({ isTorn: true });
  expect(await readerOf(behavior)({ length: 103 }, { size: 20, number: 1 })).toMatchObject({ isCounted: true });
  expect(behavior.isMetaWrong).toBe(false);
});

test('a batch that has named a next one, and was followed by nothing, does not make all others unbelievable', async () => {
  const behavior = new BatchBehavior('listTrans');
  const read = readerOf(behavior);
  await read({ length: 12, next: 'always' });
  await read({ length: 103, next: 'more' }, { size: 20, number: 6 });
  expect(behavior.isNextWrong).toBe(false);
  // Only the name of the next batch shows that there is one.
  expect((await read({ length: 103, limit: 12, meta: 'batch', next: 'more' })).records).toEqual(range(0, 100));
});

const nothing = new UpstreamFault('UPSTREAM_REJECTED', 'no such batch', {
  endpoint: 'listTrans',
  status: 404,
  sent: true,
  means: 'nothing',
});

test.each<[string, () => Answer<number>]>([
  ['counts nothing', () => ({ data: [], max: 0 })],
  [
    'is absent',
    () => {
      throw nothing;
    },
  ],
])('a batch behind the end that %s does not make its list an empty one', async (_, behind) => {
  const all = range(0, 40);
  const list = new List(async ({ size, number }) => {
    const data = all.slice((number - 1) * size, number * size);
    return data.length > 0 ? { data, max: all.length } : behind();
  }, new BatchBehavior('listTrans'));
  expect(await list.read({ size: 20, number: 5 })).toMatchObject({ records: [], max: 40, isLast: true });
  const absent = new List<number>(async () => behind(), new BatchBehavior('listTrans'));
  const emptied = absent.read({ size: 20, number: 5 });
  await (_ === 'is absent'
    ? expect(emptied).rejects.toBe(nothing)
    : expect(emptied).resolves.toMatchObject({ max: 0 }));
});
