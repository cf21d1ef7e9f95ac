import type { Batch } from '@realty-forms/contract/calls/requests.ts';
import { describe, expect, test } from 'vitest';
import { List } from '../../../src/gateway/lists/list.ts';
import type { AskBatch } from '../../../src/gateway/lists/list-answers.ts';
import { type PageSlice, readPage as readPageOf } from '../../../src/gateway/paging/pagination.ts';
import type { Position } from '../../../src/gateway/paging/position.ts';
import type { RecordFingerprint } from '../../../src/gateway/paging/record-fingerprints.ts';
import { knownBatchBehaviors } from '../../support/gateways/known-batch-behaviors.ts';

interface Simulated {
  readonly read: AskBatch<number>;
  readonly batches: Batch[];
}

/** A well-behaved list of the numbers from 0 on. `lengths` are its lengths at successive reads; the last one stays. */
function simulate(...lengths: number[]): Simulated {
  const batches: Batch[] = [];
  const read: AskBatch<number> = async (batch) => {
    const max = lengths[Math.min(batches.length, lengths.length - 1)]!;
    batches.push(batch);
    const begin = Math.min(Math.max(0, batch.number - 1) * batch.size, max);
    const end = Math.min(begin + batch.size, max);
    return { max, data: range(begin, end) };
  };
  return { read, batches };
}

const range = (start: number, end: number): number[] =>
  Array.from({ length: end - start }, (_, index) => start + index);

/** A page between two bounds of a list whose length was `knownMax` when they were read. */
interface Asked {
  readonly from?: 'start' | 'end';
  readonly take?: number;
  readonly lower?: number;
  readonly upper?: number | null;
  readonly knownMax?: number | null;
}

const fingerprintOf = (number: number): RecordFingerprint => ({ sortKey: number, summary: number, number });
const positionAt = (offset: number, max: number): Position => ({ offset, max, fingerprint: fingerprintOf(offset) });

const ask = ({ from = 'start', take = 20, lower = 0, upper = null, knownMax = null }: Asked) => ({
  from,
  take,
  after: lower === 0 ? null : positionAt(lower - 1, knownMax ?? 500),
  before: upper === null ? null : positionAt(upper, knownMax ?? 500),
});

const readFingerprinted = (
  read: AskBatch<number>,
  request: ReturnType<typeof ask>,
  fingerprint: typeof fingerprintOf,
) => readPageOf(new List(read, knownBatchBehaviors(100).listTrans), request, fingerprint);

const batchesOf =
  (all: readonly number[]): AskBatch<number> =>
  async ({ size, number }) => ({ max: all.length, data: all.slice((number - 1) * size, number * size) });

/** The page, without what is only of use for cursors. */
async function readPage(read: AskBatch<number>, request: ReturnType<typeof ask>): Promise<Page> {
  const { pieces, records, max, hasListChanged }: PageSlice<number> = await readFingerprinted(
    read,
    request,
    fingerprintOf,
  );
  expect(hasListChanged).toBe(false);
  return { start: Math.min(pieces[0].offset, max), records, max };
}

interface Page extends Pick<PageSlice<number>, 'records' | 'max'> {
  readonly start: number;
}

const contains = ({ size, number }: Batch, offset: number): boolean => Math.floor(offset / size) + 1 === number;

