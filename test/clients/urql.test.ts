// urql against the gateway over real sockets, with what the package gives it.
import { Client, CombinedError, type ExecutionResult, fetchExchange, subscriptionExchange } from '@urql/core';
import { cacheExchange } from '@urql/exchange-graphcache';
import { isObjectType } from 'graphql';
import { expect, onTestFinished, test, vi } from 'vitest';
import {
  CreateTransactionDocument,
  DeadlinesDocument,
  SearchDocument,
  TransactionChangesDocument,
  TransactionDocument,
  TransactionFilesDocument,
  TransactionsDocument,
  UploadFileDocument,
} from '../../client/src/documents/generated.ts';
import { cacheOptions } from '../../client/src/urql/cache.ts';
import { type GatewayExchangeOptions, gatewayExchange, uploadContext } from '../../client/src/urql/exchange.ts';
import { toFailure } from '../../client/src/urql/live.ts';
import { createSchema } from '../../src/graphql/schema/schema.ts';
import { openSearchIndex } from '../support/gateways/search-index.ts';
import { transactionsPage } from './operations.ts';
import { type SeededGateway, shareSeededGateway, startSeededGateway } from './seeded-gateway.ts';

const shared = shareSeededGateway();

interface Start {
  readonly gateway: Pick<SeededGateway, 'url' | 'authorization' | 'fetch'>;
  readonly send?: typeof fetch;
  readonly options?: Partial<GatewayExchangeOptions>;
}

function packagedClient({ gateway, send = gateway.fetch, options }: Start): Client {
  const token = () => gateway.authorization.authorization.slice('Bearer '.length);
  const ours = gatewayExchange({ token, retry: { firstDelayMs: 1, maxAttempts: 4 }, ...options });
  const exchanges = [cacheExchange(cacheOptions()), ours, fetchExchange];
  return new Client({ url: gateway.url, exchanges, fetch: send });
}

const firstTwo = (client: Client) => client.query(transactionsPage, { first: 2 }).toPromise();

/** Graphcache complains where it is told too little. */
function watchWarnings() {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  onTestFinished(() => warn.mockRestore());
  return warn.mock.calls;
}

async function firstId(client: Client): Promise<string> {
  const { data, error } = await client.query(TransactionsDocument, { first: 1 }).toPromise();
  if (error) throw error;
  return data!.transactions!.nodes[0]!.id;
}

const pdf = (size = 20) =>
  new File([`%PDF-1.7\n${' '.repeat(size)}\n%%EOF\n`], 'offer.pdf', { type: 'application/pdf' });
const about = { description: 'The offer', sender: 'Example Realty', pageCount: 1 };

test('the package sends queries by POST, and a file as urql’s own form, with the header that proves no forgery', async () => {
  const gateway = shared();
  const client = packagedClient({ gateway });
  const transactionId = await firstId(client);
  const input = { transactionId, file: pdf(), ...about };
  const progress: number[] = [];
  const context = uploadContext({ onProgress: (part) => progress.push(part) });
  const { data } = await client.mutation(UploadFileDocument, { input }, context).toPromise();
  expect(data!.uploadFile).toMatchObject({ outcome: 'COMMITTED', file: { name: 'offer.pdf' } });
  expect(progress.at(-1)).toBe(1);
});

/** Uploads a file under a key to a gateway that is busy for half a minute. */
async function uploadToBusy(signal: AbortSignal, onAttempt = () => {}) {
  const send = vi.fn<typeof fetch>(async () => {
    onAttempt();
    return busy('29');
  });
  const nowhere = { url: 'https://gateway.example/graphql', authorization: { authorization: 'Bearer t' }, fetch: send };
  const input = { transactionId: 'any', file: pdf(), ...about, idempotencyKey: 'k' };
  const client = packagedClient({ gateway: nowhere });
  const { error } = await client.mutation(UploadFileDocument, { input }, uploadContext({ signal })).toPromise();
  return { error, attempts: send.mock.calls.length };
}

test('an upload that is canceled while it waits for another attempt is told so at once', async () => {
  const canceled = new AbortController();
  const { error, attempts } = await uploadToBusy(canceled.signal, () => setImmediate(() => canceled.abort()));
  expect(error?.networkError?.name).toBe('AbortError');
  expect(attempts).toBe(1);
});

