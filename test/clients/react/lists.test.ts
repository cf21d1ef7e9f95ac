// The hooks that read, in React, over Apollo Client and a real gateway: what they show, and what of it changes by itself.
import { ApolloClient, ApolloLink, Observable } from '@apollo/client';
import { expect, test } from 'vitest';
import { createCache } from '../../../client/src/apollo/cache.ts';
import { createLink } from '../../../client/src/apollo/link.ts';
import { type TransactionSummaryFragment, TransactionsDocument } from '../../../client/src/documents/generated.ts';
import { useLive } from '../../../client/src/react/use-live.ts';
import { useTransaction } from '../../../client/src/react/use-transaction.ts';
import { type TransactionsOptions, useTransactions } from '../../../client/src/react/use-transactions.ts';
import { type SeededGateway, shareSeededGateway, startSeededGateway } from '../seeded-gateway.ts';
import { renderHook } from './page.ts';

type Options = TransactionsOptions<TransactionSummaryFragment>;

/** Nothing reaches the gateway. */
const cutOff = new ApolloLink(() => new Observable((observer) => observer.error(new TypeError('cut off'))));

/** For tests that write nothing. */
const shared = shareSeededGateway();

/** A client, what it sends, and someone else who writes. `intercept` answers or passes on what the client sends. */
async function start(intercept?: ApolloLink) {
  return clientOf(await startSeededGateway(), intercept);
}

function clientOf(gateway: SeededGateway, intercept?: ApolloLink) {
  const token = gateway.authorization.authorization.slice('Bearer '.length);
  const sent: { readonly text: string; readonly signal: AbortSignal | null | undefined }[] = [];
  const link = createLink({
    uri: gateway.url,
    token: () => token,
    retry: { firstDelayMs: 1 },
    fetch(input, init) {
      sent.push({ text: String(init?.body), signal: init?.signal });
      return fetch(input, init);
    },
  });
  const client = new ApolloClient({ cache: createCache(), link: intercept ? intercept.concat(link) : link });

  async function write(query: string, input: object): Promise<unknown> {
    const headers = { 'content-type': 'application/json', ...gateway.authorization };
    const response = await fetch(gateway.url, {
      method: 'POST',
      headers,
      body: JSON.stringify({ query, variables: { input } }),
    });
    const { data } = (await response.json()) as {
      readonly data: Readonly<Record<string, { readonly outcome: string }>>;
    };
    const [payload] = Object.values(data);
    expect(payload).toMatchObject({ outcome: 'COMMITTED' });
    return payload;
  }
  const create = async (name: string) => {
    const query =
      'mutation ($input: CreateTransactionInput!) { createTransaction(input: $input) { outcome transaction { id } } }';
    const place = { agentNrdsId: gateway.agentNrdsId, stateId: 'UT', streetAddress: '1 Sample Street', name };
    const payload = await write(query, { ...place, propertyType: 'RESIDENTIAL', type: 'LISTING', status: 'NEW' });
    return (payload as { readonly transaction: { readonly id: string } }).transaction.id;
  };
  const addProvider = (transactionId: string) => {
    const query = 'mutation ($input: AddServiceProvidersInput!) { addServiceProviders(input: $input) { outcome } }';
    const address = { companyAddress: '5 Sample Plaza', email: 'desk@escrow.example', contact: { phone: '555-0100' } };
    const provider = { kind: 'ESCROW', company: 'Sample Escrow', agentName: 'Esther Sample', ...address };
    return write(query, { transactionId, providers: [provider] });
  };
  const sentOf = (operation: string) => sent.filter(({ text }) => text.includes(`"operationName":"${operation}"`));
  const streamEnds = () => gateway.lines.flatMap(({ route, ended }) => (route === '/graphql stream' ? [ended] : []));
  return { ...gateway, client, create, addProvider, sentOf, streamEnds };
}

/** Two rows of a list, and a stream of their agent's changes that tells what a test says. */
async function showListed(gateway = shared()) {
  const { link, tell, streams } = openHand();
  const { client, ...started } = clientOf(gateway, link);
  const shown = await renderHook(client, useTransactions, { first: 2 } as Options);
  await expect.poll(() => shown.current().transactions.length).toBe(2);
  await expect.poll(streams).toBe(1);
  return { client, ...started, ...shown, tell };
}

const names = (rows: readonly { readonly name?: string | null }[]) => rows.map(({ name }) => name);