describe('how many calls a page takes', () => {
  test('the first page is one batch of its size', async () => {
    const { read, batches } = simulate(500);
    await readPage(read, ask({ take: 7 }));
    expect(batches).toEqual([{ size: 7, number: 1 }]);
  });

  test('the last page needs one probe, which suffices if it covers the list', async () => {
    const long = simulate(500);
    expect(await readPage(long.read, ask({ from: 'end', take: 20 }))).toEqual({
      start: 480,
      records: range(480, 500),
      max: 500,
    });
    expect(long.batches).toEqual([
      { size: 20, number: 1 },
      // With room for one more, which would show that the list goes on.
      { size: 24, number: 21 },
    ]);
    const short = simulate(12);
    expect((await readPage(short.read, ask({ from: 'end', take: 20 }))).records).toEqual(range(0, 12));
    expect(short.batches).toHaveLength(1);
  });

  test('an empty list is one call from either end', async () => {
    for (const from of ['start', 'end'] as const) {
      const { read, batches } = simulate(0);
      expect(await readPage(read, ask({ from }))).toEqual({ start: 0, records: [], max: 0 });
      expect(batches).toHaveLength(1);
    }
  });

  test('a second batch is not requested if the first shows that the list ends before it', async () => {
    // No single batch covers records 49 to 149; the list ends with the first of the two that do.
    const { read, batches } = simulate(97);
    const slice = await readPage(read, ask({ take: 100, lower: 50, knownMax: 97 }));
    expect(slice.records).toEqual(range(50, 97));
    expect(batches).toHaveLength(1);
    const shorter = simulate(97);
    await readPage(shorter.read, ask({ take: 100, lower: 50, knownMax: 150 }));
    expect(shorter.batches).toHaveLength(1);
  });

  test('two bounds that leave nothing between them need no call', async () => {
    const { read, batches } = simulate(50);
    expect((await readPage(read, ask({ lower: 31, upper: 10, knownMax: 50 }))).records).toEqual([]);
    expect((await readPage(read, ask({ from: 'end', lower: 12, upper: 12, knownMax: 50 }))).max).toBe(50);
    expect(batches).toEqual([]);
  });

  test('unless the list has changed between the two: then one call reads its current length', async () => {
    const { read, batches } = simulate(47);
    const page = { from: 'start', take: 20, after: positionAt(11, 50), before: positionAt(12, 49) } as const;
    expect(await readPage(read, page)).toEqual({ start: 12, records: [], max: 47 });
    expect(batches).toHaveLength(1);
  });

  test('a page of up to 99 records after or before a cursor reads its record too, in at most two batches', async () => {
    for (let take = 1; take <= 99; take += 1) {
      for (const offset of [0, 1, 98, 99, 100, 419, 1_000, 9_999]) {
        const after = simulate(20_000);
        await readPage(after.read, ask({ take, lower: offset + 1, knownMax: 20_000 }));
        const before = simulate(20_000);
        await readPage(before.read, ask({ from: 'end', take, upper: offset, knownMax: 20_000 }));
        for (const { batches } of [after, before]) {
          expect(batches.length).toBeLessThanOrEqual(2);
          expect(batches.some((batch) => contains(batch, offset))).toBe(true);
        }
      }
    }
  });

  test('a page of 100 that is one batch by itself stays one call, and does not show the cursor’s record', async () => {
    const { read, batches } = simulate(500);
    expect((await readPage(read, ask({ take: 100, lower: 200, knownMax: 500 }))).records).toEqual(range(200, 300));
    expect(batches).toEqual([{ size: 100, number: 3 }]);
  });

  test('the end of a list takes at most two calls, up to 60 records always, above them if one batch covers it', async () => {
    for (const take of [1, 20, 50, 51, 60]) {
      for (let max = 1; max < 250; max += 1) {
        const { read, batches } = simulate(max);
        expect((await readPage(read, ask({ from: 'end', take }))).records).toEqual(range(Math.max(0, max - take), max));
        expect(batches.length).toBeLessThanOrEqual(max === take || take >= 50 ? 3 : 2);
      }
    }
    const aligned = simulate(1_000);
    await readPage(aligned.read, ask({ from: 'end', take: 100 }));
    expect(aligned.batches).toHaveLength(3);
    const unaligned = simulate(1_050);
    await readPage(unaligned.read, ask({ from: 'end', take: 100 }));
    expect(unaligned.batches).toHaveLength(3);
  });
});

test('a page that is full right before its other bound ends there, by two calls at most and without a warning', async () => {
  for (const from of ['start', 'end'] as const)
    for (const take of [1, 3, 10])
      for (let lower = 1; lower <= 30; lower += 1) {
        const { read, batches } = simulate(50);
        const page = await readPage(read, ask({ from, take, lower, upper: lower + take, knownMax: 50 }));
        expect(page).toEqual({ start: lower, records: range(lower, lower + take), max: 50 });
        expect(batches.length).toBeLessThanOrEqual(2);
      }
});

