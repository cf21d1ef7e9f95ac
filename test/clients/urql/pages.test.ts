// How urql's graphcache shows the pages of a list: as one that ends with the page that was asked for, and never with a gap.
import { Client, fetchExchange, gql } from '@urql/core';
import { cacheExchange } from '@urql/exchange-graphcache';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cacheOptions, type ListOptions } from '../../../client/src/urql/cache.ts';
import { type NumberedPage, type PageArguments, pageIn, rowsOf } from '../numbered-pages.ts';

const query = gql`query ($first: Int, $last: Int, $after: String, $before: String, $filter: TransactionFilter) {
  transactions(first: $first, last: $last, after: $after, before: $before, filter: $filter) {
    nodes { id }
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    totalCount
  }
}`;

type Policy = 'cache-first' | 'network-only' | 'cache-only';

/** A client of a list whose rows a test sets; each cursor is the row that it stands for. */
function underTest(options?: ListOptions) {
  const list = { rows: [1, 2, 3, 4, 5, 6, 7, 8, 9] };
  const client = new Client({
    url: 'https://gateway.example/graphql',
    preferGetMethod: false,
    exchanges: [cacheExchange(cacheOptions(options)), fetchExchange],
    fetch: async (_, init) => Response.json({ data: pageIn(list.rows, JSON.parse(String(init?.body)).variables) }),
  });
  const load = async (variables: PageArguments, requestPolicy: Policy = 'cache-first') =>
    rowsOf((await client.query<NumberedPage>(query, variables, { requestPolicy }).toPromise()).data);
  return { list, load };
}

test('a page that continues the list is appended, and one before it is put in front', async () => {
  const { list, load } = underTest();
  await load({ first: 2 });
  await load({ last: 2 });
  expect((await load({ first: 2, after: '2' })).rows).toEqual([1, 2, 3, 4]);
  expect(await load({ last: 3, before: '8' })).toMatchObject({
    rows: [5, 6, 7, 8, 9],
    ends: ['5', '9'],
    hasMore: [true, false],
  });
  expect(await load({ first: 3, after: '4' })).toMatchObject({
    rows: [1, 2, 3, 4, 5, 6, 7],
    ends: ['1', '7'],
    hasMore: [false, true],
  });
  // The last rows are gone, so there is nothing after all.
  list.rows = [1, 2, 3, 4, 5, 6, 7];
  expect(await load({ first: 2, after: '7' })).toMatchObject({ ends: ['1', '7'], hasMore: [false, false], total: 7 });
});

test('a query shows nothing beyond the page that it asks for', async () => {
  const { load } = underTest();
  await load({ first: 2 });
  await load({ first: 2, after: '2' });
  await load({ first: 2, after: '4' });
  expect(await load({ first: 2 })).toMatchObject({ rows: [1, 2], ends: ['1', '2'], hasMore: [false, true] });
  expect((await load({ first: 2, after: '2' })).rows).toEqual([1, 2, 3, 4]);
});

test('what does not continue the list any more is shown by itself, and leaves no gap in it', async () => {
  const { list, load } = underTest();
  await load({ first: 2 });
  await load({ first: 2, after: '2' });
  list.rows = [0, 1, 2, 3, 4, 5];
  expect((await load({ first: 2 }, 'network-only')).rows).toEqual([0, 1]);
  expect(await load({ first: 2, after: '2' }, 'network-only')).toMatchObject({
    rows: [3, 4],
    ends: ['3', '4'],
    hasMore: [true, true],
    total: 6,
  });
  expect((await load({ first: 2, after: '1' })).rows).toEqual([0, 1, 2, 3]);
  list.rows = [0, 1, 3, 4];
  expect(await load({ first: 2, after: '1' }, 'network-only')).toMatchObject({
    rows: [0, 1, 3, 4],
    hasMore: [false, false],
    total: 4,
  });
});

test('pages of another size, filter or beginning are another list', async () => {
  const { list, load } = underTest();
  await load({ first: 2 });
  await load({ first: 3, after: null });
  list.rows = [1, 2, 5, 6];
  await load({ first: 2, filter: { statuses: ['NEW'] } });
  expect((await load({ first: 2, after: '2', filter: { statuses: ['NEW'] } })).rows).toEqual([1, 2, 5, 6]);
  expect((await load({ first: 2 })).rows).toEqual([1, 2]);
  expect((await load({ first: 3, after: null })).rows).toEqual([1, 2, 3]);
  expect((await load({ first: 2, after: '3' })).rows).toEqual([1, 2, 3, 5, 6]);
  expect((await load({})).rows).toEqual([1, 2, 5, 6]);
});

test('pages that are not to be joined stay apart', async () => {
  const { load } = underTest({ joinPages: false });
  await load({ first: 2 });
  expect(await load({ first: 2, after: '2' })).toMatchObject({ rows: [3, 4], ends: ['3', '4'], hasMore: [true, true] });
});

const variables = fc.record({
  first: fc.constantFrom(2, 3),
  after: fc.constantFrom(null, null, '2', '3', '5', '6'),
  filter: fc.constantFrom(null, { statuses: ['NEW'] }),
});
const action = fc.oneof(
  fc.record({ rows: fc.uniqueArray(fc.integer({ min: 0, max: 12 })) }),
  fc.record({ variables, policy: fc.constantFrom<Policy[]>('cache-first', 'network-only') }),
);

test('a query ends with its page as that was last loaded, after the rows that lead to it or none', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(action, { maxLength: 30 }), async (actions) => {
      const { list, load } = underTest();
      const pages = new Map<string, ReturnType<typeof rowsOf>>();
      for (const each of actions) {
        if ('rows' in each) {
          list.rows = each.rows.toSorted((one, other) => one - other);
          continue;
        }
        const key = JSON.stringify(each.variables);
        if (each.policy === 'network-only' || !pages.has(key))
          pages.set(key, rowsOf(pageIn(list.rows, each.variables)));
        const page = pages.get(key)!;
        const shown = await load(each.variables, each.policy);
        const before = shown.rows.slice(0, shown.rows.length - page.rows.length);
        expect(shown.rows).toEqual([...before, ...page.rows]);
        expect([shown.hasMore[1], shown.total]).toEqual([page.hasMore[1], page.total]);
        if (before.length === 0) expect(shown).toEqual(page);
        else {
          expect(String(before.at(-1))).toBe(each.variables.after);
          expect([shown.ends, shown.hasMore[0]]).toEqual([[String(before[0]), String(shown.rows.at(-1))], false]);
        }
      }
    }),
  );
});
