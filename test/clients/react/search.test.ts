// The hooks that read the search index, in React, over Apollo Client and a real gateway with an index that a test fills by hand.
import { ApolloClient } from '@apollo/client';
import { demoAgentNrdsId } from '@realty-forms/reference/seed/agents.ts';
import { expect, test } from 'vitest';
import { createCache } from '../../../client/src/apollo/cache.ts';
import { createLink } from '../../../client/src/apollo/link.ts';
import { messageOf } from '../../../client/src/core/errors.ts';
import { CreateTransactionDocument } from '../../../client/src/documents/generated.ts';
import { type Deadline, type DeadlinesOptions, useDeadlines } from '../../../client/src/react/use-deadlines.ts';
import { type SearchedTransaction, type SearchOptions, useSearch } from '../../../client/src/react/use-search.ts';
import type { SearchIndex } from '../../../src/gateway/search/index.ts';
import { load, row } from '../../gateway/search/index-under-test.ts';
import { coordinatorToken } from '../../support/callers/caller-tokens.ts';
import { openSearchIndex } from '../../support/gateways/search-index.ts';
import { type SeededGateway, shareSeededGateway, startSeededGateway } from '../seeded-gateway.ts';
import { renderHook } from './page.ts';

type Options = SearchOptions<SearchedTransaction>;
type Body = { readonly operationName: string; readonly variables: Readonly<Record<string, unknown>> };
type Send = (input: RequestInfo | URL, init?: RequestInit) => Promise<Response>;

const another = '999000002';
const asOf = Date.parse('2026-03-06T10:00:00Z');
const deals = [
  row('1', { transName: 'Elm 1', propertyStatus: 'A', dueDiligenceDate: '2026-04-02', lastUpdateDate: '2026-03-05' }),
  row('2', { transName: 'Elm 2', propertyStatus: 'P', dueDiligenceDate: '2026-04-01', lastUpdateDate: '2026-03-04' }),
  row('3', { transName: 'Elm 3', propertyStatus: 'A', dueDiligenceDate: '2026-04-09', lastUpdateDate: '2026-03-03' }),
  row('4', { transName: 'Oak', propertyStatus: 'P', lastUpdateDate: '2026-03-02' }),
];

async function fill(index: SearchIndex): Promise<void> {
  await load(index, demoAgentNrdsId, deals, asOf);
  await load(index, another, [row('5', { transName: 'Elm of another', lastUpdateDate: '2026-03-01' })], asOf);
}

/** For tests that change nothing. */
const shared = shareSeededGateway(async (onCleanup) => {
  const index = await openSearchIndex(onCleanup);
  await fill(index);
  return { index };
});

/** With an index of its own. */
async function startAlone() {
  const index = await openSearchIndex();
  await fill(index);
  return { index, ...start({ gateway: await startSeededGateway({ index }) }) };
}

/** A client, and what it sends; `intercept` answers a search, or sends it. */
function start({ gateway = shared(), token = '' }: { readonly gateway?: SeededGateway; readonly token?: string } = {}) {
  const sent: { readonly body: Body; readonly signal: AbortSignal | null | undefined }[] = [];
  let answer: Intercept | null = null;
  const send: Send = (input, init) => {
    const body: Body = JSON.parse(String(init?.body));
    sent.push({ body, signal: init?.signal });
    return answer?.(body, init) ?? fetch(input, init);
  };
  const link = createLink({ uri: gateway.url, token: () => token || gateway.token, fetch: send });
  const client = new ApolloClient({ cache: createCache(), link });
  const texts = () => sent.flatMap(({ body }) => (body.operationName === 'Search' ? [body.variables['text']] : []));
  return { client, sent, texts, intercept: (next: Intercept | null) => (answer = next) };
}

/** Undefined: the request is sent. */
type Intercept = (body: Body, init: RequestInit | undefined) => Promise<Response> | undefined;

/** Is answered never, but ends when it is canceled. */
const silence = (_: Body, init: RequestInit | undefined) =>
  new Promise<Response>((_, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)));

const cutOff = () => Promise.reject(new TypeError('cut off'));

const names = (rows: readonly { readonly name: string | null }[]) => rows.map(({ name }) => name);
const unhurried = 1_000_000;

