/** Starts and stops the HTTP server. */
import type { Log } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';
import { guardServer } from './admission.ts';
import { type AdmissionOptions, createAdmissionGate } from './admission-gate.ts';
import { type AppOptions, createApp } from './app.ts';
import { type Arrivals, createArrivals } from './arrivals.ts';
import { Connections } from './connections.ts';
import { createDrain } from './drain.ts';
import { listen } from './listen.ts';

/** Maximum size of a body in production; documented for clients in docs/clients.md. */
export const BODY_LIMIT_BYTES = 1_048_576;

const REPORT_INTERVAL_MS = 10_000;

export interface HttpServerOptions extends Omit<AppOptions, 'connections' | 'arrivals'> {
  /** 0 for any free port. */
  readonly port: number;
  /** Milliseconds that running requests have to finish when the server closes. */
  readonly graceMs: number;
  /** Milliseconds during which new connections are still accepted after the server reports that it is not ready. */
  readonly drainDelayMs: number;
  /** Maximum number of open connections; more are closed on arrival. No limit by default. */
  readonly maxConnections?: number;
  /** Limits the number of concurrent requests; no limit by default. */
  readonly admission?: Pick<AdmissionOptions, 'maxInFlight' | 'lateMs'> | undefined;
}

export interface HttpServer {
  /** URL of the server, without a trailing slash. */
  readonly url: string;
  /** Shuts the server down; calling it again waits for the same shutdown. */
  readonly close: () => Promise<void>;
}

export async function startHttpServer(options: HttpServerOptions): Promise<HttpServer> {
  const { port, host, log, metrics, graceMs, drainDelayMs, maxConnections, admission } = options;
  const connections = new Connections();
  const drain = createDrain({ log, connections, graceMs, delayMs: drainDelayMs });
  const arrivals = admission && arrivalsWith(admission, connections, createShedReporter(log, metrics));
  const app = createApp({ ...options, connections, isDraining: drain.isDraining, arrivals });
  drain.attach(app);
  const close = drain.end;
  await app.ready();
  if (maxConnections !== undefined) {
    // Otherwise a full worker passes a connection on to the next one, endlessly once all of them are full.
    Object.assign(app.server, { maxConnections, dropMaxConnection: true });
  }
  if (arrivals !== undefined) guardServer(app.server, { arrivals, corsOrigins: options.corsOrigins });
  connections.track(app.server);
  try {
    return { url: await listen(app, { host, port, setting: 'PORT' }), close };
  } catch (error) {
    await close();
    throw error;
  }
}

function arrivalsWith(
  admission: NonNullable<HttpServerOptions['admission']>,
  connections: Connections,
  report: (count: number) => void,
): Arrivals {
  return createArrivals({
    gate: createAdmissionGate({ ...admission, onShed: report }),
    connections,
    // Each may hold as much of a body as a request that is executed.
    maxUnfinished: admission.maxInFlight,
    onAbort: () => report(1),
  });
}

/** Requests rejected on arrival have no log line of their own: a flood of them would cost more than the responses. */
function createShedReporter(log: Log, metrics: Metrics): (count: number) => void {
  let unreported = 0;
  let reportedAt = Number.NEGATIVE_INFINITY;
  return (count) => {
    metrics.requestsShed.inc(count);
    unreported += count;
    if (performance.now() - reportedAt < REPORT_INTERVAL_MS) return;
    log.warn({ requests: unreported }, 'shedding requests: there is more work than this process can handle');
    reportedAt = performance.now();
    unreported = 0;
  };
}
