/** The client with a stub upstream, a manual clock, captured log lines and its own metrics; every option can be overridden. */
import { Writable } from 'node:stream';
import { createMetrics, type Metrics } from '@realty-forms/platform/observability/metrics.ts';
import { pino } from 'pino';
import { onTestFinished } from 'vitest';
import { createUpstream, type Upstream, type UpstreamOptions } from '../../src/upstream/call.ts';
import { UpstreamFault } from '../../src/upstream/faults.ts';
import { upstreamDefaults } from '../support/gateways/default-options.ts';
import { createManualClock, type ManualClock } from '../support/held-clock.ts';
import { DEADLINE_MS } from '../support/held-deadlines.ts';
import {
  type PlainResponse,
  type StubUpstream,
  startStubUpstream,
  TOKEN_PATH,
} from '../support/upstreams/stub-upstream.ts';

export const CLIENT_SECRET = 'client-secret-8f2c41';

export interface ClientUnderTest {
  readonly stub: StubUpstream;
  readonly upstream: Upstream;
  readonly clock: ManualClock;
  readonly metrics: Metrics;
  readonly logLines: string[];
}

export async function startClient(options: Partial<UpstreamOptions> = {}): Promise<ClientUnderTest> {
  const stub = await startStubUpstream();
  const client = clientOf(stub, options);
  onTestFinished(async () => {
    await Promise.all([client.upstream.close(), stub.close()]);
  });
  return client;
}

export function clientOf(stub: StubUpstream, options: Partial<UpstreamOptions> = {}): ClientUnderTest {
  const clock = createManualClock();
  const metrics = createMetrics();
  const logLines: string[] = [];
  const sink = new Writable({
    write(chunk, _, done) {
      logLines.push(String(chunk));
      done();
    },
  });
  const upstream = createUpstream({
    baseUrl: stub.url,
    clientId: 'client-1',
    clientSecret: CLIENT_SECRET,
    vendorEmail: 'vendor@example.com',
    ...upstreamDefaults,
    connections: 16,
    deadlineMs: DEADLINE_MS,
    maxResponseBytes: 1_000_000,
    clock,
    log: pino({ level: 'trace', base: null }, sink),
    metrics,
    retrying: { pause: () => Promise.resolve() },
    ...options,
  });
  return { stub, upstream, clock, metrics, logLines };
}

/** A connected client whose calls to the path get their responses, in the order of arrival, when the test gives them. */
export async function startHeld(path: string, connections: number) {
  const client = await startClient({ connections });
  const pendingResponses: ((response: PlainResponse) => void)[] = [];
  client.stub.answer(path, () => new Promise((resolve) => pendingResponses.push(resolve)));
  await client.upstream.connect();
  return { ...client, pendingResponses, sent: () => client.stub.requestsTo(path).length };
}

/** The fault of a call that must fail. */
export async function faultOf(failing: Promise<unknown>): Promise<UpstreamFault> {
  const outcome = await failing.then(
    () => 'no fault',
    (error: unknown) => error,
  );
  if (outcome instanceof UpstreamFault) return outcome;
  throw new Error('expected an UpstreamFault', { cause: outcome });
}

/** Example endpoints: a read and a write. */
export const GET_ACCOUNT = '/accounts/getAccount';
export const ADD_TRANS = '/fsforms/addTrans';
export const accountRequest = { emailId: 'ann@example.com' };
export const addTransRequest = {
  stateID: 'MI',
  agentNRDSID: '111',
  transName: 'Elm Street',
  streetAddress: '1 Elm Street',
  propertyType: 'R',
  transactionType: 'A',
  propertyStatus: 'N',
};

export interface CountingClient extends ClientUnderTest {
  readonly read: () => Promise<unknown>;
  readonly write: () => Promise<unknown>;
  readonly counts: () => { tokens: number; reads: number; writes: number };
}

/** After this time, a token that is denied is replaced. */
export const TOKEN_MIN_AGE_MS = 5_000;

/** Starts with token-1 cached, old enough to be replaced, and counts the requests of each kind. */
export async function startConnected(): Promise<CountingClient> {
  const client = await startClient();
  await client.upstream.connect();
  client.clock.advance(TOKEN_MIN_AGE_MS);
  return {
    ...client,
    read: () => client.upstream.call('getAccount', accountRequest),
    write: () => client.upstream.call('addTrans', addTransRequest),
    counts: () => ({
      tokens: client.stub.requestsTo(TOKEN_PATH).length,
      reads: client.stub.requestsTo(GET_ACCOUNT).length,
      writes: client.stub.requestsTo(ADD_TRANS).length,
    }),
  };
}
