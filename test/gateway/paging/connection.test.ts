import { hash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createSealer } from '../../../src/gateway/ids/seal.ts';
import { List } from '../../../src/gateway/lists/list.ts';
import type { AskBatch } from '../../../src/gateway/lists/list-answers.ts';
import { type Connection, type PageArguments, readConnection } from '../../../src/gateway/paging/connection.ts';
import { writePosition } from '../../../src/gateway/paging/position.ts';
import { sealKey } from '../../support/callers/id-keys.ts';
import { knownBatchBehaviors } from '../../support/gateways/known-batch-behaviors.ts';
import { batchOf } from '../../support/upstreams/fake-upstream.ts';

const sealer = createSealer([sealKey(1)]);
const transactions = ['transactions', '111', '111', [['realtorName', 'Ann']], { field: 'NAME', direction: 'ASC' }];

function listOf(length: number): { readonly read: AskBatch<number>; readonly calls: () => number } {
  const records = Array.from({ length }, (_, index) => index);
  let calls = 0;
  const read: AskBatch<number> = async ({ size, number }) => {
    calls += 1;
    return { max: length, data: batchOf(records, { batch_size: size, batch_no: number }).data };
  };
  return { read, calls: () => calls };
}

const page = (args: PageArguments, length = 50, list: readonly unknown[] = transactions): Promise<Connection<string>> =>
  readConnection(
    sealer,
    list,
    args,
    new List(listOf(length).read, knownBatchBehaviors(100).listTrans),
    (record) => `record ${record}`,
    fingerprintOf,
  );

const fingerprintOf = (record: number) => ({ sortKey: record, summary: record, number: record });
const cursorAt = (offset: number, max: number, by = sealer): string => {
  const list = hash('sha256', JSON.stringify(transactions), 'base64url').slice(0, 16);
  return by.sealCursor('page', list, writePosition({ offset, max, fingerprint: fingerprintOf(offset) }));
};
const pageOf = (args: PageArguments, read: AskBatch<number>): Promise<Connection<number>> =>
  readConnection(
    sealer,
    transactions,
    args,
    new List(read, knownBatchBehaviors(100).listTrans),
    (record) => record,
    fingerprintOf,
  );

describe('a page', () => {
  test('seals no cursor for edges of which only the nodes are read', async () => {
    const sealed: number[] = [];
    const read = listOf(3).read;
    const { edges } = await readConnection(
      sealer,
      transactions,
      { first: 3 },
      new List(read, knownBatchBehaviors(100).listTrans),
      (record) => record,
      (record) => {
        sealed.push(record);
        return fingerprintOf(record);
      },
    );
    expect(edges.map(({ node }) => node)).toEqual([0, 1, 2]);
    expect(sealed).toEqual([]);
  });

  test('has nodes, edges with cursors, start and end cursors, and the length of the whole list', async () => {
    const { nodes, edges, pageInfo, totalCount } = await page({ first: 3 });
    expect(nodes).toEqual(['record 0', 'record 1', 'record 2']);
    expect(edges.map(({ node }) => node)).toEqual(nodes);
    expect(new Set(edges.map(({ cursor }) => cursor)).size).toBe(3);
    expect(pageInfo.startCursor).toBe(edges[0]?.cursor);
    expect(pageInfo.endCursor).toBe(edges[2]?.cursor);
    expect(totalCount).toBe(50);
  });

  test('has 20 records by default, and up to 100', async () => {
    expect((await page({})).nodes).toHaveLength(20);
    expect((await page({ first: null, last: null, after: null, before: null })).nodes).toHaveLength(20);
    expect((await page({ first: 100 }, 150)).nodes).toHaveLength(100);
    expect((await page({ last: 100 }, 150)).nodes).toHaveLength(100);
    expect((await page({ first: 1 })).nodes).toHaveLength(1);
  });

  test('of an empty list has no records, and none before or after it', async () => {
    for (const args of [{ first: 5 }, { last: 5 }]) {
      expect(await page(args, 0)).toMatchObject({
        edges: [],
        nodes: [],
        pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null },
        totalCount: 0,
      });
    }
  });

  test.each([
    ['first', { first: 49 }, { next: true, previous: false }],
    ['first', { first: 50 }, { next: false, previous: false }],
    ['first', { first: 51 }, { next: false, previous: false }],
    ['last', { last: 49 }, { next: false, previous: true }],
    ['last', { last: 50 }, { next: false, previous: false }],
    ['last', { last: 51 }, { next: false, previous: false }],
  ] as const)('by %s, with %o of 50 records, says whether there are more: %o', async (_, args, { next, previous }) => {
    const { pageInfo } = await page(args);
    expect(pageInfo).toMatchObject({ hasNextPage: next, hasPreviousPage: previous });
  });
});

