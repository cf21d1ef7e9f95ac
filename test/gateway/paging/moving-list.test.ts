// Walks through lists that change between and during pages: no record is skipped or repeated in silence.

import type { TransactionOrder } from '@realty-forms/contract/calls/requests.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSealer } from '../../../src/gateway/ids/seal.ts';
import { List } from '../../../src/gateway/lists/list.ts';
import { type Connection, type PageArguments, readConnection } from '../../../src/gateway/paging/connection.ts';
import { transactionFingerprints } from '../../../src/gateway/paging/record-fingerprints.ts';
import { UpstreamFault } from '../../../src/upstream/faults.ts';
import { sealKey } from '../../support/callers/id-keys.ts';
import { knownBatchBehaviors } from '../../support/gateways/known-batch-behaviors.ts';
import { type Change, MovingList, NUMBER, type NumberedRecord } from './moving-list.ts';

const fields = [
  'NAME',
  'REALTOR_NAME',
  'INSERT_DATE',
  'LAST_UPDATE_DATE',
  'PROPERTY_TYPE',
  'TYPE',
  'STATUS',
  'LISTING_PRICE',
  'LISTING_START_DATE',
  'LISTING_EXPIRATION_DATE',
  'PURCHASE_PRICE',
  'PURCHASE_AGREEMENT_DATE',
  'EARNEST_MONEY_DUE_DATE',
  'CLOSING_DATE',
] as const satisfies readonly TransactionOrder['field'][];

interface Walk {
  readonly order: TransactionOrder;
  /** Whether each page, in turn, is one of full records. */
  readonly full: readonly boolean[];
  readonly isForward: boolean;
  readonly length: number;
  readonly seed: number;
  readonly sizes: readonly number[];
  /** What happens before the calls, one after the other; undefined for nothing. */
  readonly changes: readonly (Change | undefined)[];
  readonly changesPerCall?: number;
}

const change: fc.Arbitrary<Change> = fc.record({
  kind: fc.constantFrom('insert', 'update', 'update', 'delete'),
  which: fc.nat(400),
  column: fc.nat(20),
  value: fc.nat(100_000),
});

const walks = (given: Partial<{ [K in keyof Walk]: fc.Arbitrary<Walk[K]> }>): fc.Arbitrary<Walk> =>
  fc.record({
    order: fc.record({ field: fc.constantFrom(...fields), direction: fc.constantFrom('ASC', 'DESC') }),
    full: fc.array(fc.boolean(), { minLength: 1, maxLength: 3 }),
    isForward: fc.boolean(),
    length: fc.nat(260),
    seed: fc.nat(100_000),
    sizes: fc.array(fc.integer({ min: 1, max: 99 }), { minLength: 1, maxLength: 4 }),
    changes: fc.array(fc.option(change, { nil: undefined }), { maxLength: 20 }),
    ...given,
  });

const MAX_PAGES = 400;
const alike = { sortKey: 0, summary: 0, number: null };

async function walk(
  { order, full, isForward, length, seed, sizes, changes, changesPerCall = 1 }: Walk,
  hasFingerprints = true,
  limit = 100,
) {
  const list = new MovingList(order, length, (at) => (seed * (at + 1) * 7919) % 99_991);
  list.changes = [...changes];
  list.changesPerCall = changesPerCall;
  const sealer = createSealer([sealKey(1)]);
  const batchBehavior = knownBatchBehaviors(100).listTrans;
  const read: typeof list.read = async (batch) => {
    const answer = await list.read(batch);
    return { ...answer, data: answer.data.slice(0, limit) };
  };
  const seen: number[] = [];
  let [hasListChanged, isCounted] = [false, true];
  let cursor: string | null = null;
  let page: Connection<NumberedRecord>;
  let most = 0;
  for (let index = 0; index < MAX_PAGES; index += 1) {
    const size = sizes[index % sizes.length] as number;
    const args = isForward ? { first: size, after: cursor } : { last: size, before: cursor };
    const before = list.calls;
    list.isFull = full[index % full.length] as boolean;
    page = await readConnection(
      sealer,
      ['list'],
      args,
      new List(read, batchBehavior),
      (record) => record,
      hasFingerprints ? transactionFingerprints(order) : () => alike,
    );
    most = Math.max(most, list.calls - before);
    expect(page.nodes.length).toBeLessThanOrEqual(size);
    const numbers = page.nodes.map((record) => record[NUMBER]);
    if (isForward) seen.push(...numbers);
    else seen.unshift(...numbers);
    hasListChanged ||= page.hasListChanged;
    isCounted &&= page.isCounted;
    const { hasNextPage, hasPreviousPage, startCursor, endCursor } = page.pageInfo;
    cursor = isForward ? endCursor : startCursor;
    if (cursor === null || !(isForward ? hasNextPage : hasPreviousPage)) break;
  }
  const counts = Map.groupBy(seen, (number) => number);
  const wrong = [...list.steady].filter(
    (number) => counts.get(number)?.length !== 1 && (!full.includes(false) || !list.hasTwin(number)),
  );
  return { wrong, hasListChanged, isCounted, most, list, seen };
}

