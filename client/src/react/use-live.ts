/** Whether a page receives changes as they happen. */
import type { DocumentNode } from '@apollo/client';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { Feed, LiveStatus } from '../core/live/feed.ts';
import { TransactionChangesDocument } from '../documents/generated.ts';
import { useFeed } from './feeds.ts';

export interface Live extends LiveStatus {
  /** Tries again at once; for a button next to `lost` and `refused`. */
  readonly reconnect: () => void;
}

export interface LiveOptions {
  /** The agent whose transactions to follow; optional for a caller with exactly one NRDS id. */
  readonly agentNrdsId?: string | undefined;
  /** If false, no stream is opened, and the state is `off`. */
  readonly live?: boolean | undefined;
  /** Another subscription to `transactionChanges`, with `kind`, `cursor`, `transactionId` and the `transaction` as the page shows it. */
  readonly changes?: DocumentNode | undefined;
}

/** The feed's own status. */
export function useStatus({ watch, status, reconnect }: Pick<Feed<unknown>, 'watch' | 'status' | 'reconnect'>): Live {
  const current = useSyncExternalStore(watch, status, status);
  return useMemo(() => ({ ...current, reconnect }), [current, reconnect]);
}

/** For the part of a page that shows the state: shares the stream of the page's lists with equal options. */
export function useLive({ agentNrdsId, live = true, changes = TransactionChangesDocument }: LiveOptions = {}): Live {
  const feed = useFeed<never>(changes, { agentNrdsId }, live);
  useEffect(() => feed.listen(() => {}), [feed]);
  return useStatus(feed);
}
