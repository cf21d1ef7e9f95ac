// Apollo's `dataMasking` hides what fragments select, but not what the package's own fragments do, which its types contain.
import { ApolloClient, ApolloLink, gql } from '@apollo/client';
import { of } from 'rxjs';
import { expect, test } from 'vitest';
import { createCache } from '../../../client/src/apollo/cache.ts';
import { openByApollo } from '../../../client/src/apollo/live.ts';
import * as generated from '../../../client/src/documents/generated.ts';
import { withFragments } from '../../../client/src/documents/with-fragments.ts';

const { TransactionChangesDocument, TransactionSummaryFragmentDoc } = generated;

/** A client whose gateway always returns the same, and the documents that it is sent. */
function clientOf(data: object) {
  const sent: string[] = [];
  const link = new ApolloLink(({ query }) => {
    sent.push(JSON.stringify(query));
    return of({ data });
  });
  return { client: new ApolloClient({ cache: createCache(), link, dataMasking: true }), sent };
}

const names = [
  'realtorName',
  'type',
  'propertyType',
  'status',
  'insertDate',
  'lastUpdateDate',
  'property',
  'listing',
  'purchase',
];
const blank = Object.fromEntries(names.map((name) => [name, null]));
const shown = { __typename: 'Transaction', ...blank, id: '1', name: 'Oak Street' };
const transaction = { ...shown, transId: '7' };

test('no document of the package has a fragment that is hidden', () => {
  const cache = createCache();
  const documents = Object.values(generated).filter((each) => 'definitions' in each);
  expect(documents.length).toBeGreaterThan(25);
  for (const document of documents) {
    const text = JSON.stringify(cache.transformDocument(document as never));
    expect(text.split('"FragmentSpread"').length).toBe(text.split('"unmask"').length);
  }
});

test('a query gets what the fragments of the package select, but not what the fragments of the application do', async () => {
  const own = gql`
    query ($with: Boolean! = true) {
      transactions { nodes { id ...TransactionSummary @include(if: $with) ...Number } }
    }
    fragment Number on Transaction { transId }
  `;
  const { client, sent } = clientOf({
    transactions: { __typename: 'TransactionConnection', nodes: [transaction] },
  });
  const query = withFragments(own, TransactionSummaryFragmentDoc as never);
  const { data } = await client.query<{ transactions: { nodes: unknown[] } }>({ query });
  expect(data?.transactions.nodes).toEqual([shown]);
  expect(sent).toEqual([expect.not.stringContaining('unmask')]);
  expect(sent[0]).toContain('include');
});

test('a stream delivers what the fragments of the package select', async () => {
  const change = { __typename: 'TransactionChange', kind: 'CHANGED', cursor: 'c', version: 'v', transactionId: '1' };
  const { client } = clientOf({ transactionChanges: { ...change, transaction } });
  const told = await new Promise<unknown>((resolve) =>
    openByApollo(client, TransactionChangesDocument)(null, { next: resolve, end: resolve }),
  );
  expect(told).toMatchObject({ transaction: { id: '1', name: 'Oak Street' } });
});
