/**
 * Sends POST requests over HTTP, and nothing more. Responsible for the byte limit, for aborting, and for knowing
 * whether a request has left. Follows no redirects, stores no credentials, and does not interpret statuses: any
 * complete response is a response.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { type EndpointName, endpoints } from '../../contract/calls/endpoints.ts';
import { CompactSet } from '../../platform/engine/compact-set.ts';
import { userAgent } from '../../platform/version.ts';
import { type Sent, UpstreamFault } from '../faults.ts';
import type { AbortSignalLike } from './abort-signal.ts';
import { Body } from './body.ts';
import { abortFault, waitFault } from './deadline.ts';
import { createDispatcher, type Dispatcher, type DispatcherOptions } from './dispatcher.ts';

export interface TransportOptions extends DispatcherOptions {
  /** May end in a path prefix. The configuration has verified that it is https, or http to loopback. */
  readonly baseUrl: string;
  readonly maxResponseBytes: number;
}

export interface HttpResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Notified once of a request's end, through one of the two methods. Neither may throw. */
export interface Receiver {
  readonly onResponse: (response: HttpResponse) => void;
  readonly onFault: (fault: UpstreamFault) => void;
}

export interface Transport {
  /** Like `post`, but notifies a receiver, which saves a promise. Aborting `sendSignal`, by default `signal`, only prevents sending. */
  readonly send: (
    endpoint: EndpointName,
    headers: readonly string[],
    body: string | Readable,
    signal: AbortSignalLike,
    receiver: Receiver,
    sendSignal?: AbortSignalLike,
  ) => void;
  /** The complete response, whatever its status; any other end rejects with an UpstreamFault. Headers: name, value, name, value. */
  readonly post: (
    endpoint: EndpointName,
    headers: readonly string[],
    body: string | Readable,
    signal: AbortSignalLike,
  ) => Promise<HttpResponse>;
  /** Waits for requests in progress, then closes the connections. */
  readonly close: () => Promise<void>;
}

/** A service may compress a response to a request that does not say which encodings it takes (RFC 9110, 12.5.3). */
const ownHeaders: readonly string[] = [
  ...['accept', 'application/json'],
  ...['accept-encoding', 'identity'],
  ...['user-agent', userAgent],
];

export function createTransport(options: TransportOptions): Transport {
  const base = new URL(options.baseUrl);
  const prefix = base.pathname.replace(/\/+$/, '');
  const dispatcher = createDispatcher(base.origin, options);
  const active = new CompactSet<Attempt>();
  let closing: Promise<void> | null = null;

  const send: Transport['send'] = (endpoint, headers, body, signal, receiver, sendSignal = signal) => {
    const request: Dispatcher.DispatchOptions = {
      origin: base.origin,
      path: prefix + endpoints[endpoint].path,
      method: 'POST',
      headers: ownHeaders.concat(headers),
      body,
    };
    new Attempt(endpoint, options.maxResponseBytes, signal, sendSignal, receiver, active).begin(dispatcher, request);
  };

  return {
    send,
    post: (endpoint, headers, body, signal) =>
      new Promise((resolve, reject) => {
        send(endpoint, headers, body, signal, { onResponse: resolve, onFault: reject });
      }),
    close() {
      closing ??= drain(dispatcher, active);
      return closing;
    },
  };
}

/** Accepts no new requests and waits for those in progress, but not for connection attempts that all callers have given up. */
async function drain(dispatcher: Dispatcher, active: Iterable<Attempt>): Promise<void> {
  const drained = dispatcher.close();
  await Promise.all([...active].map((attempt) => attempt.ended()));
  await Promise.race([drained, dispatcher.destroy()]);
}

/**
 * One request and its response, as the handler of undici's events: one object with methods per request instead of a
 * closure per event.
 */
