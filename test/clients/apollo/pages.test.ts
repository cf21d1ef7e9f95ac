// How Apollo's cache keeps the pages of a list: each as it was asked for, and what `fetchMore` loads in the list that it continues.
import { ApolloClient, ApolloLink, gql, Observable, type WatchQueryFetchPolicy } from '@apollo/client';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createCache } from '../../../client/src/apollo/cache.ts';
import { watchChangedLists } from '../../../client/src/apollo/changed-lists.ts';
import { type NumberedPage, type PageArguments, pageIn, rowsOf } from '../numbered-pages.ts';

const query = gql`query ($first: Int, $last: Int, $after: String, $before: String, $filter: TransactionFilter) {
  transactions(first: $first, last: $last, after: $after, before: $before, filter: $filter) {
    nodes { id }
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    totalCount
  }
}`;

/** A client of a list whose rows a test sets; each cursor is the row that it stands for. */
function underTest() {
  const list = { rows: [1, 2, 3, 4, 5, 6, 7, 8, 9], hasChanged: false };
  const cache = createCache();
  const link = new ApolloLink(
    ({ variables }) =>
      new Observable((observer) => {
        const extensions = list.hasChanged ? { warnings: [{ code: 'LIST_CHANGED', path: ['transactions'] }] } : {};
        observer.next({ data: pageIn(list.rows, variables) as never, extensions });
        observer.complete();
      }),
  );
  const client = new ApolloClient({ cache, link });
  const load = async (variables: PageArguments, fetchPolicy: 'cache-first' | 'network-only' = 'cache-first') =>
    rowsOf((await client.query<NumberedPage>({ query, variables, fetchPolicy })).data);
  const watch = (variables: PageArguments, fetchPolicy: WatchQueryFetchPolicy = 'cache-first') => {
    const watched = client.watchQuery<NumberedPage, PageArguments>({ query, variables, fetchPolicy });
    const subscription = watched.subscribe({});
    onTestFinished(() => subscription.unsubscribe());
    return { watched, shown: () => rowsOf(watched.getCurrentResult().data as NumberedPage | undefined) };
  };
  return { list, cache, client, load, watch };
}

test('a page that begins after a cursor is what was asked for, and a later answer replaces it', async () => {
  const { list, load } = underTest();
  expect((await load({ first: 3 })).rows).toEqual([1, 2, 3]);
  expect(await load({ first: 3, after: '3' })).toMatchObject({ rows: [4, 5, 6], ends: ['4', '6'], total: 9 });
  list.rows = [1, 2, 3, 5, 7, 8, 9];
  expect(await load({ first: 3, after: '3' })).toMatchObject({ rows: [4, 5, 6], total: 9 });
  expect(await load({ first: 3, after: '3' }, 'network-only')).toMatchObject({ rows: [5, 7, 8], total: 7 });
  expect(await load({ first: 3, after: '3' })).toMatchObject({ rows: [5, 7, 8], ends: ['5', '8'], total: 7 });
});

test('a page after a cursor of before the list was loaded again has only the rows that follow it', async () => {
  const { list, load } = underTest();
  await load({ first: 3 });
  list.rows = [0, 1, 2, 3, 4, 5, 6];
  expect((await load({ first: 3 }, 'network-only')).rows).toEqual([0, 1, 2]);
  expect((await load({ first: 3, after: '3' })).rows).toEqual([4, 5, 6]);
  expect((await load({ last: 2, before: '3' })).rows).toEqual([1, 2]);
});

test('lists of different sizes and filters leave each other alone, and arguments of null are none', async () => {
  const { list, load, watch } = underTest();
  const few = watch({ first: 3 });
  const many = watch({ first: 6, after: null });
  await expect.poll(() => many.shown().rows).toEqual([1, 2, 3, 4, 5, 6]);
  await few.watched.fetchMore({ variables: { after: '3' } });
  list.rows = [0, 1, 2];
  await load({ first: 3, filter: { statuses: ['NEW'] } });
  await many.watched.refetch();
  await expect.poll(many.shown).toMatchObject({ rows: [0, 1, 2], total: 3, hasMore: [false, false] });
  await expect.poll(few.shown).toMatchObject({ rows: [1, 2, 3, 4, 5, 6], total: 9 });
  expect((await load({ first: 6, filter: null })).rows).toEqual([0, 1, 2]);
});

test('fetchMore continues the list that was asked for, at either end, by pages of any size', async () => {
  const { list, watch } = underTest();
  const top = watch({ first: 2 });
  const bottom = watch({ last: 2 });
  await expect
    .poll(() => [top.shown().rows, bottom.shown().rows])
    .toEqual([
      [1, 2],
      [8, 9],
    ]);
  await top.watched.fetchMore({ variables: { after: '2' } });
  await top.watched.fetchMore({ variables: { first: 3, after: '4' } });
  await bottom.watched.fetchMore({ variables: { before: '8' } });
  list.rows = [1, 2, 3, 4, 5, 6, 7];
  await top.watched.fetchMore({ variables: { after: '7' } });
  const whole = { rows: [1, 2, 3, 4, 5, 6, 7], ends: ['1', '7'], hasMore: [false, false], total: 7 };
  await expect.poll(top.shown).toEqual(whole);
  expect(bottom.shown()).toEqual({ rows: [6, 7, 8, 9], ends: ['6', '9'], hasMore: [true, false], total: 9 });
});

