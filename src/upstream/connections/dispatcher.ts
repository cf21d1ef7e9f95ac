/**
 * The connections to one origin: direct or through the proxy, with the configured trusted certificates. They accept every legal response.
 * If `readsEarlyResponse` is set, a response can still be read after writing the request has failed.
 */
import type { LookupFunction, Socket } from 'node:net';
import type { Writable } from 'node:stream';
import { buildConnector, type Dispatcher, install, Pool, ProxyAgent } from 'undici';
import { acceptAnyHead } from './response-heads.ts';

export type { Dispatcher };

// jose uses `Headers` and `Response`, for which Node would load its own copy of undici.
install();

export interface DispatcherOptions {
  readonly connections: number;
  /** Also the connect timeout: after it, the calls that waited for the connection have given up, and later ones should try a new one. */
  readonly deadlineMs: number;
  /** Certificates in PEM that are trusted instead of the built-in ones. */
  readonly caCertificate?: string | undefined;
  readonly proxyUrl?: string | undefined;
  /** Replaces the system's resolver; for direct connections only. */
  readonly lookup?: LookupFunction | undefined;
  /** Reads the response even if upstream stops accepting the request: for bodies that may be rejected midway. */
  readonly readsEarlyResponse?: boolean | undefined;
}

export function createDispatcher(
  origin: string,
  { connections, deadlineMs, caCertificate, proxyUrl, lookup, readsEarlyResponse = false }: DispatcherOptions,
): Dispatcher {
  const connect = {
    timeout: deadlineMs,
    ...(caCertificate === undefined ? {} : { ca: caCertificate }),
    ...(lookup === undefined ? {} : { lookup }),
  };
  // undici's other timeouts are per chunk and coarse; the call's abort signal bounds the whole call instead.
  const shared = { connections, pipelining: 1, allowH2: false, headersTimeout: 0, bodyTimeout: 0 };
  const prepare = (socket: Socket): void => {
    acceptAnyHead(socket);
    if (readsEarlyResponse) delayWriteErrors(socket);
  };
  if (proxyUrl === undefined)
    return new Pool(origin, { ...shared, connect: prepared(buildConnector({ ...connect, allowH2: false }), prepare) });
  return new ProxyAgent({
    ...shared,
    uri: proxyUrl,
    requestTls: connect,
    proxyTls: connect,
    // Called with a connector that goes through the proxy.
    factory: (target, options: Pool.Options) =>
      new Pool(target, { ...options, connect: prepared(options.connect as buildConnector.connector, prepare) }),
  });
}

/** Connects as before, and prepares each connection before it is used. */
function prepared(connect: buildConnector.connector, prepare: (socket: Socket) => void): buildConnector.connector {
  return (target, callback) => {
    connect(target, (...args) => {
      const [error, socket] = args;
      if (error === null) prepare(socket);
      callback(...args);
    });
  };
}

type WriteCallback = (error?: Error | null) => void;

/**
 * Holds write errors back until the socket has closed. A server that rejects a file before reading all of it responds and closes the
 * connection. Our next write then fails (EPIPE) while the response is still unread on our side, and Node destroys a socket as soon as a
 * write fails. The reading side ends by itself once it has delivered everything that arrived.
 */
function delayWriteErrors(socket: Socket): void {
  const deferUntilClose =
    (callback: WriteCallback): WriteCallback =>
    (error) => {
      if (error == null || socket.destroyed) callback(error);
      else socket.once('close', () => callback(error));
    };
  const { _write: write, _writev: writeAll }: Pick<Writable, '_write' | '_writev'> = socket;
  socket._write = (chunk, encoding, callback) => write.call(socket, chunk, encoding, deferUntilClose(callback));
  if (writeAll !== undefined)
    socket._writev = (chunks, callback) => writeAll.call(socket, chunks, deferUntilClose(callback));
}
