/**
 * POST over HTTP, and nothing but that: the one importer of undici. Owns the connections, the byte cap, the cut, and the
 * knowledge whether a request has left. Follows no redirect, keeps no credential, and reads no status: any whole answer is
 * an answer.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { type Dispatcher, Pool, ProxyAgent } from 'undici';
import { type EndpointName, endpoints } from '../contract/endpoints.ts';
import { cutFault } from './deadline.ts';
import { type Sent, UpstreamFault } from './faults.ts';

export interface TransportOptions {
  /** May end in a path prefix. Checked by the configuration: https, or http to loopback. */
  readonly baseUrl: string;
  readonly connections: number;
  readonly maxResponseBytes: number;
  /** For the making of a connection too: whoever waited for it has left by then, and those who came later try another. */
  readonly deadlineMs: number;
  /** Certificates in PEM that are trusted in place of the built-in ones. */
  readonly caCertificate?: string | undefined;
  readonly proxyUrl?: string | undefined;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface Transport {
  /** The whole answer, whatever its status; every way of not getting one is an UpstreamFault. */
  readonly post: (
    endpoint: EndpointName,
    headers: Readonly<Record<string, string>>,
    body: string | Readable,
    cut: AbortSignal,
  ) => Promise<HttpAnswer>;
  /** Waits for what is under way, then closes the connections. */
  readonly close: () => Promise<void>;
}

export function createTransport(options: TransportOptions): Transport {
  const base = new URL(options.baseUrl);
  const prefix = base.pathname.replace(/\/+$/, '');
  const dispatcher = createDispatcher(base.origin, options);
  const underWay = new Set<Promise<unknown>>();
  let closing: Promise<void> | null = null;

  return {
    async post(endpoint, headers, body, cut) {
      const request: Dispatcher.DispatchOptions = {
        origin: base.origin,
        path: prefix + endpoints[endpoint].path,
        method: 'POST',
        headers: { accept: 'application/json', ...headers },
        body,
      };
      const exchanging = exchange(dispatcher, request, endpoint, options.maxResponseBytes, cut);
      underWay.add(exchanging);
      try {
        return await exchanging;
      } finally {
        underWay.delete(exchanging);
      }
    },
    close() {
      closing ??= closeAfter(dispatcher, underWay);
      return closing;
    },
  };
}

/** Takes nothing new, and waits for what somebody waits for: never for a handshake that all have given up. */
async function closeAfter(dispatcher: Dispatcher, underWay: ReadonlySet<Promise<unknown>>): Promise<void> {
  const emptied = dispatcher.close();
  await Promise.allSettled(underWay);
  await Promise.race([emptied, dispatcher.destroy()]);
}

/** The connections to one origin: straight or by the proxy, with the certificates that are trusted. */
export function createDispatcher(
  origin: string,
  { connections, deadlineMs, caCertificate, proxyUrl }: Omit<TransportOptions, 'baseUrl' | 'maxResponseBytes'>,
): Dispatcher {
  const connect = { timeout: deadlineMs, ...(caCertificate === undefined ? {} : { ca: caCertificate }) };
  // undici's other timeouts are per chunk and coarse; the cut bounds the whole call instead.
  const shared = { connections, pipelining: 1, allowH2: false, headersTimeout: 0, bodyTimeout: 0 };
  return proxyUrl === undefined
    ? new Pool(origin, { ...shared, connect })
    : new ProxyAgent({ ...shared, uri: proxyUrl, requestTls: connect, proxyTls: connect });
}

function exchange(
  dispatcher: Dispatcher,
  request: Dispatcher.DispatchOptions,
  endpoint: EndpointName,
  maxBytes: number,
  cut: AbortSignal,
): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    let controller: Dispatcher.DispatchController | undefined;
    let settled = false;
    let status: number | null = null;
    let headers: IncomingHttpHeaders = {};
    let length = 0;
    const chunks: Buffer[] = [];

    const sent = (): Sent => (status !== null ? true : controller === undefined ? false : 'unknown');
    const settle = (): void => {
      settled = true;
      cut.removeEventListener('abort', onCut);
    };
    const fail = (fault: UpstreamFault): void => {
      if (settled) return;
      settle();
      reject(fault);
      controller?.abort(fault);
    };
    const onCut = (): void => fail(cutFault(cut, endpoint, sent(), status));
    const checkLength = (bytes: number): void => {
      if (!(bytes > maxBytes)) return;
      const message = `the answer is longer than ${maxBytes} bytes`;
      fail(new UpstreamFault('UPSTREAM_INVALID', message, { endpoint, status, sent: true }));
    };
    const onError = (error: Error): void => {
      const message = `upstream cannot be reached, or broke off (${describe(error)})`;
      fail(new UpstreamFault('UPSTREAM_UNAVAILABLE', message, { endpoint, status, sent: sent() }));
    };

    if (cut.aborted) return onCut();
    cut.addEventListener('abort', onCut, { once: true });
    try {
      dispatcher.dispatch(request, {
        onRequestStart(started) {
          // What was given up while it waited for a connection is not sent any more.
          if (settled) return started.abort(new Error('given up'));
          controller = started;
        },
        onResponseStart(_, code, received) {
          if (settled || code < 200) return;
          status = code;
          headers = received;
          checkLength(Number(received['content-length'] ?? 0));
        },
        onResponseData(_, chunk) {
          if (settled) return;
          length += chunk.length;
          chunks.push(chunk);
          checkLength(length);
        },
        onResponseEnd() {
          if (settled || status === null) return;
          settle();
          resolve({ status, headers, body: Buffer.concat(chunks) });
        },
        onResponseError: (_, error) => onError(error),
      });
    } catch (error) {
      onError(error as Error);
    }
  });
}

/** The error's code, which names the failure and never quotes a header, an address with a password, or a body. */
export function describe(error: Error & { code?: unknown; cause?: unknown }): string {
  if (typeof error.code === 'string') return error.code;
  return error.cause instanceof Error ? describe(error.cause) : error.name;
}