test('a list is loaded page after page, each row once, and a second call while one loads is none', async () => {
  const { client, sentOf } = clientOf(shared());
  const options: Options = { first: 5, live: false, orderBy: { field: 'NAME' } };
  const { initial, current, complaints } = await renderHook(client, useTransactions, options);
  expect(initial).toMatchObject({ transactions: [], totalCount: null, isLoading: true, live: { state: 'off' } });
  await expect.poll(() => current().transactions.length).toBe(5);
  await Promise.all([current().loadMore(), current().loadMore()]);
  await expect.poll(() => current().transactions.length).toBe(10);
  expect(current()).toMatchObject({ isLoading: false, isLoadingMore: false, failure: null, hasMore: true });
  expect(new Set(current().transactions.map(({ id }) => id)).size).toBe(10);
  const sorted = names(current().transactions).toSorted((one, other) => (one ?? '').localeCompare(other ?? ''));
  expect(names(current().transactions)).toEqual(sorted);
  expect(sentOf('Transactions')).toHaveLength(2);
  expect(sentOf('TransactionChanges')).toEqual([]);
  expect(complaints).toEqual([]);
});

test('while another filter loads, the former rows stay, and none of them continues its list', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { client, sentOf } = clientOf(
    shared(),
    new ApolloLink((operation, forward) => {
      if (operation.variables['filter'] === undefined) return forward(operation);
      return new Observable((observer) => void released.then(() => forward(operation).subscribe(observer)));
    }),
  );
  const { current, rerender } = await renderHook(client, useTransactions, { live: false } as Options);
  await expect.poll(() => current().transactions.length).toBe(20);
  expect(current().hasMore).toBe(true);
  rerender({ live: false, filter: { statuses: ['PENDING'] } });
  await expect.poll(() => current().isLoading).toBe(true);
  expect(current()).toMatchObject({ transactions: { length: 20 }, isPrevious: true, hasMore: false });
  await current().loadMore();
  release();
  await expect.poll(() => current().isLoading).toBe(false);
  expect(new Set(current().transactions.map(({ status }) => status))).toEqual(new Set(['PENDING']));
  expect(current()).toMatchObject({ isPrevious: false, failure: null });
  expect(sentOf('Transactions')).toHaveLength(2);
});

test('what is shown stays when it cannot be loaded again, however often', async () => {
  let isCutOff = false;
  const { client, create } = await start(
    new ApolloLink((operation, forward) => (isCutOff ? cutOff.request(operation, forward) : forward(operation))),
  );
  const id = await create('24 Lasting Road');
  const { current } = await renderHook(
    client,
    () => ({ list: useTransactions({ live: false }), one: useTransaction(id, { live: false }) }),
    {},
  );
  await expect.poll(() => [current().list.transactions.length, current().one.transaction?.id]).toEqual([20, id]);
  isCutOff = true;
  for (let times = 0; times < 3; times += 1) {
    await Promise.all([current().list.reload(), current().one.reload()]);
    await expect.poll(() => [current().list.failure, current().one.failure]).not.toContain(null);
    expect([current().list.transactions.length, current().one.transaction?.id]).toEqual([20, id]);
  }
});

test('what others change is shown in its place, and what they add waits until the list is loaded again', async () => {
  const { client, create, addProvider, sentOf, streamEnds } = await start();
  const options: Options = { first: 100, orderBy: { field: 'INSERT_DATE', direction: 'DESC' } };
  const page = await renderHook(
    client,
    (given: Options) => ({ list: useTransactions(given), live: useLive() }),
    options,
  );
  const list = () => page.current().list;
  await expect.poll(() => page.current().live.state).toBe('live');
  await expect.poll(() => list().transactions.length).toBeGreaterThan(20);
  await expect.poll(() => list().isLoading).toBe(false);
  const before = list().transactions;

  const [{ id }] = [before[3]!];
  await addProvider(id);
  await expect.poll(() => [...list().changed.keys()]).toEqual([id]);
  expect(list().transactions.map((row) => row.id)).toEqual(before.map((row) => row.id));
  await expect.poll(() => list().transactions[3]!.lastUpdateDate).not.toBe(before[3]!.lastUpdateDate);
  expect(list().waiting).toEqual([]);

  const newId = await create('21 New Road');
  await expect.poll(() => names(list().waiting)).toEqual(['21 New Road']);
  expect(list().isOutdated).toBe(false);
  await list().reload();
  await expect.poll(() => list().transactions[0]!.id).toBe(newId);
  await expect.poll(() => list().waiting).toEqual([]);
  await expect.poll(() => [...list().changed.keys()]).toEqual([id, newId]);
  list().seen([id]);
  await expect.poll(() => [...list().changed.keys()]).toEqual([newId]);

  // Two hooks, and each of their effects twice: one stream.
  expect(sentOf('TransactionChanges')).toHaveLength(1);
  page.unmount();
  await expect.poll(streamEnds).toEqual(['client']);
  expect(page.complaints).toEqual([]);
});