const isRight = async (each: Walk) => {
  const { wrong, hasListChanged, most } = await walk(each);
  if (!hasListChanged) expect(wrong).toEqual([]);
  // Six batches; each that is full and the last one as its meta says is followed by a look.
  expect(most).toBeLessThanOrEqual(12);
};

test.each(fields)(
  'by %s, every record that neither came nor went nor moved is seen exactly once, or the walk says otherwise',
  async (field) => {
    const order = fc.record({ field: fc.constant(field), direction: fc.constantFrom('ASC', 'DESC') });
    await fc.assert(fc.asyncProperty(walks({ order }), isRight), { numRuns: 7 });
  },
);

test('small pages find their places again in short lists, of which much changes between two calls', async () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 4 });
  const order = fc.record({
    field: fc.constantFrom('LAST_UPDATE_DATE', 'NAME', 'TYPE'),
    direction: fc.constantFrom<'ASC' | 'DESC'>('ASC', 'DESC'),
  });
  const changes = fc.array(change, { minLength: 20, maxLength: 60 });
  const changesPerCall = fc.integer({ min: 2, max: 5 });
  const short = walks({ order, sizes, changes, changesPerCall, length: fc.nat(30), full: fc.constant([true]) });
  // Of a few records, of which most change between two calls, two batches may be the same by chance: that is an error or a warning, and rare.
  const isRightUnlessInDoubt = async (each: Walk) => {
    const walked = await walk(each).catch((error: unknown) => {
      fc.pre(!(error instanceof UpstreamFault));
      throw error;
    });
    if (!walked.hasListChanged && walked.isCounted) expect(walked.wrong).toEqual([]);
  };
  const isFound = fc.asyncProperty(short, isRightUnlessInDoubt);
  await fc.assert(isFound, { numRuns: 80, maxSkipsPerRun: 1 / 20 });
});

test('pages of small, large and middle sizes find their places again', async () => {
  for (const size of [1, 2, 3, 4, 5, 7, 10, 19, 20, 21, 25, 33, 49, 50, 51, 60, 75, 98, 99]) {
    const steps = [insertion(size), undefined, update(size * 7), deletion(size), undefined, insertion(size + 1)];
    for (const isForward of [true, false]) {
      const order = { field: fields[size % fields.length] as TransactionOrder['field'], direction: 'ASC' } as const;
      await isRight({ order, full: [true], isForward, length: 100 + size, seed: size, sizes: [size], changes: steps });
    }
  }
});

const kinds = fc.constantFrom<Change['kind']>('insert', 'delete');
const changesOfLength = kinds.chain((kind) =>
  fc.array(
    change.map((each) => ({ ...each, kind })),
    { maxLength: 12 },
  ),
);

test('pages of 100 do too, if what has changed shows in the length of the list', async () => {
  const sizes = fc.constant([100]);
  const full = fc.constant([true]);
  const length = fc.integer({ min: 150, max: 450 });
  const changing = walks({ changes: changesOfLength, sizes, full, length });
  await fc.assert(fc.asyncProperty(changing, isRight), { numRuns: 30 });
});

test('read backward, a record is not skipped because the list grew after its place was read', async () => {
  const inserted: Change = { kind: 'insert', which: 0, column: 0, value: 0 };
  const order = { field: 'NAME', direction: 'ASC' } as const;
  const changes = [inserted, inserted, inserted];
  await isRight({ order, full: [true], isForward: false, length: 298, seed: 1, sizes: [100], changes });
});

