// Clients that listen, as docs/clients.md shows it, over real sockets and at a time that moves only when a test says so: what they are
// told, and how they go on when a stream ends.
import { setTimeout as pause } from 'node:timers/promises';
import { Environment, type FetchFunction, Network, RecordSource, Store } from 'relay-runtime';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type Change, listen, type Open } from '../../examples/transactions-page/src/lib/listen.ts';
import { sign } from '../support/callers/caller-tokens.ts';
import { appDefaults } from '../support/gateways/default-options.ts';
import { openByApollo } from './live/apollo.ts';
import { openBySse } from './live/graphql-sse.ts';
import { openByRelay, subscribeByMultipart, subscribeBySse } from './live/relay.ts';
import { openByUrql } from './live/urql.ts';
import { compile, load } from './relay/compile.ts';
import { startSeededGateway } from './seeded-gateway.ts';

interface Told extends Change {
  readonly transaction?: { readonly name?: string | null } | null;
}
type CreateOpen = (url: string, currentToken: () => string, artifacts: string) => Open<Told> | Promise<Open<Told>>;

const relayOver =
  (subscribe: typeof subscribeBySse): CreateOpen =>
  async (url, currentToken, artifacts) => {
    const neverFetches: FetchFunction = () => Promise.reject(new Error('Only subscriptions are sent'));
    const network = Network.create(neverFetches, subscribe(url, currentToken));
    const environment = new Environment({ network, store: new Store(new RecordSource()) });
    return openByRelay(environment, await load(artifacts, 'transactionsChangesSubscription'));
  };

const clients: Readonly<Record<string, CreateOpen>> = {
  'Apollo Client': openByApollo,
  urql: openByUrql,
  'graphql-sse': openBySse,
  'Relay by multipart': relayOver(subscribeByMultipart),
  'Relay by graphql-sse': relayOver(subscribeBySse),
};

const SECOND = 1_000;
const create = `mutation ($input: CreateTransactionInput!) { createTransaction(input: $input) { outcome } }`;

interface Listening {
  readonly told: string[];
  readonly failures: string[];
  readonly stop: () => void;
}

/** All clients, listening to the changes of an agent, and someone else who makes them. */
async function startListening(streams: Partial<typeof appDefaults.streams> = {}, firstToken = { seconds: 600 }) {
  const gateway = await startSeededGateway({ app: { streams: { ...appDefaults.streams, ...streams } } });
  const elsewhere = await gateway.startAnother();
  const artifacts = await compile(gateway);
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
  const firstUntil = Date.now() + firstToken.seconds * SECOND;
  const [first, second] = [await signFor('listener', firstToken.seconds), await signFor('listener', 6_000)];
  const someoneElse = await signFor('someone else', 6_000);
  const currentToken = () => (Date.now() < firstUntil || firstToken.seconds < 0 ? first : second);

  const listening: Record<string, Listening> = {};
  for (const [name, createOpen] of Object.entries(clients)) {
    const told: string[] = [];
    const failures: string[] = [];
    const stop = listen(
      await createOpen(gateway.url, currentToken, artifacts),
      ({ kind, transaction }) => told.push(transaction?.name ?? kind),
      (errors) => failures.push(...errors.map(({ message }) => message)),
    );
    onTestFinished(stop);
    listening[name] = { told, failures, stop };
  }
  const all = Object.values(listening);

  return {
    stopAll: () => all.forEach(({ stop }) => void stop()),
    failures: () => Object.fromEntries(Object.entries(listening).map(([name, { failures }]) => [name, failures])),
    /** Waits until each client has been told so much; expects it to be these changes and kinds. */
    async expectAllToldOnly(...expected: readonly string[]): Promise<void> {
      await until(() => all.every(({ told }) => told.length >= expected.length));
      const toldBy = Object.entries(listening).map(([name, { told }]) => [name, told]);
      expect(Object.fromEntries(toldBy)).toEqual(
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
      await until(() => ends().length >= all.length);
      expect(ends()).toEqual(all.map(() => reason));
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
  const { expectAllToldOnly, create, stopAll, expectAllEnded } = await startListening({ heartbeatMs: 9_000 * SECOND });
  await expectAllToldOnly('READY');
  await create('Made here', 'here');
  await expectAllToldOnly('READY', 'Made here');
  await create('Made elsewhere', 'elsewhere');
  await expectAllToldOnly('READY', 'Made here', 'Made elsewhere');
  stopAll();
  await expectAllEnded('client');
});

test('every client goes on after a quiet minute, after an old stream, and with a new token', async () => {
  const streams = { maxMs: 70 * SECOND };
  const { expectAllToldOnly, create, expectAllEnded, failures } = await startListening(streams, { seconds: 75 });
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
  const { failures } = await startListening({}, { seconds: -60 });
  await pass(12);
  const message = 'Invalid bearer token: it has expired';
  expect(failures()).toEqual({
    'Apollo Client': [message],
    urql: [message],
    'graphql-sse': ['The token is refused'],
    // Relay is told nothing but that there is no stream.
    'Relay by multipart': [],
    'Relay by graphql-sse': [],
  });
});