test('what cannot match the filter does not wait', async () => {
  const { client, create } = await start();
  const { current } = await renderHook(client, useTransactions, { filter: { statuses: ['CLOSED'] } } as Options);
  await expect.poll(() => current().live.state).toBe('live');
  await create('22 New Road');
  await expect.poll(() => names([...current().changed.values()])).toEqual(['22 New Road']);
  expect(current().waiting).toEqual([]);
});

/** A stream that tells whatever a test wants. */
function openHand() {
  const sinks: ((result: object) => void)[] = [];
  const link = new ApolloLink((operation, forward) =>
    operation.operationType === 'subscription'
      ? new Observable<ApolloLink.Result>((observer) => void sinks.push((result) => observer.next(result)))
      : forward(operation),
  );
  const tell = (kind: string, transaction: object | null = null, transactionId: string | null = null) => {
    const change = { __typename: 'TransactionChange', kind, cursor: kind, version: null, transactionId, transaction };
    sinks.at(-1)!({ data: { transactionChanges: change } });
  };
  return { link, tell, streams: () => sinks.length };
}

test('READY means: load the list again, by itself when the stream begins, and later when the reader wants it', async () => {
  const { client, sentOf, create, current, tell } = await showListed(await startSeededGateway());
  await create('23 New Road');
  tell('READY');
  await expect.poll(() => sentOf('Transactions').length).toBe(2);
  await expect.poll(() => current().isLoading).toBe(false);
  expect(current().isOutdated).toBe(false);

  tell('READY');
  await expect.poll(() => current().isOutdated).toBe(true);
  expect(sentOf('Transactions')).toHaveLength(2);

  const { link: working } = client;
  client.setLink(cutOff);
  await current().reload();
  await expect.poll(() => current().failure).not.toBeNull();
  expect(current().isOutdated).toBe(true);
  client.setLink(working);
  await current().reload();
  await expect.poll(() => current().isOutdated).toBe(false);
  expect(sentOf('Transactions')).toHaveLength(3);
});

test('a list that cannot be loaded again when the stream begins is outdated, until it has been', async () => {
  const { client, current, tell } = await showListed();
  const { link: working } = client;
  client.setLink(cutOff);
  tell('READY');
  await expect.poll(() => current().isOutdated).toBe(true);
  expect(current().failure?.cause).toBeInstanceOf(TypeError);
  client.setLink(working);
  await current().reload();
  await expect.poll(() => [current().isOutdated, current().failure]).toEqual([false, null]);
});

test('another list is not outdated because the former one could not be loaded again', async () => {
  const { client, current, rerender, tell } = await showListed();
  const { link: working } = client;
  const fails: (() => void)[] = [];
  const held = () =>
    new Observable<ApolloLink.Result>((observer) => void fails.push(() => observer.error(new TypeError('cut off'))));
  client.setLink(new ApolloLink(held));
  tell('READY');
  await expect.poll(() => fails.length).toBe(1);
  client.setLink(working);
  rerender({ first: 3 });
  await expect.poll(() => current().transactions.length).toBe(3);
  fails[0]!();
  await current().loadMore();
  await expect.poll(() => current().transactions.length).toBe(6);
  expect(current().isOutdated).toBe(false);
});

test('a change before READY, one that comes twice and one of a row that is shown are each one change', async () => {
  const { client, current, tell } = await showListed();
  const [row] = client.cache.extract() ? current().transactions : [];
  const renamed = { __typename: 'Transaction', ...row, name: 'Renamed' };
  tell('CHANGED', renamed);
  tell('READY');
  tell('CHANGED', renamed);
  await expect.poll(() => current().transactions[0]!.name).toBe('Renamed');
  expect(current().changed.size).toBe(1);
  expect(current().transactions).toHaveLength(2);
});

test('a deleted transaction leaves the list and what waits, at once', async () => {
  const { client, current, tell } = await showListed();
  const [row, kept] = current().transactions;
  tell('RESUMED');
  tell('CHANGED', { __typename: 'Transaction', ...row, id: 'new', name: 'New' });
  await expect.poll(() => names(current().waiting)).toEqual(['New']);
  tell('DELETED', null, 'new');
  tell('DELETED', null, row!.id);
  await expect.poll(() => [names(current().waiting), current().transactions]).toEqual([[], [kept]]);
  expect(JSON.stringify(client.cache.extract())).not.toContain(`Transaction:{"id":"${row!.id}"}`);
  expect(JSON.stringify(client.cache.extract())).not.toContain(`"Transaction:${row!.id}":`);
});

test('what is told while the list is loaded again still waits, if the list does not have it yet', async () => {
  const { current, tell } = await showListed();
  const [row] = current().transactions;
  const added = (id: string) => ({ __typename: 'Transaction', ...row, id, name: id });
  tell('RESUMED');
  tell('CHANGED', added('before'));
  await expect.poll(() => names(current().waiting)).toEqual(['before']);
  const reloaded = current().reload();
  tell('CHANGED', added('meanwhile'));
  await reloaded;
  await expect.poll(() => names(current().waiting)).toEqual(['meanwhile']);
});

