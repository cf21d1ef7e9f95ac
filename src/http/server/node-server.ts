/** Creates a server with Node's HTTP module, and binds it to a port. */
import { once } from 'node:events';
import type { RequestListener, Server, ServerOptions } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Fault } from '@realty-forms/platform/fault.ts';

// An import would evaluate all exports of the module, one of which loads a whole HTTP client: 14 MB and 40 ms at startup.
const http = process.getBuiltinModule('node:http');

export const { STATUS_CODES } = http;

/**
 * All requests reach the listeners of `request`. These include requests that Node would reject itself, with an empty body and without a line
 * in the log, and requests whose body the client sends only when asked.
 */
export function createServer(options: ServerOptions, listener: RequestListener): Server {
  const server = http.createServer({ ...options, requireHostHeader: false }, listener);
  const begin: RequestListener = (request, response) => void server.emit('request', request, response);
  return server.on('checkExpectation', begin).on('checkContinue', begin);
}

type ListenFaultCode = 'PORT_BUSY' | 'LISTEN_FAILED';

interface ListenOptions {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  /** The setting that names the port. */
  readonly setting: 'PORT' | 'METRICS_PORT';
}

/**
 * After a restart, all clients reconnect at once, and Node's backlog of 511 is too short: the kernel drops the other connections, and the
 * clients retry seconds later.
 */
const MAX_UNACCEPTED = 4_096;

/** Resolves with the server's URL, without a trailing slash. Rejects with a fault whose message says what to do. */
export async function listen(server: Server, options: ListenOptions): Promise<string> {
  const host = options.host.replace(/^\[|\]$/g, '');
  try {
    const address = host === 'localhost' ? '127.0.0.1' : host;
    // Workers share the gateway's port, but each has its own port for metrics.
    const exclusive = options.setting === 'METRICS_PORT';
    server.listen({ host: address, port: options.port, backlog: MAX_UNACCEPTED, exclusive });
    await once(server, 'listening');
  } catch (error) {
    throw listenFault(error, options);
  }
  return urlOf(host, (server.address() as AddressInfo).port);
}

function listenFault(error: unknown, { host, port, setting }: ListenOptions): Fault<ListenFaultCode> {
  const reason = (error as NodeJS.ErrnoException).code ?? String(error);
  if (reason === 'EADDRINUSE') {
    const advice = `Stop the process that uses it, or set ${setting} to another port (0 picks a free one).`;
    return new Fault('PORT_BUSY', `Port ${port} of ${host} is in use. ${advice}`, { cause: error });
  }
  const hostSetting = setting === 'PORT' ? 'HOST' : 'METRICS_HOST';
  const advice =
    reason === 'EACCES'
      ? `Set ${setting} to a port that this user may open, usually 1024 or above.`
      : `Set ${hostSetting} to an address of this machine, such as 127.0.0.1.`;
  return new Fault('LISTEN_FAILED', `Cannot listen on port ${port} of ${host}: ${reason}. ${advice}`, { cause: error });
}

function urlOf(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}
