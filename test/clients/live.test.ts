// Clients that listen over real sockets and at a time that moves only when a test says so: what they are told, and how they go on when a
// stream ends. The package opens streams with Apollo Client, with urql, and with neither; what the others need is in docs/clients/.
import { setTimeout as pause } from 'node:timers/promises';
import { ApolloClient } from '@apollo/client';
import { Client, fetchExchange } from '@urql/core';
import { print } from 'graphql';
import { Environment, type FetchFunction, Network, RecordSource, Store } from 'relay-runtime';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createCache } from '../../client/src/apollo/cache.ts';
import { createLink } from '../../client/src/apollo/link.ts';
import { openByApollo } from '../../client/src/apollo/live.ts';
import { messageOf } from '../../client/src/core/errors.ts';
import { type Change, follow, type Open } from '../../client/src/core/live/follow.ts';
import { openBySse as openByFetch } from '../../client/src/core/live/sse.ts';
import { shareTokens, type TokenOptions } from '../../client/src/core/tokens.ts';
import { gatewayExchange } from '../../client/src/urql/exchange.ts';
import { openByUrql } from '../../client/src/urql/live.ts';
import type { StreamLimits } from '../../src/http/streams/streams.ts';
import { sign } from '../support/callers/caller-tokens.ts';
import { type CutProxy, startCutProxy } from '../support/cut-proxy.ts';
import { appDefaults } from '../support/gateways/default-options.ts';
import { openBySse } from './live/graphql-sse.ts';
import { openByRelay, subscribeByMultipart } from './live/relay.ts';
import { changes } from './operations.ts';
import { compile, load } from './relay/compile.ts';
import { startSeededGateway } from './seeded-gateway.ts';

interface Told extends Change {
  readonly transaction?: { readonly name?: string | null } | null;
}
/** What each client is made of: where the gateway is, how it gets tokens, and what reaches the network. */
interface Means extends TokenOptions {
  readonly token: () => string;
  readonly url: string;
  readonly artifacts: string;
  readonly fetch: typeof fetch;
}
type CreateOpen = (means: Means) => Open<Told> | Promise<Open<Told>>;

/** The package's own. */
const packaged = {
  'Apollo Client': ({ url, ...means }) =>
    openByApollo(new ApolloClient({ cache: createCache(), link: createLink({ uri: url, ...means }) }), changes),
  urql: ({ url, fetch: send, ...tokens }) =>
    openByUrql(new Client({ url, fetch: send, exchanges: [gatewayExchange(tokens), fetchExchange] }), changes),
  'no client': ({ url, fetch: send, ...tokens }) =>
    openByFetch({ url, fetch: send, query: print(changes), tokens: shareTokens(tokens) }),
} satisfies Record<string, CreateOpen>;

const all: Readonly<Record<string, CreateOpen>> = {
  ...packaged,
  'graphql-sse': ({ url, token }) => openBySse(url, token),
  async Relay({ url, token, artifacts }) {
    const neverFetches: FetchFunction = () => Promise.reject(new Error('Only subscriptions are sent'));
    const network = Network.create(neverFetches, subscribeByMultipart(url, token));
    const environment = new Environment({ network, store: new Store(new RecordSource()) });
    return openByRelay(environment, await load(artifacts, 'transactionsChangesSubscription'));
  },
};

const SECOND = 1_000;
const create = `mutation ($input: CreateTransactionInput!) { createTransaction(input: $input) { outcome } }`;

interface Listening {
  readonly received: string[];
  readonly failures: string[];
  readonly stop: () => void;
}

interface Circumstances {
  readonly clients?: Readonly<Record<string, CreateOpen>>;
  readonly streams?: Partial<StreamLimits>;
  /** How long the first token is good for. */
  readonly tokenSeconds?: number;
  readonly fetch?: typeof fetch;
  /** Clients that are told this stop while it is handed out. */
  readonly last?: string;
  /** Called before anyone listens, with the address and somebody's token; returns the address that clients use. */
  readonly prepare?: (url: string, token: string) => string | Promise<string>;
}

