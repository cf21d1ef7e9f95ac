/**
 * The gateway on a port, over a service in memory that the test changes, at a time that moves only when the test says so. What the
 * service is asked takes no socket, so that only the client's is waited for.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { FlatRecord } from '@realty-forms/contract/columns/codec.ts';
import { createMetrics } from '@realty-forms/platform/observability/metrics.ts';
import { onTestFinished, vi } from 'vitest';
import type { StreamLimits } from '../../../src/http/streams/streams.ts';
import { agentToken } from '../../support/callers/caller-tokens.ts';
import { agentOf } from '../../support/callers/callers.ts';
import { appDefaults, gatewayDefaults } from '../../support/gateways/default-options.ts';
import { gatewayOver } from '../../support/gateways/gateway-under-test.ts';
import { listenLogged, type Overrides } from '../../support/gateways/graph-under-test.ts';
import { openStream } from '../../support/gateways/stream-client.ts';
import { detailRecord } from '../../support/transaction-record.ts';
import { batchOf } from '../../support/upstreams/fake-upstream.ts';

export const SECOND = 1_000;
export const NRDS_ID = '111';
export const changes =
  'subscription ($after: String) { transactionChanges(after: $after) { kind cursor transaction { name } } }';

const create = 'mutation ($input: CreateTransactionInput!) { createTransaction(input: $input) { transaction { id } } }';
const input = {
  ...{ agentNrdsId: NRDS_ID, stateId: 'OR', streetAddress: '1 New Street' },
  ...{ propertyType: 'RESIDENTIAL', type: 'PURCHASE', status: 'NEW' },
};
const add = 'mutation ($input: AddServiceProvidersInput!) { addServiceProviders(input: $input) { outcome } }';
const provider = {
  ...{ kind: 'ESCROW', company: 'Safe Escrow', agentName: 'Esther Escrow', companyAddress: '5 Bank Street' },
  ...{ email: 'desk@escrow.example', contact: { phone: '555-5001' } },
};

/** Lets time pass until something has happened. */
export async function passing<T>(promise: Promise<T>): Promise<T> {
  let hasHappened = false;
  const settled = () => {
    hasHappened = true;
  };
  promise.then(settled, settled);
  await until(() => hasHappened);
  return await promise;
}

/** Lets time pass until a condition is met. */
export async function until(isMet: () => boolean): Promise<void> {
  while (!isMet()) {
    await vi.advanceTimersByTimeAsync(10);
    // Sockets need a moment of their own, or deadlines pass before an answer comes.
    await pause(1);
  }
}

interface Options extends Overrides {
  readonly streams?: Partial<StreamLimits>;
  /** How many transactions there are, T-1 and so on. */
  readonly count?: number;
}

export async function startLiveGateway({ streams, app, live, count = 2, ...overrides }: Options = {}) {
  const metrics = createMetrics();
  const active = new Set([NRDS_ID, '222']);
  const records: FlatRecord[] = Array.from({ length: count }, (_, at) => ({ ...detailRecord, transId: `T-${at + 1}` }));
  const state: { fault: Error | null } = { fault: null };
  const { gateway } = gatewayOver(
    {
      activeUsers: (request) =>
        batchOf(
          [...active].map((agentNRDSID) => ({ agentNRDSID, email: `a${agentNRDSID}@example.com` })),
          request,
        ),
      listTrans: (request) => {
        if (state.fault !== null) throw state.fault;
        return batchOf(records, request);
      },
      getTransById: ({ transId }) => records.filter((record) => record['transId'] === transId),
      listFiles: () => batchOf([], {}),
      addTrans: ({ transName, streetAddress, propertyType, transactionType, propertyStatus, stateID: State }) => {
        const sent = { transName, streetAddress, propertyType, transactionType, propertyStatus, State };
        const times = { insertDate: '2026-03-03', lastUpdateDate: '2026-03-03' };
        records.push({ ...sent, ...times, transId: `T-${records.length + 1}` });
        return records.slice(-1);
      },
      serviceproviders: ({ transId }) => {
        edit(String(transId), { escrowCompanyName: provider.company });
        return { result: 'Success' };
      },
    },
    undefined,
    { clock: { now: () => Date.now(), advance() {} }, metrics, live: { ...gatewayDefaults.live, ...live } },
  );
  onTestFinished(() => gateway.feeds.close());

  function edit(transId: string, columns: FlatRecord): void {
    const at = records.findIndex((record) => record['transId'] === transId);
    records[at] = { ...records[at], ...columns };
  }

  const { url, lines } = await listenLogged(
    { baseUrl: 'http://127.0.0.1:9' },
    {
      gateway: () => gateway,
      ...overrides,
      app: { metrics, ...app, streams: { ...appDefaults.streams, ...streams } },
    },
  );
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const token = await agentToken([NRDS_ID]);
  const grant = await gateway.access.agent(agentOf(NRDS_ID), NRDS_ID);
  const ask = async (query: string, variables: object = {}, headers: object = {}) => {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, ...headers },
      body: JSON.stringify({ query, variables }),
    });
    return { status: response.status, headers: response.headers, body: await response.text() };
  };
  /** What this gateway writes is polled for at once. */
  const write = async (mutation: string, given: object) => {
    const { data } = JSON.parse((await ask(mutation, { input: given })).body);
    await vi.advanceTimersByTimeAsync(SECOND);
    return data;
  };
  return {
    idOf: (transId: string) => gateway.access.transactionId(gateway.access.ownTransaction(grant, transId)),
    url,
    token,
    gateway,
    active,
    state,
    lines,
    edit,
    create: async (name: string): Promise<string> =>
      (await write(create, { ...input, name })).createTransaction.transaction.id,
    addProvider: (transactionId: string) => write(add, { transactionId, providers: [provider] }),
    /** The lines of streams that have ended. */
    ended: () => lines.filter(({ route }) => route === '/graphql stream'),
    metrics,
    endedFor: async (reason: string) =>
      (await metrics.liveStreamsEnded.get()).values.find(({ labels }) => labels.reason === reason)?.value,
    ask,
    openStreams: async () => (await metrics.liveStreams.get()).values.reduce((sum, { value }) => sum + value, 0),
    /** Opens a stream, and lets its feed poll. */
    async listen(options: Partial<Parameters<typeof openStream>[1]> = {}) {
      const stream = await openStream(url, { query: changes, token, ...options });
      await vi.advanceTimersByTimeAsync(SECOND);
      return { ...stream, result: () => passing(stream.result()), frame: () => passing(stream.frame()) };
    },
  };
}
