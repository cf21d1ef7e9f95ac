/** The streams of a page: each is opened once, however many hooks listen to it. */
import type { ApolloClient, DocumentNode } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';
import { openByApollo } from '../apollo/live.ts';
import { createFeed, type Feed, type LiveStatus } from '../core/live/feed.ts';
import type { Change } from '../core/live/follow.ts';

/** The fields that a subscription must select for hooks to listen to it. */
export interface TransactionChange<Row> extends Change {
  readonly transaction?: Row | null;
  readonly transactionId?: string | null;
}

type Feeds = Map<string, Feed<Change>>;

const feeds = new WeakMap<ApolloClient, WeakMap<DocumentNode, Feeds>>();

/** The same feed for equal variables, as long as it has listeners. */
export function feedOf(
  client: ApolloClient,
  document: DocumentNode,
  variables: Readonly<Record<string, unknown>>,
): Feed<Change> {
  const ofClient = feeds.get(client) ?? new WeakMap<DocumentNode, Feeds>();
  feeds.set(client, ofClient);
  const ofDocument: Feeds = ofClient.get(document) ?? new Map();
  ofClient.set(document, ofDocument);
  const key = JSON.stringify(variables);
  const known = ofDocument.get(key);
  if (known) return known;
  const feed: Feed<Change> = createFeed(openByApollo(client, document, variables), () => {
    // Components from an earlier render can listen to a feed that has been replaced by now.
    if (ofDocument.get(key) === feed) ofDocument.delete(key);
  });
  ofDocument.set(key, feed);
  return feed;
}

const off: LiveStatus = { state: 'off', failure: null };

const silence: Feed<never> = {
  listen: () => () => {},
  status: () => off,
  watch: () => () => {},
  reconnect() {},
};

export function useFeed<C extends Change>(
  document: DocumentNode,
  variables: Readonly<Record<string, unknown>>,
  isWanted: boolean,
): Feed<C> {
  const client = useApolloClient();
  return (isWanted ? feedOf(client, document, variables) : silence) as Feed<C>;
}
