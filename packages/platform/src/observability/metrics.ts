/**
 * The process's metrics in Prometheus's text format. There is one registry per process, passed to the code that counts
 * something. Each label has few values, which the gateway knows beforehand: nothing that a caller sends becomes one.
 */
import { Counter, collectDefaultMetrics, Gauge, type LabelValues, Registry } from '@prometheus-io/client';
import { version } from '../version.ts';
import { createCounter, createHistogram } from './series.ts';

export type Metrics = ReturnType<typeof createMetrics>;

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
/** The gateway's own part of a request is far below a millisecond. */
const REQUEST_SECONDS = [0.0005, 0.001, 0.0025, ...SECONDS];

/** Each metric's help says what it counts. */
export function createMetrics() {
  const registry = new Registry();
  const make = makersIn(registry);
  return { registry, ...requestMetrics(make), ...upstreamMetrics(make), ...stateMetrics(make) };
}

/**
 * Adds what Node tells of the process: memory, CPU time, event loop, collections. For the metrics of a whole process only, since
 * this is measured until the process ends, a hundred times a second and at each collection.
 */
export function measureProcess({ registry }: Metrics): void {
  collectDefaultMetrics({ register: registry });
}

function requestMetrics({ counter, gauge, histogram, reading }: Makers) {
  const build = { version, node: process.version };
  gauge('gateway_build_info', 'Version of the gateway and of Node; always 1', 'version', 'node').set(build, 1);
  const requestsInFlight = { value: 0 };
  reading('gateway_http_requests_in_flight', 'Requests in flight').read = () => requestsInFlight.value;
  return {
    requestsInFlight,
    requestSeconds: histogram(
      'gateway_http_request_duration_seconds',
      'Seconds per request by route and status',
      REQUEST_SECONDS,
      'route',
      'status',
    ),
    operationSeconds: histogram(
      'gateway_graphql_operation_duration_seconds',
      'Seconds per operation by type, root field and outcome (ok, or the fault: caller, upstream, gateway)',
      REQUEST_SECONDS,
      'type',
      'field',
      'outcome',
    ),
    /** They are rejected on arrival, before anything is done for them. */
    requestsShed: counter('gateway_http_requests_shed_total', 'Requests shed because of overload'),
    connectionsClosed: counter(
      'gateway_http_connections_closed_total',
      'Connections closed by reason (idle, full, slow)',
      'reason',
    ),
    failures: counter(
      'gateway_request_failures_total',
      'Failures of requests by code and fault (caller, upstream, gateway)',
      'code',
      'fault',
    ),
  };
}

function upstreamMetrics({ counter, frequent, gauge, histogram, registers }: Makers) {
  /** By group of calls, a function that returns how many of them wait; called when the metrics are read. */
  const upstreamWaiting = new Map<string, () => number>();
  new Gauge({
    name: 'gateway_upstream_waiting_calls',
    help: 'Calls waiting for a slot in their group',
    labelNames: ['group'],
    registers,
    collect() {
      for (const [group, count] of upstreamWaiting) this.set({ group }, count());
    },
  });
  /** By record and column. A service may send some in every record, and the library takes a microsecond to count one. */
  const unknownColumns = new Map<string, Map<string, number>>();
  new Counter({
    name: 'gateway_upstream_unknown_columns_total',
    help: 'Unknown columns in records of the POST API by record and column',
    labelNames: ['record', 'column'],
    registers,
    collect() {
      this.reset();
      for (const [record, counts] of unknownColumns)
        for (const [column, count] of counts) this.inc({ record, column }, count);
    },
  });
  return {
    upstreamWaiting,
    /** The outcome is `ok` or a fault code. */
    upstreamCalls: frequent(
      'gateway_upstream_calls_total',
      'Calls to the POST API by endpoint and outcome',
      'endpoint',
      'outcome',
    ),
    upstreamSeconds: histogram(
      'gateway_upstream_call_duration_seconds',
      'Seconds per call to the POST API',
      SECONDS,
      'endpoint',
    ),
    /** The reason is `unsent`, `reset`, or a status. */
    upstreamRetries: counter(
      'gateway_upstream_retries_total',
      'Retried calls to the POST API by endpoint and reason',
      'endpoint',
      'reason',
    ),
    upstreamBreaker: gauge(
      'gateway_upstream_breaker_state',
      'Circuit breaker of an endpoint: 0 closed, 1 half open, 2 open',
      'endpoint',
    ),
    upstreamShare: gauge(
      'gateway_upstream_share',
      "This process's part of what all processes may use of the POST API (connections, calls per minute)",
      'of',
    ),
    /** Usual for assistants, coordinators and brokers. Many of them may mean that the POST API returns another agent's list. */
    othersTransactions: counter(
      'gateway_upstream_others_transactions_total',
      "Transactions between two other agents in an agent's list, or under an agent's id, by endpoint",
      'endpoint',
    ),
    upstreamUp: gauge(
      'gateway_upstream_up',
      '0 once several calls in a row got no response from the POST API, and none did for 5 seconds, otherwise 1',
    ),
    unknownColumns,
  };
}

