// Apollo Client over the package's links, with responses as the gateway gives them, at a time that moves only when a test says so.
import { ApolloClient, CombinedGraphQLErrors, gql, ServerError } from '@apollo/client';
import { beforeEach, expect, test, vi } from 'vitest';
import { createCache } from '../../../client/src/apollo/cache.ts';
import { toFailure } from '../../../client/src/apollo/failures.ts';
import { createLink } from '../../../client/src/apollo/link.ts';
import {
  CreateTransactionDocument,
  UploadFileDocument,
  ViewerDocument,
} from '../../../client/src/documents/generated.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(1);
  return () => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  };
});

type Answer = () => Response | Promise<Response>;
const json =
  (status: number, body: object, headers: Record<string, string> = {}): Answer =>
  () =>
    new Response(JSON.stringify(body), {
      status,
      headers: { 'content-type': 'application/graphql-response+json', ...headers },
    });
const failed = (code: string, retryable: boolean, data?: object | null) => ({
  errors: [{ message: `It is ${code}`, extensions: { code, retryable } }],
  ...(data === undefined ? {} : { data }),
});
const viewer = {
  viewer: { __typename: 'Viewer', role: 'AGENT', scopes: [], nrdsIds: ['1'], canSearch: true, uploadMaxBytes: 1 },
};
const made = {
  createTransaction: {
    ...{ __typename: 'CreateTransactionPayload', outcome: 'COMMITTED', replayed: false, userErrors: [] },
    ...{ transaction: null, possibleMatches: null },
  },
};
const ok = json(200, { data: viewer });
const busy = json(429, failed('RATE_LIMITED', true), { 'retry-after': '2' });
const unreachable: Answer = () => Promise.reject(new TypeError('Failed to fetch'));

/** A client for which these are the responses, in their order. */
function startClient(...answers: Answer[]) {
  let token: string | null = 'first';
  const sent: { readonly authorization: string | null; readonly at: number; readonly init: RequestInit }[] = [];
  const start = Date.now();
  const renewToken = vi.fn(() => {
    token = 'second';
    return true;
  });
  const link = createLink({
    uri: 'https://gateway.example/graphql',
    token: () => token,
    renewToken,
    fetch: async (_, init = {}) => {
      const authorization = new Headers(init.headers).get('authorization');
      sent.push({ authorization, at: Date.now() - start, init });
      const answer = answers.shift();
      if (answer === undefined) throw new Error('Nothing more was to be sent');
      return answer();
    },
  });
  const client = new ApolloClient({ cache: createCache(), link });
  const signOut = () => {
    token = null;
  };
  return { client, sent, renewToken, signOut };
}

/** What it resolves or rejects with, when all pauses are over. */
async function settled<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  await vi.runAllTimersAsync();
  return promise;
}

const query = (client: ApolloClient) => settled(client.query({ query: ViewerDocument }));
const create = (client: ApolloClient, idempotencyKey?: string) =>
  settled(
    client.mutate({
      mutation: CreateTransactionDocument,
      variables: {
        input: {
          ...{
            stateId: 'UT',
            name: 'A',
            streetAddress: 'A',
            propertyType: 'RESIDENTIAL',
            type: 'LISTING',
            status: 'NEW',
          },
          idempotencyKey,
        },
      },
    }),
  );

test('an attempt after the user has signed out does not carry the token of the one before', async () => {
  const { client, sent, signOut } = startClient(busy, ok);
  const queried = client.query({ query: ViewerDocument, context: { headers: { 'x-page': 'list' } } });
  await vi.advanceTimersByTimeAsync(1_000);
  signOut();
  await settled(queried);
  expect(sent.map(({ authorization }) => authorization)).toEqual(['Bearer first', null]);
  expect(new Headers(sent[1]?.init.headers).get('x-page')).toBe('list');
});

test('a query is sent again after a lost connection and a busy gateway, when the gateway says', async () => {
  const { client, sent } = startClient(unreachable, busy, ok);
  expect((await query(client)).data).toEqual(viewer);
  expect(sent.map(({ at }) => at)).toEqual([0, 500, 500 + 2_000 + 1_000]);
});

test('a query fails with the last attempt’s error', async () => {
  const { client, sent } = startClient(unreachable, unreachable, busy);
  await expect(query(client)).rejects.toSatisfy(CombinedGraphQLErrors.is);
  expect(sent).toHaveLength(3);
});

