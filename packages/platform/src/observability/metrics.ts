/**
 * The process's metrics in Prometheus's text format. Each process has one registry, which is passed to the code that counts something.
 * Labels have few values, all known in advance: nothing that a caller sends becomes a label.
 */
import { Counter, collectDefaultMetrics, Gauge, type LabelValues, Registry } from '@prometheus-io/client';
import { version } from '../version.ts';
import { createCounter, createHistogram } from './series.ts';

export type Metrics = ReturnType<typeof createMetrics>;

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
/** The gateway's own part of a request takes far less than a millisecond. */
const REQUEST_SECONDS = [0.0005, 0.001, 0.0025, ...SECONDS];
const senderOnly = '0 in processes that do not send webhooks';
const fillerOnly = '0 in processes that do not fill the index';

/** Each metric's help says what it counts; docs/metrics.md has the same texts. */
export function createMetrics() {
  const registry = new Registry();
  const make = makersIn(registry);
  return { registry, ...requestMetrics(make), ...upstreamMetrics(make), ...stateMetrics(make) };
}

/**
 * Adds what Node reports about the process: memory, CPU time, event loop, collections. Only for the metrics of a whole process, since the
 * measurement lasts until the process ends, a hundred times a second and at each collection.
 */
export function measureProcess({ registry }: Metrics): void {
  collectDefaultMetrics({ register: registry });
}

function requestMetrics({ counter, gauge, histogram, reading }: Makers) {
  const build = { version, node: process.version };
  gauge('gateway_build_info', 'Version of the gateway and of Node; always 1', 'version', 'node').set(build, 1);
  const requestsInFlight = { value: 0 };
  reading('gateway_http_requests_in_flight', 'Requests in flight, without streams').read = () => requestsInFlight.value;
  return {
    requestsInFlight,
    requestSeconds: histogram(
      'gateway_http_request_duration_seconds',
      'Seconds per request. The route `/graphql stream` counts streams when they end. The status 499: the client disconnected before ' +
        'the response, or read it too slowly. A download interrupted by its host keeps its status, and has a code',
      REQUEST_SECONDS,
      'route',
      'status',
    ),
    operationSeconds: histogram(
      'gateway_graphql_operation_duration_seconds',
      'Seconds per operation, without streams, by root field; an operation with two counts under both. The outcome is `ok` or a fault: ' +
        '`caller`, `upstream`, `gateway`',
      REQUEST_SECONDS,
      'type',
      'field',
      'outcome',
    ),
    requestsShed: counter(
      'gateway_http_requests_shed_total',
      'Requests rejected on arrival with 503 OVERLOADED, which are in no log line and no other metric',
    ),
    connectionsClosed: counter(
      'gateway_http_connections_closed_total',
      'Connections closed by the gateway. `idle`: to make room; `full`: a new one, as all others have a request in flight; `slow`: the ' +
        'client has read nothing of its response for a minute',
      'reason',
    ),
    failures: counter(
      'gateway_request_failures_total',
      'Failures, each code once per request; QUERY_TOO_LARGE, QUERY_TOO_COSTLY and RATE_LIMITED are exceeded limits',
      'code',
      'fault',
    ),
  };
}

function upstreamMetrics({ counter, frequent, gauge, histogram, registers }: Makers) {
  /** For each group of calls, a function that returns how many are waiting; called when the metrics are read. */
  const upstreamWaiting = new Map<string, () => number>();
  new Gauge({
    name: 'gateway_upstream_waiting_calls',
    help: 'Calls that wait for a slot in their group',
    labelNames: ['group'],
    registers,
    collect() {
      for (const [group, count] of upstreamWaiting) this.set({ group }, count());
    },
  });
  return {
    upstreamWaiting,
    upstreamCalls: frequent(
      'gateway_upstream_calls_total',
      'Calls to the POST API; the outcome is `ok` or a fault code',
      'endpoint',
      'outcome',
    ),
    upstreamSeconds: histogram(
      'gateway_upstream_call_duration_seconds',
      'Seconds per call to the POST API',
      SECONDS,
      'endpoint',
    ),
    upstreamRetries: counter(
      'gateway_upstream_retries_total',
      'Retried calls to the POST API; the reason is `unsent`, `reset` or a status',
      'endpoint',
      'reason',
    ),
    upstreamBreaker: gauge(
      'gateway_upstream_breaker_state',
      'Circuit breaker of an endpoint: 0 closed, 1 open: calls fail without being sent, or, if only calls of one caller have ' +
        'failed, those of that caller, whom the log line names',
      'endpoint',
    ),
    upstreamShare: gauge(
      'gateway_upstream_share',
      "This process's part of UPSTREAM_CONNECTIONS_TOTAL (`connections`) and UPSTREAM_CALLS_PER_MINUTE (`calls`)",
      'of',
    ),
    othersTransactions: counter(
      'gateway_upstream_others_transactions_total',
      "Transactions between two other agents, in an agent's list or under an agent's id: usual for assistants, coordinators and " +
        'brokers, or a wrong list (docs/decisions/0017-contradictory-responses.md)',
      'endpoint',
    ),
    upstreamUp: gauge(
      'gateway_upstream_up',
      '0 once three calls in a row got no response from the POST API, or a 5xx, and none has succeeded for five seconds, otherwise 1; ' +
        'calls that waited too long in the gateway do not count',
    ),
    unknownColumns: frequent(
      'gateway_upstream_unknown_columns_total',
      'Columns in records of the POST API that the gateway does not know; also counts similar records that lack them',
      'record',
      'column',
    ),
  };
}

