/** What a page with React does with the package: rendered as a server does it, and compiled, where both and Apollo Client are installed. */
import { ApolloClient, gql, type TypedDocumentNode } from '@apollo/client';
import { ApolloProvider } from '@apollo/client/react';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { createCache, createLink } from 'realty-forms-graphql-client/apollo';
import {
  type TransactionsData,
  useCreateTransaction,
  useDeadlines,
  useLive,
  useSearch,
  useTransaction,
  useTransactions,
  useUpload,
} from 'realty-forms-graphql-client/react';

interface Row {
  readonly id: string;
  readonly realtorName: string | null;
}

const query: TypedDocumentNode<TransactionsData<Row>, { readonly first?: number; readonly after?: string }> = gql`
  query Rows($first: Int, $after: String) {
    transactions(first: $first, after: $after) {
      totalCount
      nodes {
        id
        realtorName
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`;

function Page() {
  const { transactions, isLoading } = useTransactions({ filter: { statuses: ['ACTIVE'] } });
  const own = useTransactions({ query });
  const realtors: readonly (string | null)[] = own.transactions.map(({ realtorName }) => realtorName);
  // @ts-expect-error: a field that the query does not select
  void own.transactions[0]?.status;
  const { transaction } = useTransaction('any');
  const price: string | null | undefined = transaction?.listing.price;
  const { transactions: found, facets } = useSearch({ text: 'elm', withAgent: true });
  const agents: readonly (string | null | undefined)[] = found.map(({ account }) => account?.nrdsId);
  const { deadlines } = useDeadlines({ from: '2026-03-01', to: '2026-03-14' });
  const due: readonly string[] = deadlines.map(({ date }) => date);
  const create = useCreateTransaction();
  const upload = useUpload();
  const { state } = useLive();
  return createElement(
    'p',
    null,
    JSON.stringify([
      transactions,
      realtors,
      price,
      isLoading,
      create.state,
      upload.progress,
      state,
      agents,
      facets,
      due,
    ]),
  );
}

export function run(uri: string): string {
  const client = new ApolloClient({
    cache: createCache(),
    link: createLink({ uri, token: () => null }),
    ssrMode: true,
  });
  return renderToString(createElement(ApolloProvider, { client, children: createElement(Page) }));
}