test('what is typed is sent once the reader pauses; until then the former result is there, marked as such', async () => {
  const { client, texts } = start();
  const { initial, current, rerender, complaints } = await renderHook(client, useSearch, {} as Options);
  expect(initial).toMatchObject({ transactions: [], totalCount: null, isLoading: true, isPrevious: false });
  await expect.poll(() => names(current().transactions)).toEqual(['Elm 1', 'Elm 2', 'Elm 3', 'Oak']);
  expect(current()).toMatchObject({ totalCount: 4, isComplete: true, isLoading: false, hasMore: false });
  expect(current().asOf).toBe(new Date(asOf).toISOString());
  expect(current().facets?.statuses).toMatchObject([
    { value: 'ACTIVE', count: 2 },
    { value: 'PENDING', count: 2 },
  ]);

  for (const text of ['oa', 'oak']) {
    rerender({ text, delayMs: unhurried });
    await expect.poll(current).toMatchObject({ totalCount: 4, isPrevious: true, isLoading: true });
  }
  rerender({ text: 'oak', delayMs: 0 });
  await expect.poll(() => names(current().transactions)).toEqual(['Oak']);
  expect(current()).toMatchObject({ totalCount: 1, isPrevious: false, isLoading: false });
  rerender({ text: ' oak ', delayMs: unhurried });
  rerender({ text: ' ', delayMs: unhurried });
  await expect.poll(current).toMatchObject({ totalCount: 4, isPrevious: false });
  expect(texts().slice(0, 2)).toEqual([undefined, 'oak']);
  expect(complaints).toEqual([]);
});

test('a text of one character is not sent, and waits for more', async () => {
  const { client, texts } = start();
  const { current, rerender } = await renderHook(client, useSearch, { text: 'e', delayMs: 0 } as Options);
  expect(current()).toMatchObject({ isTooShort: true, isLoading: false, transactions: [], failure: null });
  rerender({ text: 'el', delayMs: 0 });
  await expect.poll(current).toMatchObject({ isTooShort: false, totalCount: 3 });
  rerender({ text: 'e', delayMs: 0 });
  await expect.poll(current).toMatchObject({ isTooShort: true, totalCount: 3, isPrevious: true, isLoading: false });
  rerender({ text: '#1', delayMs: 0 });
  await expect.poll(current).toMatchObject({ isTooShort: false, isPrevious: false });
  expect(texts()).toEqual(['el', '#1']);
});

test('under another filter, nothing of the former result is shown', async () => {
  const { client } = start();
  const seen: (readonly [Options, readonly SearchedTransaction[]])[] = [];
  const useRecorded = (given: Options) => {
    const shown = useSearch(given);
    seen.push([given, shown.transactions]);
    return shown;
  };
  const { current, rerender } = await renderHook(client, useRecorded, {} as Options);
  await expect.poll(() => current().totalCount).toBe(4);
  rerender({ filter: { statuses: ['PENDING'] } });
  await expect.poll(() => names(current().transactions)).toEqual(['Elm 2', 'Oak']);
  const filtered = seen.filter(([{ filter }]) => filter).map(([, rows]) => rows.length);
  expect(filtered).toContain(0);
  expect(filtered).not.toContain(4);
});

test('a search that is no longer wanted is canceled, and its rows never come', async () => {
  const { client, sent, intercept } = start();
  const { current, rerender, unmount } = await renderHook(client, useSearch, { text: 'oak', delayMs: 0 } as Options);
  await expect.poll(() => names(current().transactions)).toEqual(['Oak']);
  intercept((body, init) => (body.variables['text'] === 'elm' ? silence(body, init) : undefined));
  rerender({ text: 'elm', delayMs: 0 });
  await expect.poll(() => sent.at(-1)?.body.variables['text']).toBe('elm');
  const outdated = sent.at(-1);
  expect(outdated?.signal?.aborted).toBe(false);
  rerender({ text: 'elm 2', delayMs: 0 });
  await expect.poll(() => names(current().transactions)).toEqual(['Elm 2']);
  expect(outdated?.signal?.aborted).toBe(true);

  intercept(silence);
  rerender({ text: 'elm 3', delayMs: 0 });
  await expect.poll(() => sent.at(-1)?.body.variables['text']).toBe('elm 3');
  unmount();
  await expect.poll(() => sent.at(-1)?.signal?.aborted).toBe(true);
});

