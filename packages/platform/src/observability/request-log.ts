/**
 * Logs and measures each request: one line in the log, and the metrics, when it ends. The parts that handle the request fill in its
 * `RequestLog`. The only part of the request's content in it is the name of the operation: no path, variable, document or id. It knows
 * neither the HTTP server nor GraphQL.
 */

import { type AtFault, codeOfStatus, type FaultCode, faults } from '../fault.ts';
import { isProbe } from '../web/paths.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';

/** What may be logged about an operation. Created once per document and shared by its requests. */
export interface OperationSummary {
  readonly type: 'query' | 'mutation' | 'subscription';
  /** The client's own name for the operation, truncated for the log; null if it has none. */
  readonly name: string | null;
  /** The root fields that the operation selects, each once, by their names in the schema. */
  readonly fields: readonly string[];
}

interface RequestEnd {
  readonly method: string;
  /** The registered route, never the path of the request. */
  readonly route: string;
  readonly status: number;
  readonly milliseconds: number;
}

export interface RequestLog {
  readonly requestId: string;
  /** Set if requests are traced. */
  traceId: string | undefined;
  /** The subject of the verified caller. */
  subject: string | undefined;
  role: string | undefined;
  operation: OperationSummary | undefined;
  /** Calls of the POST API: how many were estimated, and how many were made. */
  estimatedCalls: number | undefined;
  calls: { readonly made: number } | undefined;
  /** Set for a stream: how it was sent, how many results it had, and why it ended. */
  stream: { readonly transport: string; readonly results: number; readonly ended: string } | undefined;
  /** The codes of the faults that occurred, each once; undefined if there were none. */
  codes: FaultCode[] | undefined;
  atFault: AtFault | undefined;
  /** Why the token was rejected. */
  reason: string | undefined;
  /** How the request ended; undefined until then. */
  ended: RequestEnd | undefined;
}

export function createRequestLog(requestId: string): RequestLog {
  return {
    requestId,
    traceId: undefined,
    subject: undefined,
    role: undefined,
    operation: undefined,
    estimatedCalls: undefined,
    calls: undefined,
    stream: undefined,
    codes: undefined,
    atFault: undefined,
    reason: undefined,
    ended: undefined,
  };
}

const responsible: readonly AtFault[] = ['caller', 'upstream', 'gateway'];

/** Records a failure. If there are several, the party that comes last in `responsible` is at fault. */
export function recordFailure(requestLog: RequestLog, code: FaultCode): void {
  const { atFault } = faults[code];
  requestLog.codes ??= [];
  if (!requestLog.codes.includes(code)) requestLog.codes.push(code);
  if (requestLog.atFault === undefined || responsible.indexOf(atFault) > responsible.indexOf(requestLog.atFault))
    requestLog.atFault = atFault;
}

export interface RequestLogger {
  /** A request has arrived; `carrier` is the server's object for it. */
  readonly begin: (requestId: string, carrier: object) => RequestLog;
  /** From here on, the response is a stream: it lasts as long as its client listens, and does not count as in flight. */
  readonly beginStream: (requestLog: RequestLog, stream: NonNullable<RequestLog['stream']>) => void;
  /** The request is over. Only the first call counts. */
  readonly end: (requestLog: RequestLog, ended: RequestEnd) => void;
}

export interface RequestLoggerOptions {
  readonly log: Log;
  readonly metrics: Metrics;
  /** Set if requests are traced: adds it to the request's trace when it ends, and returns the trace id. */
  readonly trace?: ((carrier: object, requestLog: RequestLog) => string | undefined) | undefined;
}

export function createRequestLogger({ log, metrics, trace }: RequestLoggerOptions): RequestLogger {
  const { requestsInFlight, requestSeconds, operationSeconds, failures } = metrics;

  const count = (requestLog: RequestLog, { route, status, milliseconds }: RequestEnd): void => {
    const { operation, stream, codes, atFault } = requestLog;
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
      const requestLog = createRequestLog(requestId);
      requestLog.traceId = trace?.(carrier, requestLog);
      return requestLog;
    },
    beginStream(requestLog, stream) {
      requestLog.stream = stream;
      requestsInFlight.value -= 1;
    },
    end(requestLog, ended) {
      if (requestLog.ended !== undefined) return;
      requestLog.ended = ended;
      if (requestLog.stream === undefined) requestsInFlight.value -= 1;
      const isUnexplained = ended.status >= 400 && requestLog.codes === undefined;
      // A probe with a negative response is not a failure.
      if (isUnexplained && !isProbe(ended.route)) recordFailure(requestLog, codeOfStatus(ended.status));
      count(requestLog, ended);
      logRequest(log, requestLog, ended);
    },
  };
}

function logRequest(log: Log, requestLog: RequestLog, { method, route, status, milliseconds }: RequestEnd): void {
  const { requestId, traceId, subject, role, operation, estimatedCalls, calls, stream, atFault, codes, reason } =
    requestLog;
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
      // A route that needs no token has ignored it.
      reason: codes && reason,
    },
    'request',
  );
}

function levelOf(route: string, status: number, atFault: AtFault | undefined): 'debug' | 'info' | 'warn' {
  // Probes come every few seconds and would bury the rest.
  if (isProbe(route) && status < 500) return 'debug';
  return atFault === undefined || atFault === 'caller' ? 'info' : 'warn';
}