test('what is asked for by another query does not continue a list, though it follows it', async () => {
  const { load, watch } = underTest();
  const { shown, watched } = watch({ first: 2 });
  await expect.poll(() => shown().rows).toEqual([1, 2]);
  const next = watch({ first: 2, after: '2' });
  await expect.poll(() => next.shown().rows).toEqual([3, 4]);
  expect((await load({ first: 2 })).rows).toEqual([1, 2]);
  expect(shown().rows).toEqual([1, 2]);
  await watched.fetchMore({ variables: { after: '2' } });
  await expect.poll(() => shown().rows).toEqual([1, 2, 3, 4]);
});

test('a page that continues what the list was before it was loaded again leaves no gap in it', async () => {
  const { list, cache, watch } = underTest();
  const { watched, shown } = watch({ first: 2 });
  await expect.poll(() => shown().rows).toEqual([1, 2]);
  await watched.fetchMore({ variables: { after: '2' } });
  await watched.refetch();
  await expect.poll(shown).toMatchObject({ rows: [1, 2], ends: ['1', '2'], hasMore: [false, true] });
  await watched.fetchMore({ variables: { after: '4' } });
  expect(rowsOf(cache.readQuery<NumberedPage>({ query, variables: { first: 2 } }))).toMatchObject({
    rows: [1, 2],
    ends: ['1', '2'],
    hasMore: [false, true],
  });
  await watched.fetchMore({ variables: { after: '2' } });
  await watched.fetchMore({ variables: { after: '4' } });
  list.rows = [1, 2, 4, 5, 6, 7];
  // Two clicks on one button: the later answer replaces the rows of the earlier one, and what follows them stays.
  await watched.fetchMore({ variables: { after: '2' } });
  await expect.poll(shown).toMatchObject({ rows: [1, 2, 4, 5, 6], ends: ['1', '6'], total: 6 });
});

test('queries that select different fields of a page complete each other, until the page is another one', async () => {
  const { list, cache, load } = underTest();
  await load({ first: 2 });
  const edges = gql`{ transactions(first: 2) { edges { cursor node { id } } } }`;
  const total = gql`{ transactions(first: 2) { totalCount edges { node { id } } } }`;
  const row = (id: number) => ({
    ...{ __typename: 'TransactionEdge', cursor: String(id) },
    node: { __typename: 'Transaction', id: String(id) },
  });
  const write = (...rows: number[]) => {
    const transactions = { __typename: 'TransactionConnection', edges: rows.map(row) };
    cache.writeQuery({ query: edges, data: { transactions } });
  };
  const cursors = gql`{ transactions(first: 4) { edges { cursor } } }`;
  const transactions = { __typename: 'TransactionConnection', edges: [{ __typename: 'TransactionEdge', cursor: '1' }] };
  cache.writeQuery({ query: cursors, data: { transactions } });
  expect(cache.readQuery({ query, variables: { first: 4 }, returnPartialData: true })).not.toHaveProperty(
    'transactions.nodes',
  );
  write(1, 2);
  expect(cache.readQuery({ query: total })).toMatchObject({ transactions: { totalCount: 9 } });
  list.rows = [];
  expect((await load({ first: 2 })).rows).toEqual([1, 2]);
  write(2, 3);
  expect(cache.readQuery({ query: total })).toBeNull();
  expect((await load({ first: 2 })).rows).toEqual([]);
});

test('what an application writes is read as it was written', () => {
  const { cache } = underTest();
  const variables = { first: 2, after: '2' };
  const data = pageIn([1, 2, 3, 4], variables);
  cache.writeQuery({ query, variables, data });
  expect(cache.readQuery({ query, variables })).toEqual(data);
  expect(cache.readQuery({ query, variables: { first: 2 } })).toBeNull();
});

test('a list that fails when it is loaded again goes on showing what it had', async () => {
  const { client, cache, watch } = underTest();
  const { watched, shown } = watch({ first: 2 });
  await expect.poll(() => shown().rows).toEqual([1, 2]);
  const errors = [{ message: 'It failed', path: ['transactions'] }];
  client.setLink(
    new ApolloLink(
      () =>
        new Observable((observer) => {
          observer.next({ data: { transactions: null }, errors } as never);
          observer.complete();
        }),
    ),
  );
  watched.options.errorPolicy = 'all';
  expect((await watched.refetch()).error?.message).toBe('It failed');
  expect(rowsOf(cache.readQuery<NumberedPage>({ query, variables: { first: 2 } })).rows).toEqual([1, 2]);
});

test('one who watches for changed lists and throws keeps nothing from the others, nor from the cache', async () => {
  const { list, cache, watch } = underTest();
  const { watched, shown } = watch({ first: 2 });
  const kept = () => rowsOf(cache.readQuery<NumberedPage>({ query, variables: { first: 2 } })).rows;
  await expect.poll(() => shown().rows).toEqual([1, 2]);
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const tell = vi.fn();
  const broken = () => {
    throw new Error('broken');
  };
  for (const watcher of [broken, tell]) onTestFinished(watchChangedLists(cache, watcher));
  list.hasChanged = true;
  await watched.fetchMore({ variables: { after: '2' } });
  expect(tell).toHaveBeenCalledTimes(1);
  expect(kept()).toEqual([1, 2, 3, 4]);
  expect(() => vi.runOnlyPendingTimers()).toThrow('broken');
});