test('a result is loaded page after page, and a page that was asked for under the former text is canceled', async () => {
  const { client, sent, intercept } = start();
  const options: Options = { text: 'elm', first: 2, delayMs: 0, orderBy: { field: 'NAME' } };
  const { current, rerender } = await renderHook(client, useSearch, options);
  await expect.poll(() => names(current().transactions)).toEqual(['Elm 1', 'Elm 2']);
  expect(current().hasMore).toBe(true);
  await current().loadMore();
  await expect.poll(() => names(current().transactions)).toEqual(['Elm 1', 'Elm 2', 'Elm 3']);
  expect(current()).toMatchObject({ totalCount: 3, hasMore: false });

  rerender({ ...options, text: '', first: 2 });
  await expect.poll(current).toMatchObject({ totalCount: 4, hasMore: true, isPrevious: false });
  intercept((body, init) => (body.variables['after'] ? silence(body, init) : undefined));
  const loading = current().loadMore();
  await expect.poll(() => sent.at(-1)?.body.variables['after']).toBeTruthy();
  const page = sent.at(-1);
  rerender({ ...options, text: 'oak' });
  await loading;
  await expect.poll(() => names(current().transactions)).toEqual(['Oak']);
  expect(page?.signal?.aborted).toBe(true);
  expect(current().failure).toBeNull();
});

test('what fails says why, and the former result stays, marked as such', async () => {
  const { client, intercept } = start();
  const { current, rerender } = await renderHook(client, useSearch, { text: 'elm', delayMs: 0 } as Options);
  await expect.poll(() => current().totalCount).toBe(3);
  intercept(cutOff);
  rerender({ text: 'oak', delayMs: 0 });
  await expect.poll(() => current().failure?.cause).toBeInstanceOf(TypeError);
  expect(current()).toMatchObject({ totalCount: 3, isPrevious: true, isLoading: false });
  intercept(null);
  await current().reload();
  await expect.poll(current).toMatchObject({ totalCount: 1, isPrevious: false, failure: null });
});

test('a gateway without an index says so', async () => {
  const { client } = start({ gateway: await startSeededGateway() });
  const { current } = await renderHook(client, useSearch, {} as Options);
  await expect.poll(() => current().failure && messageOf(current().failure!)).toMatch('turned off');
  expect(current()).toMatchObject({ transactions: [], totalCount: null, isLoading: false });
});

test('a coordinator finds transactions of all its agents, each with its agent', async () => {
  const { client } = start({ token: await coordinatorToken({ agents: [demoAgentNrdsId, another] }) });
  const { current } = await renderHook(client, useSearch, { text: 'elm', withAgent: true } as Options);
  await expect.poll(() => current().totalCount).toBe(4);
  const agents = new Set(current().transactions.map(({ account }) => account?.nrdsId));
  expect(agents).toEqual(new Set([demoAgentNrdsId, another]));
});

test('a transaction that is created makes what is found load again', async () => {
  const { client, sent, texts } = await startAlone();
  const period = { from: '2026-04-01', to: '2026-04-30' };
  const { current } = await renderHook(client, () => ({ found: useSearch(), due: useDeadlines(period) }), {});
  await expect.poll(() => [current().found.totalCount, current().due.totalCount]).toEqual([4, 3]);
  const place = { stateId: 'UT', streetAddress: '1 Sample Street', name: '1 Sample Street' };
  const kinds = { propertyType: 'RESIDENTIAL', type: 'LISTING', status: 'NEW' } as const;
  await client.mutate({ mutation: CreateTransactionDocument as never, variables: { input: { ...place, ...kinds } } });
  await expect.poll(texts).toHaveLength(2);
  await expect
    .poll(() => sent.filter(({ body }) => body.operationName === 'Deadlines').map(({ body }) => body.variables))
    .toEqual([expect.objectContaining(period), expect.objectContaining(period)]);
});