function stateMetrics({ counter, gauge, reading }: Makers) {
  return {
    /** The outcome is COMMITTED, REJECTED, UNKNOWN, REPLAYED, NOT_SENT or a fault code. */
    writes: counter('gateway_writes_total', 'Writes by operation and outcome', 'operation', 'outcome'),
    /** What became of the entries that a process left open: released, found to be executed, or not_found. */
    ledgerEntries: counter(
      'gateway_ledger_entries_total',
      'Reconciled entries of the write ledger by operation and event',
      'operation',
      'event',
    ),
    liveFeeds: reading('gateway_live_feeds', 'Change feeds that are polled'),
    livePolls: counter('gateway_live_polls_total', 'Polls of change feeds by outcome (ok, or a fault code)', 'outcome'),
    liveChanges: counter('gateway_live_changes_total', 'Changes found by change feeds'),
    liveStreams: gauge('gateway_live_streams', 'Open streams of changes by transport (sse, multipart)', 'transport'),
    liveStreamsEnded: counter(
      'gateway_live_streams_ended_total',
      'Ended streams of changes by reason (client, token, gone, failed, stalled, age, drain)',
      'reason',
    ),
    liveStaleness: reading(
      'gateway_live_staleness_seconds',
      'Seconds for which the change feed that fails the longest has failed; 0 if none does',
    ),
    webhookDeliveries: counter(
      'gateway_webhook_deliveries_total',
      'Attempts to deliver a webhook by outcome (delivered, failed, dead, gone)',
      'outcome',
    ),
    webhooksWaiting: reading(
      'gateway_webhooks_waiting',
      'Webhooks that wait to be delivered, in the process that sends them',
    ),
    webhooksDead: reading('gateway_webhooks_dead', 'Webhooks that have been given up and not replaced'),
    webhooksAge: reading('gateway_webhooks_oldest_seconds', 'Age of the oldest webhook that waits'),
    indexAgents: reading(
      'gateway_index_agents',
      'Agents whose lists are in the search index, in the process that fills it',
    ),
    indexLoading: reading(
      'gateway_index_loading_agents',
      'Agents whose lists are not completely in the search index yet',
    ),
    indexTransactions: reading('gateway_index_transactions', 'Transactions in the search index'),
    indexAge: reading(
      'gateway_index_oldest_seconds',
      'Age of the list in the search index that was read the longest ago',
    ),
    directoryUsers: gauge('gateway_directory_users', 'Active users in the directory'),
    directoryRefreshed: gauge(
      'gateway_directory_refreshed_timestamp_seconds',
      'Time of the last refresh of the directory',
    ),
  };
}

type Makers = ReturnType<typeof makersIn>;

function makersIn(registry: Registry) {
  const registers = [registry];
  return {
    registers,
    counter: <Label extends string = never>(name: string, help: string, ...labelNames: readonly Label[]) =>
      new Counter({ name, help, labelNames, registers }),
    gauge: <Label extends string = never>(name: string, help: string, ...labelNames: readonly Label[]) =>
      new Gauge({ name, help, labelNames, registers }),
    /** For what happens with every call. */
    frequent: <Label extends string>(name: string, help: string, ...labelNames: readonly Label[]) =>
      createCounter(registry, { name, help, labelNames }),
    histogram: <Label extends string>(
      name: string,
      help: string,
      bounds: readonly number[],
      ...labelNames: readonly Label[]
    ) => createHistogram(registry, { name, help, labelNames, bounds }),
    /** A value that is computed when the metrics are read; 0 until its function is set. */
    reading(name: string, help: string) {
      const source = { read: () => 0 };
      new Gauge({
        name,
        help,
        registers,
        collect() {
          this.set(source.read());
        },
      });
      return source;
    },
  };
}

/** Prometheus sees no increase in a series that begins with its first event, so these series exist from the start. */
export function countFromZero<Label extends string>(
  counter: { readonly inc: (labels: LabelValues<Label>, by: number) => void },
  series: Iterable<LabelValues<Label>>,
): void {
  for (const labels of series) counter.inc(labels, 0);
}
