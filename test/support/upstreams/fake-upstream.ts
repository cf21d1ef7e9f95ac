/** An upstream without a network: each endpoint is a function, and every call is recorded in order of its start. */

import type { Page } from '@realty-forms/contract/answers/envelope.ts';
import { judge } from '@realty-forms/contract/answers/judge.ts';
import { endpoints } from '@realty-forms/contract/calls/endpoints.ts';
import type { CallName, Requests, Responses } from '@realty-forms/contract/calls/messages.ts';
import { vi } from 'vitest';
import type { Upstream } from '../../../src/upstream/call.ts';
import { UpstreamFault } from '../../../src/upstream/faults.ts';

export type Handlers = {
  readonly [E in CallName]?: (request: Requests[E]) => Responses[E] | Promise<Responses[E]>;
};

interface RecordedCall {
  readonly endpoint: CallName;
  readonly request: Requests[CallName];
  readonly options: Parameters<Upstream['call']>[2];
}

export interface FakeUpstream extends Upstream {
  readonly calls: RecordedCall[];
  readonly requestsTo: <E extends CallName>(endpoint: E) => Requests[E][];
}

export function fakeUpstream(handlers: Handlers): FakeUpstream {
  const calls: RecordedCall[] = [];
  const call: Upstream['call'] = async (endpoint, request, options) => {
    calls.push({ endpoint, request, options });
    const handler = handlers[endpoint];
    if (handler === undefined) throw new Error(`nobody expects a call of ${endpoint}`);
    const answer = await handler(request);
    return isObject(endpoint) ? (judged(endpoint, answer, request) as typeof answer) : answer;
  };
  return {
    call: vi.fn(call) as Upstream['call'],
    upload: async () => {
      throw new Error('an unexpected upload');
    },
    download: async () => {
      throw new Error('nobody expects a download');
    },
    connect: async () => {},
    state: () => ({ everConnected: true, health: 'up' }),
    close: async () => {},
    calls,
    requestsTo: <E extends CallName>(endpoint: E) =>
      calls.filter((each) => each.endpoint === endpoint).map(({ request }) => request as Requests[E]),
  };
}

const isObject = (endpoint: CallName) => ['object', 'text'].includes(endpoints[endpoint].wrapper);

/** What the client returns for a response with this body. */
export function judged(endpoint: CallName, body: unknown, request: object): unknown {
  const verdict = judge(endpoint, { status: 200, headers: {}, body, text: () => '', request });
  if ('value' in verdict) return verdict.value;
  throw new UpstreamFault('UPSTREAM_INVALID', verdict.is, { endpoint, sent: true });
}

/** The requested batch of a list, following section 2.1. */
export function batchOf<T>(
  records: readonly T[],
  { batch_size = 20, batch_no = 1 }: { readonly batch_size?: number; readonly batch_no?: number },
): Page<T> {
  const data = records.slice((batch_no - 1) * batch_size, batch_no * batch_size);
  return { total: data.length, max: records.length, nextBatchNo: null, data };
}
