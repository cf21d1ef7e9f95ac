/** The gateway over the embedded service, on a port, at a time that moves only when a test says so. */
import { setTimeout as pause } from 'node:timers/promises';
import { demoAgentNrdsId } from '@realty-forms/reference/seed/agents.ts';
import { onTestFinished, vi } from 'vitest';
import { agentToken, serviceToken } from '../../support/callers/caller-tokens.ts';
import { listenLogged, type Overrides } from '../../support/gateways/graph-under-test.ts';
import { openStream } from '../../support/gateways/stream-client.ts';
import { CLIENT_SECRET, client, startUpstream } from '../../support/upstreams/real-upstream.ts';

export const SECOND = 1_000;

const create = `mutation ($input: CreateTransactionInput!) { createTransaction(input: $input) { transaction { id } } }`;
const input = {
  stateId: 'OR',
  streetAddress: '1 New Street',
  propertyType: 'RESIDENTIAL',
  type: 'PURCHASE',
  status: 'NEW',
  agentNrdsId: demoAgentNrdsId,
};
const add = `mutation ($input: AddServiceProvidersInput!) { addServiceProviders(input: $input) { outcome } }`;
const provider = {
  kind: 'ESCROW',
  company: 'Safe Escrow',
  agentName: 'Esther Escrow',
  companyAddress: '5 Bank Street',
  email: 'desk@escrow.example',
  contact: { phone: '555-5001' },
};

const changes = `subscription ($after: String) {
  transactionChanges(after: $after) { kind cursor version transaction { id name } } }`;

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

const turnOfSockets = () => pause(1);

/** Lets time pass until a condition is met. */
export async function until(isMet: () => boolean): Promise<void> {
  while (!isMet()) {
    await vi.advanceTimersByTimeAsync(10);
    // Sockets need a moment of their own, or deadlines pass before an answer comes.
    await turnOfSockets();
  }
}

export async function startLiveGateway(overrides: Overrides = {}) {
  const upstream = await startUpstream({ seed: { agents: 3, offices: 1, transactions: 12, seed: 7 } });
  onTestFinished(() => upstream.close());
  const { url, lines, metrics } = await listenLogged(
    { baseUrl: upstream.url, clientId: client.id, clientSecret: CLIENT_SECRET, vendorEmail: client.vendorEmail },
    overrides,
  );
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const token = await agentToken([demoAgentNrdsId]);
  const ask = async (query: string, variables: object = {}, headers: object = {}) => {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, ...headers },
      body: JSON.stringify({ query, variables }),
    });
    return { status: response.status, headers: response.headers, body: await response.text() };
  };
  const askFor = async (query: string, variables: object) => JSON.parse((await ask(query, variables)).body).data;
  return {
    url,
    lines,
    metrics,
    token,
    service: await serviceToken(),
    ask,
    /** A transaction of this name, made by this gateway; and the poll that follows at once. */
    async create(name: string): Promise<string> {
      const { createTransaction } = await askFor(create, { input: { ...input, name } });
      await vi.advanceTimersByTimeAsync(SECOND);
      return createTransaction.transaction.id;
    },
    async addProvider(transactionId: string): Promise<void> {
      await askFor(add, { input: { transactionId, providers: [provider] } });
      await vi.advanceTimersByTimeAsync(SECOND);
    },
    /** Opens a stream, and lets its feed poll. */
    async listen(options: Partial<Parameters<typeof openStream>[1]> = {}) {
      const stream = await openStream(url, { query: changes, token, ...options });
      await vi.advanceTimersByTimeAsync(SECOND);
      return {
        ...stream,
        result: () => passing(stream.result()),
        frame: () => passing(stream.frame()),
      };
    },
  };
}
