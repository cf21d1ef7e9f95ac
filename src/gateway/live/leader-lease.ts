/**
 * How the processes that follow the same list share their polls: one of them leads, polls, and publishes a mark of what it has read;
 * the others read only if they have not read the same. Marks are shared, never data. If the others cannot be reached, each process
 * polls by itself: that costs calls, never a change.
 */
import { createHmac } from 'node:crypto';
import type { Log } from '@realty-forms/platform/observing/log.ts';
import type { Peers } from '@realty-forms/platform/peers/peers.ts';
import type { KeyRing } from '../ids/seal.ts';
import type { Mark } from './tracking/change-tracker.ts';

export interface PollLead {
  /** The name of a feed among all processes, from which nobody learns whose feed it is. */
  readonly nameOf: (...feed: readonly string[]) => string;
  /** That name, then those which processes use for it that have another one of the id keys first, as during a rotation. */
  readonly namesOf: (...feed: readonly string[]) => readonly string[];
  /** Takes or renews the lead: 0 if this process polls, otherwise for how many milliseconds it needs not. Never rejects. */
  readonly take: (feed: string, ms: number) => Promise<number>;
  /** Gives the lead back, if this process has it: it cannot or need not poll any more. */
  readonly leave: (feed: string) => void;
  /** Tells the others what this process has read. */
  readonly publish: (feed: string, mark: Mark) => void;
  /** Calls the listener with what others have read; with null when another one has given the lead back. */
  readonly onNews: (listener: (feed: string, mark: Mark | null) => void) => void;
}

export interface PollLeadOptions {
  readonly peers: Peers;
  readonly idKeys: KeyRing;
  /** What is polled: processes in front of different services have nothing to share. */
  readonly service: string;
  readonly log: Log;
}

/** In front of the names of leases and messages. */
const PREFIX = 'feed:';
const NAME_CHARACTERS = 22;

export function createPollLead({ peers, idKeys, service, log }: PollLeadOptions): PollLead {
  const nameKeys = idKeys.map(({ secret }) => createHmac('sha256', secret).update('names of feeds').digest()) as [
    Buffer,
    ...Buffer[],
  ];
  const nameBy = (key: Buffer, feed: readonly string[]): string =>
    createHmac('sha256', key)
      .update(JSON.stringify([service, ...feed]))
      .digest('base64url')
      .slice(0, NAME_CHARACTERS);
  let isAlone = false;
  const reach = (isReached: boolean, reason?: string): void => {
    if (isReached !== isAlone) return;
    isAlone = !isReached;
    if (isAlone) log.warn({ reason }, 'other processes cannot be reached; each polls for changes by itself');
    else log.info({}, 'other processes can be reached again; one of them polls for changes');
  };
  return {
    nameOf: (...feed) => nameBy(nameKeys[0], feed),
    namesOf: (...feed) => nameKeys.map((key) => nameBy(key, feed)),
    async take(feed, ms) {
      try {
        const restMs = await peers.lease(PREFIX + feed, ms);
        reach(true);
        return restMs;
      } catch (error) {
        reach(false, (error as Error).message);
        return 0;
      }
    },
    leave: (feed) => peers.release(PREFIX + feed),
    publish: (feed, mark) => peers.publish(PREFIX + feed, mark),
    onNews: (listener) =>
      peers.listen((name, mark) => {
        if (name.startsWith(PREFIX)) listener(name.slice(PREFIX.length), mark);
      }),
  };
}
