/**
 * The row of the transaction that the reader has opened: it scrolls into view after a reload, and gets the focus when the transaction is
 * closed.
 */
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';

/** How many rows are loaded to find it. */
const MAX_SOUGHT = 100;

interface Listed {
  /** What the reader has opened. */
  readonly selected: string | null;
  readonly ids: readonly string[];
  /** Whether there are more rows that may be loaded now. */
  readonly canLoad: boolean;
  readonly loadMore: () => unknown;
}

export function useSelectedRow(
  pane: RefObject<HTMLElement | null>,
  { selected, ids, canLoad, loadMore }: Listed,
): void {
  // After a reload, the row may be further down.
  const sought = useRef(selected);
  const isFound = selected !== null && ids.includes(selected);
  const canSeek = canLoad && ids.length < MAX_SOUGHT;
  const seekMore = useEffectEvent(loadMore);
  // biome-ignore lint/correctness/useExhaustiveDependencies(ids.length): each page may have it
  useEffect(() => {
    if (sought.current === null || sought.current !== selected) return;
    if (isFound) {
      pane.current?.querySelector('.row[aria-current]')?.scrollIntoView({ block: 'nearest' });
      sought.current = null;
    } else if (canSeek) void seekMore();
  }, [pane, isFound, canSeek, selected, ids.length]);

  // A reader who closes a transaction continues at its row in the list.
  const lastSelected = useRef(selected);
  useEffect(() => {
    const last = lastSelected.current;
    lastSelected.current = selected;
    const isFocusLost = document.activeElement === document.body;
    if (selected === null && isFocusLost) pane.current?.querySelector<HTMLElement>(`[href*="/${last}"]`)?.focus();
  }, [pane, selected]);
}