test('pages that are put together find their places too, as the service returns 20 records at most', async () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 1, maxLength: 4 });
  const changing = walks({ changes: changesOfLength, sizes, full: fc.constant([true]) });
  await fc.assert(
    fc.asyncProperty(changing, async (each) => {
      const { wrong, hasListChanged, isCounted } = await walk(each, true, 20);
      if (!hasListChanged && isCounted) expect(wrong).toEqual([]);
    }),
    { numRuns: 50 },
  );
});

test('a list that does not change is seen in its order, by two calls a page, four at its end, without a warning', async () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 1, maxLength: 4 });
  const quiet = walks({ sizes, changes: fc.constant([]) });
  await fc.assert(
    fc.asyncProperty(quiet, async (each) => {
      const { hasListChanged, most, seen, list } = await walk(each);
      expect(hasListChanged).toBe(false);
      expect(most).toBeLessThanOrEqual(each.isForward ? 3 : 4);
      expect(seen).toEqual(list.numbers);
    }),
    { numRuns: 40 },
  );
});

test('pages that end at a cursor are right, and have no warning, while the list does not change', async () => {
  const window = fc.record({
    order: fc.record({
      field: fc.constantFrom(...fields),
      direction: fc.constantFrom('ASC' as const, 'DESC' as const),
    }),
    full: fc.tuple(fc.boolean(), fc.boolean()),
    length: fc.integer({ min: 1, max: 25 }),
    seed: fc.integer({ min: 1, max: 99_990 }),
    from: fc.nat(24),
    to: fc.option(fc.nat(24), { nil: null }),
    size: fc.integer({ min: 1, max: 12 }),
    isForward: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(window, async ({ order, full: [wasFull, isFull], length, seed, from, to, size, isForward }) => {
      const list = new MovingList(order, length, (at) => (seed * (at + 1) * 7919) % 99_991);
      const pageOf = (args: PageArguments) =>
        readConnection(
          sealer,
          ['list'],
          args,
          new List(list.read, knownBatchBehaviors(100).listTrans),
          (record) => record[NUMBER],
          transactionFingerprints(order),
        );
      const sealer = createSealer([sealKey(1)]);
      fc.pre(!list.numbers.some((number) => list.hasTwin(number)));
      list.isFull = wasFull;
      const { edges } = await pageOf({ first: 100 });
      list.isFull = isFull;
      const [near, far] = [from % length, to === null ? null : to % length];
      const [after, before] = isForward ? [far, near] : [near, far];
      const cursorAt = (at: number | null) => (at === null ? null : (edges[at]?.cursor ?? null));
      const ends = { after: cursorAt(after), before: cursorAt(before) };
      const { nodes, hasListChanged } = await pageOf({ ...ends, [isForward ? 'first' : 'last']: size });
      const between = list.numbers.slice((after ?? -1) + 1, Math.max((after ?? -1) + 1, before ?? length));
      expect({ nodes, hasListChanged }).toEqual({
        nodes: isForward ? between.slice(0, size) : between.slice(-size),
        hasListChanged: false,
      });
    }),
    { numRuns: 80 },
  );
});

test('records that look the same in every column do not cause a warning while the list does not change', async () => {
  const alike = walks({ seed: fc.constant(0), changes: fc.constant([]), full: fc.constant([false]) });
  await fc.assert(
    fc.asyncProperty(alike, async (each) => {
      expect((await walk(each)).hasListChanged).toBe(false);
    }),
    { numRuns: 15 },
  );
});

test('a position is rarely lost', async () => {
  let lost = 0;
  await fc.assert(
    fc.asyncProperty(walks({}), async (each) => {
      if ((await walk(each)).hasListChanged) lost += 1;
    }),
    { numRuns: 100, seed: 1 },
  );
  expect(lost).toBeLessThanOrEqual(5);
});

test('the property detects walks whose cursors distinguish no records', async () => {
  const found = await fc.check(
    fc.asyncProperty(walks({}), async (each) => {
      expect((await walk(each, false)).wrong).toEqual([]);
    }),
    { numRuns: 100 },
  );
  expect(found.failed).toBe(true);
});

const insertion = (value: number): Change => ({ kind: 'insert', which: 0, column: 0, value });
const update = (which: number): Change => ({ kind: 'update', which, column: which, value: which + 1 });
const deletion = (which: number): Change => ({ kind: 'delete', which, column: 0, value: 0 });
