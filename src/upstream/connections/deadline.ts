/**
 * The total deadline of a call, combined with the caller's own signal into one abort signal, whose reason says whether the deadline
 * aborted. Every wait of a call, for the token or for a response, ends when that signal aborts.
 */
import type { EndpointName } from '@realty-forms/contract/calls/endpoints.ts';
import { type AbortSignalLike, SimpleAbortSignal } from '@realty-forms/platform/v8/abort-signal.ts';
import { type Sent, UpstreamFault } from '../faults.ts';

const DEADLINE = 'deadline';

/** A signal that aborts after the given time or when the caller's signal aborts, until `end` is called. */
export class Deadline extends SimpleAbortSignal {
  /** Whether most of the time was spent waiting in the gateway, so that the deadline says nothing about upstream. */
  isLate = false;
  readonly #callerSignal: AbortSignalLike | undefined;
  readonly #timer: NodeJS.Timeout;

  constructor(milliseconds: number, callerSignal: AbortSignalLike | undefined) {
    super();
    this.#callerSignal = callerSignal;
    this.#timer = setTimeout(() => this.abort(DEADLINE), milliseconds);
    if (callerSignal?.aborted) this.handleEvent();
    else callerSignal?.addEventListener('abort', this, { once: true });
  }

  /** The caller's signal has aborted. */
  handleEvent(): void {
    this.abort();
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#callerSignal?.removeEventListener('abort', this);
  }
}

/** Runs `work` under a deadline of its own. */
export async function withDeadline<T>(
  milliseconds: number,
  callerSignal: AbortSignalLike | undefined,
  run: (signal: AbortSignalLike) => Promise<T>,
): Promise<T> {
  const deadline = new Deadline(milliseconds, callerSignal);
  try {
    return await run(deadline);
  } finally {
    deadline.end();
  }
}

/** Whether the caller aborted, rather than the deadline. */
export function isCallerAbort(signal: AbortSignalLike): boolean {
  return signal.aborted && signal.reason !== DEADLINE;
}

/** The fault of a call that was aborted while it waited for its turn in the gateway, so that upstream has no part in it. */
export function waitFault(signal: AbortSignalLike, endpoint: EndpointName): UpstreamFault {
  return abortFault(signal, endpoint, false, null, true);
}

/** The fault of a call that the signal aborted; has the status if a response had begun. */
export function abortFault(
  signal: AbortSignalLike,
  endpoint: EndpointName,
  sent: Sent,
  status: number | null = null,
  isDelayedHere = signal instanceof Deadline && signal.isLate,
): UpstreamFault {
  const details = { endpoint, sent, status, isDelayedHere };
  if (isCallerAbort(signal)) return new UpstreamFault('ABORTED', 'aborted by the caller', details);
  const message = sent === false ? 'not sent in time' : 'no complete response before the deadline';
  return new UpstreamFault('UPSTREAM_TIMEOUT', message, details);
}

/** Waits for work that is shared with other callers: an abort ends this wait, but not the work. */
export function waitUnlessAborted<T>(shared: Promise<T>, signal: AbortSignalLike, endpoint: EndpointName): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(waitFault(signal, endpoint));
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
    void shared.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}

/** A signal that aborts once upstream alone has been awaited for the given time without interruption; for bodies of any length. */
export class PausableDeadline extends SimpleAbortSignal {
  readonly #milliseconds: number;
  #timer: NodeJS.Timeout | undefined;

  constructor(milliseconds: number) {
    super();
    this.#milliseconds = milliseconds;
    this.resume();
  }

  /** From now on, something other than upstream is awaited. */
  pause(): void {
    clearTimeout(this.#timer);
  }

  resume(): void {
    clearTimeout(this.#timer);
    // Once the transfer has ended, nobody listens any more.
    this.#timer = setTimeout(() => this.abort(DEADLINE), this.#milliseconds).unref();
  }
}
