/**
 * The total deadline of a call, joined with the caller's own signal into one signal, the cut. Its reason says which of the
 * two it was. Every wait of a call, for the token as for an answer, ends with the cut.
 */
import type { EndpointName } from '../contract/endpoints.ts';
import { type Cut, Cutter } from './cut.ts';
import { type Sent, UpstreamFault } from './faults.ts';

const DEADLINE = 'deadline';
const CALLER = 'caller';

/** Falls after so many milliseconds, or when the caller's signal does, until it has ended. */
export class Deadline extends Cutter {
  readonly #caller: Cut | undefined;
  readonly #timer: NodeJS.Timeout;

  constructor(milliseconds: number, caller: Cut | undefined) {
    super();
    this.#caller = caller;
    this.#timer = setTimeout(fallByDeadline, milliseconds, this);
    if (caller?.aborted) this.abort(CALLER);
    else caller?.addEventListener('abort', this, { once: true });
  }

  /** The caller has left. */
  handleEvent(): void {
    this.abort(CALLER);
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#caller?.removeEventListener('abort', this);
  }
}

/** Runs under a deadline of its own. */
export async function underDeadline<T>(
  milliseconds: number,
  caller: Cut | undefined,
  run: (cut: Cut) => Promise<T>,
): Promise<T> {
  const deadline = new Deadline(milliseconds, caller);
  try {
    return await run(deadline);
  } finally {
    deadline.end();
  }
}

function fallByDeadline(cut: Cutter): void {
  cut.abort(DEADLINE);
}

/** The caller has left; the deadline has not gone by. */
export function isCallersCut(cut: Cut): boolean {
  return cut.reason === CALLER;
}

/** The fault of a call that the cut has ended; the status, if an answer had begun. */
export function cutFault(cut: Cut, endpoint: EndpointName, sent: Sent, status: number | null = null): UpstreamFault {
  const details = { endpoint, sent, status };
  if (isCallersCut(cut)) return new UpstreamFault('ABORTED', 'given up by the caller', details);
  const message = sent === false ? 'not sent in time' : 'no whole answer before the deadline';
  return new UpstreamFault('UPSTREAM_TIMEOUT', message, details);
}

/** Waits for work that others wait for too: the cut ends this wait, never the work. */
export function waitUntilCut<T>(shared: Promise<T>, cut: Cut, endpoint: EndpointName): Promise<T> {
  return new Promise((resolve, reject) => {
    const onCut = (): void => reject(cutFault(cut, endpoint, false));
    if (cut.aborted) onCut();
    else cut.addEventListener('abort', onCut, { once: true });
    void shared.then(resolve, reject).finally(() => cut.removeEventListener('abort', onCut));
  });
}

/** Stops the time while somebody else is waited for. */
export type Pause = <T>(work: Promise<T>) => Promise<T>;

/** Runs under a cut that falls when upstream alone has been waited for that long at a stretch: for bodies of any length. */
export async function underPatience<T>(milliseconds: number, run: (cut: Cut, pause: Pause) => Promise<T>): Promise<T> {
  const cut = new Cutter();
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  const start = (): void => {
    clearTimeout(timer);
    if (!isOver) timer = setTimeout(fallByDeadline, milliseconds, cut);
  };
  const pause: Pause = async (work) => {
    clearTimeout(timer);
    try {
      return await work;
    } finally {
      start();
    }
  };
  start();
  try {
    return await run(cut, pause);
  } finally {
    isOver = true;
    clearTimeout(timer);
  }
}
