/**
 * What is seen of requests: for each one line in the log and its figures, at its end. Knows neither HTTP server nor GraphQL,
 * so that whatever answers a request can tell of it here.
 */
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';
import { type Answered, blame, openFacts, type Party, type RequestFacts } from './request-facts.ts';

export interface Observer {
  /** A request has come; `carrier` is what the server knows it by. */
  readonly begin: (requestId: string, carrier: object) => RequestFacts;
  /** It is over. Only the first time counts. */
  readonly end: (facts: RequestFacts, answered: Answered) => void;
}

export interface ObserverOptions {
  readonly log: Log;
  readonly metrics: Metrics;
  /** Where requests are traced: puts the facts to the request's trace when it ends, and says which trace it is. */
  readonly trace?: ((carrier: object, facts: RequestFacts) => string | undefined) | undefined;
}

/** The status in the line of a request whose client went away before its answer: none was sent. */
export const CLIENT_CLOSED = 499;

/** Probes come every few seconds and would bury the rest. */
const probes: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics']);

export function createObserver({ log, metrics, trace }: ObserverOptions): Observer {
  const { requestsInFlight, requestSeconds, operationSeconds, failures } = metrics;

  const count = ({ operation, codes, fault }: RequestFacts, { route, status, milliseconds }: Answered): void => {
    const seconds = milliseconds / 1_000;
    requestSeconds.observe({ route, status }, seconds);
    if (operation !== undefined) {
      const outcome = fault ?? 'ok';
      for (const field of operation.fields) operationSeconds.observe({ type: operation.type, field, outcome }, seconds);
    }
    if (codes !== undefined && fault !== undefined) for (const code of codes) failures.inc({ code, fault });
  };

  return {
    begin(requestId, carrier) {
      requestsInFlight.value += 1;
      const facts = openFacts(requestId);
      facts.traceId = trace?.(carrier, facts);
      return facts;
    },
    end(facts, answered) {
      if (facts.answered !== undefined) return;
      facts.answered = answered;
      requestsInFlight.value -= 1;
      const isUntold = answered.status >= 400 && facts.codes === undefined;
      // A probe that is told no has not failed.
      if (isUntold && !probes.has(answered.route)) blame(facts, ...byStatus(answered.status));
      count(facts, answered);
      write(log, facts, answered);
    },
  };
}

/** What failed, where nobody took down why. */
function byStatus(status: number): [code: string, party: Party] {
  if (status === CLIENT_CLOSED) return ['CLIENT_CLOSED', 'caller'];
  return status < 500 ? ['BAD_REQUEST', 'caller'] : ['UNAVAILABLE', 'gateway'];
}

function write(log: Log, facts: RequestFacts, { method, route, status, milliseconds }: Answered): void {
  const { operation, fault } = facts;
  const line = {
    requestId: facts.requestId,
    traceId: facts.traceId,
    method,
    route,
    status,
    ms: Math.round(milliseconds * 10) / 10,
    subject: facts.subject,
    role: facts.role,
    type: operation?.type,
    operation: operation?.name ?? undefined,
    fields: operation?.fields,
    estimatedCalls: facts.estimatedCalls,
    calls: facts.calls?.made,
    fault,
    codes: facts.codes,
  };
  if (probes.has(route) && status < 500) log.debug(line, 'request');
  else if (fault === undefined || fault === 'caller') log.info(line, 'request');
  else log.warn(line, 'request');
}
