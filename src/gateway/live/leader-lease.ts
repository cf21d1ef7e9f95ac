/**
 * How processes that track the same list share their polls. One of them, the leader, has a lease, polls, and publishes a fingerprint of its
 * state. The others read only if their fingerprint differs. They share fingerprints, never data. If the others cannot be reached, each
 * process polls by itself: that costs calls, but no change is missed.
 */
import { createHmac } from 'node:crypto';
import { Outage } from '@realty-forms/platform/observability/outage.ts';
import type { KeyRing } from '../ids/seal.ts';
import type { Parts } from '../parts.ts';
import type { StateFingerprint } from './tracking/change-tracker.ts';

export type LeaderLease = Readonly<ReturnType<typeof createLeaderLease>>;

export interface LeaderLeaseOptions extends Pick<Parts, 'log' | 'replicas'> {
  readonly idKeys: KeyRing;
  /** The service that is polled. Processes in front of different services share nothing. */
  readonly service: string;
}

/** Prefix of the names of leases and messages. */
const PREFIX = 'feed:';
const DELETED_PREFIX = 'deleted:';
/** A message in PostgreSQL has at most 8,000 bytes. */
const MAX_IDS_PUBLISHED = 50;
const NAME_CHARACTERS = 22;

export function createLeaderLease({ replicas, idKeys, service, log }: LeaderLeaseOptions) {
  const nameKeys = idKeys.map(({ secret }) => createHmac('sha256', secret).update('names of feeds').digest()) as [
    Buffer,
    ...Buffer[],
  ];
  const nameBy = (key: Buffer, feed: readonly string[]): string =>
    createHmac('sha256', key)
      .update(JSON.stringify([service, ...feed]))
      .digest('base64url')
      .slice(0, NAME_CHARACTERS);
  const outage = new Outage(
    ({ message: reason }) =>
      log.warn({ reason }, 'other processes cannot be reached; each polls for changes by itself'),
    () => log.info({}, 'other processes can be reached again; one of them polls for changes'),
  );
  return {
    /** The name of a feed among all processes; it does not reveal whose feed it is. */
    nameOf: (...feed: readonly string[]) => nameBy(nameKeys[0], feed),
    /** The same name, then the names used by processes whose first id key is another one, as during a rotation. */
    namesOf: (...feed: readonly string[]) => nameKeys.map((key) => nameBy(key, feed)),
    /**
     * Acquires or renews the lease. Returns 0 if this process is the leader, otherwise how many milliseconds the leader's lease still
     * lasts. Never rejects.
     */
    async acquire(feed: string, ms: number): Promise<number> {
      try {
        const restMs = await replicas.lease(PREFIX + feed, ms);
        outage.succeed();
        return restMs;
      } catch (error) {
        outage.fail(error);
        return 0;
      }
    },
    /** Releases the lease if this process has it, because it cannot or need not poll any more. */
    release: (feed: string) => replicas.release(PREFIX + feed),
    /** Publishes the state that this process has read. */
    publish: (feed: string, fingerprint: StateFingerprint) => replicas.publish(PREFIX + feed, fingerprint),
    /** Publishes which transactions of the feed's list are gone. If a message is lost, others still notice it in the length of the list. */
    publishDeleted(feed: string, transIds: readonly string[]): void {
      for (let at = 0; at < transIds.length; at += MAX_IDS_PUBLISHED)
        replicas.publish(DELETED_PREFIX + feed, JSON.stringify(transIds.slice(at, at + MAX_IDS_PUBLISHED)));
    },
    onDeleted: (listener: (feed: string, transIds: readonly string[]) => void) =>
      replicas.listen((name, text) => {
        if (name.startsWith(DELETED_PREFIX) && text !== null)
          listener(name.slice(DELETED_PREFIX.length), textsIn(text));
      }),
    /** Calls the listener with the state that another process has read, or with null when the leader has released its lease. */
    onPublished: (listener: (feed: string, fingerprint: StateFingerprint | null) => void) =>
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
