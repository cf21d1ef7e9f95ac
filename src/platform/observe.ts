/**
 * What is seen of requests: for each one line in the log and its figures, at its end. Knows neither HTTP server nor GraphQL,
 * so that whatever answers a request can tell of it here.
 */
import type { DurationRow } from './durations.ts';
import { type Log, writeLine } from './log.ts';
import type { Metrics } from './metrics.ts';
import { isProbe } from './probes.ts';
import {
  type Answered,
  blame,
  type OperationShape,
  openFacts,
  type Party,
  type RequestFacts,
} from './request-facts.ts';

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

export function createObserver({ log, metrics, trace }: ObserverOptions): Observer {
  const { requestsInFlight, failures } = metrics;
  const rowsOf = createRows(metrics);

  const count = ({ operation, codes, fault }: RequestFacts, { route, status, milliseconds }: Answered): void => {
    const seconds = milliseconds / 1_000;
    rowsOf.request(route, status).observe(seconds);
    if (operation !== undefined) for (const row of rowsOf.operation(operation, fault ?? 'ok')) row.observe(seconds);
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
      if (isUntold && !isProbe(answered.route)) blame(facts, ...byStatus(answered.status));
      count(facts, answered);
      write(log, facts, answered);
    },
  };
}

/** Finds the rows of the figures: looking one up by its labels would cost more than the rest of the telling. */
function createRows({ requestSeconds, operationSeconds }: Pick<Metrics, 'requestSeconds' | 'operationSeconds'>) {
  const byRoute = new Map<string, Map<number, DurationRow>>();
  const byShape = new WeakMap<OperationShape, Map<string, readonly DurationRow[]>>();
  return {
    request(route: string, status: number): DurationRow {
      let byStatus = byRoute.get(route);
      if (byStatus === undefined) {
        byStatus = new Map<number, DurationRow>();
        byRoute.set(route, byStatus);
      }
      let row = byStatus.get(status);
      if (row === undefined) {
        row = requestSeconds.row({ route, status });
        byStatus.set(status, row);
      }
      return row;
    },
    /** One a field of the root. */
    operation(shape: OperationShape, outcome: string): readonly DurationRow[] {
      let byOutcome = byShape.get(shape);
      if (byOutcome === undefined) {
        byOutcome = new Map<string, readonly DurationRow[]>();
        byShape.set(shape, byOutcome);
      }
      let rows = byOutcome.get(outcome);
      if (rows === undefined) {
        rows = shape.fields.map((field) => operationSeconds.row({ type: shape.type, field, outcome }));
        byOutcome.set(outcome, rows);
      }
      return rows;
    },
  };
}

/** What failed, where nobody took down why. */
function byStatus(status: number): [code: string, party: Party] {
  if (status === CLIENT_CLOSED) return ['CLIENT_CLOSED', 'caller'];
  return status < 500 ? ['BAD_REQUEST', 'caller'] : ['UNAVAILABLE', 'gateway'];
}

function write(log: Log, facts: RequestFacts, { method, route, status, milliseconds }: Answered): void {
  const { requestId, traceId, subject, role, operation, estimatedCalls, calls, fault, codes } = facts;
  let fields = `,"requestId":${JSON.stringify(requestId)}`;
  if (traceId !== undefined) fields += `,"traceId":"${traceId}"`;
  fields += `,"method":"${method}","route":"${route}","status":${status},"ms":${Math.round(milliseconds * 10) / 10}`;
  if (subject !== undefined) fields += `,"subject":${JSON.stringify(subject)}`;
  if (role !== undefined) fields += `,"role":"${role}"`;
  if (operation !== undefined) fields += textOf(operation);
  // JSON knows no infinity: null is what was not weighed to its end.
  if (estimatedCalls !== undefined) fields += `,"estimatedCalls":${JSON.stringify(estimatedCalls)}`;
  if (calls !== undefined) fields += `,"calls":${calls.made}`;
  if (fault !== undefined) fields += `,"fault":"${fault}","codes":${JSON.stringify(codes)}`;
  writeLine(log, levelOf(route, status, fault), fields, 'request');
}

const texts = new WeakMap<OperationShape, string>();

/** A shape is shared by the requests of its document. */
function textOf(operation: OperationShape): string {
  const known = texts.get(operation);
  if (known !== undefined) return known;
  const { type, name, fields } = operation;
  const named = name === null ? '' : `,"operation":${JSON.stringify(name)}`;
  const text = `,"type":"${type}"${named},"fields":${JSON.stringify(fields)}`;
  texts.set(operation, text);
  return text;
}

function levelOf(route: string, status: number, fault: Party | undefined): 'debug' | 'info' | 'warn' {
  // Probes come every few seconds and would bury the rest.
  if (isProbe(route) && status < 500) return 'debug';
  return fault === undefined || fault === 'caller' ? 'info' : 'warn';
}