test('pages become one list under each filter and order, and a transaction is held once', async () => {
  const warnings = watchWarnings();
  const gateway = shared();
  const client = packagedClient({ gateway });
  const read = async (variables: object) =>
    (await client.query(TransactionsDocument, variables).toPromise()).data!.transactions!;
  const whole = (await packagedClient({ gateway }).query(TransactionsDocument, { first: 9 }).toPromise()).data!
    .transactions!;
  let page = await read({ first: 3 });
  for (let count = 1; count < 3; count += 1) page = await read({ first: 3, after: page.pageInfo.endCursor });
  expect(page.nodes.map((node) => node!.id)).toEqual(whole.nodes.map((node) => node!.id));
  expect(page).toMatchObject({ totalCount: whole.totalCount, pageInfo: { hasPreviousPage: false, hasNextPage: true } });
  expect((await read({ first: 3, filter: { statuses: ['CLOSED'] } })).nodes.length).toBeLessThanOrEqual(3);

  const { id } = whole.nodes[0]!;
  await client.query(TransactionDocument, { id }).toPromise();
  await client.query(TransactionFilesDocument, { id, first: 1 }).toPromise();
  expect(warnings).toEqual([]);
});

test('what a write changes is loaded again: lists after a creation, files after an upload', async () => {
  const warnings = watchWarnings();
  const gateway = shared();
  const client = packagedClient({ gateway });
  const id = await firstId(client);
  const counts: { transactions?: number; files?: number; mine?: number; account?: number } = {};
  const { unsubscribe: leaveList } = client.query(TransactionsDocument, { first: 1 }).subscribe(({ data }) => {
    counts.transactions = data?.transactions?.totalCount ?? -1;
  });
  const { unsubscribe: leaveFiles } = client.query(TransactionFilesDocument, { id }).subscribe(({ data }) => {
    counts.files = data?.transaction?.files?.totalCount ?? -1;
  });
  const mine = '{ viewer { transactions(first: 1) { totalCount nodes { id } } } }';
  const { unsubscribe: leaveMine } = client.query(mine, {}).subscribe(({ data }) => {
    counts.mine = data?.viewer.transactions.totalCount;
  });
  const ofAccount =
    '{ viewer { accounts(first: 1) { nodes { id transactions(first: 1) { totalCount nodes { id } } } } } }';
  const { unsubscribe: leaveAccount } = client.query(ofAccount, {}).subscribe(({ data }) => {
    counts.account = data?.viewer.accounts.nodes[0].transactions.totalCount;
  });
  onTestFinished(leaveAccount);
  onTestFinished(leaveMine);
  onTestFinished(leaveList);
  onTestFinished(leaveFiles);
  await expect.poll(() => counts.transactions).toBeGreaterThan(20);
  await expect.poll(() => counts.files).toBeGreaterThan(-1);
  const { transactions = 0, files = 0 } = counts;
  await expect.poll(() => [counts.mine, counts.account]).toEqual([transactions, transactions]);
  const place = { stateId: 'UT', name: '12 Example Street', streetAddress: '12 Example Street' };
  const input = { ...place, propertyType: 'RESIDENTIAL', type: 'LISTING', status: 'NEW' } as const;
  await client.mutation(CreateTransactionDocument, { input }).toPromise();
  await client.mutation(UploadFileDocument, { input: { transactionId: id, file: pdf(), ...about } }).toPromise();
  const one = transactions + 1;
  await expect.poll(() => counts).toEqual({ transactions: one, mine: one, account: one, files: files + 1 });
  expect(warnings).toEqual([]);
});

