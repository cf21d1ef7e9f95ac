/**
 * The connections to one origin: direct or through the proxy, with the configured trusted certificates. A response may come after an
 * unrequested `100 Continue`. If `readsEarlyResponse` is set, it can still be read after writing the request has failed.
 */
import { subscribe } from 'node:diagnostics_channel';
import type { LookupFunction, Socket } from 'node:net';
import type { Duplex, Writable } from 'node:stream';
import { buildConnector, type Dispatcher, install, Pool, ProxyAgent } from 'undici';

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
    leaveOutContinue(socket);
    if (readsEarlyResponse) delayWriteErrors(socket);
  };
  if (proxyUrl === undefined)
    return new Pool(origin, { ...shared, connect: prepared(buildConnector({ ...connect, allowH2: false }), prepare) });
  return new ProxyAgent({
    ...shared,
    uri: proxyUrl,
    requestTls: connect,
    proxyTls: connect,
    // Otherwise a silent proxy would be awaited for five minutes: an abort does not interrupt connecting.
    clientFactory: (proxy, options: Pool.Options) => new Pool(proxy, { ...options, headersTimeout: deadlineMs }),
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

/** The connections whose responses are filtered; undici announces when it sends a request on one of them. */
const filters = new WeakMap<object, ContinueFilter>();

subscribe('undici:client:sendHeaders', (message) => {
  filters.get((message as { readonly socket: object }).socket)?.expect();
});

/**
 * Leaves out each `100 Continue`, which a service may send although nobody has asked for it (RFC 9110, 15.2): undici closes the connection
 * then, and the outcome of a write would be unknown. Must be called before anything is sent.
 */
export function leaveOutContinue(connection: Duplex): void {
  const push = connection.push.bind(connection);
  const filter = new ContinueFilter();
  filters.set(connection, filter);
  connection.push = (chunk: Buffer | null, encoding) => {
    const bytes = chunk === null ? filter.end() : filter.read(chunk);
    // If nothing is passed on, the reader still waits for more.
    const isFull = bytes.length > 0 && !push(bytes, encoding);
    return chunk === null ? push(null) : !isFull;
  };
}

const NONE = Buffer.alloc(0);
const BLANK_LINE = '\r\n\r\n';
const INFORMATIONAL = /^HTTP\/1\.[01] 1/;
const START = 'HTTP/1.1 1';
/** undici refuses heads of 16 KB, and is left a longer one. */
const MAX_HEAD_BYTES = 32_768;

class ContinueFilter {
  #isExpected = false;
  /** What has arrived of an informational response. */
  #incomplete: Buffer = NONE;

  /** A request is being sent, so the head of its response comes next. */
  expect(): void {
    this.#isExpected = true;
  }

  /** The bytes to pass on. */
  read(chunk: Buffer): Buffer {
    if (!this.#isExpected) return chunk;
    let rest = this.#incomplete.length === 0 ? chunk : Buffer.concat([this.#incomplete, chunk]);
    const passed: Buffer[] = [];
    while (rest.length > 0) {
      const start = rest.toString('latin1', 0, START.length);
      // What has not arrived yet may be anything.
      const end = INFORMATIONAL.test(start + START.slice(start.length)) ? rest.indexOf(BLANK_LINE) : 0;
      if (end === -1 && rest.length <= MAX_HEAD_BYTES) break;
      if (end <= 0) {
        this.#isExpected = false;
        passed.push(rest);
        rest = NONE;
      } else {
        const head = rest.subarray(0, end + BLANK_LINE.length);
        if (!head.toString('latin1', START.length).startsWith('00')) passed.push(head);
        rest = rest.subarray(head.length);
      }
    }
    this.#incomplete = rest;
    return passed.length === 1 ? (passed[0] as Buffer) : Buffer.concat(passed);
  }

  /** The connection has ended; returns what is left. */
  end(): Buffer {
    return this.#incomplete;
  }
}