test('a page between two cursors that no batch covers goes on in a second batch, up to the other cursor', async () => {
  for (const from of ['start', 'end'] as const)
    for (let lower = 1; lower <= 60; lower += 7) {
      const upper = lower + 98;
      const { read } = simulate(300);
      const page = await readPage(read, ask({ from, take: 100, lower, upper, knownMax: 300 }));
      expect(page).toEqual({ start: lower, records: range(lower, upper), max: 300 });
    }
});

describe('a list that changes', () => {
  test('by growing after its last known record shows the new ones', async () => {
    const { read, batches } = simulate(45);
    const slice = await readPage(read, ask({ lower: 40, knownMax: 40 }));
    expect(slice).toEqual({ start: 40, records: range(40, 45), max: 45 });
    expect(batches).toHaveLength(1);
    expect(contains(batches[0]!, 39)).toBe(true);
  });

  test('and is now too short to contain the position gives what is left, and says so', async () => {
    const { read } = simulate(12);
    const page = await readFingerprinted(read, ask({ lower: 20, knownMax: 45 }), fingerprintOf);
    expect(page).toMatchObject({ records: range(0, 12), max: 12, hasListChanged: true });
  });

  test('and no longer has the record of the other cursor ends where that was, and says so', async () => {
    for (const [from, deleted] of [
      ['start', 30],
      ['end', 20],
    ] as const) {
      const all = range(0, 50).filter((number) => number !== deleted);
      const request = ask({ from, lower: 21, upper: 30, knownMax: 50 });
      const { records, hasListChanged } = await readFingerprinted(batchesOf(all), request, fingerprintOf);
      expect([records, hasListChanged]).toEqual([range(21, 30), true]);
    }
  });

  test('and has another record in the place of the other cursor says so, although it is as long as it was', async () => {
    const all = range(0, 50).with(20, 1_000);
    const request = ask({ from: 'end', take: 10, lower: 21, upper: 30, knownMax: 50 });
    const { records, hasListChanged } = await readFingerprinted(batchesOf(all), request, fingerprintOf);
    expect([records, hasListChanged]).toEqual([[1_000, ...range(21, 30)], true]);
  });

  test('outside the page costs no further call', async () => {
    const { read, batches } = simulate(60);
    await readPage(read, ask({ lower: 20, knownMax: 45 }));
    expect(batches).toHaveLength(1);
  });

  test('by growing far before the position is searched where its length says that the record is now', async () => {
    const all = [...range(1_000, 1_150), ...range(0, 400)];
    const batches: Batch[] = [];
    const read: AskBatch<number> = async (batch) => {
      batches.push(batch);
      const end = batch.number * batch.size;
      return { max: all.length, data: all.slice(end - batch.size, end) };
    };
    expect((await readPage(read, ask({ lower: 201, knownMax: 400 }))).records).toEqual(range(201, 221));
    expect(batches).toHaveLength(2);
  });

  test('between the probe and the page is read again once', async () => {
    const { read, batches } = simulate(500, 510);
    const slice = await readPage(read, ask({ from: 'end', take: 20 }));
    expect(slice).toEqual({ start: 490, records: range(490, 510), max: 510 });
    expect(batches).toHaveLength(3);
  });

  test('with every read ends with the page that was last reached, after six calls at most', async () => {
    const { read, batches } = simulate(...range(150, 200));
    const { records } = await readFingerprinted(read, ask({ from: 'end', take: 100 }), fingerprintOf);
    expect(records).toEqual(range(records[0]!, records.at(-1)! + 1));
    expect(batches.length).toBeLessThanOrEqual(6);
  });
});

describe('a list whose reported length is too long by far', () => {
  test('is read from its end, and does not count as known', async () => {
    const { read } = simulate(5);
    const lying: AskBatch<number> = async (batch) => ({ ...(await read(batch)), max: 100_000 });
    const page = await readFingerprinted(lying, ask({ take: 2, from: 'end' }), fingerprintOf);
    const found = { records: [3, 4], max: 5, hasListChanged: false, isCounted: false };
    expect(page).toMatchObject({ pieces: [{ offset: 3 }], ...found });
  });
});
