// What one batch shows of where a list ends, and how many calls it takes to be sure.

import type { Batch } from '@realty-forms/contract/calls/requests.ts';
import { describe, expect, test } from 'vitest';
import { type Answer, BatchBehavior } from '../../../src/gateway/lists/batch-behavior.ts';
import { List } from '../../../src/gateway/lists/list.ts';
import type { AskBatch } from '../../../src/gateway/lists/list-answers.ts';
import { readWholeList } from '../../../src/gateway/lists/whole-list.ts';
import { UpstreamFault } from '../../../src/upstream/faults.ts';
import { knownBatchBehaviors } from '../../support/gateways/known-batch-behaviors.ts';
import { type Oddities, OddService } from './odd-service.ts';

const range = (start: number, end: number) => Array.from({ length: end - start }, (_, at) => start + at);
const first = (size: number): Batch => ({ size, number: 1 });

async function read(odd: Partial<Oddities>, batch: Batch, behavior = new BatchBehavior('listTrans')) {
  const service = new OddService(odd);
  const { start, records, max, isLast, isCounted } = await new List(service.read, behavior).read(batch);
  return { shown: { start, records, max, isLast, isCounted }, calls: service.calls.length };
}

describe('a good service', () => {
  test.each<[string, number, Batch, number]>([
    ['a full batch of a longer list', 103, first(20), 1],
    ['a batch that is not full', 12, first(20), 1],
    ['no records', 0, first(20), 1],
    ['a later batch that is not full', 103, { size: 20, number: 6 }, 1],
    ['a full batch that may be the last one', 20, first(20), 2],
    ['more than were ever returned at once', 60, first(100), 2],
  ])('is believed: %s takes the calls that it should', async (_, length, batch, expected) => {
    const start = (batch.number - 1) * batch.size;
    const records = range(start, Math.min(length, start + batch.size));
    const { shown, calls } = await read({ length }, batch, knownBatchBehaviors(20).listTrans);
    expect(shown).toEqual({ start, records, max: length, isLast: start + batch.size >= length, isCounted: true });
    expect(calls).toBe(expected);
  });

  test('that has not announced any records is asked for a part of the first short list, and then believed', async () => {
    const behavior = new BatchBehavior('listTrans');
    expect(await read({ length: 12 }, first(20), behavior)).toMatchObject({
      shown: { max: 12, isLast: true },
      calls: 2,
    });
    expect((await read({ length: 15 }, first(20), behavior)).calls).toBe(1);
  });

  test('that has returned a hundred records at once is believed with sixty', async () => {
    expect((await read({ length: 60 }, first(100), knownBatchBehaviors(100).listTrans)).calls).toBe(1);
  });
});

const rejected = () => {
  const rawError = { status: 404, type: 'List Transactions Request Failure', message: 'no such batch' };
  throw new UpstreamFault('UPSTREAM_REJECTED', 'no', {
    endpoint: 'listTrans',
    status: 404,
    sent: true,
    rawError,
    means: 'nothing',
  });
};

test.each<[string, (size: number) => Answer<number>]>([
  ['nothing', () => ({ data: [], max: 20, total: 0 })],
  ['nothing, counted as nothing', () => ({ data: [], max: 0, total: 0 })],
  ['a 404', rejected],
  ['the last batch once more', (size) => ({ data: range(20 - (20 % size || size), 20), max: 20 })],
])('behind the end, a service may answer with %s', async (_, behind) => {
  const all = range(0, 20);
  const list = new List(async ({ size, number }) => {
    const data = all.slice((number - 1) * size, number * size);
    return data.length > 0 ? { data, max: all.length } : behind(size);
  }, new BatchBehavior('listTrans'));
  for (const [size, number] of [
    [20, 1],
    [10, 2],
    [5, 4],
  ] as const) {
    const last = { records: all.slice(-size), max: 20, isLast: true, isCounted: true };
    expect(await list.read({ size, number })).toMatchObject(last);
  }
});