describe('a cursor', () => {
  test('continues after its record or stops before it, for all page sizes', async () => {
    const { edges } = await page({ first: 10 });
    const fourth = edges[3]!.cursor;
    expect((await page({ first: 2, after: fourth })).nodes).toEqual(['record 4', 'record 5']);
    expect((await page({ last: 2, before: fourth })).nodes).toEqual(['record 1', 'record 2']);
    expect((await page({ first: 2, before: fourth })).nodes).toEqual(['record 0', 'record 1']);
    expect((await page({ last: 2, after: fourth })).nodes).toEqual(['record 48', 'record 49']);
    const between = { after: fourth, before: edges[7]!.cursor };
    expect((await page({ first: 99, ...between })).nodes).toEqual(['record 4', 'record 5', 'record 6']);
    expect((await page({ last: 1, ...between })).nodes).toEqual(['record 6']);
  });

  test('of the last record leads to an empty page that still has a previous page', async () => {
    const { pageInfo } = await page({ last: 1 });
    const behind = await page({ first: 5, after: pageInfo.endCursor });
    expect(behind.nodes).toEqual([]);
    expect(behind.pageInfo).toMatchObject({
      hasNextPage: false,
      hasPreviousPage: true,
      startCursor: null,
      endCursor: null,
    });
    expect(behind.totalCount).toBe(50);
  });

  test('of the first record leads, backward, to an empty page without a next page, since no cursor leads there', async () => {
    const { pageInfo } = await page({ first: 1 });
    const before = await page({ last: 5, before: pageInfo.startCursor });
    expect(before.nodes).toEqual([]);
    expect(before.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: false });
  });

  test('carries the length of the list, so that walking backward from it needs no probe', async () => {
    const { edges } = await page({ first: 40 });
    const list = listOf(50);
    await readConnection(
      sealer,
      transactions,
      { last: 10, before: edges[20]!.cursor },
      new List(list.read, knownBatchBehaviors(100).listTrans),
      String,
      fingerprintOf,
    );
    expect(list.calls()).toBe(1);
  });

  test.each([
    ['another field', ['accounts', '111', '111', [['realtorName', 'Ann']], { field: 'NAME', direction: 'ASC' }]],
    ['another holder', ['transactions', '', '111', [['realtorName', 'Ann']], { field: 'NAME', direction: 'ASC' }]],
    ['another agent', ['transactions', '111', '222', [['realtorName', 'Ann']], { field: 'NAME', direction: 'ASC' }]],
    ['another filter', ['transactions', '111', '111', [['realtorName', 'Bob']], { field: 'NAME', direction: 'ASC' }]],
    ['no filter', ['transactions', '111', '111', [], { field: 'NAME', direction: 'ASC' }]],
    ['another order', ['transactions', '111', '111', [['realtorName', 'Ann']], { field: 'NAME', direction: 'DESC' }]],
    ['parts that are split differently', ['transactions', '111111', '', [['realtorName', 'Ann']], { field: 'NAME' }]],
  ])('of a list with %s is INVALID_CURSOR, before any call', async (_, other) => {
    const { pageInfo } = await page({ first: 1 }, 50, other);
    const list = listOf(50);
    for (const argument of ['after', 'before'] as const) {
      const failing = readConnection(
        sealer,
        transactions,
        { [argument]: pageInfo.endCursor },
        new List(list.read, knownBatchBehaviors(100).listTrans),
        String,
        fingerprintOf,
      );
      await expect(failing).rejects.toMatchObject({
        code: 'INVALID_CURSOR',
        message: expect.stringMatching(`^${argument}:`),
      });
    }
    expect(list.calls()).toBe(0);
  });

  test('of a list that has become empty leads nowhere', async () => {
    for (const args of [
      { first: 5, after: cursorAt(20, 50) },
      { last: 5, before: cursorAt(20, 50) },
    ]) {
      expect(await page(args, 0)).toMatchObject({
        nodes: [],
        pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null },
        totalCount: 0,
      });
    }
  });

  test('from which no record is reached, because the list changes with each read, leads on itself', async () => {
    const far = cursorAt(1_999, 5_000);
    const deep = await pageOf({ first: 10, after: far }, listOf(5_000).read);
    const cursor = deep.pageInfo.endCursor!;
    let reads = 0;
    /** The record of the cursor is the last of every batch, or the first. */
    const restless =
      (place: 'last' | 'first'): AskBatch<number> =>
      async ({ size }) => {
        reads += 1;
        const others = Array.from({ length: size - 1 }, (_, at) => 9_000 + 1_000 * reads + at);
        return { max: 5_000, data: place === 'last' ? [...others, 2_009] : [2_009, ...others] };
      };

    const forward = await pageOf({ first: 3, after: cursor }, restless('last'));
    expect(forward).toMatchObject({ nodes: [], hasListChanged: false });
    expect(forward.pageInfo).toMatchObject({ hasNextPage: true, endCursor: cursor, startCursor: null });
    expect((await pageOf({ first: 3, after: cursor }, listOf(5_000).read)).nodes).toEqual([2_010, 2_011, 2_012]);

    const backward = await pageOf({ last: 3, before: cursor }, restless('first'));
    expect(backward).toMatchObject({ nodes: [], hasListChanged: false });
    expect(backward.pageInfo).toMatchObject({ hasPreviousPage: true, startCursor: cursor, endCursor: null });
  });
});

