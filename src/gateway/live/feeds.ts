/**
 * The change feeds of this process: one per grant, however many listen, and none while nobody does. They are started outside of
 * any request: timers inherit its context, and their polls would count as its calls and wait in its queue.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Clock } from '@realty-forms/platform/clock.ts';
import type { Log } from '@realty-forms/platform/observing/log.ts';
import type { Metrics } from '@realty-forms/platform/observing/metrics.ts';
import type { AgentGrant, TransactionGrant } from '../callers/access.ts';
import { GatewayFault, UpstreamFault } from '../fault.ts';
import type { Once } from '../ledger/intent.ts';
import type { EventQueue } from './event-queue.ts';
import { Feed, type FeedOptions } from './feed.ts';
import type { PollLead } from './leader-lease.ts';
import { createPace, type PaceOptions } from './poll-schedule.ts';
import type { ChangeCursors } from './tracking/change-cursors.ts';
import { ChangeTracker, type Mark, type Tracker } from './tracking/change-tracker.ts';
import type { ChangeWindowOptions, ListSource } from './tracking/change-window.ts';
import type { FeedEvent } from './tracking/changes.ts';
import { type ReadRecord, RecordTracker } from './tracking/record-tracker.ts';

export interface FeedsOptions extends PaceOptions, ChangeWindowOptions {
  /** False if nobody may listen. */
  readonly isOn: boolean;
  readonly lingerSeconds: number;
  readonly cursors: ChangeCursors;
  /** The list of a grant, read outside of any request. Throws for an NRDS id that no request can contain. */
  readonly sourceOf: (grant: AgentGrant) => ListSource;
  /** One transaction, read outside of any request. */
  readonly recordOf: (grant: TransactionGrant) => ReadRecord;
  readonly isActive: (grant: AgentGrant) => boolean | Promise<boolean>;
  readonly lead: PollLead;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
}

export interface Feeds {
  /**
   * The changes of an agent's transactions from now on, or since a cursor. Begins with READY or RESUMED; `return` stops it. It
   * throws NOT_FOUND once the agent has left. Throws INVALID_CURSOR, and BAD_USER_INPUT if live updates are off. `room` is how many
   * changed transactions may wait to be read.
   */
  readonly listen: (grant: AgentGrant, after: string | null, room?: number) => EventQueue;
  /**
   * The changes of one transaction under a service's grant, which names no agent. Begins with READY; throws NOT_FOUND once there is
   * no such transaction.
   */
  readonly listenToOne: (grant: TransactionGrant) => AsyncIterableIterator<FeedEvent, undefined>;
  /**
   * Polls an agent's feeds at once, and that of the transaction, if one was changed, here or in other processes: this one has just
   * written.
   */
  readonly pollSoon: (nrdsId: string, transId?: string) => void;
  /** Ends all feeds, and the events of all that listen. */
  readonly close: () => void;
}

const SWITCHED_OFF =
  'Live updates are switched off here; ask for transactionChanges of Query from time to time instead';

/** What nobody has read: whoever follows the list has to read it. */
const UNKNOWN: Mark = '';

