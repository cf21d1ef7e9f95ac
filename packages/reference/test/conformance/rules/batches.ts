/** Rules of batches (2.1, 8) for both batched lists: sizes, numbers, counts, and each record exactly once and in order. */
import assert from 'node:assert/strict';
import type { Fields, Page } from '../assertions.ts';
import { idOf, listTransactions, listUsers, MAX_SIZE } from '../listing.ts';
import { type Rule, requireRecords } from '../rule.ts';
import type { Target } from '../target.ts';

interface BatchedList {
  readonly name: string;
  readonly section: string;
  readonly identity: (record: Fields) => string;
  readonly read: (target: Target, size: number | undefined, batch: number | undefined) => Promise<Page>;
}

const lists: readonly BatchedList[] = [
  {
    name: 'activeUsers',
    section: '4.2',
    identity: (user) => String(user['agentNRDSID']),
    read: (target, size, batch) =>
      listUsers(target, {
        ...(size !== undefined && { batch_size: size }),
        ...(batch !== undefined && { batch_no: batch }),
      }),
  },
  {
    name: 'listTrans',
    section: '4.4',
    identity: idOf,
    read: async (target, size, batch) =>
      listTransactions(target, {
        agent: (await target.sample()).agent,
        full: true,
        ...(size !== undefined && { size }),
        ...(batch !== undefined && { batch }),
      }),
  },
];

/** Some batch sizes, none so small that a long list takes more than about twenty requests. */
function sizesFor(max: number): number[] {
  return [1, 7, 20, MAX_SIZE - 1, MAX_SIZE].filter((size) => max / size <= 20);
}

function rulesOf({ name, section, identity, read }: BatchedList): readonly Rule[] {
  const identities = (page: Page): string[] => page.data.map(identity);
  return [
    {
      id: `${section}.batch.each-once`,
      sentence: `the batches of ${name} give each record once, in one order, at every batch_size`,
      needs: ['seed'],
      async check(target) {
        const { max } = await read(target, 1, 1);
        requireRecords(max > 7, `${max} records make no batches`);
        let expected: string[] | undefined;
        for (const size of sizesFor(max)) {
          const seen: string[] = [];
          for (let batch = 1; batch <= Math.ceil(max / size); batch += 1)
            seen.push(...identities(await read(target, size, batch)));
          assert.equal(new Set(seen).size, max, `batch_size ${size}: each record once`);
          expected ??= seen;
          assert.deepEqual(seen, expected, `batch_size ${size}: the same order`);
        }
      },
    },
    {
      id: `${section}.batch.meta`,
      sentence: `meta.total of ${name} counts the batch, meta.max all that match, and next_batch_no is one more while there is more`,
      needs: ['seed'],
      async check(target) {
        const { max } = await read(target, 1, 1);
        requireRecords(max > 7, `${max} records make no batches`);
        for (const size of sizesFor(max).filter((each) => each < max)) {
          const last = Math.ceil(max / size);
          for (const batch of new Set([1, 2, last - 1, last].filter((each) => each >= 1 && each <= last))) {
            const page = await read(target, size, batch);
            const where = `batch ${batch} of size ${size}`;
            assert.equal(page.total, batch < last ? size : max - (last - 1) * size, `meta.total of ${where}`);
            assert.equal(page.max, max, `meta.max of ${where}`);
            if (batch < last) assert.equal(page.next, batch + 1, `next_batch_no of ${where}`);
          }
        }
      },
    },
    {
      id: `${section}.batch.last`,
      sentence: `next_batch_no of the last batch of ${name} is null, also where the batch is full`,
      isAssumed: true,
      async check(target) {
        const { max } = await read(target, 1, 1);
        for (const size of new Set([1, Math.min(max, MAX_SIZE), MAX_SIZE])) {
          const last = Math.ceil(max / size);
          assert.equal((await read(target, size, last)).next, null, `batch ${last} of size ${size}`);
        }
      },
    },
    {
      id: `${section}.batch.past-end`,
      sentence: `a batch of ${name} past the end is empty: total 0, max as ever, no next batch`,
      isAssumed: true,
      async check(target) {
        const { max } = await read(target, 1, 1);
        for (const batch of [Math.ceil(max / 20) + 1, 100_000]) {
          assert.deepEqual(await read(target, 20, batch), { total: 0, max, next: null, data: [] });
        }
      },
    },
    {
      id: `${section}.batch.size-default`,
      sentence: `batch_size of ${name} is 20 by default`,
      needs: ['seed'],
      async check(target) {
        const page = await read(target, undefined, 1);
        requireRecords(page.max > 20, `${page.max} records fit into one batch`);
        assert.equal(page.total, 20);
        assert.deepEqual(page, await read(target, 20, 1));
      },
    },
    {
      id: `${section}.batch.no-default`,
      sentence: `batch_no of ${name} is 1 by default`,
      async check(target) {
        assert.deepEqual(await read(target, 5, undefined), await read(target, 5, 1));
      },
    },
    {
      id: `${section}.batch.size-max`,
      sentence: `${name} gives ${MAX_SIZE} records in a batch when asked to`,
      needs: ['seed'],
      async check(target) {
        const page = await read(target, MAX_SIZE, 1);
        requireRecords(page.max > MAX_SIZE, `${page.max} records fit into one batch`);
        assert.equal(page.total, MAX_SIZE);
      },
    },
  ];
}

export const batchRules: readonly Rule[] = lists.flatMap(rulesOf);