describe('a page of 0 records', () => {
  test.each([
    [{ first: 0 }, { hasNextPage: true, hasPreviousPage: false }],
    [{ last: 0 }, { hasNextPage: false, hasPreviousPage: true }],
  ])('%o says what there is, by one small call at least', async (args, pageInfo) => {
    const list = listOf(50);
    const empty = await pageOf(args, list.read);
    expect(empty).toMatchObject({ nodes: [], edges: [], totalCount: 50, pageInfo });
    expect(await page(args, 0)).toMatchObject({
      totalCount: 0,
      pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null },
    });
  });

  test('after a cursor leads on from there', async () => {
    const { edges } = await page({ first: 10 });
    const after = edges[3]!.cursor;
    const { nodes, pageInfo } = await page({ first: 0, after });
    expect(nodes).toEqual([]);
    expect(pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: true, endCursor: after });
    const end = (await page({ last: 1 })).pageInfo.endCursor;
    expect((await page({ first: 0, after: end })).pageInfo.hasNextPage).toBe(false);
  });
});

describe('a page between two cursors', () => {
  test('has no next page, or no previous one, behind the cursor that it is read up to', async () => {
    const { edges } = await page({ first: 10 });
    const [third, eighth] = [edges[2]!.cursor, edges[7]!.cursor];
    const infoOf = async (args: PageArguments) => (await page(args)).pageInfo;
    expect(await infoOf({ first: 3, after: third, before: eighth })).toMatchObject({ hasNextPage: true });
    expect(await infoOf({ first: 9, after: third, before: eighth })).toMatchObject({ hasNextPage: false });
    expect(await infoOf({ last: 9, after: third, before: eighth })).toMatchObject({ hasPreviousPage: false });
    // Clients do not loop: without a record, there is no cursor that leads on.
    expect(await infoOf({ first: 5, before: edges[0]!.cursor })).toMatchObject({ hasNextPage: false, endCursor: null });
    expect(await infoOf({ first: 5, after: third, before: third })).toMatchObject({
      hasNextPage: false,
      endCursor: null,
    });
    expect(await infoOf({ last: 5, after: third, before: third })).toMatchObject({ hasPreviousPage: false });
  });
});

describe('page arguments', () => {
  test.each([
    ['first', { first: -1 }, '-1'],
    ['first', { first: 101 }, '101'],
    ['last', { last: -5 }, '-5'],
    ['last', { last: 101 }, '101'],
  ])('reject %s in %o by name, with the value and the limits', async (name, args, value) => {
    const list = listOf(50);
    await expect(pageOf(args, list.read)).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      message: `${name}: must be from 0 to 100, not ${value}`,
    });
    expect(list.calls()).toBe(0);
  });

  test('reject first and last together', async () => {
    await expect(page({ first: 1, last: 1 })).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      message: 'last: must not be combined with first; give one of them',
    });
  });
});
