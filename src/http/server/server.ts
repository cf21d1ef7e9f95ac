/** Starts and stops the HTTP server. */
import { limitConnections } from '../connections/connection-limits.ts';
import { Connections } from '../connections/connections.ts';
import { type AppOptions, createApp } from './app.ts';
import { createDrain } from './drain.ts';
import { listen } from './node-server.ts';
import { createReports } from './reports.ts';

/** Maximum size of a body in production; documented for clients in docs/errors.md. */
export const BODY_LIMIT_BYTES = 1_048_576;

/** Long enough for 25 kB a second: where the kernel keeps 4 MB for a connection, only each third of that shows that something was read. */
const STALL_MS = 60_000;

export interface HttpServerOptions extends Omit<AppOptions, 'connections'> {
  /** 0 for any free port. */
  readonly port: number;
  /** Milliseconds that running requests have to finish when the server closes. */
  readonly graceMs: number;
  /** Milliseconds during which new connections are still accepted after the server reports that it is not ready. */
  readonly drainDelayMs: number;
  /** Maximum number of open connections; near it, the idlest ones are closed. */
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
