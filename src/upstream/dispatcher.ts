/**
 * The connections to one origin: straight or by the proxy, with the certificates that are trusted; and, where it is asked for,
 * connections whose answer is read although what is written no longer arrives.
 */
import type { Socket } from 'node:net';
import type { Writable } from 'node:stream';
import { buildConnector, type Dispatcher, Pool, ProxyAgent } from './undici.ts';

export interface DispatcherOptions {
  readonly connections: number;
  /** For the making of a connection too: whoever waited for it has left by then, and those who came later try another. */
  readonly deadlineMs: number;
  /** Certificates in PEM that are trusted in place of the built-in ones. */
  readonly caCertificate?: string | undefined;
  readonly proxyUrl?: string | undefined;
  /** Reads what is answered even where no more is taken: for bodies that may be refused midway. A proxy's connections do not. */
  readonly hearsOut?: boolean | undefined;
}

export function createDispatcher(
  origin: string,
  { connections, deadlineMs, caCertificate, proxyUrl, hearsOut = false }: DispatcherOptions,
): Dispatcher {
  const connect = { timeout: deadlineMs, ...(caCertificate === undefined ? {} : { ca: caCertificate }) };
  // undici's other timeouts are per chunk and coarse; the cut bounds the whole call instead.
  const shared = { connections, pipelining: 1, allowH2: false, headersTimeout: 0, bodyTimeout: 0 };
  return proxyUrl === undefined
    ? new Pool(origin, { ...shared, connect: hearsOut ? hearing({ ...connect, allowH2: false }) : connect })
    : new ProxyAgent({ ...shared, uri: proxyUrl, requestTls: connect, proxyTls: connect });
}

/** Makes connections as undici does, to be heard out. */
function hearing(options: buildConnector.BuildOptions): buildConnector.connector {
  const connect = buildConnector(options);
  return (target, done) => {
    connect(target, (...made) => {
      const [error, socket] = made;
      if (error === null) hearOut(socket);
      done(...made);
    });
  };
}

type Done = (error?: Error | null) => void;

/**
 * Whoever refuses a file before it has read it answers and closes, and the next write fails (EPIPE) while the answer lies here
 * unread. Node lets go of a connection at once then, so that the failure is kept back until the connection has closed: the
 * other direction ends by itself, after what has arrived.
 */
function hearOut(socket: Socket): void {
  const after =
    (done: Done): Done =>
    (error) => {
      if (error == null || socket.destroyed) done(error);
      else socket.once('close', () => done(error));
    };
  const { _write: write, _writev: writeAll }: Pick<Writable, '_write' | '_writev'> = socket;
  socket._write = (chunk, encoding, done) => write.call(socket, chunk, encoding, after(done));
  if (writeAll !== undefined) socket._writev = (chunks, done) => writeAll.call(socket, chunks, after(done));
}