export function createFeeds(options: FeedsOptions): Feeds {
  const { cursors, metrics, lead } = options;
  const feeds = new Map<string, Feed>();
  const outsideRequests = AsyncLocalStorage.snapshot();
  const pace = createPace(options, () => feeds.size);
  const report = createReport(options.log, metrics);
  metrics.liveFeeds.read = () => feeds.size;
  metrics.liveStaleness.read = () => Math.max(0, ...[...feeds.values()].map(({ staleSeconds }) => staleSeconds));
  lead.onNews((name, mark) => outsideRequests(() => feeds.get(name)?.onNews(mark)));

  const create = (
    name: string,
    { tracker, isActive }: { readonly tracker: Tracker } & Pick<FeedOptions, 'isActive'>,
  ): Feed => {
    const feed = new Feed({
      name,
      tracker,
      pace,
      lead,
      lingerMs: options.lingerSeconds * 1_000,
      isActive,
      clock: options.clock,
      onPoll: report(tracker),
      onEnd: () => feeds.delete(name),
    });
    feeds.set(name, feed);
    return feed;
  };
  const createForAgent = (name: string, grant: AgentGrant): Feed =>
    create(name, {
      tracker: new ChangeTracker(options.sourceOf(grant), grant, cursors, options),
      isActive: () => options.isActive(grant),
    });
  const createForOne = (name: string, grant: TransactionGrant): Feed =>
    create(name, {
      tracker: new RecordTracker(options.recordOf(grant), grant, cursors.sealReload({ holder: '', nrdsId: '' })),
      isActive: () => true,
    });
  const checkIsOn = (): void => {
    if (!options.isOn) throw new GatewayFault('BAD_USER_INPUT', SWITCHED_OFF);
  };

  return {
    listen(grant, after, room) {
      checkIsOn();
      const opened = after === null ? null : cursors.open(grant, after);
      const name = lead.nameOf(grant.holder, grant.nrdsId);
      return outsideRequests(() => (feeds.get(name) ?? createForAgent(name, grant)).listen(opened, room));
    },
    listenToOne(grant) {
      checkIsOn();
      const name = lead.nameOf(grant.transId);
      return outsideRequests(() => (feeds.get(name) ?? createForOne(name, grant)).listen(null));
    },
    pollSoon(nrdsId, transId) {
      const lists = ['', nrdsId].flatMap((holder) => lead.namesOf(holder, nrdsId));
      const names = transId === undefined ? lists : [...lists, ...lead.namesOf(transId)];
      outsideRequests(() => {
        for (const name of names) {
          const known = feeds.get(name);
          if (known === undefined) lead.publish(name, UNKNOWN);
          else known.pollSoon();
        }
      });
    },
    close() {
      for (const feed of [...feeds.values()]) feed.end();
    },
  };
}

/** Uploads change no transaction. */
const changing: ReadonlySet<string> = new Set(['createTransaction', 'addServiceProviders']);

/** What this process itself has just written is shown at once: the agent's feeds are polled when such a write has ended. */
export function pollAfterWrites(once: Once, { pollSoon }: Pick<Feeds, 'pollSoon'>): Once {
  return (intent) => {
    const recorded = once(intent);
    if (!changing.has(intent.operation)) return recorded;
    const poll = () => pollSoon(intent.agent, intent.changes);
    // A write that failed may have been carried out; one that was rejected has not.
    recorded.then(({ outcome }) => outcome !== 'REJECTED' && poll(), poll);
    return recorded;
  };
}

/** Counts the polls of a feed, and logs when they begin to fail and when they succeed again, and impossible times; without whose. */
function createReport(log: Log, metrics: Metrics) {
  return (tracker: Pick<Tracker, 'hasSeenFuture'>) => {
    let isFailing = false;
    let hasToldFuture = false;
    return (result: { readonly error: unknown } | { readonly changes: number }): void => {
      if ('changes' in result) {
        metrics.livePolls.inc({ outcome: 'ok' });
        metrics.liveChanges.inc(result.changes);
        if (tracker.hasSeenFuture && !hasToldFuture) {
          hasToldFuture = true;
          log.warn({}, 'a transaction says that it was changed in the future; its time is not believed');
        }
        if (isFailing) log.info({}, 'a change feed can be read again');
        isFailing = false;
        return;
      }
      const { error } = result;
      const isFault = error instanceof UpstreamFault || error instanceof GatewayFault;
      metrics.livePolls.inc({ outcome: isFault ? error.code : 'INTERNAL' });
      if (!isFault) log.error({ err: error }, 'a change feed cannot be read, because of an unexpected error');
      else if (!isFailing) log.warn({ code: error.code, reason: error.message }, 'a change feed cannot be read');
      isFailing = true;
    };
  };
}
