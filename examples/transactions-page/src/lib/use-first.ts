/** The first transaction of a list, which is open next to the list until the reader chooses one. */
import { useEffect } from 'react';

export interface First {
  /** Which list, and of which agents. */
  readonly list: string;
  /** The filters. */
  readonly chosen: string;
  /** Null if the list is empty. */
  readonly id: string | null;
}

/** What each list gets. */
export interface Beside {
  /** The list's name in `First`. */
  readonly listed: string;
  /** What is open next to the list. */
  readonly opened: string | null;
  readonly onFirst: (first: First) => void;
}

/** Reports the first transaction once it is known; until then, `id` is undefined. */
export function useFirst({ listed, onFirst }: Beside, chosen: string, id: string | null | undefined): void {
  useEffect(() => {
    if (id !== undefined) onFirst({ list: listed, chosen, id });
  }, [listed, chosen, id, onFirst]);
}
