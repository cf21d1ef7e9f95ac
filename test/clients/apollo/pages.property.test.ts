// Whatever is loaded in whatever order: each component sees what it has asked for, as it was when that was last loaded.
import { ApolloClient, ApolloLink, gql, Observable, type ObservableQuery } from '@apollo/client';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createCache } from '../../../client/src/apollo/cache.ts';
import { type NumberedPage, type PageArguments, pageIn, rowsOf } from '../numbered-pages.ts';

const query = gql`query ($first: Int, $after: String, $filter: TransactionFilter) {
  transactions(first: $first, after: $after, filter: $filter) {
    nodes { id }
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    totalCount
  }
}`;

type Shown = ReturnType<typeof rowsOf>;

const variables = fc.record({
  first: fc.constantFrom(2, 3),
  after: fc.constantFrom(null, null, '2', '3', '5'),
  filter: fc.constantFrom(null, { statuses: ['NEW'] }),
});
const action = fc.oneof(
  fc.record({ kind: fc.constant('change' as const), rows: fc.uniqueArray(fc.integer({ min: 0, max: 12 })) }),
  fc.record({ kind: fc.constantFrom('load', 'reload', 'watch'), variables }),
  fc.record({ kind: fc.constantFrom('refetch', 'fetchMore', 'fetchMore'), component: fc.nat() }),
);

test('a component sees the last answer to what it asked for, and after it those of fetchMore', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(action, { maxLength: 30 }), async (actions) => {
      let rows = [1, 2, 3, 4, 5, 6, 7, 8, 9];
      const link = new ApolloLink(
        ({ variables: asked }) =>
          new Observable((observer) => {
            observer.next({ data: pageIn(rows, asked) as never });
            observer.complete();
          }),
      );
      const client = new ApolloClient({ cache: createCache(), link });
      const components: { readonly watched: ObservableQuery<NumberedPage, PageArguments>; readonly key: string }[] = [];
      /** What an uncached client would have been shown, by the variables. */
      const model = new Map<string, Shown>();
      const loaded = (asked: PageArguments) => {
        const answer = rowsOf(pageIn(rows, asked));
        model.set(JSON.stringify(asked), answer);
        return answer;
      };
      try {
        for (const each of actions) {
          if (each.kind === 'change') rows = each.rows.toSorted((one, other) => one - other);
          else if ('variables' in each) {
            const asked = each.variables;
            const key = JSON.stringify(asked);
            if (each.kind === 'reload' || !model.has(key)) loaded(asked);
            const fetchPolicy = each.kind === 'reload' ? 'network-only' : 'cache-first';
            if (each.kind === 'watch') {
              const watched = client.watchQuery<NumberedPage, PageArguments>({ query, variables: asked });
              watched.subscribe({});
              components.push({ watched, key });
            }
            const { data } = await client.query<NumberedPage>({ query, variables: asked, fetchPolicy });
            expect(rowsOf(data)).toEqual(model.get(key));
          } else if (components.length > 0) {
            const { watched, key } = components[each.component % components.length]!;
            const asked = JSON.parse(key) as PageArguments;
            if (each.kind === 'refetch') {
              loaded(asked);
              await watched.refetch();
            } else if (asked.after == null) {
              const list = model.get(key)!;
              const [start, end] = list.ends;
              if (end == null) continue;
              const page = loaded({ first: asked.first!, after: end, filter: asked.filter! });
              model.set(key, {
                rows: [...list.rows, ...page.rows],
                ends: [start, page.ends[1] ?? end],
                hasMore: [list.hasMore[0], page.hasMore[1]],
                total: page.total,
              });
              await watched.fetchMore({ variables: { after: end } });
            }
          }
          const shown = () => components.map(({ watched }) => rowsOf(watched.getCurrentResult().data as NumberedPage));
          await expect.poll(shown, { interval: 1 }).toEqual(components.map(({ key }) => model.get(key)));
        }
      } finally {
        client.stop();
      }
    }),
    { numRuns: 80 },
  );
});
