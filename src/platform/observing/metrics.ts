/**
 * The process's metrics in Prometheus's text format. There is one registry per process, passed to the code that counts
 * something. Each label has few values, which the gateway knows beforehand: nothing that a caller sends becomes one.
 */
import { readFileSync } from 'node:fs';
import { Counter, collectDefaultMetrics, Gauge, Histogram, type LabelValues, Registry } from 'prom-client';

export interface Metrics {
  readonly registry: Registry;
  /** Seconds per request, by route and status. */
  readonly requestSeconds: Histogram<'route' | 'status'>;
  /** Requests in progress. */
  readonly requestsInFlight: { value: number };
  /** Seconds per request, by the operation's type, root field and outcome (`ok`, or who is at fault). */
  readonly operationSeconds: Histogram<'type' | 'field' | 'outcome'>;
  /** Failures of requests, by code and by who is at fault. */
  readonly failures: Counter<'code' | 'fault'>;
  /** Requests rejected on arrival, before anything was done for them. */
  readonly requestsShed: Counter;
  /** Connections that the server closed to protect itself, by reason. */
  readonly connectionsClosed: Counter<'reason'>;
  /** Calls to the POST API by endpoint and outcome (`ok` or a fault code). */
  readonly upstreamCalls: Counter<'endpoint' | 'outcome'>;
  /** Seconds per call to the POST API by endpoint. */
  readonly upstreamSeconds: Histogram<'endpoint'>;
  /** Retries of calls to the POST API, by endpoint and reason (unsent, reset, or a status). */
  readonly upstreamRetries: Counter<'endpoint' | 'reason'>;
  /** By group of calls: 0 while the breaker is closed, 1 half open, 2 open. */
  readonly upstreamBreaker: Gauge<'group'>;
  /** By group of calls, a function that returns how many of them wait for a slot; called when the metrics are read. */
  readonly upstreamWaiting: Map<string, () => number>;
  /** 1 if the last call to the POST API reached it, otherwise 0. */
  readonly upstreamUp: Gauge;
  /** Columns in records of the POST API that are not in the contract. */
  readonly unknownColumns: Counter<'record' | 'column'>;
  /** Writes by operation and outcome: COMMITTED, REJECTED, UNKNOWN, REPLAYED, NOT_SENT or a fault code. */
  readonly writes: Counter<'operation' | 'outcome'>;
  /** Entries of the write ledger that a process left open: released, found to be executed, or not_found. */
  readonly ledgerEntries: Counter<'operation' | 'event'>;
  /** Change feeds of this process: how many there are; read when the metrics are. */
  readonly liveFeeds: Reading;
  /** Polls of change feeds by outcome (`ok` or a fault code). */
  readonly livePolls: Counter<'outcome'>;
  /** Changes that the polls have found. */
  readonly liveChanges: Counter;
  /** Seconds for which the change feed that fails the longest has failed; read when the metrics are. */
  readonly liveStaleness: Reading;
  /** Active users in the directory. */
  readonly directoryUsers: Gauge;
  /** When the directory was last refreshed, in seconds since the epoch. */
  readonly directoryRefreshed: Gauge;
}

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
/** The gateway's own part of a request is far below a millisecond. */
const REQUEST_SECONDS = [0.0005, 0.001, 0.0025, ...SECONDS];

export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  return {
    registry,
    ...requestMetrics(registers),
    ...upstreamMetrics(registers),
    ...ledgerMetrics(registers),
    ...liveMetrics(registers),
    directoryUsers: new Gauge({ name: 'directory_users', help: 'Active users in the directory', registers }),
    directoryRefreshed: new Gauge({
      name: 'directory_refreshed_timestamp_seconds',
      help: 'Time of the last refresh of the directory',
      registers,
    }),
  };
}

