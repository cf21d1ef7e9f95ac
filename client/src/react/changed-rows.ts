/** What a feed has told of a list since it was looked at. */
import { useApolloClient } from '@apollo/client/react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { watchChangedLists } from '../apollo/changed-lists.ts';
import type { Feed } from '../core/live/feed.ts';
import type { TransactionChange } from './feeds.ts';

export interface ChangedRows<Row> {
  readonly changed: ReadonlyMap<string, Row>;
  readonly seen: (ids: readonly string[]) => void;
  /** Called before the list is loaded again. What it returns forgets all but these, and but what is told from here on. */
  readonly renew: () => (ids: ReadonlySet<string>) => void;
  /** More has changed than was told. */
  readonly isOutdated: boolean;
  readonly setOutdated: (is: boolean) => void;
  /** The stream has begun after the list was asked for, which may be older. */
  readonly isUnsettled: boolean;
  readonly setUnsettled: (is: boolean) => void;
}

export function useChangedRows<Row extends { readonly id: string }>(
  feed: Feed<TransactionChange<Row>>,
): ChangedRows<Row> {
  const [changed, setChanged] = useState<ReadonlyMap<string, Row>>(() => new Map());
  /** How many changes were told before and with each row's last one. */
  const told = useRef({ count: 0, at: new Map<string, number>() });
  const [isOutdated, setOutdated] = useState(false);
  const [isUnsettled, setUnsettled] = useState(false);

  useEffect(() => {
    let hasBegun = ['live', 'stale'].includes(feed.status().state);
    setChanged((known) => (known.size === 0 ? known : new Map()));
    return feed.listen(({ kind, transaction }) => {
      if (kind === 'READY') {
        if (hasBegun) setOutdated(true);
        else setUnsettled(true);
      }
      hasBegun = true;
      if (!transaction) return;
      told.current.count += 1;
      told.current.at.set(transaction.id, told.current.count);
      setChanged((known) => new Map(known).set(transaction.id, transaction));
    });
  }, [feed]);

  // Not only this one may be meant, but which is not said, and no list is worse for being loaded again.
  const { cache } = useApolloClient();
  useEffect(() => watchChangedLists(cache, () => setOutdated(true)), [cache]);

  const retain = useCallback((isKept: (id: string) => boolean) => {
    setChanged((known) => new Map([...known].filter(([id]) => isKept(id))));
  }, []);
  const seen = useCallback((ids: readonly string[]) => retain((id) => !ids.includes(id)), [retain]);
  const renew = useCallback(() => {
    const { count, at } = told.current;
    return (ids: ReadonlySet<string>) => retain((id) => ids.has(id) || (at.get(id) ?? 0) > count);
  }, [retain]);
  return { changed, seen, renew, isOutdated, setOutdated, isUnsettled, setUnsettled };
}
