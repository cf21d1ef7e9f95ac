/** Checks whether a list has changed since it was shown, without the cache, so that nothing on the page moves. */
import { useCallback, useEffect, useRef, useState } from 'react';

interface Page {
  readonly nodes: readonly unknown[];
  readonly totalCount: number;
  readonly asOf: string;
}

export interface Check {
  /** Never rejects. */
  readonly check: () => Promise<void>;
  readonly forgetCheck: () => void;
  readonly isOutdated: boolean;
  /** When the shown data was the state of the service. */
  readonly asOf: string | null;
}

/** `list` identifies the list, `page` is the shown part of it, if any, and `load` requests its beginning. */
export function useCheck<P extends Page>(
  list: string,
  page: P | null,
  load: () => Promise<P | null | undefined>,
): Check {
  const [checked, setChecked] = useState({ state: '', asOf: '', isOutdated: false });
  // Their values when a response arrives.
  const latest = useRef({ list, page, load });
  useEffect(() => {
    latest.current = { list, page, load };
  });
  const round = useRef(0);

  const check = useCallback(async () => {
    const begun = { ...latest.current, round: round.current };
    if (begun.page === null) return;
    const found = await begun.load().catch(() => null);
    const { list, page } = latest.current;
    if (!found || !page || list !== begun.list || round.current !== begun.round) return;
    const shown = { ...page, nodes: page.nodes.slice(0, found.nodes.length) };
    const state = stateOf(list, page);
    const isOutdated = contentOf(found) !== contentOf(shown);
    setChecked((known) => {
      const lastAsOf = known.state === state ? known.asOf : page.asOf;
      return { state, asOf: isOutdated ? lastAsOf : found.asOf, isOutdated };
    });
  }, []);

  const forgetCheck = useCallback(() => {
    round.current += 1;
    setChecked((known) => ({ ...known, isOutdated: false }));
  }, []);

  const isChecked = page !== null && checked.state === stateOf(list, page);
  return {
    check,
    forgetCheck,
    isOutdated: isChecked && checked.isOutdated,
    asOf: isChecked ? checked.asOf : (page?.asOf ?? null),
  };
}

/** Changes when the list has been loaded again. */
const stateOf = (list: string, { totalCount, asOf }: Page) => `${list} ${totalCount} ${asOf}`;

/** The rows in any order, since a row that changes may only change its position, and the counts. */
function contentOf({ nodes, ...others }: Page): string {
  const rows = nodes.map((row) => JSON.stringify(row, sorted)).sort();
  return JSON.stringify({ ...others, rows, asOf: null, isComplete: null, pageInfo: null }, sorted);
}

/** The cache may have an object's fields in another order than a response. */
function sorted(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort());
}
