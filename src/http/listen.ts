/** Takes a port for a server. One that cannot be had is a fault with words that say what to do. */
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { Fault } from '../platform/fault.ts';

type ListenFaultCode = 'PORT_BUSY' | 'LISTEN_FAILED';

export interface ListenOptions {
  readonly host: string;
  /** 0 for any free one. */
  readonly port: number;
  /** The setting that names the port. */
  readonly setting: 'PORT' | 'METRICS_PORT';
}

/** Where the server is reached then, without a final slash. */
export async function listen(app: FastifyInstance, options: ListenOptions): Promise<string> {
  const host = options.host.replace(/^\[|\]$/g, '');
  try {
    // By its name Fastify would listen on both of the machine's loopback addresses, and drain only one of them.
    await app.listen({ host: host === 'localhost' ? '127.0.0.1' : host, port: options.port });
  } catch (error) {
    throw listenFault(error, options);
  }
  return urlOf(host, (app.server.address() as AddressInfo).port);
}

function listenFault(error: unknown, { host, port, setting }: ListenOptions): Fault<ListenFaultCode> {
  const reason = (error as NodeJS.ErrnoException).code ?? String(error);
  if (reason === 'EADDRINUSE') {
    const advice = `Stop the process that holds it, or set ${setting} to another one (0 takes any that is free).`;
    return new Fault('PORT_BUSY', `Port ${port} of ${host} is in use. ${advice}`, { cause: error });
  }
  return new Fault('LISTEN_FAILED', `Cannot listen on port ${port} of ${host}: ${reason}.`, { cause: error });
}

function urlOf(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}
