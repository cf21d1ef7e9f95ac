/** Starts and stops the HTTP server. */
import { atMostEvery, systemClock } from '@realty-forms/platform/clock.ts';
import type { Log } from '@realty-forms/platform/observability/log.ts';
import { countFromZero, type Metrics } from '@realty-forms/platform/observability/metrics.ts';
import { type AppOptions, createApp } from './app.ts';
import { type ClosedReason, Connections, limitConnections } from './connections.ts';
import { createDrain } from './drain.ts';
import { listen } from './node-server.ts';

/** Maximum size of a body in production; documented for clients in docs/errors.md. */
export const BODY_LIMIT_BYTES = 1_048_576;

/**
 * Long enough for a client that reads 25 kB a second: if the kernel keeps 4 MB for a connection, progress shows only after each third of
 * that.
 */
const STALL_MS = 60_000;

export interface HttpServerOptions extends Omit<AppOptions, 'connections'> {
  /** 0 for any free port. */
  readonly port: number;
  /** Milliseconds that running requests have to finish when the server closes. */
  readonly graceMs: number;
  /** Milliseconds during which new connections are still accepted after the server reports that it is not ready. */
  readonly drainDelayMs: number;
  /** Maximum number of open connections; near it, the connections that have been idle the longest are closed. */
  readonly maxConnections?: number;
  /** Milliseconds for which a client may leave its response unread. */
  readonly stallMs?: number;
}

export interface HttpServer {
  /** URL of the server, without a trailing slash. */
  readonly url: string;
  /** Whether the server is shutting down. */
  readonly isDraining: () => boolean;
  /** Shuts the server down; calling it again waits for the same shutdown. */
  readonly close: () => Promise<void>;
}

export async function startHttpServer(options: HttpServerOptions): Promise<HttpServer> {
  const { port, host, log, metrics, graceMs, drainDelayMs, maxConnections: max = 5_000, stallMs = STALL_MS } = options;
  const connections = new Connections();
  const drain = createDrain({ log, connections, graceMs, delayMs: drainDelayMs });
  const reports = createReports(log, metrics);
  const server = createApp({
    ...options,
    connections,
    isDraining: drain.isDraining,
    isClosing: drain.isClosing,
    admission: { ...options.admission, onShed: reports.shed },
  });
  drain.attach(server);
  const close = drain.end;
  connections.track(server);
  limitConnections(server, { max, stallMs, connections, onClosed: reports.closed });
  try {
    return { url: await listen(server, { host, port, setting: 'PORT' }), isDraining: drain.isDraining, close };
  } catch (error) {
    await close();
    throw error;
  }
}

const REPORT_MS = 10_000;

/**
 * Counts and reports rejected requests and closed connections. There is no log line per case: in a flood, the lines would cost more than
 * the cases themselves.
 */
function createReports(log: Log, { requestsShed, connectionsClosed }: Metrics) {
  const report = (unit: string, message: string): ((count: number) => void) => {
    let unreported = 0;
    const isDue = atMostEvery(REPORT_MS, systemClock);
    return (count) => {
      unreported += count;
      if (!isDue()) return;
      log.warn({ [unit]: unreported }, message);
      unreported = 0;
    };
  };
  const reportShed = report('requests', 'shedding requests: there is more work than this process can handle');
  const closures = {
    // Clients of idle connections do not wait for a response.
    idle: () => undefined,
    full: report('connections', 'dropping connections: there are too many, and none of them is idle'),
    slow: report('connections', 'disconnecting clients that do not read their responses'),
  } as const;
  countFromZero(
    connectionsClosed,
    Object.keys(closures).map((reason) => ({ reason })),
  );
  return {
    /** Requests were rejected on arrival, or cut off before they had arrived. */
    shed(count: number): void {
      requestsShed.inc(count);
      reportShed(count);
    },
    /** A connection was closed to keep a limit. */
    closed(reason: ClosedReason): void {
      connectionsClosed.inc({ reason });
      closures[reason](1);
    },
  };
}