test.each<[string, Partial<Oddities>, Batch, object, Partial<BatchBehavior>]>([
  ['returns at most 20 records', { limit: 20 }, first(25), { records: range(0, 25), max: 103 }, { size: 20 }],
  ['always returns 20', { limit: 20, ignores: 'size' }, first(5), { records: range(0, 5) }, { size: 20 }],
  ['counts as if it had one record less', { length: 21, meta: 'oneLow' }, first(20), { max: 21, isLast: false }, {}],
  ['counts nothing', { meta: 'zero' }, first(20), { isLast: false, isCounted: false }, { isMetaWrong: true }],
  ['counts its batch', { meta: 'batch' }, first(20), { isLast: false, isCounted: false }, { isMetaWrong: true }],
  ['has swapped its counts', { meta: 'swapped' }, first(20), { max: 103, isLast: false, isCounted: true }, {}],
  [
    'counts seven too many',
    { length: 12, meta: 'tooMany' },
    first(20),
    { max: 12, isLast: true, isCounted: false },
    {},
  ],
  ['always names a next batch', { length: 12, next: 'always' }, first(20), { isLast: true }, { isNextWrong: true }],
  ['leaves out each tenth record', { hidesEach: 10 }, first(10), { records: [...range(0, 9), 10] }, {}],
])('a service that %s is understood, and its behavior remembered', async (_, odd, batch, shown, behavior) => {
  const learned = new BatchBehavior('listTrans');
  expect((await read({ length: 103, ...odd }, batch, learned)).shown).toMatchObject(shown);
  expect(learned).toMatchObject(behavior);
});

test.each<[string, Partial<Oddities>, Batch]>([
  ['the same batch for every number', { length: 103, limit: 20, ignores: 'number', meta: 'batch' }, first(20)],
  ['more than a hundred records', { length: 250, limit: 150, ignores: 'size' }, first(20)],
])('%s is UPSTREAM_INVALID', async (_, odd, batch) => {
  await expect(read(odd, batch)).rejects.toMatchObject({ code: 'UPSTREAM_INVALID', endpoint: 'listTrans' });
});

test.each([2, 12, 150])(
  'of %i records in batches that are numbered from 0, the first ones are not just missing',
  async (length) => {
    const all = range(0, length);
    const read: AskBatch<number> = async ({ size, number }) => {
      return { data: all.slice(number * size, (number + 1) * size), max: length };
    };
    const behavior = new BatchBehavior('activeUsers');
    const whole = readWholeList({ open: () => new List(read, behavior), keyOf: String });
    await expect(whole).rejects.toThrow('batches are numbered from 0');
  },
);

test.each<[string, () => Answer<number>]>([
  ['rejects it', rejected],
  ['takes it for the first one', () => ({ data: [0], max: 13 })],
  ['takes it for the last one', () => ({ data: [11], max: 13 })],
])('a service that counts too many is asked for a batch before the first one once, and %s', async (_, zeroth) => {
  const behavior = new BatchBehavior('listTrans');
  const numbers: number[] = [];
  const list = new List(async ({ size, number }) => {
    numbers.push(number);
    return number === 0 ? zeroth() : { data: range(0, 12).slice((number - 1) * size, number * size), max: 13 };
  }, behavior);
  for (let at = 0; at < 2; at += 1)
    expect(await list.read(first(20))).toMatchObject({ records: range(0, 12), isLast: true, isCounted: false });
  expect(numbers.filter((number) => number === 0)).toHaveLength(1);
});

test('a list that is put together from several answers has to be the same twice, as a record may slip between two of them', async () => {
  let all = range(0, 30);
  const behavior = new BatchBehavior('activeUsers');
  behavior.setSize(10, false);
  const read: AskBatch<number> = async ({ size, number }) => {
    if (number === 2) all = range(1, 31);
    return { data: all.slice((number - 1) * size, number * size), max: 30 };
  };
  const whole = await readWholeList({ open: () => new List(read, behavior), keyOf: String });
  expect(whole).toMatchObject({ records: range(1, 31), isWhole: true });
});

