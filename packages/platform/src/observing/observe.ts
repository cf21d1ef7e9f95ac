/**
 * What is recorded about requests: for each one log line and its metrics, when it ends. Knows neither the HTTP server nor
 * GraphQL, so any code that responds to a request can use it.
 */

import { type AtFault, type FaultCode, faults } from '../fault.ts';
import { isProbe } from '../web/paths.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';
import { createFacts, type RequestEnd, type RequestFacts, recordFailure } from './request-facts.ts';

export interface Observer {
  /** A request has arrived; `carrier` is the object that the server knows it by. */
  readonly begin: (requestId: string, carrier: object) => RequestFacts;
  /** The response is a stream from here on: it lasts as long as its client listens, and is not in flight meanwhile. */
  readonly beginStream: (facts: RequestFacts, stream: NonNullable<RequestFacts['stream']>) => void;
  /** The request is over. Only the first call counts. */
  readonly end: (facts: RequestFacts, ended: RequestEnd) => void;
}

export interface ObserverOptions {
  readonly log: Log;
  readonly metrics: Metrics;
  /** Set if requests are traced: adds the facts to the request's trace when it ends, and returns the trace id. */
  readonly trace?: ((carrier: object, facts: RequestFacts) => string | undefined) | undefined;
}

export function createObserver({ log, metrics, trace }: ObserverOptions): Observer {
  const { requestsInFlight, requestSeconds, operationSeconds, failures } = metrics;

  const count = (facts: RequestFacts, { route, status, milliseconds }: RequestEnd): void => {
    const { operation, stream, codes, atFault } = facts;
    const seconds = milliseconds / 1_000;
    requestSeconds.observe({ route, status }, seconds);
    if (operation !== undefined && stream === undefined)
      for (const field of operation.fields)
        operationSeconds.observe({ type: operation.type, field, outcome: atFault ?? 'ok' }, seconds);
    if (codes !== undefined && atFault !== undefined) for (const code of codes) failures.inc({ code, fault: atFault });
  };

  return {
    begin(requestId, carrier) {
      requestsInFlight.value += 1;
      const facts = createFacts(requestId);
      facts.traceId = trace?.(carrier, facts);
      return facts;
    },
    beginStream(facts, stream) {
      facts.stream = stream;
      requestsInFlight.value -= 1;
    },
    end(facts, ended) {
      if (facts.ended !== undefined) return;
      facts.ended = ended;
      if (facts.stream === undefined) requestsInFlight.value -= 1;
      const isUnexplained = ended.status >= 400 && facts.codes === undefined;
      // A probe with a negative response has not failed.
      if (isUnexplained && !isProbe(ended.route)) recordFailure(facts, codeOf(ended.status));
      count(facts, ended);
      logRequest(log, facts, ended);
    },
  };
}

/** The code of a failure whose reason was not recorded. */
function codeOf(status: number): FaultCode {
  if (status === faults.CLIENT_CLOSED.status) return 'CLIENT_CLOSED';
  return status < 500 ? 'BAD_REQUEST' : 'INTERNAL';
}

function logRequest(log: Log, facts: RequestFacts, { method, route, status, milliseconds }: RequestEnd): void {
  const { requestId, traceId, subject, role, operation, estimatedCalls, calls, stream, atFault, codes } = facts;
  log[levelOf(route, status, atFault)](
    {
      requestId,
      traceId,
      method,
      route,
      status,
      ms: Math.round(milliseconds * 10) / 10,
      subject,
      role,
      type: operation?.type,
      operation: operation?.name ?? undefined,
      fields: operation?.fields,
      // JSON has no Infinity: null stands for an estimate that was cut short.
      estimatedCalls,
      calls: calls?.made,
      transport: stream?.transport,
      results: stream?.results,
      ended: stream?.ended,
      fault: atFault,
      codes,
    },
    'request',
  );
}

function levelOf(route: string, status: number, atFault: AtFault | undefined): 'debug' | 'info' | 'warn' {
  // Probes come every few seconds and would bury the rest.
  if (isProbe(route) && status < 500) return 'debug';
  return atFault === undefined || atFault === 'caller' ? 'info' : 'warn';
}
