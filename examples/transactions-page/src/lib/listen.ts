/** Follows changes from stream to stream; knows no client, so each can be used. docs/clients.md shows this file. */

export interface Change {
  readonly kind: string;
  readonly cursor: string;
}

export interface Failure {
  readonly message: string;
  readonly extensions?: Readonly<Record<string, unknown>> | undefined;
}

/** What is told of one stream. */
interface Stream<C> {
  readonly next: (change: C) => void;
  /** It has ended; with the errors that say why, if there are any. */
  readonly end: (errors?: readonly Failure[]) => void;
}

/** Opens a stream after a cursor, with the token of the moment; returns what closes it. */
export type Open<C> = (after: string | null, stream: Stream<C>) => () => void;

/** Returns what ends it. Whatever cannot be mended by another stream ends it too, and is what `fail` is told. */
export function listen<C extends Change>(
  open: Open<C>,
  show: (change: C) => void,
  fail: (errors: readonly Failure[]) => void,
): () => void {
  let isWanted = true;
  let after: string | null = null;
  let close = () => {};
  let timer: ReturnType<typeof setTimeout> | undefined;

  function connect(): void {
    let hasBegun = false;
    let hasEnded = false;
    close = open(after, {
      next(change) {
        hasBegun = true;
        after = change.cursor;
        show(change);
      },
      end(errors = []) {
        // Clients tell the last result and then the end.
        if (hasEnded || !isWanted) return;
        hasEnded = true;
        close();
        const has = (code: string) => errors.some(({ extensions }) => extensions?.['code'] === code);
        const isRetryable = errors.length === 0 || errors.some(({ extensions }) => extensions?.['retryable'] === true);
        // The gateway has other keys: what it tells begins with READY.
        if (has('INVALID_CURSOR')) after = null;
        // A token that has expired is replaced; one that opens no stream at all is not worth another attempt.
        else if (!isRetryable && !(hasBegun && has('UNAUTHENTICATED'))) return fail(errors);
        // When a gateway restarts, not all of its clients come back at the same moment.
        timer = setTimeout(connect, 500 + 4_500 * Math.random());
      },
    });
  }

  connect();
  return () => {
    isWanted = false;
    clearTimeout(timer);
    close();
  };
}
