// How Apollo's cache merges the pages of a list that is loaded again while one of them is on its way.
import { gql } from '@apollo/client';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createCache } from '../../../client/src/apollo/cache.ts';
import { watchChangedLists } from '../../../client/src/apollo/changed-lists.ts';
import { type NumberedPage, pageOf, rowsOf } from '../numbered-pages.ts';

const query = gql`query ($after: String, $before: String) {
  transactions(first: 2, after: $after, before: $before) {
    nodes { id }
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
  }
}`;

type Load = Readonly<{ after?: string; before?: string; hasChanged?: boolean }>;

function underTest() {
  const cache = createCache();
  return {
    cache,
    load({ hasChanged = false, ...variables }: Load, ...rows: readonly number[]) {
      const extensions = hasChanged ? { warnings: [{ code: 'LIST_CHANGED' }] } : {};
      cache.writeQuery({ query, variables, data: pageOf(rows), extensions });
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

test('one who watches for changed lists and throws keeps nothing from the others, nor from the cache', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { cache, load, shown } = underTest();
  const tell = vi.fn();
  const broken = () => {
    throw new Error('broken');
  };
  for (const watcher of [broken, tell]) onTestFinished(watchChangedLists(cache, watcher));
  load({}, 1, 2);
  expect(tell).not.toHaveBeenCalled();
  load({ after: '2', hasChanged: true }, 3, 4);
  expect(tell).toHaveBeenCalledTimes(1);
  expect(shown().rows).toEqual([1, 2, 3, 4]);
  expect(() => vi.runOnlyPendingTimers()).toThrow('broken');
});

test('a page that is loaded first is the list, wherever it begins', () => {
  const { load, shown } = underTest();
  load({ after: '4' }, 5, 6);
  expect(shown()).toEqual({ rows: [5, 6], end: '6' });
});
