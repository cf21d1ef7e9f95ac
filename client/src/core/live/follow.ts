/**
 * Follows changes from stream to stream. No stream lasts: connections break, gateways restart, tokens expire. Whatever opens one can
 * be followed, since all that is known of a client here is `Open`.
 */
import { type Failure, hasCode, isRefused } from '../errors.ts';
import { isRetryable, retryAfterMs } from '../retries.ts';
import { notifyAll } from './listeners.ts';

/** What is told: `READY` or `RESUMED` when a stream begins, and `READY` whenever the list has to be loaded again. */
export interface Change {
  readonly kind: string;
  readonly cursor: string;
}

/** What a subscription tells by its one root field, if its document says of what type that is. */
export type ChangeOf<Data> = unknown extends Data ? Change : Extract<NonNullable<Data[keyof Data]>, Change>;

/** What the one root field of a subscription tells. Beside it, there can be `__typename`. */
export function changeIn<C extends Change>(data: object | null | undefined): C | undefined {
  return Object.values(data ?? {}).find((field) => typeof field === 'object' && field !== null);
}

/** Who is told of one stream. Nothing is heard after its end. */
export interface Stream<C> {
  readonly next: (change: C) => void;
  /** It has ended, and with the failure that says why if there is one. */
  readonly end: (failure?: Failure) => void;
}

/** Opens a stream after a cursor, with the token of the moment; returns what closes it. */
export type Open<C> = (after: string | null, stream: Stream<C>) => () => void;

export interface Follower<C> {
  readonly change: (change: C) => void;
  /** No other stream would mend it, so the following has ended. */
  readonly fail: (failure: Failure) => void;
  /** A stream has ended; another is opened after a pause. */
  readonly lose?: () => void;
}

const MAX_SPREAD_MS = 60_000;
const MAX_PAUSE_MS = 600_000;

/** Begins after a cursor, if there is one already. Returns what ends it. */
export function follow<C extends Change>(
  open: Open<C>,
  { change: tell, fail, lose }: Follower<C>,
  begin: string | null = null,
): () => void {
  let isWanted = true;
  let after = begin;
  /** How many streams in a row have told nothing. */
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
      // Clients tell the last result and then the end.
      if (hasEnded || !isWanted) return;
      hasEnded = true;
      close();
      // The gateway has other keys: what it tells begins with READY.
      if (hasCode(failure, 'INVALID_CURSOR') && after !== null) after = null;
      // A token that has expired is replaced; one that opens no stream at all is not worth another attempt.
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
    // It can end, or the follower can have heard enough, before there is anything to close.
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

/** As much of a browser's window as is used here; other programs have none. */
interface Page extends EventTarget {
  readonly document: EventTarget & { readonly visibilityState: string };
}

const thisPage = (): Page | undefined => (globalThis as { window?: Page }).window;
const isInFront = (): boolean => thisPage()?.document.visibilityState === 'visible';

/**
 * When a gateway restarts, not all of its clients come back at the same moment; while it is away, they ask ever less often. A page that is
 * looked at asks every few seconds, and at once when the reader turns to it or is online again, unless the gateway asks for a pause.
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
