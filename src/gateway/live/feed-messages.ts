/**
 * What processes that track the same list tell each other: a fingerprint of what one of them has read, and which transactions are gone. They
 * share fingerprints, never data. Any message may be lost.
 */
import { createHmac } from 'node:crypto';
import type { KeyRing } from '../ids/seal.ts';
import type { Parts } from '../parts.ts';
import type { StateFingerprint } from './tracking/change-tracker.ts';

export type FeedMessages = Readonly<ReturnType<typeof createFeedMessages>>;

export interface FeedMessagesOptions extends Pick<Parts, 'replicas'> {
  readonly idKeys: KeyRing;
  /** The service that is polled. Processes in front of different services share nothing. */
  readonly service: string;
}

/** Prefixes of the names of messages. */
const PREFIX = 'feed:';
const DELETED_PREFIX = 'deleted:';
/** A message in PostgreSQL has at most 8,000 bytes. */
const MAX_IDS_PUBLISHED = 50;
const NAME_CHARACTERS = 22;

export function createFeedMessages({ replicas, idKeys, service }: FeedMessagesOptions) {
  const nameKeys = idKeys.map(({ secret }) => createHmac('sha256', secret).update('names of feeds').digest()) as [
    Buffer,
    ...Buffer[],
  ];
  const nameBy = (key: Buffer, feed: readonly string[]): string =>
    createHmac('sha256', key)
      .update(JSON.stringify([service, ...feed]))
      .digest('base64url')
      .slice(0, NAME_CHARACTERS);
  return {
    /** The name of a feed among all processes; it does not reveal whose feed it is. */
    nameOf: (...feed: readonly string[]) => nameBy(nameKeys[0], feed),
    /** The same name, then the names used by processes whose first id key is another one, as during a rotation. */
    namesOf: (...feed: readonly string[]) => nameKeys.map((key) => nameBy(key, feed)),
    /** Publishes the state that this process has read. */
    publish: (feed: string, fingerprint: StateFingerprint) => replicas.publish(PREFIX + feed, fingerprint),
    /** Publishes which transactions of the feed's list are gone. If a message is lost, others still notice it in the length of the list. */
    publishDeleted(feed: string, transIds: readonly string[]): void {
      for (let at = 0; at < transIds.length; at += MAX_IDS_PUBLISHED)
        replicas.publish(DELETED_PREFIX + feed, JSON.stringify(transIds.slice(at, at + MAX_IDS_PUBLISHED)));
    },
    onDeleted: (listener: (feed: string, transIds: readonly string[]) => void) =>
      replicas.listen((name, text) => {
        if (name.startsWith(DELETED_PREFIX)) listener(name.slice(DELETED_PREFIX.length), textsIn(text));
      }),
    /** Calls the listener with the state that another process has read. */
    onPublished: (listener: (feed: string, fingerprint: StateFingerprint) => void) =>
      replicas.listen((name, fingerprint) => {
        if (name.startsWith(PREFIX)) listener(name.slice(PREFIX.length), fingerprint);
      }),
  };
}

/** The texts in a JSON list; empty for anything else, because any user of the database can publish. */
function textsIn(json: string): readonly string[] {
  try {
    const parsed: unknown = JSON.parse(json);
    return Array.isArray(parsed) ? parsed.filter((each) => typeof each === 'string') : [];
  } catch {
    return [];
  }
}