function requestMetrics(registers: Registry[]) {
  const inFlight = { value: 0 };
  new Gauge({
    name: 'http_requests_in_flight',
    help: 'Requests in flight',
    registers,
    collect() {
      this.set(inFlight.value);
    },
  });
  new Gauge({
    name: 'gateway_build_info',
    help: 'Version of the gateway and of Node; always 1',
    labelNames: ['version', 'node'],
    registers,
  }).set({ version: version(), node: process.version }, 1);
  return {
    requestsInFlight: inFlight,
    requestSeconds: new Histogram({
      name: 'http_request_seconds',
      help: 'Seconds per request by route and status',
      labelNames: ['route', 'status'],
      registers,
      buckets: REQUEST_SECONDS,
    }),
    operationSeconds: new Histogram({
      name: 'graphql_operation_seconds',
      help: 'Seconds per operation by type, root field and outcome (ok, or the fault: caller, upstream, gateway)',
      labelNames: ['type', 'field', 'outcome'],
      registers,
      buckets: REQUEST_SECONDS,
    }),
    connectionsClosed: new Counter({
      name: 'http_connections_closed_total',
      help: 'Connections closed by reason (idle, address, full, slow)',
      labelNames: ['reason'],
      registers,
    }),
    failures: new Counter({
      name: 'request_failures_total',
      help: 'Failures of requests by code and fault (caller, upstream, gateway)',
      labelNames: ['code', 'fault'],
      registers,
    }),
  };
}

function upstreamMetrics(registers: Registry[]) {
  const waiting = new Map<string, () => number>();
  new Gauge({
    name: 'upstream_waiting_calls',
    help: 'Calls waiting for a slot in their group',
    labelNames: ['group'],
    registers,
    collect() {
      for (const [group, count] of waiting) this.set({ group }, count());
    },
  });
  return {
    requestsShed: new Counter({
      name: 'http_requests_shed_total',
      help: 'Requests shed because of overload',
      registers,
    }),
    upstreamCalls: new Counter({
      name: 'upstream_calls_total',
      help: 'Calls to the POST API by endpoint and outcome',
      labelNames: ['endpoint', 'outcome'],
      registers,
    }),
    upstreamSeconds: new Histogram({
      name: 'upstream_call_seconds',
      help: 'Seconds per call to the POST API',
      labelNames: ['endpoint'],
      registers,
      buckets: SECONDS,
    }),
    upstreamRetries: new Counter({
      name: 'upstream_retries_total',
      help: 'Retried calls to the POST API by endpoint and reason',
      labelNames: ['endpoint', 'reason'],
      registers,
    }),
    upstreamBreaker: new Gauge({
      name: 'upstream_breaker_state',
      help: 'Circuit breaker of a group of calls: 0 closed, 1 half open, 2 open',
      labelNames: ['group'],
      registers,
    }),
    upstreamWaiting: waiting,
    upstreamUp: new Gauge({
      name: 'upstream_up',
      help: '1 if the last call to the POST API reached it, otherwise 0',
      registers,
    }),
    unknownColumns: new Counter({
      name: 'upstream_unknown_columns_total',
      help: 'Unknown columns in records of the POST API by record and column',
      labelNames: ['record', 'column'],
      registers,
    }),
  };
}

function ledgerMetrics(registers: Registry[]) {
  return {
    writes: new Counter({
      name: 'writes_total',
      help: 'Writes by operation and outcome',
      labelNames: ['operation', 'outcome'],
      registers,
    }),
    ledgerEntries: new Counter({
      name: 'ledger_entries_total',
      help: 'Reconciled entries of the write ledger by operation and event',
      labelNames: ['operation', 'event'],
      registers,
    }),
  };
}

function liveMetrics(registers: Registry[]) {
  return {
    liveFeeds: createReading(registers, 'live_feeds', 'Change feeds that are polled'),
    livePolls: new Counter({
      name: 'live_polls_total',
      help: 'Polls of change feeds by outcome (ok, or a fault code)',
      labelNames: ['outcome'],
      registers,
    }),
    liveChanges: new Counter({ name: 'live_changes_total', help: 'Changes found by change feeds', registers }),
    liveStaleness: createReading(
      registers,
      'live_staleness_seconds',
      'Seconds for which the change feed that fails the longest has failed; 0 if none does',
    ),
  };
}

/** A value that is computed when the metrics are read; 0 until somebody sets how. */
interface Reading {
  read: () => number;
}

function createReading(registers: Registry[], name: string, help: string): Reading {
  const reading: Reading = { read: () => 0 };
  new Gauge({
    name,
    help,
    registers,
    collect() {
      this.set(reading.read());
    },
  });
  return reading;
}

/** Prometheus sees no increase in a series that begins with its first event, so these series exist from the start. */
export function countFromZero<Label extends string>(
  counter: Counter<Label>,
  series: Iterable<LabelValues<Label>>,
): void {
  for (const labels of series) counter.inc(labels, 0);
}

function version(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));
  return (manifest as { version: string }).version;
}
