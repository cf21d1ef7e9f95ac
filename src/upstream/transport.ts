/**
 * POST over HTTP, and nothing but that. Owns the byte cap, the cut, and the knowledge whether a request has left. Follows no
 * redirect, keeps no credential, and reads no status: any whole answer is an answer.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { type EndpointName, endpoints } from '../contract/endpoints.ts';
import { Roster } from '../platform/roster.ts';
import { Body } from './body.ts';
import type { Cut } from './cut.ts';
import { cutFault } from './deadline.ts';
import { createDispatcher, type DispatcherOptions } from './dispatcher.ts';
import { type Sent, UpstreamFault } from './faults.ts';
import type { Dispatcher } from './undici.ts';

export interface TransportOptions extends DispatcherOptions {
  /** May end in a path prefix. Checked by the configuration: https, or http to loopback. */
  readonly baseUrl: string;
  readonly maxResponseBytes: number;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Who is told how a request has ended: once, by one of the two. Neither may throw. */
export interface Receiver {
  readonly onAnswer: (answer: HttpAnswer) => void;
  readonly onFault: (fault: UpstreamFault) => void;
}

export interface Transport {
  /** As `post`, with the end told to a receiver: it costs no promise. `waiting` keeps from being sent; the cut unless told. */
  readonly send: (
    endpoint: EndpointName,
    headers: readonly string[],
    body: string | Readable,
    cut: Cut,
    receiver: Receiver,
    waiting?: Cut,
  ) => void;
  /** The whole answer, whatever its status; every way of not getting one is an UpstreamFault. Headers: name, value, name, value. */
  readonly post: (
    endpoint: EndpointName,
    headers: readonly string[],
    body: string | Readable,
    cut: Cut,
  ) => Promise<HttpAnswer>;
  /** Waits for what is under way, then closes the connections. */
  readonly close: () => Promise<void>;
}

const accept: readonly string[] = ['accept', 'application/json'];

export function createTransport(options: TransportOptions): Transport {
  const base = new URL(options.baseUrl);
  const prefix = base.pathname.replace(/\/+$/, '');
  const dispatcher = createDispatcher(base.origin, options);
  const underWay = new Roster<Exchange>();
  let closing: Promise<void> | null = null;

  const send: Transport['send'] = (endpoint, headers, body, cut, receiver, waiting = cut) => {
    const request: Dispatcher.DispatchOptions = {
      origin: base.origin,
      path: prefix + endpoints[endpoint].path,
      method: 'POST',
      headers: accept.concat(headers),
      body,
    };
    new Exchange(endpoint, options.maxResponseBytes, cut, waiting, receiver, underWay).begin(dispatcher, request);
  };

  return {
    send,
    post: (endpoint, headers, body, cut) =>
      new Promise((resolve, reject) => {
        send(endpoint, headers, body, cut, { onAnswer: resolve, onFault: reject });
      }),
    close() {
      closing ??= closeAfter(dispatcher, underWay);
      return closing;
    },
  };
}

/** Takes nothing new, and waits for what somebody waits for: never for a handshake that all have given up. */
async function closeAfter(dispatcher: Dispatcher, underWay: Iterable<Exchange>): Promise<void> {
  const emptied = dispatcher.close();
  await Promise.all([...underWay].map((exchange) => exchange.ended()));
  await Promise.race([emptied, dispatcher.destroy()]);
}

/** One request and its answer, as undici tells of them: one object a call with its methods, not a closure for each of them. */
class Exchange implements Dispatcher.DispatchHandler {
  readonly #endpoint: EndpointName;
  readonly #maxBytes: number;
  readonly #cut: Cut;
  readonly #waiting: Cut;
  readonly #receiver: Receiver;
  readonly #underWay: Roster<Exchange>;
  #place = -1;
  #controller: Dispatcher.DispatchController | undefined;
  #isSettled = false;
  #onEnded: (() => void) | undefined;
  #status: number | null = null;
  #headers: IncomingHttpHeaders = {};
  #body = new Body(0);

  /** `underWay` holds it until it has ended. */
  constructor(
    endpoint: EndpointName,
    maxBytes: number,
    cut: Cut,
    waiting: Cut,
    receiver: Receiver,
    underWay: Roster<Exchange>,
  ) {
    this.#endpoint = endpoint;
    this.#maxBytes = maxBytes;
    this.#cut = cut;
    this.#waiting = waiting;
    this.#receiver = receiver;
    this.#underWay = underWay;
  }

  /** When nobody waits for its answer any more; for whoever closes the connections. */
  ended(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#isSettled) resolve();
      else this.#onEnded = resolve;
    });
  }

  /** The cut has fallen. */
  handleEvent(): void {
    this.#fail(cutFault(this.#cut, this.#endpoint, this.#sent(), this.#status));
  }

  begin(dispatcher: Dispatcher, request: Dispatcher.DispatchOptions): void {
    if (this.#cut.aborted) {
      this.handleEvent();
      return;
    }
    this.#place = this.#underWay.enter(this);
    this.#cut.addEventListener('abort', this, once);
    try {
      dispatcher.dispatch(request, this);
    } catch (error) {
      this.#break(error as Error);
    }
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // What was given up while it waited for a connection is not sent any more.
    if (this.#waiting.aborted) this.#fail(cutFault(this.#waiting, this.#endpoint, false));
    if (this.#isSettled) controller.abort(new Error('given up'));
    else this.#controller = controller;
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    if (this.#isSettled || status < 200) return;
    this.#status = status;
    this.#headers = headers;
    const told = Number(headers['content-length'] ?? 0);
    this.#checkLength(told);
    this.#body = new Body(told);
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
    this.#receiver.onAnswer({ status, headers: this.#headers, body: this.#body.whole() });
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.#break(error);
  }

  #sent(): Sent {
    if (this.#status !== null) return true;
    return this.#controller === undefined ? false : 'unknown';
  }

  #checkLength(bytes: number): void {
    if (!(bytes > this.#maxBytes)) return;
    const details = { endpoint: this.#endpoint, status: this.#status, sent: true };
    this.#fail(new UpstreamFault('UPSTREAM_INVALID', `the answer is longer than ${this.#maxBytes} bytes`, details));
  }

  #break(error: Error): void {
    const message = `upstream cannot be reached, or broke off (${describe(error)})`;
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
    if (this.#place !== -1) this.#underWay.leave(this.#place);
    this.#cut.removeEventListener('abort', this);
    this.#onEnded?.();
  }
}

const once = { once: true } as const;

/** The error's code, which names the failure and never quotes a header, an address with a password, or a body. */
export function describe(error: Error & { code?: unknown; cause?: unknown }): string {
  if (typeof error.code === 'string') return error.code;
  return error.cause instanceof Error ? describe(error.cause) : error.name;
}
