/** The first transaction of a list, which is open beside it until the reader chooses one. */
import { useEffect } from 'react';

export interface First {
  /** Which list of whose transactions. */
  readonly list: string;
  /** The filters. */
  readonly chosen: string;
  /** Null if the list is empty. */
  readonly id: string | null;
}

/** For each list. */
export interface Beside {
  /** What the list is called in `First`. */
  readonly listed: string;
  /** What is open beside it. */
  readonly opened: string | null;
  readonly onFirst: (first: First) => void;
}

/** Tells it once it is known: until then, `id` is undefined. */
export function useFirst({ listed, onFirst }: Beside, chosen: string, id: string | null | undefined): void {
  useEffect(() => {
    if (id !== undefined) onFirst({ list: listed, chosen, id });
  }, [listed, chosen, id, onFirst]);
}