test('batches that are read at the same time may be beyond the end, because the service counts too many records', async () => {
  const all = range(0, 150);
  const read: AskBatch<number> = async ({ size, number }) => ({
    data: all.slice((number - 1) * size, number * size),
    max: 1_000,
  });
  const behavior = new BatchBehavior('activeUsers');
  const whole = await readWholeList({ open: () => new List(read, behavior), keyOf: String, parallel: 8 });
  expect(whole).toMatchObject({ records: all, isWhole: true, isCounted: false });
});

describe('a batch that is put together from several answers', () => {
  const knowing = (size: number, isSparse = false) => {
    const behavior = new BatchBehavior('listTrans');
    behavior.setSize(size, isSparse);
    return behavior;
  };

  test('of a service that leaves out records goes on behind three empty answers at most, as often as they come', async () => {
    const of = async (keepsEach: number) =>
      (await read({ length: 103, keepsEach }, first(20), knowing(10, true))).shown;
    expect(await of(30)).toMatchObject({ records: [0, 30, 60, 90], isCounted: false });
    expect(await of(40)).toMatchObject({ records: [0, 40, 80] });
    expect(await of(50)).toMatchObject({ records: [0], isLast: true, isCounted: false });
  });

  test('of a service that begins to leave out records has those that it would have in a list without them', async () => {
    const odd = { length: 103, hidesEach: 10 };
    const visible = new OddService(odd).visible;
    const { shown } = await read(odd, { size: 25, number: 2 }, knowing(20));
    expect(shown).toMatchObject({ start: 25, records: visible.slice(25, 50), isLast: false });
  });

  test.each<[string, Partial<Oddities>, boolean]>([
    ['the list has not changed', {}, false],
    ['the service counts what it has returned so far', { meta: 'soFar' }, true],
  ])('has no warning if %s', async (_, odd, isMetaWrong) => {
    const list = new List(new OddService({ length: 103, ...odd }).read, Object.assign(knowing(10), { isMetaWrong }));
    expect(await list.read(first(30))).toMatchObject({ records: range(0, 30), isTorn: false });
  });

  test('has one if the list became longer between two of them', async () => {
    let length = 103;
    const list = new List(async ({ size, number }) => {
      if (number === 2) length += 1;
      return { data: range(0, length).slice((number - 1) * size, number * size), max: length };
    }, knowing(10));
    expect(await list.read(first(30))).toMatchObject({ isTorn: true });
  });
});

test('a service without batches, which always returns all that it counts, is read', async () => {
  const list = new List(async () => ({ data: range(0, 30), max: 30 }), new BatchBehavior('listTrans'));
  expect(await list.read(first(20))).toMatchObject({ records: range(0, 20), max: 30, isLast: false });
  expect(await list.read(first(100))).toMatchObject({ records: range(0, 30), max: 30, isLast: true, isCounted: true });
});

test('a batch after which the list has grown is read again, so that it has the length that the list had with its records', async () => {
  let all = range(0, 20);
  const list = new List(async ({ size, number }) => {
    if (number === 2) all = [-1, ...all];
    return { data: all.slice((number - 1) * size, number * size), max: all.length };
  }, new BatchBehavior('listTrans'));
  const grown = { records: [-1, ...range(0, 19)], max: 21, isLast: false, isCounted: true };
  expect(await list.read(first(20))).toMatchObject(grown);
});

test('a batch that may be the last one, and is not followed by a look, is not counted by a service that counts what it has returned so far', async () => {
  const list = new List(new OddService({ length: 103, meta: 'soFar' }).read, new BatchBehavior('listTrans'));
  await list.read(first(20));
  expect(await list.read({ size: 20, number: 2 }, false)).toMatchObject({ records: range(20, 40), isCounted: false });
});

test('a batch without the length of the list is UPSTREAM_INVALID', async () => {
  const list = new List(async () => ({ data: [1], max: null }), new BatchBehavior('activeUsers'));
  await expect(list.read(first(20))).rejects.toMatchObject({ code: 'UPSTREAM_INVALID', endpoint: 'activeUsers' });
});