test('a check moves nothing, and says whether other rows would come; a reload shows them', async () => {
  const { client, index, intercept } = await startAlone();
  const period = { from: '2026-04-01', to: '2026-04-30' };
  const options: Options = { first: 2 };
  const { current, complaints } = await renderHook(
    client,
    () => ({ found: useSearch(options), due: useDeadlines(period) }),
    {},
  );
  await expect.poll(() => [current().found.totalCount, current().due.totalCount]).toEqual([4, 3]);
  await current().found.loadMore();
  const rows = ['Elm 1', 'Elm 2', 'Elm 3', 'Oak'];
  await expect.poll(() => names(current().found.transactions)).toEqual(rows);
  const outdated = () => [current().found.isOutdated, current().due.isOutdated];
  const check = () => Promise.all([current().found.check(), current().due.check()]);
  const later = new Date(asOf + 60_000).toISOString();

  // The list was read again, and is the same.
  await load(index, demoAgentNrdsId, deals, asOf + 60_000);
  await check();
  await expect.poll(() => [current().found.asOf, current().due.asOf]).toEqual([later, later]);
  expect(outdated()).toEqual([false, false]);

  // What has changed was told before, so only its place would be another.
  const renamed = row('2', {
    transName: 'Elm 2',
    propertyStatus: 'P',
    dueDiligenceDate: '2026-04-01',
    lastUpdateDate: '2026-03-06',
  });
  await load(index, demoAgentNrdsId, [renamed, ...deals.filter((each) => each !== deals[1])], asOf + 60_000);
  const shown = current().found.transactions.find(({ name }) => name === 'Elm 2')!;
  client.cache.modify({
    id: client.cache.identify({ __typename: 'Transaction', id: shown.id })!,
    fields: { lastUpdateDate: () => '2026-03-06' },
  });
  await check();
  expect(outdated()).toEqual([false, false]);

  const added = row('6', { transName: 'Fir', dueDiligenceDate: '2026-04-05', lastUpdateDate: '2026-03-07' });
  await load(index, demoAgentNrdsId, [...deals, added], asOf + 120_000);
  await check();
  await expect.poll(outdated).toEqual([true, true]);
  expect(names(current().found.transactions)).toEqual(rows);
  expect(current().found.asOf).toBe(later);

  intercept(cutOff);
  await check();
  intercept(null);
  expect(current().found.failure).toBeNull();
  await Promise.all([current().found.reload(), current().due.reload()]);
  await expect.poll(outdated).toEqual([false, false]);
  expect(names(current().found.transactions)).toEqual(['Fir', 'Elm 1']);
  expect(current().due.deadlines).toHaveLength(4);
  expect(complaints).toEqual([]);
});

test('deadlines are in the order of the days, page after page, and those of another period are never shown', async () => {
  const { client } = start();
  const seen: (readonly [string, readonly Deadline[]])[] = [];
  const useRecorded = (given: DeadlinesOptions<Deadline>) => {
    const shown = useDeadlines(given);
    seen.push([given.from, shown.deadlines]);
    return shown;
  };
  const april = { from: '2026-04-01', to: '2026-04-30', first: 2 };
  const { current, rerender, complaints } = await renderHook(client, useRecorded, april);
  await expect.poll(() => current().deadlines.length).toBe(2);
  expect(current()).toMatchObject({ totalCount: 3, hasMore: true, isComplete: true });
  await current().loadMore();
  await expect.poll(() => current().deadlines.length).toBe(3);
  expect(current().deadlines.map(({ date, transaction }) => [date, transaction.name])).toEqual([
    ['2026-04-01', 'Elm 2'],
    ['2026-04-02', 'Elm 1'],
    ['2026-04-09', 'Elm 3'],
  ]);
  rerender({ ...april, from: '2026-04-03' });
  await expect.poll(() => current().totalCount).toBe(1);
  const dates = seen.flatMap(([from, rows]) => (from === '2026-04-03' ? rows.map(({ date }) => date) : []));
  expect(new Set(dates)).toEqual(new Set(['2026-04-09']));
  rerender({ ...april, from: '2026-05-01' });
  await expect.poll(() => current().failure && messageOf(current().failure!)).toMatch('must not be before from');
  expect(current().deadlines).toEqual([]);
  expect(complaints).toEqual([]);
});
