/**
 * Follows changes from stream to stream. No stream lasts: connections break, gateways restart, tokens expire. Anything that can open a
 * stream can be followed, because `Open` is all that this file knows about a client.
 */
import { type Failure, hasCode, isRefused } from '../errors.ts';
import { isRetryable, retryAfterMs } from '../retries.ts';
import { notifyAll } from './listeners.ts';

/** A change from a stream: `READY` or `RESUMED` when a stream begins, and `READY` whenever the list has to be loaded again. */
export interface Change {
  readonly kind: string;
  readonly cursor: string;
}

/** The value of a subscription's one root field, if its document says of which type that is. */
export type ChangeOf<Data> = unknown extends Data ? Change : Extract<NonNullable<Data[keyof Data]>, Change>;

/** The value of a subscription's one root field, which `__typename` may accompany. */
export function changeIn<C extends Change>(data: object | null | undefined): C | undefined {
  return Object.values(data ?? {}).find((field) => typeof field === 'object' && field !== null);
}

/** Receives the events of one stream. Nothing follows its end. */
export interface Stream<C> {
  readonly next: (change: C) => void;
  /** The stream has ended; `failure` says why, if there is a reason. */
  readonly end: (failure?: Failure) => void;
}

/** Opens a stream after a cursor, with the current token. Returns a function that closes it. */
export type Open<C> = (after: string | null, stream: Stream<C>) => () => void;

export interface Follower<C> {
  readonly change: (change: C) => void;
  /** Another stream would not help, so following has ended. */
  readonly fail: (failure: Failure) => void;
  /** A stream has ended; another one is opened after a pause. */
  readonly lose?: () => void;
}

const MAX_SPREAD_MS = 60_000;
const MAX_PAUSE_MS = 600_000;

/** Begins after a cursor, if there already is one. Returns a function that ends it. */
export function follow<C extends Change>(
  open: Open<C>,
  { change: tell, fail, lose }: Follower<C>,
  begin: string | null = null,
): () => void {
  let isWanted = true;
  let after = begin;
  /** How many streams in a row have delivered nothing. */
  let silent = 0;
  let close = (): void => {};
  let cancel = (): void => {};

  function connect(): void {
    let hasBegun = false;
    let hasEnded = false;

    const next = (change: C): void => {
      if (hasEnded || !isWanted) return;
      hasBegun = true;
      after = change.cursor;
      notifyAll([tell], change);
    };

    const end = (failure: Failure = { errors: [] }): void => {
      // Clients deliver the last result and then the end.
      if (hasEnded || !isWanted) return;
      hasEnded = true;
      close();
      // The gateway has other keys; its next stream begins with READY.
      if (hasCode(failure, 'INVALID_CURSOR') && after !== null) after = null;
      // An expired token is replaced. A token that opens no stream at all is not worth another attempt.
      else if (isRefused(failure) ? !hasBegun : !isRetryable(failure)) {
        isWanted = false;
        notifyAll([fail], failure);
        return;
      }
      silent = hasBegun ? 0 : silent + 1;
      cancel = wait(failure, silent, connect);
      if (lose) notifyAll([lose], undefined);
    };

    close = () => {};
    const opened = open(after, { next, end });
    // The stream can end, or the follower can stop, before there is anything to close.
    if (hasEnded || !isWanted) opened();
    else
      close = () => {
        close = () => {};
        opened();
      };
  }

  connect();
  return () => {
    isWanted = false;
    cancel();
    close();
  };
}

/** The parts of a browser's window that are used here; other programs have none. */
interface Page extends EventTarget {
  readonly document: EventTarget & { readonly visibilityState: string };
}

const thisPage = (): Page | undefined => (globalThis as { window?: Page }).window;
const isInFront = (): boolean => thisPage()?.document.visibilityState === 'visible';

/**
 * When a gateway restarts, its clients must not all come back at the same moment; while it is away, they ask less and less often. A visible
 * page asks every few seconds, and at once when the reader returns to it or is online again, unless the gateway asks for a pause.
 */
function wait(failure: Failure, silent: number, connect: () => void): () => void {
  const leastMs = Math.min(retryAfterMs(failure) ?? 0, MAX_PAUSE_MS);
  const timer = setTimeout(end, leastMs + spreadMs(silent));
  const page = leastMs === 0 ? thisPage() : undefined;
  page?.addEventListener('online', turn);
  page?.document.addEventListener('visibilitychange', turn);

  function turn(): void {
    if (isInFront()) end();
  }

  function end(): void {
    cancel();
    connect();
  }

  function cancel(): void {
    clearTimeout(timer);
    page?.removeEventListener('online', turn);
    page?.document.removeEventListener('visibilitychange', turn);
  }

  return cancel;
}

function spreadMs(silent: number): number {
  if (isInFront()) return 500 + 2_000 * Math.random();
  return Math.min((500 + 4_500 * Math.random()) * 2 ** Math.max(0, silent - 1), MAX_SPREAD_MS);
}