/** All clients, listening to the changes of an agent, and someone else who makes them. */
async function startListening({
  clients = packaged,
  streams,
  tokenSeconds = 600,
  fetch: send = fetch,
  last,
  prepare = (url) => url,
}: Circumstances = {}) {
  const gateway = await startSeededGateway({ app: { streams: { ...appDefaults.streams, ...streams } } });
  const elsewhere = await gateway.startAnother();
  const artifacts = clients === all ? await compile(gateway) : '';
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  onTestFinished(() => void vi.useRealTimers());
  // All streams become old at the same time, and all clients pause equally long.
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  onTestFinished(() => void vi.restoreAllMocks());

  const signFor = (sub: string, seconds: number) =>
    sign({
      sub,
      role: 'agent',
      nrds: [gateway.agentNrdsId],
      scope: 'transactions.read transactions.create',
      exp: Math.floor(Date.now() / SECOND) + seconds,
    });
  const [first, second] = [await signFor('listener', tokenSeconds), await signFor('listener', 6_000)];
  const someoneElse = await signFor('someone else', 6_000);

  function createTokens(): TokenOptions & { readonly token: () => string } {
    let token = first;
    const renewToken = () => {
      if (tokenSeconds > 0) token = second;
      return tokenSeconds > 0;
    };
    return { token: () => token, renewToken };
  }

  const url = await prepare(gateway.url, someoneElse);
  const listening: Record<string, Listening> = {};
  for (const [name, createOpen] of Object.entries(clients)) {
    const received: string[] = [];
    const failures: string[] = [];
    const stop = follow(await createOpen({ url, artifacts, fetch: send, ...createTokens() }), {
      change({ kind, transaction }) {
        const name = transaction?.name ?? kind;
        received.push(name);
        if (name === last) stop();
      },
      fail: (failure) => failures.push(failure.errors[0]?.message ?? messageOf(failure)),
    });
    onTestFinished(stop);
    listening[name] = { received, failures, stop };
  }
  const everyone = Object.values(listening);

  return {
    stopAll: () => everyone.forEach(({ stop }) => void stop()),
    failures: () => Object.fromEntries(Object.entries(listening).map(([name, { failures }]) => [name, failures])),
    /** Waits until each client has been told so much; expects it to be these changes and kinds. */
    async expectAllToldOnly(...expected: readonly string[]): Promise<void> {
      await until(() => everyone.every(({ received }) => received.length >= expected.length));
      const receivedBy = Object.entries(listening).map(([name, { received }]) => [name, received]);
      expect(Object.fromEntries(receivedBy)).toEqual(
        Object.fromEntries(Object.keys(clients).map((name) => [name, expected])),
      );
    },
    async create(name: string, at: 'here' | 'elsewhere'): Promise<void> {
      const address = { stateId: 'OR', streetAddress: '1 New Street', agentNrdsId: gateway.agentNrdsId };
      const input = { ...address, propertyType: 'RESIDENTIAL', type: 'PURCHASE', status: 'NEW', name };
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${someoneElse}` };
      const body = JSON.stringify({ query: create, variables: { input } });
      const response = await fetch(at === 'here' ? gateway.url : elsewhere, { method: 'POST', headers, body });
      expect(await response.json()).toMatchObject({ data: { createTransaction: { outcome: 'COMMITTED' } } });
    },
    /** Waits until each stream has ended once more; expects that it was for this reason. */
    async expectAllEnded(reason: string): Promise<void> {
      const ends = () => gateway.lines.flatMap(({ route, ended }) => (route === '/graphql stream' ? [ended] : []));
      await until(() => ends().length >= everyone.length);
      expect(ends()).toEqual(everyone.map(() => reason));
      gateway.lines.length = 0;
    },
  };
}

/** Lets time pass until a condition is met. Sockets need a moment of their own, or deadlines pass before an answer comes. */
async function until(isMet: () => boolean): Promise<void> {
  while (!isMet()) {
    await vi.advanceTimersByTimeAsync(40);
    await pause(1);
  }
}

async function pass(seconds: number): Promise<void> {
  const end = Date.now() + seconds * SECOND;
  await until(() => Date.now() >= end);
}

test('every client is told changes in order, each at once, whoever made them', async () => {
  // Without signs of life, nothing but the next change can bring one that has got stuck on the way.
  const { expectAllToldOnly, create, stopAll, expectAllEnded } = await startListening({
    clients: all,
    streams: { heartbeatMs: 9_000 * SECOND },
  });
  await expectAllToldOnly('READY');
  await create('Made here', 'here');
  await expectAllToldOnly('READY', 'Made here');
  await create('Made elsewhere', 'elsewhere');
  await expectAllToldOnly('READY', 'Made here', 'Made elsewhere');
  stopAll();
  await expectAllEnded('client');
});

test('a client goes on after a quiet minute, after an old stream, and with a new token', async () => {
  const streams = { maxMs: 70 * SECOND };
  const { expectAllToldOnly, create, expectAllEnded, failures } = await startListening({ streams, tokenSeconds: 75 });
  await expectAllToldOnly('READY');
  await pass(60);
  await create('After a quiet minute', 'here');
  await expectAllToldOnly('READY', 'After a quiet minute');
  await expectAllEnded('age');
  await create('While nobody listened', 'elsewhere');
  await expectAllToldOnly('READY', 'After a quiet minute', 'RESUMED', 'While nobody listened');
  await expectAllEnded('token');
  await create('Before the new token', 'elsewhere');
  await expectAllToldOnly(
    'READY',
    'After a quiet minute',
    'RESUMED',
    'While nobody listened',
    'RESUMED',
    'Before the new token',
  );
  expect(Object.values(failures()).flat()).toEqual([]);
});

test('a client that is told that its token is refused does not try again', async () => {
  const { failures } = await startListening({ tokenSeconds: -60 });
  await pass(12);
  const message = 'Invalid bearer token: it has expired';
  expect(failures()).toEqual({ 'Apollo Client': [message], urql: [message], 'no client': [message] });
});

/** Cuts the first responses that contain a text, in the middle of it. */
function cutting(text: string, count: number): typeof fetch {
  const decoder = new TextDecoder();
  let left = count;
  return async (input, init) => {
    const response = await fetch(input, init);
    const cut = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        const place = decoder.decode(chunk).indexOf(text);
        if (place < 0 || left === 0) return controller.enqueue(chunk);
        left -= 1;
        controller.enqueue(chunk.slice(0, place + text.length / 2));
        controller.error(new TypeError('terminated'));
      },
    });
    return new Response(response.body!.pipeThrough(cut), response);
  };
}

test('a change whose stream is cut in its middle is told by the next one', async () => {
  const clients = Object.keys(packaged).length;
  const circumstances = { fetch: cutting('Cut in two', clients) };
  const { expectAllToldOnly, create, failures } = await startListening(circumstances);
  await expectAllToldOnly('READY');
  await create('Cut in two', 'here');
  await expectAllToldOnly('READY', 'RESUMED', 'Cut in two');
  expect(Object.values(failures()).flat()).toEqual([]);
});

test('a connection that is gone without a word is given up after a while, and nothing is missed', async () => {
  let proxy: CutProxy | undefined;
  const prepare = async (url: string): Promise<string> => {
    const { port, pathname } = new URL(url);
    proxy = await startCutProxy(Number(port));
    onTestFinished(() => proxy?.close());
    return `http://127.0.0.1:${proxy.port}${pathname}`;
  };
  const { expectAllToldOnly, create, failures } = await startListening({ prepare });
  await expectAllToldOnly('READY');
  proxy!.cut();
  await create('Behind the cut', 'elsewhere');
  await pass(39);
  await expectAllToldOnly('READY');
  proxy!.cut('nothing that anyone sends');
  await expectAllToldOnly('READY', 'RESUMED', 'Behind the cut');
  expect(Object.values(failures()).flat()).toEqual([]);
});

