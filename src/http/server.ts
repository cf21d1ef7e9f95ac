/**
 * Starts and ends the HTTP server. A port that cannot be had is a fault with words that say what to do.
 */
import type { AddressInfo } from 'node:net';
import { Fault } from '../platform/fault.ts';
import { type AppOptions, createApp } from './app.ts';
import { prepareDrain } from './drain.ts';

type ListenFaultCode = 'PORT_BUSY' | 'LISTEN_FAILED';

export interface HttpServerOptions extends AppOptions {
  /** 0 for any free one. */
  readonly port: number;
  /** Milliseconds that running requests have to finish when the server closes; 10 s where it is not given. */
  readonly graceMs?: number;
}

export interface HttpServer {
  /** Where the server is reached, without a final slash. */
  readonly url: string;
  /** Ends the server; calling it again waits for the same end. */
  readonly close: () => Promise<void>;
}

export async function startHttpServer(options: HttpServerOptions): Promise<HttpServer> {
  const { port, log, graceMs = 10_000 } = options;
  const host = options.host.replace(/^\[|\]$/g, '');
  const app = createApp(options);
  const close = prepareDrain(app, log, graceMs);
  await app.ready();
  try {
    // By its name Fastify would listen on both of the machine's loopback addresses, and drain only one of them.
    await app.listen({ host: host === 'localhost' ? '127.0.0.1' : host, port });
  } catch (error) {
    await close();
    throw listenFault(error, options);
  }
  return { url: urlOf(host, (app.server.address() as AddressInfo).port), close };
}

function listenFault(error: unknown, { host, port }: HttpServerOptions): Fault<ListenFaultCode> {
  const reason = (error as NodeJS.ErrnoException).code ?? String(error);
  if (reason === 'EADDRINUSE') {
    const advice = 'Stop the process that holds it, or set PORT to another one (0 takes any that is free).';
    return new Fault('PORT_BUSY', `Port ${port} of ${host} is in use. ${advice}`, { cause: error });
  }
  return new Fault('LISTEN_FAILED', `Cannot listen on port ${port} of ${host}: ${reason}.`, { cause: error });
}

function urlOf(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}
