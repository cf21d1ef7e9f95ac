/**
 * The process's metrics in Prometheus's text format. One registry a process, handed to whoever counts something. Each label
 * has few values that the gateway knows beforehand: nothing that a caller writes becomes one.
 */
import { readFileSync } from 'node:fs';
import {
  Counter,
  type CounterConfiguration,
  collectDefaultMetrics,
  Gauge,
  type LabelValues,
  type Metric,
  Registry,
} from 'prom-client';
import { Durations, type DurationsOptions } from './durations.ts';

export interface Metrics {
  readonly registry: Registry;
  /** Requests by route and status, with their seconds. */
  readonly requestSeconds: Durations<'route' | 'status'>;
  /** Requests under way. */
  readonly requestsInFlight: { value: number };
  /** Operations by type, field of the root and outcome (`ok`, or whose fault it was), with the seconds of their requests. */
  readonly operationSeconds: Durations<'type' | 'field' | 'outcome'>;
  /** What requests failed of, by code and by whose fault it was. */
  readonly failures: Counter<'code' | 'fault'>;
  /** Requests that were turned away at the door, before anything was done for them. */
  readonly requestsShed: Counter;
  /** Calls to the POST API by endpoint and outcome (`ok` or a fault code). */
  readonly upstreamCalls: TalliedCounter<'endpoint' | 'outcome'>;
  /** Seconds per call to the POST API by endpoint. */
  readonly upstreamSeconds: Durations<'endpoint'>;
  /** Calls to the POST API that were tried again, by endpoint and reason (unsent, reset, or a status). */
  readonly upstreamRetries: Counter<'endpoint' | 'reason'>;
  /** By group of calls: 0 while the breaker is closed, 1 half open, 2 open. */
  readonly upstreamBreaker: Gauge<'group'>;
  /** By group of calls, who tells how many of them wait for a place: asked when the figures are. */
  readonly upstreamWaiting: Map<string, () => number>;
  /** 1 while the last call to the POST API reached it, else 0. */
  readonly upstreamUp: Gauge;
  /** Columns in records of the POST API that the contract does not know. */
  readonly unknownColumns: Counter<'record' | 'column'>;
  /** Writes by operation and outcome: COMMITTED, REJECTED, UNKNOWN, REPLAYED, NOT_SENT or a fault code. */
  readonly writes: Counter<'operation' | 'outcome'>;
  /** Entries of the write ledger that a process left behind: released, found to be carried out, or not_found. */
  readonly ledgerEntries: Counter<'operation' | 'event'>;
  /** Active users in the directory. */
  readonly directoryUsers: Gauge;
  /** When the directory was last brought up to date, in seconds since the epoch. */
  readonly directoryRefreshed: Gauge;
}

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
/** The gateway's own share of a request is far below a millisecond. */
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
    directoryUsers: new Gauge({ name: 'directory_users', help: 'Active users in the directory', registers }),
    directoryRefreshed: new Gauge({
      name: 'directory_refreshed_timestamp_seconds',
      help: 'When the directory was last brought up to date',
      registers,
    }),
  };
}

function durations<Label extends string>(
  registers: readonly Registry[],
  options: DurationsOptions<Label>,
): Durations<Label> {
  const made = new Durations(options);
  for (const registry of registers) registry.registerMetric(made as unknown as Metric);
  return made;
}

function requestMetrics(registers: Registry[]) {
  const inFlight = { value: 0 };
  new Gauge({
    name: 'http_requests_in_flight',
    help: 'Requests under way',
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
    requestSeconds: durations(registers, {
      name: 'http_request_seconds',
      help: 'Seconds per request by route and status',
      labelNames: ['route', 'status'],
      buckets: REQUEST_SECONDS,
    }),
    operationSeconds: durations(registers, {
      name: 'graphql_operation_seconds',
      help: 'Seconds per operation by type, field of the root, and outcome (ok, or whose fault it was)',
      labelNames: ['type', 'field', 'outcome'],
      buckets: REQUEST_SECONDS,
    }),
    failures: new Counter({
      name: 'request_failures_total',
      help: 'What requests failed of, by code and by whose fault it was (caller, upstream, gateway)',
      labelNames: ['code', 'fault'],
      registers,
    }),
  };
}

function upstreamMetrics(registers: Registry[]) {
  const waiting = new Map<string, () => number>();
  new Gauge({
    name: 'upstream_waiting_calls',
    help: 'Calls that wait for a place in their group',
    labelNames: ['group'],
    registers,
    collect() {
      for (const [group, count] of waiting) this.set({ group }, count());
    },
  });
  return {
    requestsShed: new Counter({
      name: 'http_requests_shed_total',
      help: 'Requests turned away at the door because of overload',
      registers,
    }),
    upstreamCalls: new TalliedCounter({
      name: 'upstream_calls_total',
      help: 'Calls to the POST API by endpoint and outcome',
      labelNames: ['endpoint', 'outcome'],
      registers,
    }),
    upstreamSeconds: durations(registers, {
      name: 'upstream_call_seconds',
      help: 'Seconds per call to the POST API',
      labelNames: ['endpoint'],
      buckets: SECONDS,
    }),
    upstreamRetries: new Counter({
      name: 'upstream_retries_total',
      help: 'Calls to the POST API that were tried again, by endpoint and reason',
      labelNames: ['endpoint', 'reason'],
      registers,
    }),
    upstreamBreaker: new Gauge({
      name: 'upstream_breaker_state',
      help: 'Breaker of a group of calls: 0 closed, 1 half open, 2 open',
      labelNames: ['group'],
      registers,
    }),
    upstreamWaiting: waiting,
    upstreamUp: new Gauge({
      name: 'upstream_up',
      help: '1 while the last call to the POST API reached it, else 0',
      registers,
    }),
    unknownColumns: new Counter({
      name: 'upstream_unknown_columns_total',
      help: 'Columns in records of the POST API that the contract does not know',
      labelNames: ['record', 'column'],
      registers,
    }),
  };
}

/** A counter for what is counted all the time: in tallies that are kept, and put to it when the figures are asked for. */
class TalliedCounter<Label extends string> extends Counter<Label> {
  readonly #tallies: { readonly labels: LabelValues<Label>; readonly tally: Tally }[] = [];

  constructor(configuration: CounterConfiguration<Label>) {
    super({ ...configuration, collect: () => this.#collect() });
  }

  /** A tally of these labels, for its owner to keep. It is shown once it is not 0. */
  tally(labels: LabelValues<Label>): Tally {
    const tally = { count: 0 };
    this.#tallies.push({ labels, tally });
    return tally;
  }

  #collect(): void {
    for (const { labels, tally } of this.#tallies) {
      if (tally.count > 0) this.inc(labels, tally.count);
      tally.count = 0;
    }
  }
}

/** What has been counted since the figures were last asked for. */
export interface Tally {
  count: number;
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
      help: 'Entries of the write ledger that were looked into because their outcome was open',
      labelNames: ['operation', 'event'],
      registers,
    }),
  };
}

/** An increase is not seen of a series that begins with its first event: these are there from the start. */
export function countFromZero<Label extends string>(
  counter: Counter<Label>,
  series: Iterable<LabelValues<Label>>,
): void {
  for (const labels of series) counter.inc(labels, 0);
}

function version(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  return (manifest as { version: string }).version;
}
