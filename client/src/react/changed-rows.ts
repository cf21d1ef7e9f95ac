/** The changes of a list that a feed has delivered since the reader last looked at it. */
import { useApolloClient } from '@apollo/client/react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { watchChangedLists } from '../apollo/changed-lists.ts';
import type { Feed } from '../core/live/feed.ts';
import type { TransactionChange } from './feeds.ts';

export interface ChangedRows<Row> {
  readonly changed: ReadonlyMap<string, Row>;
  readonly seen: (ids: readonly string[]) => void;
  /** Called before the list is loaded again. */
  readonly renew: () => Renewal;
  /** More has changed than was delivered. */
  readonly isOutdated: boolean;
  /** Called when another list is shown. */
  readonly setCurrent: () => void;
  /** The stream began after the list was requested, so the list may be older. */
  readonly isUnsettled: boolean;
  readonly setUnsettled: (is: boolean) => void;
}

/** The end of a reload of the list. */
interface Renewal {
  /** Forgets everything except these rows, and except what was delivered since the reload began. */
  readonly succeed: (ids: ReadonlySet<string>) => void;
  /** The list is older than what was delivered, unless another list is shown by now. */
  readonly fail: () => void;
}

/** The position of a change among all that were delivered. */
type Place = number;

interface PlacedRow<Row> {
  readonly row: Row;
  readonly place: Place;
}

export function useChangedRows<Row extends { readonly id: string }>(
  feed: Feed<TransactionChange<Row>>,
): ChangedRows<Row> {
  const lastPlace = useRef<Place>(0);
  const listBegan = useRef<Place>(0);
  const [placed, setPlaced] = useState<ReadonlyMap<string, PlacedRow<Row>>>(() => new Map());
  const [outdatedAt, setOutdatedAt] = useState<Place | null>(null);
  const [isUnsettled, setUnsettled] = useState(false);

  const nextPlace = useCallback(() => {
    lastPlace.current += 1;
    return lastPlace.current;
  }, []);

  useEffect(() => {
    let hasBegun = ['live', 'stale'].includes(feed.status().state);
    setPlaced((known) => (known.size === 0 ? known : new Map()));
    return feed.listen(({ kind, transaction: row, transactionId }) => {
      const place = nextPlace();
      if (kind === 'READY') {
        if (hasBegun) setOutdatedAt(place);
        else setUnsettled(true);
      }
      hasBegun = true;
      if (row) setPlaced((known) => new Map(known).set(row.id, { row, place }));
      if (kind === 'DELETED') setPlaced((known) => new Map([...known].filter(([id]) => id !== transactionId)));
    });
  }, [feed, nextPlace]);

  // The warning may be about another list. It does not say which, but loading a list again does no harm.
  const { cache } = useApolloClient();
  useEffect(() => watchChangedLists(cache, () => setOutdatedAt(nextPlace())), [cache, nextPlace]);

  const retain = useCallback((isKept: (id: string, place: Place) => boolean) => {
    setPlaced((known) => new Map([...known].filter(([id, { place }]) => isKept(id, place))));
  }, []);
  const seen = useCallback((ids: readonly string[]) => retain((id) => !ids.includes(id)), [retain]);
  const renew = useCallback(() => {
    const begin = lastPlace.current;
    return {
      succeed(ids: ReadonlySet<string>) {
        retain((id, place) => ids.has(id) || place > begin);
        setOutdatedAt((place) => (place !== null && place > begin ? place : null));
      },
      fail() {
        if (begin >= listBegan.current) setOutdatedAt((place) => place ?? begin);
      },
    };
  }, [retain]);
  const setCurrent = useCallback(() => {
    listBegan.current = nextPlace();
    setOutdatedAt(null);
  }, [nextPlace]);
  const changed = useMemo(() => new Map([...placed].map(([id, { row }]) => [id, row])), [placed]);
  return { changed, seen, renew, isOutdated: outdatedAt !== null, setCurrent, isUnsettled, setUnsettled };
}
