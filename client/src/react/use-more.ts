/** Loads a list's next pages, one at a time. What is under way ends with the page that shows the list, and with the list. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { toFailure } from '../apollo/failures.ts';
import type { Failure } from '../core/errors.ts';

interface FetchMoreOptions {
  readonly variables: { readonly after: string | null };
  readonly context: { readonly fetchOptions: { readonly signal: AbortSignal } };
}

export interface More {
  /** Never rejects: `failure` says what went wrong. */
  readonly loadMore: () => Promise<void>;
  readonly failure: Failure | null;
  readonly forgetFailure: () => void;
}

/** `list` names the list, and `after` is the end of what is loaded of it; null if there is no more. */
export function useMore(
  list: string,
  after: string | null,
  fetchMore: (options: FetchMoreOptions) => Promise<{ readonly error?: unknown }>,
): More {
  const [failure, setFailure] = useState<Failure | null>(null);
  const forgetFailure = useCallback(() => setFailure(null), []);
  const more = useRef<AbortController | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies(list): each list has its own pages
  useEffect(() => {
    setFailure(null);
    return () => more.current?.abort();
  }, [list]);

  const loadMore = useCallback(async () => {
    if (after === null || (more.current && !more.current.signal.aborted)) return;
    const controller = new AbortController();
    more.current = controller;
    const context = { fetchOptions: { signal: controller.signal } };
    const result: { readonly error?: unknown } = await fetchMore({ variables: { after }, context }).catch(
      (reason: unknown) => ({ error: reason }),
    );
    if (controller.signal.aborted) return;
    more.current = null;
    setFailure(result.error ? toFailure(result.error) : null);
  }, [after, fetchMore]);

  return { loadMore, failure, forgetFailure };
}