test('a proxy’s page is retried by its status, and told as a failure with it', async () => {
  const page: Answer = () => new Response('<h1>Bad Gateway</h1>', { status: 502, headers: { 'retry-after': '60' } });
  const { client, sent } = startClient(page);
  const error: unknown = await query(client).catch((reason: unknown) => reason);
  expect(error).toSatisfy(ServerError.is);
  expect(toFailure(error)).toMatchObject({ errors: [], status: 502, retryAfter: '60' });
  // It asks for a longer pause than anyone waits for.
  expect(sent).toHaveLength(1);
});

test('what a retry cannot fix is told at once', async () => {
  const { client, sent } = startClient(json(200, failed('FORBIDDEN', false, null)));
  await expect(query(client)).rejects.toThrow('It is FORBIDDEN');
  expect(sent).toHaveLength(1);
});

test('a result in part is shown at once, whatever failed beside it', async () => {
  const { client, sent } = startClient(json(200, failed('UPSTREAM_TIMEOUT', true, viewer)));
  const { data } = await settled(client.query({ query: ViewerDocument, errorPolicy: 'all' }));
  expect(data).toEqual(viewer);
  expect(sent).toHaveLength(1);
});

test('a mutation with a key is sent again, with the same key; one without is not', async () => {
  const inProgress = json(200, failed('IDEMPOTENCY_IN_PROGRESS', true, { createTransaction: null }));
  const keyed = startClient(unreachable, inProgress, json(200, { data: made }));
  expect((await create(keyed.client, 'key')).data).toMatchObject(made);
  expect(new Set(keyed.sent.map(({ init }) => init.body)).size).toBe(1);

  const bare = startClient(unreachable);
  await expect(create(bare.client)).rejects.toThrow('Failed to fetch');
  expect(bare.sent).toHaveLength(1);
});

test('a refused token is renewed once for all requests, and each is sent again, writes without a key too', async () => {
  const refused = json(401, failed('UNAUTHENTICATED', false));
  const { client, sent, renewToken } = startClient(refused, refused, ok, json(200, { data: made }));
  const both = await Promise.all([query(client), create(client)]);
  expect(both.map(({ data }) => data)).toMatchObject([viewer, made]);
  expect(renewToken).toHaveBeenCalledTimes(1);
  expect(sent.map(({ authorization }) => authorization)).toEqual(
    ['first', 'first', 'second', 'second'].map((token) => `Bearer ${token}`),
  );
});

test('a token that is refused after its renewal is told', async () => {
  const refused = json(401, failed('UNAUTHENTICATED', false));
  const { client, sent } = startClient(refused, refused);
  const error: unknown = await query(client).catch((reason: unknown) => reason);
  expect(toFailure(error).errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }]);
  expect(sent).toHaveLength(2);
});

test('a query that nobody waits for any more is not sent again', async () => {
  const { client, sent } = startClient(unreachable, ok);
  const subscription = client.watchQuery({ query: ViewerDocument }).subscribe({});
  await vi.advanceTimersByTimeAsync(100);
  subscription.unsubscribe();
  await vi.runAllTimersAsync();
  expect(sent).toHaveLength(1);
});

test('an upload can be canceled, and is not sent again then', async () => {
  const never: Answer = () => Promise.withResolvers<Response>().promise;
  const { client, sent } = startClient(never);
  const controller = new AbortController();
  const upload = client.mutate({
    mutation: UploadFileDocument,
    variables: {
      input: {
        ...{ transactionId: 't', description: 'd', sender: 's', pageCount: 1, idempotencyKey: 'key' },
        file: new File(['%PDF'], 'a.pdf'),
      },
    },
    context: { fetchOptions: { signal: controller.signal } },
  });
  upload.catch(() => undefined);
  await vi.advanceTimersByTimeAsync(0);
  expect(sent[0]!.init.signal!.aborted).toBe(false);
  controller.abort();
  expect(sent[0]!.init.signal!.aborted).toBe(true);
});

test('a transaction that could not be read leaves what the cache has of it', async () => {
  const { client } = startClient(json(200, failed('UPSTREAM_TIMEOUT', false, { transaction: null })));
  const query = gql`query ($id: ID!) { transaction(by: { id: $id }) { id name } }`;
  const kept = { transaction: { __typename: 'Transaction', id: 't', name: 'Kept' } };
  client.cache.writeQuery({ query, variables: { id: 't' }, data: kept });
  await settled(client.query({ query, variables: { id: 't' }, errorPolicy: 'all', fetchPolicy: 'network-only' }));
  expect(client.cache.readQuery({ query, variables: { id: 't' } })).toEqual(kept);
});
