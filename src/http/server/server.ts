/** Starts and stops the HTTP server. */
import { trustProxies } from '../connections/client-address.ts';
import { limitConnections } from '../connections/connection-limits.ts';
import { Connections } from '../connections/connections.ts';
import { cutSlowReaders, type DeliveryOptions } from '../connections/delivery.ts';
import { createProxyClients } from '../connections/proxy-clients.ts';
import { type AdmissionOptions, createAdmission } from '../guards/admission.ts';
import { RequestSlots } from '../guards/request-slots.ts';
import { type AppOptions, createApp } from './app.ts';
import { createDrain } from './drain.ts';
import { listen } from './listen.ts';
import { createReports } from './reports.ts';

/** Maximum size of a body in production; documented for clients in docs/clients.md. */
export const BODY_LIMIT_BYTES = 1_048_576;

export interface HttpServerOptions
  extends Omit<AppOptions, 'connections' | 'requestSlots' | 'proxies' | 'proxyClients'> {
  /** Addresses of proxies that are trusted to report the client's address; none by default. */
  readonly trustedProxies?: readonly string[] | undefined;
  /** 0 for any free port. */
  readonly port: number;
  /** Milliseconds that running requests have to finish when the server closes. */
  readonly graceMs: number;
  /** Milliseconds during which new connections are still accepted after the server reports that it is not ready. */
  readonly drainDelayMs: number;
  /** Maximum number of open connections, beyond which the idlest ones are closed. No limit by default. */
  readonly maxConnections?: number;
  /** The same for one client address, and the maximum number of concurrent requests of one client behind a trusted proxy. */
  readonly maxConnectionsPerAddress?: number;
  /** How slowly a client may take a response; as slowly as it likes by default. */
  readonly delivery?: Pick<DeliveryOptions, 'stallMs' | 'bytesPerSecond'> | undefined;
  /** Limits the number of concurrent requests; no limit by default. */
  readonly admission?: Pick<AdmissionOptions, 'maxInFlight' | 'lateMs'> | undefined;
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
  const { port, host, log, metrics, graceMs, drainDelayMs, admission, delivery } = options;
  const connections = new Connections();
  const drain = createDrain({ log, connections, graceMs, delayMs: drainDelayMs });
  const reports = createReports(log, metrics);
  const proxies = trustProxies(options.trustedProxies);
  const { maxConnections = Infinity, maxConnectionsPerAddress: maxPerAddress = Infinity } = options;
  const server = createApp({
    ...options,
    connections,
    isDraining: drain.isDraining,
    isClosing: drain.isClosing,
    requestSlots: admission && requestSlotsWith(admission, connections, reports.shed),
    proxies,
    proxyClients:
      proxies && createProxyClients({ ...proxies, maxInFlight: maxPerAddress, onRejected: reports.crowded }),
  });
  drain.attach(server);
  const close = drain.end;
  connections.track(server);
  limitConnections(server, {
    max: maxConnections,
    maxPerAddress,
    isProxy: proxies?.isProxy ?? (() => false),
    connections,
    onClosed: reports.closed,
  });
  if (delivery !== undefined) cutSlowReaders(server, { ...delivery, connections, onCut: () => reports.closed('slow') });
  try {
    return { url: await listen(server, { host, port, setting: 'PORT' }), isDraining: drain.isDraining, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function requestSlotsWith(
  admission: NonNullable<HttpServerOptions['admission']>,
  connections: Connections,
  report: (count: number) => void,
): RequestSlots {
  return new RequestSlots({
    admission: createAdmission({ ...admission, onShed: report }),
    connections,
    // Each may hold as much of a body as a request that is executed.
    maxUnfinished: admission.maxInFlight,
    onAbort: () => report(1),
  });
}