test('clients that find no room come back when the gateway says so', async () => {
  const places = Object.keys(packaged).length;
  const guests: AbortController[] = [];
  const answers: { readonly status: number; readonly at: number }[] = [];
  const { expectAllToldOnly, failures } = await startListening({
    streams: { max: places },
    async prepare(url, token) {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
      const body = JSON.stringify({ query: 'subscription { transactionChanges { kind } }' });
      for (let count = 0; count < places; count += 1) {
        const guest = new AbortController();
        guests.push(guest);
        await fetch(url, { method: 'POST', headers, body, signal: guest.signal });
      }
      return url;
    },
    async fetch(input, init) {
      const response = await fetch(input, init);
      answers.push({ status: response.status, at: Date.now() });
      return response;
    },
  });
  await until(() => answers.length === places);
  for (const guest of guests) guest.abort();
  await expectAllToldOnly('READY');
  expect(answers.map(({ status }) => status)).toEqual([503, 503, 503, 200, 200, 200]);
  expect(answers[places]!.at - answers[places - 1]!.at).toBeGreaterThanOrEqual(10 * SECOND);
  expect(Object.values(failures()).flat()).toEqual([]);
});

test('whoever stops while a change is handed out is told no more, and its stream ends', async () => {
  const { expectAllToldOnly, expectAllEnded, create } = await startListening({ last: 'The last' });
  await expectAllToldOnly('READY');
  await create('The last', 'here');
  await expectAllToldOnly('READY', 'The last');
  await expectAllEnded('client');
  await create('Too late', 'here');
  await pass(2);
  await expectAllToldOnly('READY', 'The last');
});
