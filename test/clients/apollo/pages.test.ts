// How Apollo's cache merges the pages of a list that is loaded again while one of them is on its way.
import { gql } from '@apollo/client';
import { expect, test } from 'vitest';
import { createCache } from '../../../client/src/apollo/cache.ts';
import { type NumberedPage, pageOf, rowsOf } from '../numbered-pages.ts';

const query = gql`query ($after: String, $before: String) {
  transactions(first: 2, after: $after, before: $before) {
    nodes { id }
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
  }
}`;

type Variables = Readonly<{ after?: string; before?: string }>;

function underTest() {
  const cache = createCache();
  return {
    load(variables: Variables, ...rows: readonly number[]) {
      cache.writeQuery({ query, variables, data: pageOf(rows) });
    },
    shown: () => rowsOf(cache.readQuery<NumberedPage>({ query })),
  };
}

test('a page that continues the list is appended, and one before it is put in front', () => {
  const { load, shown } = underTest();
  load({}, 3, 4);
  load({ after: '4' }, 5, 6);
  load({ before: '3' }, 1, 2);
  expect(shown()).toEqual({ rows: [1, 2, 3, 4, 5, 6], end: '6' });
});

test('a page that continues what the list was before it was loaded again leaves no gap in it', () => {
  const { load, shown } = underTest();
  load({}, 1, 2);
  load({ after: '2' }, 3, 4);
  load({}, 1, 2);
  load({ after: '4' }, 5, 6);
  expect(shown()).toEqual({ rows: [1, 2], end: '2' });
  load({ before: '4' }, 2, 3);
  expect(shown()).toEqual({ rows: [1, 2], end: '2' });
  load({ after: '2' }, 3, 4);
  expect(shown()).toEqual({ rows: [1, 2, 3, 4], end: '4' });
});

test('a page that is loaded first is the list, wherever it begins', () => {
  const { load, shown } = underTest();
  load({ after: '4' }, 5, 6);
  expect(shown()).toEqual({ rows: [5, 6], end: '6' });
});
