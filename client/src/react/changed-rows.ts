/** What a feed has told of a list since it was looked at. */
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
  /** More has changed than was told. */
  readonly isOutdated: boolean;
  /** Called for another list. */
  readonly setCurrent: () => void;
  /** The stream has begun after the list was asked for, which may be older. */
  readonly isUnsettled: boolean;
  readonly setUnsettled: (is: boolean) => void;
}

/** What becomes of a list that is loaded again. */
interface Renewal {
  /** Forgets all but these, and but what was told since it began. */
  readonly succeed: (ids: ReadonlySet<string>) => void;
  /** The list is older than what was told, unless it is another one by now. */
  readonly fail: () => void;
}

/** The place of something among all that was told. */
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

  // Not only this one may be meant, but which is not said, and no list is worse for being loaded again.
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
