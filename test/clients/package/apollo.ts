/** What a page with Apollo Client does with the package: run against a gateway, and compiled, where both are installed. */
import { ApolloClient, gql, type TypedDocumentNode } from '@apollo/client';
import {
  CreateTransactionDocument,
  createIdempotencyKeys,
  TransactionChangesDocument,
  type TransactionDetailsFragment,
  TransactionDetailsFragmentDoc,
  TransactionDocument,
  TransactionOrderField,
  TransactionSummaryFragmentDoc,
  TransactionsDocument,
  UploadFileDocument,
  withFragments,
} from 'realty-forms-graphql-client';
import { createCache, createLink, type UploadContext } from 'realty-forms-graphql-client/apollo';

const Newest: TypedDocumentNode<{ transactions: { nodes: TransactionDetailsFragment[] } }> = withFragments(
  gql`
    query Newest {
      transactions(last: 1) {
        nodes {
          ...TransactionDetails
          ...TransactionSummary
        }
      }
    }
  `,
  TransactionDetailsFragmentDoc,
  TransactionSummaryFragmentDoc,
);

export async function run(uri: string, token: string): Promise<object> {
  // Refused, so the first request renews it.
  let current = 'expired';
  const link = createLink({
    uri,
    token: () => current,
    renewToken: () => {
      current = token;
      return true;
    },
  });
  const cache = createCache();
  const client = new ApolloClient({ cache, link });

  const page = { first: 3, orderBy: { field: TransactionOrderField.NAME } };
  const { data } = await client.query({ query: TransactionsDocument, variables: page });
  const list = data?.transactions;
  const after = list?.pageInfo.endCursor ?? null;
  const watched = client.watchQuery({ query: TransactionsDocument, variables: page });
  const watching = watched.subscribe({});
  await watched.fetchMore({ variables: { after } });
  watching.unsubscribe();
  const merged = cache.readQuery({ query: TransactionsDocument, variables: page });
  const id: string = list?.nodes[0]?.id ?? '';
  const one = await client.query({ query: TransactionDocument, variables: { id } });
  // @ts-expect-error: a field that the query does not select
  void one.data?.transaction?.flat;

  const { keyFor, settle } = createIdempotencyKeys('create');
  const input = {
    name: 'Made by the package',
    stateId: 'UT',
    streetAddress: '12 Example Street',
    propertyType: 'RESIDENTIAL',
    type: 'LISTING',
    status: 'NEW',
  } as const;
  const create = async () => {
    const variables = { input: { ...input, idempotencyKey: keyFor(input) } };
    const { data } = await client.mutate({ mutation: CreateTransactionDocument, variables });
    return data?.createTransaction;
  };
  const [made, again] = [await create(), await create()];
  if (made) settle(input, made.outcome);
  const fragment = { fragment: TransactionSummaryFragmentDoc, id: cache.identify({ ...made?.transaction }) ?? '' };

  const newest = await client.query({ query: Newest, fetchPolicy: 'no-cache' });

  const file = new File(['%PDF-1.7\n%%EOF\n'], 'offer.pdf', { type: 'application/pdf' });
  const progress: number[] = [];
  const context: UploadContext = { onProgress: (fraction) => progress.push(fraction) };
  const offer = { transactionId: id, description: 'The offer', sender: 'Example Realty', pageCount: 1 };
  const upload = await client.mutate({
    mutation: UploadFileDocument,
    variables: { input: { ...offer, file, idempotencyKey: keyFor({ ...offer, file }) } },
    context: { ...context },
  });

  const change = await new Promise((resolve, reject) => {
    const changes = client.subscribe({ query: TransactionChangesDocument }).subscribe({
      next({ data }) {
        changes.unsubscribe();
        resolve(data?.transactionChanges?.kind);
      },
      error: reject,
    });
  });

  return {
    total: list?.totalCount,
    merged: merged?.transactions?.nodes.length,
    isOne: one.data?.transaction?.name === list?.nodes[0]?.name,
    outcomes: [made?.outcome, again?.outcome, again?.replayed, made?.transaction?.id === again?.transaction?.id],
    fragment: cache.readFragment(fragment)?.name,
    newest: newest.data?.transactions.nodes.map(({ name, transId }) => [name, transId !== '']),
    upload: [upload.data?.uploadFile?.outcome, upload.data?.uploadFile?.file?.name, progress],
    change,
  };
}