function stateMetrics({ counter, gauge, reading }: Makers) {
  return {
    writes: counter(
      'gateway_writes_total',
      'Mutations; the outcome is COMMITTED, REJECTED, REPLAYED, NOT_SENT, a fault code, or UNKNOWN: no readable response',
      'operation',
      'outcome',
    ),
    ledgerEntries: counter(
      'gateway_ledger_entries_total',
      'Writes left behind by a process that ended; `found`: it was carried out; `not_found`: no sign of it; `released`: it had not been sent',
      'operation',
      'event',
    ),
    liveFeeds: reading(
      'gateway_live_feeds',
      'Change feeds that are polled: of each agent, one for itself and one for services',
    ),
    livePolls: counter(
      'gateway_live_polls_total',
      'Polls for changes, nearly always one call each; the outcome is `ok` or a fault code',
      'outcome',
    ),
    liveChanges: counter('gateway_live_changes_total', 'Changes that polls have found'),
    liveStreams: gauge(
      'gateway_live_streams',
      'Open streams of changes (`sse`, `multipart`); they are not in gateway_http_requests_in_flight',
      'transport',
    ),
    liveStreamsEnded: counter(
      'gateway_live_streams_ended_total',
      'Streams that have ended. `client`: it disconnected; `token`: it is no longer valid; `gone`: the agent or transaction is; ' +
        '`failed`: a result was an error; `stalled`: the client has read nothing for a minute; `age`: after an hour; `drain`: at the stop',
      'reason',
    ),
    liveStaleness: reading(
      'gateway_live_staleness_seconds',
      'Seconds for which the change feed that fails the longest has failed, 0 if none does; listeners learn of it after 60',
    ),
    webhookDeliveries: counter(
      'gateway_webhook_deliveries_total',
      'Attempts to deliver a webhook: `delivered`; `failed`, to be retried; `dead`, given up; `gone`, the receiver has answered 410',
      'outcome',
    ),
    webhooksWaiting: reading('gateway_webhooks_waiting', `Waiting webhooks; ${senderOnly}`),
    webhooksDead: reading(
      'gateway_webhooks_dead',
      `Dead letters: webhooks that were given up and not replaced; ${senderOnly}`,
    ),
    webhooksDisabled: reading(
      'gateway_webhooks_disabled',
      `Webhooks whose receiver has answered 410 Gone; ${senderOnly}`,
    ),
    webhooksAge: reading('gateway_webhooks_oldest_seconds', `Age of the oldest waiting webhook; ${senderOnly}`),
    indexAgents: reading('gateway_index_agents', `Lists of agents in the search index; ${fillerOnly}`),
    indexLoading: reading(
      'gateway_index_loading_agents',
      `Lists that are not completely in the search index yet; ${fillerOnly}`,
    ),
    indexTransactions: reading('gateway_index_transactions', `Transactions in the search index; ${fillerOnly}`),
    indexAge: reading(
      'gateway_index_oldest_seconds',
      `Age of the list in the search index that was read the longest ago; ${fillerOnly}`,
    ),
    directoryUsers: gauge('gateway_directory_users', 'Active users in the directory'),
    directoryRefreshed: gauge('gateway_directory_refreshed_timestamp_seconds', 'When the directory was last read'),
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
    /** A counter for what happens with every call, or with every record. */
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
