/** The client against a hostile upstream, and one call of each endpoint with its result. */
import {
  type Endpoint,
  type EndpointName,
  endpoints,
  type RequestKind,
} from '@realty-forms/contract/calls/endpoints.ts';
import type { CallName, Requests } from '@realty-forms/contract/calls/messages.ts';
import { systemClock } from '@realty-forms/platform/clock.ts';
import type { UpstreamFaultCode } from '@realty-forms/platform/fault.ts';
import { createMetrics } from '@realty-forms/platform/observability/metrics.ts';
import { createUpstream, type Upstream, type UpstreamOptions } from '../../../src/upstream/call.ts';
import { type Sent, UpstreamFault } from '../../../src/upstream/faults.ts';
import { captureLog } from '../caught-log.ts';
import { upstreamDefaults } from '../gateways/default-options.ts';
import { DEADLINE_MS } from '../held-deadlines.ts';

export interface Outcome {
  readonly reading: UpstreamFaultCode | 'read' | 'not a fault of upstream';
  readonly sent: Sent | null;
  readonly error?: unknown;
}

export const endpointNames = Object.keys(endpoints) as EndpointName[];

const metrics = createMetrics();
const { log } = captureLog();

export function clientAt(baseUrl: string, options: Partial<UpstreamOptions> = {}): Upstream {
  return createUpstream({
    baseUrl,
    clientId: 'client-1',
    clientSecret: 'client-secret-8f2c41',
    vendorEmail: 'vendor@example.com',
    ...upstreamDefaults,
    connections: 4,
    deadlineMs: DEADLINE_MS,
    maxResponseBytes: 1_000_000,
    clock: systemClock,
    log,
    metrics,
    ...options,
  });
}

/** Makes one call, whose text values contain the name of the attempt. */
export function callOnce(upstream: Upstream, endpoint: EndpointName, attempt = 'attempt-1'): Promise<unknown> {
  if (endpoint === 'token') return upstream.connect();
  if (endpoint === 'uploadfiles') {
    const request = { transId: '501', description: attempt, sender: 'Example Title', no_of_pages: 1 };
    return upstream.upload(request, { name: 'plan.pdf', mediaType: 'application/pdf', bytes: pieces() });
  }
  return upstream.call(endpoint, requestFor(endpoint, attempt));
}

async function* pieces(count = 3): AsyncGenerator<Uint8Array> {
  for (let made = 0; made < count; made += 1) yield Buffer.alloc(1_000, '%PDF-');
}

export async function outcomeOf(call: Promise<unknown>): Promise<Outcome> {
  try {
    await call;
    return { reading: 'read', sent: null };
  } catch (error) {
    return error instanceof UpstreamFault
      ? { reading: error.code, sent: error.sent, error }
      : { reading: 'not a fault of upstream', sent: null, error };
  }
}

/** A value for each required field, by its kind, and the name of the attempt for an endpoint without fields. */
function requestFor(endpoint: CallName, attempt: string): Requests[CallName] {
  const values: Readonly<Record<RequestKind, unknown>> = {
    text: attempt,
    integer: 1,
    boolean: true,
    list: [],
    file: undefined,
  };
  const { anyOf = [], request }: Endpoint = endpoints[endpoint];
  const needed = Object.entries(request).filter(
    ([name, { optional }]) => name !== 'userId' && (!optional || anyOf.includes(name)),
  );
  const fields = needed.map(([name, { kind }]) => [name, values[kind]]);
  return Object.fromEntries([...fields, ['attempt', attempt]]) as Requests[CallName];
}