test('a list that has changed while its pages were loaded says so, until it is loaded again', async () => {
  const { client, create } = await start();
  const orderBy = { field: 'NAME' } as const;
  const { current } = await renderHook(client, useTransactions, { first: 99, orderBy, live: false } as Options);
  await expect.poll(() => current().transactions.length).toBeGreaterThan(20);
  const warned = new ApolloLink((operation) => {
    const pageInfo = {
      __typename: 'PageInfo',
      hasNextPage: false,
      hasPreviousPage: true,
      startCursor: null,
      endCursor: null,
    };
    const transactions = { __typename: 'TransactionConnection', totalCount: 1, nodes: [], pageInfo };
    const extensions = { warnings: [{ path: ['transactions'], code: 'LIST_CHANGED', message: 'It has' }] };
    expect(operation.operationName).toBe('Transactions');
    return new Observable((observer) => {
      observer.next({ data: { transactions }, extensions });
      observer.complete();
    });
  });
  const { link } = client;
  client.setLink(warned);
  await client.query({
    query: TransactionsDocument as never,
    variables: { first: 2, after: 'c' },
    fetchPolicy: 'network-only',
  });
  await expect.poll(() => current().isOutdated).toBe(true);
  client.setLink(link);
  await create('25 New Road');
  await current().reload();
  await expect.poll(() => current().isOutdated).toBe(false);
});

test('a list that fails says why and can be loaded again, and rows stay when a next page fails', async () => {
  let isFailing = true;
  const errors = [{ message: 'Nothing works', path: ['transactions'], extensions: { code: 'INTERNAL' } }];
  const failing = new ApolloLink((operation, forward) =>
    isFailing
      ? new Observable<ApolloLink.Result>((observer) => {
          observer.next({ data: { transactions: null }, errors } as never);
          observer.complete();
        })
      : forward(operation),
  );
  const { client } = clientOf(shared(), failing);
  const { current, complaints } = await renderHook(client, useTransactions, { first: 3, live: false } as Options);
  await expect.poll(() => current().failure?.errors[0]?.message).toBe('Nothing works');
  expect(current().isLoading).toBe(false);
  isFailing = false;
  await current().reload();
  await expect.poll(() => current().transactions.length).toBe(3);
  expect(current().failure).toBeNull();
  isFailing = true;
  await current().loadMore();
  await expect.poll(() => current().failure?.errors[0]?.message).toBe('Nothing works');
  expect(current().transactions).toHaveLength(3);
  isFailing = false;
  await current().loadMore();
  await expect.poll(() => current().transactions.length).toBe(6);
  expect(current().failure).toBeNull();
  expect(complaints).toEqual([]);
});

test('whoever leaves while a page loads ends the request, and hears no more of it', async () => {
  const { client, sentOf } = clientOf(shared());
  const { current, unmount, complaints } = await renderHook(client, useTransactions, {
    first: 3,
    live: false,
  } as Options);
  await expect.poll(() => current().transactions.length).toBe(3);
  const loading = current().loadMore();
  await expect.poll(() => sentOf('Transactions').length).toBe(2);
  unmount();
  await loading;
  expect(sentOf('Transactions')[1]!.signal?.aborted).toBe(true);
  expect(complaints).toEqual([]);
});

test('one transaction is shown as it is now and after each change, and its stream ends with the page', async () => {
  const { client, create, addProvider, streamEnds } = await start();
  const id = await create('24 New Road');
  const { current, unmount, complaints } = await renderHook(client, useTransaction, id);
  await expect.poll(() => current().transaction?.name).toBe('24 New Road');
  await expect.poll(() => current().live.state).toBe('live');
  expect(current().transaction?.serviceProviders).toEqual([]);
  await addProvider(id);
  await expect
    .poll(() => current().transaction?.serviceProviders.map(({ company }) => company))
    .toEqual(['Sample Escrow']);
  expect(current()).toMatchObject({ isGone: false, failure: null });
  unmount();
  await expect.poll(streamEnds).toEqual(['client']);
  expect(complaints).toEqual([]);
});

test('a transaction that is not there is gone, and no stream is tried over and over', async () => {
  const { client, sentOf } = clientOf(shared());
  const { current } = await renderHook(client, useTransaction, 'nothing');
  // The query and the stream say so, in either order.
  await expect.poll(current).toMatchObject({ transaction: null, isGone: true, isLoading: false });
  await expect.poll(() => current().live.state).toBe('refused');
  expect(sentOf('TransactionChanged')).toHaveLength(1);
});
