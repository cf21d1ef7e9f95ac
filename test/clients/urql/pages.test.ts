// How urql's graphcache shows the pages of a list that is loaded again while others of its pages are kept.
import { Client, fetchExchange, gql } from '@urql/core';
import { cacheExchange } from '@urql/exchange-graphcache';
import { relayPagination } from '@urql/exchange-graphcache/extras';
import { expect, test } from 'vitest';
import { cacheOptions } from '../../../client/src/urql/cache.ts';
import { type NumberedPage, pageOf, rowsOf } from '../numbered-pages.ts';

const query = gql`query ($first: Int, $last: Int, $after: String, $before: String, $filter: TransactionFilter) {
  transactions(first: $first, last: $last, after: $after, before: $before, filter: $filter) {
    nodes { id }
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
  }
}`;

interface Variables {
  readonly first?: number;
  readonly last?: number;
  readonly after?: string;
  readonly before?: string;
  readonly filter?: object;
}

function underTest() {
  let answer: object = {};
  const client = new Client({
    url: 'https://gateway.example/graphql',
    preferGetMethod: false,
    exchanges: [cacheExchange(cacheOptions(relayPagination())), fetchExchange],
    fetch: async () => Response.json({ data: answer }),
  });
  const read = async (variables: Variables, requestPolicy: 'network-only' | 'cache-only') => {
    const { data } = await client.query<NumberedPage>(query, variables, { requestPolicy }).toPromise();
    return rowsOf(data);
  };
  return {
    /** What whoever loads it is shown. */
    load(variables: Variables, ...rows: readonly number[]) {
      answer = pageOf(rows);
      return read(variables, 'network-only');
    },
    shown: (variables: Variables) => read(variables, 'cache-only'),
  };
}

test('a page that continues the list is appended, and one before it is put in front', async () => {
  const { load, shown } = underTest();
  await load({ first: 2 }, 1, 2);
  await load({ last: 2 }, 8, 9);
  expect(await load({ first: 2, after: '2' }, 3, 4)).toEqual({ rows: [1, 2, 3, 4], end: '4' });
  expect(await load({ last: 2, before: '8' }, 6, 7)).toEqual({ rows: [6, 7, 8, 9], end: '9' });
  expect(await shown({ first: 2 })).toEqual({ rows: [1, 2, 3, 4], end: '4' });
  expect(await shown({ last: 2 })).toEqual({ rows: [6, 7, 8, 9], end: '9' });
});

test('pages that continued what the list was before it was loaded again leave no gap in it', async () => {
  const { load, shown } = underTest();
  await load({ first: 2 }, 2, 3);
  await load({ first: 2, after: '3' }, 4, 5);
  expect(await load({ first: 2 }, 1, 2)).toEqual({ rows: [1, 2], end: '2' });
  expect(await load({ first: 2, after: '5' }, 6, 7)).toEqual({ rows: [1, 2], end: '2' });
  expect(await load({ first: 2, after: '2' }, 3, 4)).toEqual({ rows: [1, 2, 3, 4], end: '4' });
  expect(await shown({ first: 2 })).toEqual({ rows: [1, 2, 3, 4], end: '4' });
});

test('pages of another size, filter or beginning are another list', async () => {
  const { load, shown } = underTest();
  await load({ first: 2 }, 2, 3);
  await load({ first: 1 }, 7);
  await load({ first: 2, filter: { statuses: ['NEW'] } }, 4, 5);
  await load({ first: 2, after: '3' }, 4, 5);
  await load({ first: 1, after: '7' }, 8);
  expect(await shown({ first: 2 })).toEqual({ rows: [2, 3, 4, 5], end: '5' });
  expect(await shown({ first: 1 })).toEqual({ rows: [7, 8], end: '8' });
  expect(await shown({ first: 2, filter: { statuses: ['NEW'] } })).toEqual({ rows: [4, 5], end: '5' });
});

test('a page that is loaded first is the list, wherever it begins', async () => {
  const { load, shown } = underTest();
  await load({ first: 2, after: '4' }, 5, 6);
  expect(await shown({ first: 2, after: '4' })).toEqual({ rows: [5, 6], end: '6' });
});