class Attempt implements Dispatcher.DispatchHandler {
  readonly #endpoint: EndpointName;
  readonly #maxBytes: number;
  readonly #signal: AbortSignalLike;
  readonly #sendSignal: AbortSignalLike;
  readonly #receiver: Receiver;
  readonly #active: CompactSet<Attempt>;
  #index = -1;
  #controller: Dispatcher.DispatchController | undefined;
  #isSettled = false;
  #onEnded: (() => void) | undefined;
  #status: number | null = null;
  #headers: IncomingHttpHeaders = {};
  #body = new Body(0);

  /** `active` contains it until it has ended. */
  constructor(
    endpoint: EndpointName,
    maxBytes: number,
    signal: AbortSignalLike,
    sendSignal: AbortSignalLike,
    receiver: Receiver,
    active: CompactSet<Attempt>,
  ) {
    this.#endpoint = endpoint;
    this.#maxBytes = maxBytes;
    this.#signal = signal;
    this.#sendSignal = sendSignal;
    this.#receiver = receiver;
    this.#active = active;
  }

  /** Resolves when the attempt has ended; used when closing the connections. */
  ended(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#isSettled) resolve();
      else this.#onEnded = resolve;
    });
  }

  /** Called when the abort signal fires. */
  handleEvent(): void {
    this.#fail(abortFault(this.#signal, this.#endpoint, this.#sent(), this.#status));
  }

  begin(dispatcher: Dispatcher, request: Dispatcher.DispatchOptions): void {
    if (this.#signal.aborted) {
      this.handleEvent();
      return;
    }
    this.#index = this.#active.enter(this);
    this.#signal.addEventListener('abort', this, once);
    try {
      dispatcher.dispatch(request, this);
    } catch (error) {
      this.#failUnreachable(error as Error);
    }
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // A request that was aborted while it waited for a connection is no longer sent.
    if (this.#sendSignal.aborted) this.#fail(waitFault(this.#sendSignal, this.#endpoint));
    if (this.#isSettled) controller.abort(new Error('aborted'));
    else this.#controller = controller;
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    if (this.#isSettled || status < 200) return;
    this.#status = status;
    this.#headers = headers;
    const announcedLength = Number(headers['content-length'] ?? 0);
    this.#checkLength(announcedLength);
    this.#body = new Body(announcedLength);
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#isSettled) return;
    this.#body.add(chunk);
    this.#checkLength(this.#body.length);
  }

  onResponseEnd(): void {
    const status = this.#status;
    if (this.#isSettled || status === null) return;
    this.#settle();
    this.#receiver.onResponse({ status, headers: this.#headers, body: this.#body.toBuffer() });
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.#failUnreachable(error);
  }

  #sent(): Sent {
    if (this.#status !== null) return true;
    return this.#controller === undefined ? false : 'unknown';
  }

  #checkLength(bytes: number): void {
    if (!(bytes > this.#maxBytes)) return;
    const details = { endpoint: this.#endpoint, status: this.#status, sent: true };
    this.#fail(new UpstreamFault('UPSTREAM_INVALID', `the response is longer than ${this.#maxBytes} bytes`, details));
  }

  #failUnreachable(error: Error): void {
    const message = `upstream cannot be reached, or closed the connection (${describeError(error)})`;
    const details = { endpoint: this.#endpoint, status: this.#status, sent: this.#sent() };
    this.#fail(new UpstreamFault('UPSTREAM_UNAVAILABLE', message, details));
  }

  #fail(fault: UpstreamFault): void {
    if (this.#isSettled) return;
    this.#settle();
    this.#controller?.abort(fault);
    this.#receiver.onFault(fault);
  }

  #settle(): void {
    this.#isSettled = true;
    if (this.#index !== -1) this.#active.leave(this.#index);
    this.#signal.removeEventListener('abort', this);
    this.#onEnded?.();
  }
}

const once = { once: true } as const;

/** The error's code, which names the failure and never quotes a header, an address with a password, or a body. */
export function describeError(error: Error & { code?: unknown; cause?: unknown }): string {
  if (typeof error.code === 'string') return error.code;
  return error.cause instanceof Error ? describeError(error.cause) : error.name;
}