test('a deleted transaction leaves the cache, and the lists that showed it are loaded again', async () => {
  const gateway = shared();
  let tell = (_result: ExecutionResult): void => {};
  const forwardSubscription = () => ({
    subscribe({ next }: { next: (result: ExecutionResult) => void }) {
      tell = next;
      return { unsubscribe() {} };
    },
  });
  const token = () => gateway.authorization.authorization.slice('Bearer '.length);
  const exchanges = [
    cacheExchange(cacheOptions()),
    subscriptionExchange({ forwardSubscription }),
    gatewayExchange({ token }),
    fetchExchange,
  ];
  const client = new Client({ url: gateway.url, exchanges, fetch: gateway.fetch });
  const id = await firstId(client);
  let lists = 0;
  onTestFinished(client.query(TransactionsDocument, { first: 1 }).subscribe(() => (lists += 1)).unsubscribe);
  onTestFinished(client.subscription(TransactionChangesDocument, {}).subscribe(() => {}).unsubscribe);
  await expect.poll(() => lists).toBe(1);
  const sent = gateway.sent.length;
  const change = { __typename: 'TransactionChange', kind: 'DELETED', cursor: 'c', version: null, transaction: null };
  tell({ data: { transactionChanges: { ...change, transactionId: id } } });
  await expect.poll(() => gateway.sent.length).toBe(sent + 1);
  await expect.poll(() => lists).toBeGreaterThan(1);
});

test('a transaction that a page of changes tells as deleted leaves the cache, so that lists with it are loaded when they are queried next', async () => {
  const gateway = shared();
  let deletedId = '';
  const page = {
    __typename: 'TransactionChangePage',
    endCursor: 'c',
    hasMore: false,
  };
  const fetching: typeof fetch = async (url, init) => {
    if (!String(init?.body).includes('transactionChanges')) return gateway.fetch(url, init);
    const change = { __typename: 'TransactionChange', kind: 'DELETED', transactionId: deletedId };
    return Response.json({ data: { transactionChanges: { ...page, changes: [change] } } });
  };
  const client = packagedClient({ gateway: { ...gateway, fetch: fetching } });
  deletedId = await firstId(client);
  const sent = gateway.sent.length;
  const warnings = watchWarnings();
  const { data } = await client
    .query('{ transactionChanges { changes { kind transactionId } endCursor hasMore } }', {})
    .toPromise();
  expect(data.transactionChanges.changes).toMatchObject([{ kind: 'DELETED' }]);
  expect(warnings).toEqual([]);
  await firstId(client);
  expect(gateway.sent.length).toBe(sent + 1);
});

test('a transaction that is created makes searches and deadlines load again', async () => {
  const index = await openSearchIndex();
  const gateway = await startSeededGateway({ index });
  const client = packagedClient({ gateway });
  const period = { from: '2026-03-01', to: '2026-03-14' };
  const answers = { found: 0, due: 0 };
  onTestFinished(client.query(SearchDocument, { text: 'elm' }).subscribe(() => (answers.found += 1)).unsubscribe);
  onTestFinished(client.query(DeadlinesDocument, period).subscribe(() => (answers.due += 1)).unsubscribe);
  await expect.poll(() => answers).toEqual({ found: 1, due: 1 });
  const sent = gateway.sent.length;
  const place = { stateId: 'UT', name: '1 Sample Street', streetAddress: '1 Sample Street' };
  const input = { ...place, propertyType: 'RESIDENTIAL', type: 'LISTING', status: 'NEW' } as const;
  await client.mutation(CreateTransactionDocument, { input }).toPromise();
  await expect.poll(() => gateway.sent.length).toBe(sent + 3);
});

test('what a rejected write has not changed is not loaded again', async () => {
  const gateway = shared();
  const client = packagedClient({ gateway });
  const id = await firstId(client);
  const queries = [client.query(TransactionsDocument, { first: 1 }), client.query(TransactionFilesDocument, { id })];
  for (const query of queries) onTestFinished(query.subscribe(() => undefined).unsubscribe);
  await Promise.all(queries.map((query) => query.toPromise()));
  const input = {
    stateId: 'UT',
    name: '',
    streetAddress: '',
    propertyType: 'RESIDENTIAL',
    type: 'LISTING',
    status: 'NEW',
  } as const;
  const created = await client.mutation(CreateTransactionDocument, { input }).toPromise();
  const uploaded = await client
    .mutation(UploadFileDocument, { input: { transactionId: id, file: new File([], 'a.pdf'), ...about } })
    .toPromise();
  expect([created.data?.createTransaction?.outcome, uploaded.data?.uploadFile?.outcome]).toEqual([
    'REJECTED',
    'REJECTED',
  ]);
  // Whatever were loaded again would have been asked for before this.
  await client.query('{ viewer { role } }', {}).toPromise();
  expect(gateway.sent).toHaveLength(5);
});

