/**
 * Sends POST requests over HTTP, and nothing more. Enforces the byte limit, aborts, and knows whether a request has left. Follows no
 * redirects, stores no credentials, and does not interpret statuses: any complete response is a response.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { type EndpointName, endpoints } from '@realty-forms/contract/calls/endpoints.ts';
import { once } from '@realty-forms/platform/once.ts';
import { describeError } from '@realty-forms/platform/quote.ts';
import type { AbortSignalLike } from '@realty-forms/platform/v8/abort-signal.ts';
import { userAgent } from '@realty-forms/platform/version.ts';
import { BodyBytes } from '@realty-forms/platform/web/body-bytes.ts';
import { type Sent, UpstreamFault } from '../faults.ts';
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

export interface Transport {
  /**
   * Resolves to the complete response, whatever its status; any other end rejects with an UpstreamFault. Headers: name, value, name, value.
   * Aborting `sendSignal`, by default `signal`, only prevents sending.
   */
  readonly post: (
    endpoint: EndpointName,
    headers: readonly string[],
    body: string | Readable,
    signal: AbortSignalLike,
    sendSignal?: AbortSignalLike,
  ) => Promise<HttpResponse>;
  /** Waits for requests in progress and for attempts to connect, then closes the connections. */
  readonly close: () => Promise<void>;
}

/** If a request does not say which encodings it accepts, a service may compress the response (RFC 9110, 12.5.3). */
const ownHeaders: readonly string[] = [
  ...['accept', 'application/json'],
  ...['accept-encoding', 'identity'],
  ...['user-agent', userAgent],
];

export function createTransport(options: TransportOptions): Transport {
  const base = new URL(options.baseUrl);
  const prefix = base.pathname.replace(/\/+$/, '');
  const dispatcher = createDispatcher(base.origin, options);
  return {
    post(endpoint, headers, body, signal, sendSignal = signal) {
      const request: Dispatcher.DispatchOptions = {
        origin: base.origin,
        path: prefix + endpoints[endpoint].path,
        method: 'POST',
        headers: ownHeaders.concat(headers),
        body,
        // A service may close an idle connection just as a request is sent on it. A read is sent again, but a write's outcome would be
        // unknown. So each write has a connection of its own: its transport serves no reads.
        reset: endpoints[endpoint].effect === 'write',
      };
      return new Promise((resolve, reject) => {
        const call = { endpoint, maxBytes: options.maxResponseBytes, signal, sendSignal, resolve, reject };
        new Attempt(call).begin(dispatcher, request);
      });
    },
    close: once(() => dispatcher.close()),
  };
}

/** A request in progress, and what waits for its response. */
interface Call {
  readonly endpoint: EndpointName;
  readonly maxBytes: number;
  readonly signal: AbortSignalLike;
  readonly sendSignal: AbortSignalLike;
  readonly resolve: (response: HttpResponse) => void;
  readonly reject: (fault: UpstreamFault) => void;
}

/**
 * One request and its response, as the handler of undici's events: one object with methods per request instead of a
 * closure per event.
 */
class Attempt implements Dispatcher.DispatchHandler {
  readonly #call: Call;
  #controller: Dispatcher.DispatchController | undefined;
  #isSettled = false;
  #status: number | null = null;
  #headers: IncomingHttpHeaders = {};
  #body = new BodyBytes(0);

  constructor(call: Call) {
    this.#call = call;
  }

  /** Called when the abort signal fires. */
  handleEvent(): void {
    const { signal, endpoint } = this.#call;
    const fail = () => this.#fail(abortFault(signal, endpoint, this.#sent(), this.#status));
    // If the process was paused past the deadline, the response may have arrived, and is read before the immediate.
    if (this.#controller === undefined) fail();
    else setImmediate(fail);
  }

  begin(dispatcher: Dispatcher, request: Dispatcher.DispatchOptions): void {
    const { signal } = this.#call;
    if (signal.aborted) {
      this.handleEvent();
      return;
    }
    signal.addEventListener('abort', this, { once: true });
    dispatcher.dispatch(request, this);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    const { endpoint, sendSignal } = this.#call;
    // A request that was aborted while it waited for a connection is no longer sent.
    if (sendSignal.aborted) this.#fail(waitFault(sendSignal, endpoint));
    if (this.#isSettled) controller.abort(new Error('aborted'));
    else this.#controller = controller;
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    if (this.#isSettled || status < 200) return;
    this.#status = status;
    this.#headers = headers;
    const announcedLength = Number(headers['content-length'] ?? 0);
    this.#checkLength(announcedLength);
    this.#body = new BodyBytes(announcedLength);
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#checkLength(this.#body.length + chunk.length);
    if (!this.#isSettled) this.#body.add(chunk);
  }

  onResponseEnd(): void {
    const status = this.#status;
    if (this.#isSettled || status === null) return;
    this.#settle();
    this.#call.resolve({ status, headers: this.#headers, body: this.#body.toBuffer() });
  }

  /** Also called when the dispatcher has been closed. */
  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    const message = `upstream cannot be reached, or closed the connection (${describeError(error)})`;
    const details = { endpoint: this.#call.endpoint, status: this.#status, sent: this.#sent() };
    this.#fail(new UpstreamFault('UPSTREAM_UNAVAILABLE', message, details));
  }

  #sent(): Sent {
    if (this.#status !== null) return true;
    return this.#controller === undefined ? false : 'unknown';
  }

  #checkLength(bytes: number): void {
    const { endpoint, maxBytes } = this.#call;
    if (!(bytes > maxBytes)) return;
    const details = { endpoint, status: this.#status, sent: true };
    const problem = `the response is longer than ${maxBytes} bytes (UPSTREAM_MAX_RESPONSE_BYTES)`;
    this.#fail(new UpstreamFault('UPSTREAM_INVALID', problem, details));
  }

  #fail(fault: UpstreamFault): void {
    if (this.#isSettled) return;
    this.#settle();
    this.#controller?.abort(fault);
    this.#call.reject(fault);
  }

  #settle(): void {
    this.#isSettled = true;
    this.#call.signal.removeEventListener('abort', this);
  }
}
