/**
 * A call and its first attempt. If a token is cached and nothing else prevents it, which is nearly always so, the first
 * attempt is the whole call: one object and one promise. If it fails or cannot start, its `CallHost` decides how to go on.
 */
import { endpoints } from '../contract/calls/endpoints.ts';
import type { CallName } from '../contract/calls/messages.ts';
import type { Selection } from '../contract/columns/selection.ts';
import type { AbortSignalLike } from './connections/abort-signal.ts';
import { Deadline } from './connections/deadline.ts';
import type { HttpResponse, Receiver } from './connections/transport.ts';
import { UpstreamFault } from './faults.ts';
import type { Gate } from './resilience/gates.ts';
import { type CallGroup, groupOf } from './resilience/groups.ts';
import type { AcquiredToken } from './token.ts';

export interface CallOptions {
  /** Aborts a read; a write only as long as it has not been sent. */
  readonly signal?: AbortSignalLike | undefined;
  /** For whom the call is made: calls compete for slots by caller. Calls without a caller count as those of one. */
  readonly caller?: string | undefined;
  /** The id of the request that the call is made for. It is sent as `x-request-id`, and logged. */
  readonly requestId?: string | undefined;
  readonly sendListener?: SendListener | undefined;
  /** With whose calls it competes for slots, if not with those of its endpoint. */
  readonly group?: 'feeds' | undefined;
  /** The columns of the response's records that must be read; `responseFor` returns others to callers that need them later. */
  readonly selection?: Selection | undefined;
}

export interface SendListener {
  /** Called when an attempt is sent; in time, if upstream has a fair part of the deadline left to respond. */
  readonly onSent: (isInTime: boolean) => void;
}

export interface FailedAttempt {
  readonly acquired: AcquiredToken;
  readonly error: unknown;
}

/** Stands for the gateway itself as a caller; no verified subject is blank. */
export const NOBODY = '';

/**
 * The share of the deadline that may pass before a call is sent. A write is then no longer sent. A read is, but if it runs out
 * of time, that says nothing about upstream.
 */
const MAX_WAIT_SHARE = 0.5;

/** What a call needs from the client that makes it. */
export interface CallHost {
  readonly deadlineMs: number;
  readonly now: () => number;
  readonly gateOf: (group: CallGroup) => Gate;
  /** The cached token, if there is a usable one. */
  readonly token: () => AcquiredToken | null;
  /** Sends the request; throws if the wait for sending it has been aborted. */
  readonly send: (call: Call, acquired: AcquiredToken, receiver: Receiver) => void;
  /** Returns the value in a response, or throws the fault that the response is classified as. */
  readonly read: (call: Call, acquired: AcquiredToken, response: HttpResponse) => unknown;
  /** Continues after a failed first attempt, or starts the call if none could be made. */
  readonly resume: (call: Call, failed: FailedAttempt | null) => Promise<unknown>;
  /** Called when the first attempt has succeeded. */
  readonly onFirstSuccess: (call: Call) => void;
  /** Called when the call has ended; null for success. */
  readonly onEnd: (call: Call, fault: UpstreamFault | null) => void;
}

/**
 * One call, which is also its own abort signal: it aborts at its deadline and, for a read, when its caller aborts. A write
 * whose sending has begun waits for its response until its deadline. Its caller, or half of its deadline, only abort the wait
 * before sending: a write sent with hardly any time left for its response would as likely as not end with an unknown outcome.
 */
export class Call extends Deadline implements Receiver {
  readonly endpoint: CallName;
  readonly request: object;
  readonly options: CallOptions;
  readonly caller: string;
  readonly group: CallGroup;
  readonly startedAt: number;
  readonly #host: CallHost;
  readonly #resolve: (value: unknown) => void;
  readonly #reject: (error: unknown) => void;
  readonly #gate: Gate;
  readonly #sendSignal: Deadline | null;
  /** Whether the first attempt was not sent at once. */
  #hasWaited = false;
  #acquired: AcquiredToken | undefined;

  constructor(
    host: CallHost,
    endpoint: CallName,
    request: object,
    options: CallOptions,
    resolve: (value: unknown) => void,
    reject: (error: unknown) => void,
  ) {
    const isRead = endpoints[endpoint].effect === 'read';
    super(host.deadlineMs, isRead ? options.signal : undefined);
    this.#sendSignal = isRead ? null : new Deadline(host.deadlineMs * MAX_WAIT_SHARE, options.signal);
    this.endpoint = endpoint;
    this.request = request;
    this.options = options;
    this.caller = options.caller ?? NOBODY;
    this.startedAt = host.now();
    this.#host = host;
    this.#resolve = resolve;
    this.#reject = reject;
    this.group = options.group ?? groupOf[endpoint];
    this.#gate = host.gateOf(this.group);
  }

  /** Aborts the steps before the request is sent. */
  get sendSignal(): AbortSignalLike {
    return this.#sendSignal ?? this;
  }

  /** Called when an attempt is sent. */
  onSend(): void {
    const { deadlineMs, now } = this.#host;
    this.isLate = this.#hasWaited && now() - this.startedAt > deadlineMs * MAX_WAIT_SHARE;
    this.options.sendListener?.onSent(!this.isLate);
  }

  begin(): void {
    const acquired = this.#host.token();
    if (acquired === null || !this.#gate.isOpen(this.endpoint, this.caller)) {
      void this.#resume(null);
      return;
    }
    this.#acquired = acquired;
    try {
      const slot = this.#gate.enter(this.endpoint, this.caller, this.sendSignal);
      if (slot === null) {
        this.#send(acquired);
        return;
      }
      this.#hasWaited = true;
      slot.then(
        () => this.#sendAfterWait(acquired),
        (error: unknown) => this.#resume({ acquired, error }),
      );
    } catch (error) {
      void this.#resume({ acquired, error });
    }
  }

  /** The breaker may have opened while the call waited for its slot. */
  #sendAfterWait(acquired: AcquiredToken): void {
    if (this.#gate.isOpen(this.endpoint, this.caller)) {
      this.#send(acquired);
      return;
    }
    this.#gate.leave(this.endpoint, this.caller);
    void this.#resume(null);
  }

  /** Called once the call holds a slot. */
  #send(acquired: AcquiredToken): void {
    try {
      this.#host.send(this, acquired, this);
    } catch (error) {
      this.onFault(error);
    }
  }

  onResponse(response: HttpResponse): void {
    let value: unknown;
    try {
      value = this.#host.read(this, this.#acquired as AcquiredToken, response);
    } catch (error) {
      this.onFault(error);
      return;
    }
    this.#gate.end(this.endpoint, this.caller, undefined);
    this.#host.onFirstSuccess(this);
    this.#succeed(value);
  }

  onFault(error: unknown): void {
    this.#gate.end(this.endpoint, this.caller, error);
    void this.#resume({ acquired: this.#acquired as AcquiredToken, error });
  }

  async #resume(failed: FailedAttempt | null): Promise<void> {
    this.#hasWaited = true;
    try {
      this.#succeed(await this.#host.resume(this, failed));
    } catch (error) {
      this.end();
      if (error instanceof UpstreamFault) this.#host.onEnd(this, error);
      this.#reject(error);
    }
  }

  override end(): void {
    super.end();
    this.#sendSignal?.end();
  }

  #succeed(value: unknown): void {
    this.end();
    this.#host.onEnd(this, null);
    this.#resolve(value);
  }
}
