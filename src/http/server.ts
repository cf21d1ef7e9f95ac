/** Starts and ends the HTTP server. */
import type { Log } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';
import { guardServer } from './admission.ts';
import { type AdmissionOptions, createAdmissionGate } from './admission-gate.ts';
import { type AppOptions, createApp } from './app.ts';
import { type Arrivals, createArrivals } from './arrivals.ts';
import { Connections } from './connections.ts';
import { createDrain } from './drain.ts';
import { listen } from './listen.ts';

/** What a body may have in a gateway that serves; docs/clients.md tells clients. */
export const BODY_LIMIT_BYTES = 1_048_576;

const TELL_EVERY_MS = 10_000;

export interface HttpServerOptions extends Omit<AppOptions, 'connections' | 'arrivals'> {
  /** 0 for any free one. */
  readonly port: number;
  /** Milliseconds that running requests have to finish when the server closes; 10 s where it is not given. */
  readonly graceMs?: number;
  /** Milliseconds that the server takes new connections for after it said that it is not ready; 0 where it is not given. */
  readonly drainDelayMs?: number;
  /** Connections that may be open at once; more are closed as they come. No bound where it is not given. */
  readonly maxConnections?: number;
  /** How many requests are let in at once; no bound where it is not given. */
  readonly admission?: Pick<AdmissionOptions, 'most' | 'lateMs'> | undefined;
}

export interface HttpServer {
  /** Where the server is reached, without a final slash. */
  readonly url: string;
  /** Ends the server; calling it again waits for the same end. */
  readonly close: () => Promise<void>;
}

export async function startHttpServer(options: HttpServerOptions): Promise<HttpServer> {
  const { port, host, log, metrics, graceMs = 10_000, drainDelayMs = 0, maxConnections, admission } = options;
  const connections = new Connections();
  const drain = createDrain({ log, connections, graceMs, delayMs: drainDelayMs });
  const arrivals = admission && arrivalsWith(admission, connections, tellOf(log, metrics));
  const app = createApp({ ...options, connections, isDraining: drain.isDraining, arrivals });
  drain.attach(app);
  const close = drain.end;
  await app.ready();
  if (maxConnections !== undefined) {
    // A full worker would offer a connection to the next one, and once all are full they would do so without end.
    Object.assign(app.server, { maxConnections, dropMaxConnection: true });
  }
  if (arrivals !== undefined) guardServer(app.server, { arrivals, corsOrigins: options.corsOrigins });
  connections.follow(app.server);
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
  tell: (count: number) => void,
): Arrivals {
  return createArrivals({
    gate: createAdmissionGate({ ...admission, onShed: tell }),
    connections,
    // Each may hold as much of a body as one that is carried out.
    mostUnfinished: admission.most,
    onCut: () => tell(1),
  });
}

/** Requests that are turned away at the door have no line of their own: a storm of them would cost more than its answers. */
function tellOf(log: Log, metrics: Metrics): (count: number) => void {
  let untold = 0;
  let toldAt = Number.NEGATIVE_INFINITY;
  return (count) => {
    metrics.requestsShed.inc(count);
    untold += count;
    if (performance.now() - toldAt < TELL_EVERY_MS) return;
    log.warn({ requests: untold }, 'requests are turned away: there is more work than this process can do');
    toldAt = performance.now();
    untold = 0;
  };
}
