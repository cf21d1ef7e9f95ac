/** The process's metrics in Prometheus's text format. One registry a process, handed to whoever counts something. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export interface Metrics {
  readonly registry: Registry;
  /** Calls to the POST API by endpoint and outcome (`ok` or a fault code). */
  readonly upstreamCalls: Counter<'endpoint' | 'outcome'>;
  /** Seconds per call to the POST API by endpoint. */
  readonly upstreamSeconds: Histogram<'endpoint'>;
  /** 1 while the last call to the POST API reached it, else 0. */
  readonly upstreamUp: Gauge;
  /** Columns in records of the POST API that the contract does not know. */
  readonly unknownColumns: Counter<'record' | 'column'>;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  return {
    registry,
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
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
      registers,
    }),
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