test('graphcache knows of every type in lists and objects whether it has an id', () => {
  const { keys = {} } = cacheOptions();
  const types = Object.values(createSchema().getTypeMap()).filter(isObjectType);
  const isStored = (name: string) =>
    !/^__|^(Query|Mutation|Subscription|PageInfo)$|(Connection|Edge|Payload)$/.test(name);
  const withoutId = types.filter((type) => isStored(type.name) && !('id' in type.getFields())).map(({ name }) => name);
  // These are parts of a mutation's result, which is not stored.
  const passing = ['UpstreamAnswer', 'UserError', 'AddedServiceProvider', 'MemberLink'];
  expect(withoutId.filter((name) => !(name in keys) && !passing.includes(name))).toEqual([]);
  expect(Object.keys(keys).filter((name) => !withoutId.includes(name))).toEqual([]);
});

const busy = (retryAfter = '0') =>
  Response.json(
    { errors: [{ message: 'Busy', extensions: { code: 'OVERLOADED', retryable: true } }] },
    { status: 503, headers: { 'retry-after': retryAfter } },
  );

/** Answers the first requests itself. */
function failing(gateway: Pick<SeededGateway, 'fetch'>, ...answers: readonly (() => Response)[]) {
  const left = [...answers];
  return vi.fn<typeof fetch>(async (input, init) => left.shift()?.() ?? gateway.fetch(input, init));
}

test('what can be tried again is: queries and writes under a key, after a busy gateway, a proxy’s error and a broken connection', async () => {
  const gateway = shared();
  const broken = () => {
    throw new TypeError('terminated');
  };
  const proxy = () => new Response('<h1>Bad gateway</h1>', { status: 502, headers: { 'content-type': 'text/html' } });
  const send = failing(gateway, busy, proxy, broken);
  const { data, error } = await firstTwo(packagedClient({ gateway, send }));
  expect(error).toBeUndefined();
  expect(data!.transactions!.edges).toHaveLength(2);
  expect(send).toHaveBeenCalledTimes(4);

  const place = { stateId: 'UT', name: '12 Example Street', streetAddress: '12 Example Street' };
  const input = { ...place, propertyType: 'RESIDENTIAL', type: 'LISTING', status: 'NEW' } as const;
  const create = async (idempotencyKey: string | null) => {
    const sendWrite = failing(gateway, busy);
    const client = packagedClient({ gateway, send: sendWrite });
    const result = await client
      .mutation(CreateTransactionDocument, { input: { ...input, idempotencyKey } })
      .toPromise();
    return { ...result, attempts: sendWrite.mock.calls.length };
  };
  expect(await create('once')).toMatchObject({ data: { createTransaction: { outcome: 'COMMITTED' } }, attempts: 2 });
  const bare = await create(null);
  expect(bare.attempts).toBe(1);
  expect(toFailure(bare.error!)).toMatchObject({ status: 503, retryAfter: '0' });
});

test('requests whose token has expired share one renewal, and a cache sends one again without trying twice as often', async () => {
  const gateway = shared();
  const fresh = gateway.authorization.authorization.slice('Bearer '.length);
  let token = 'expired';
  const renewToken = vi.fn(async () => {
    token = fresh;
    return true;
  });
  const send = vi.fn(gateway.fetch);
  const client = packagedClient({ gateway, send, options: { token: () => token, renewToken } });
  const results = await Promise.all([
    firstTwo(client),
    client.query('{ viewer { role } }', {}).toPromise(),
    client.query('{ viewer { nrdsIds } }', {}).toPromise(),
  ]);
  expect(results.map(({ error }) => error)).toEqual([undefined, undefined, undefined]);
  expect(renewToken).toHaveBeenCalledTimes(1);

  const again = failing(gateway, ...Array.from({ length: 9 }, () => busy));
  const patient = packagedClient({ gateway, send: again, options: { retry: { firstDelayMs: 1, maxAttempts: 3 } } });
  const { operation } = await patient.query('{ viewer { role } }', {}).toPromise();
  expect(again).toHaveBeenCalledTimes(3);
  const repeated = await patient.executeRequestOperation({ ...operation, kind: 'query' }).toPromise();
  expect(repeated.error).toBeInstanceOf(CombinedError);
  expect(again).toHaveBeenCalledTimes(6);
});
