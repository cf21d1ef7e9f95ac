/**
 * The change feeds of this process: one for each grant that has listeners. They start outside any request, because timers inherit the
 * context of a request: polls would count as its calls, and wait in its queue.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { Outage } from '@realty-forms/platform/observability/outage.ts';
import type { Access } from '../callers/access.ts';
import type { AgentGrant, TransactionGrant } from '../callers/grants.ts';
import { GatewayFault, UpstreamFault } from '../fault.ts';
import type { WriteOnce } from '../ledger/write-command.ts';
import type { Parts } from '../parts.ts';
import type { EventQueue, ListenerOptions } from './event-queue.ts';
import { Feed, type FeedOptions, type ReadObserver } from './feed.ts';
import type { FeedMessages } from './feed-messages.ts';
import type { ListSources } from './list-sources.ts';
import { createPollSchedule, type PollScheduleOptions } from './poll-schedule.ts';
import { ChangeTracker, type StateFingerprint, type Tracker } from './tracking/change-tracker.ts';
import type { ChangeWindowOptions } from './tracking/change-window.ts';
import type { FeedEvent } from './tracking/changes.ts';
import { RecordTracker } from './tracking/record-tracker.ts';

export interface FeedsOptions extends PollScheduleOptions, ChangeWindowOptions, Pick<Parts, 'cursors' | 'metrics'> {
  /** False if live updates are switched off. */
  readonly isOn: boolean;
  readonly lingerSeconds: number;
  /** Reads outside any request. */
  readonly sources: Pick<ListSources, 'ofFeed' | 'ofRecord'>;
  /** Checks before each poll whether the grant still holds. */
  readonly access: Pick<Access, 'isCurrent'>;
  /** Returns the observer of what the feed of a grant reads. */
  readonly observe?: ((grant: AgentGrant) => ReadObserver) | undefined;
  readonly messages: FeedMessages;
}

export type Feeds = Readonly<ReturnType<typeof createFeeds>>;

const SWITCHED_OFF = 'Subscriptions are turned off here; poll Query.transactionChanges instead';

/** Equals no state, so every process that tracks the list has to read it. */
const CHANGED: StateFingerprint = '';

export function createFeeds(options: FeedsOptions) {
  const { access, cursors, metrics, messages, sources } = options;
  const feeds = new Map<string, Feed>();
  const outsideRequests = AsyncLocalStorage.snapshot();
  const schedule = createPollSchedule(options, () => feeds.size);
  const report = createReport(options);
  metrics.liveFeeds.read = () => feeds.size;
  metrics.liveStaleness.read = () => Math.max(0, ...[...feeds.values()].map(({ staleSeconds }) => staleSeconds));
  messages.onPublished((name, fingerprint) => outsideRequests(() => feeds.get(name)?.onPublished(fingerprint)));
  messages.onDeleted((name, transIds) => outsideRequests(() => feeds.get(name)?.notifyDeleted(transIds)));

  const create = (
    name: string,
    { tracker, isActive, observer }: { readonly tracker: Tracker } & Pick<FeedOptions, 'isActive' | 'observer'>,
  ): Feed => {
    const feed = new Feed({
      name,
      tracker,
      schedule,
      messages,
      lingerMs: options.lingerSeconds * 1_000,
      isActive,
      observer,
      clock: options.clock,
      onPoll: report.polled(tracker),
      onEnd: () => {
        feeds.delete(name);
        report.outage.forget(tracker);
      },
    });
    feeds.set(name, feed);
    return feed;
  };
  /** One feed serves everyone who may listen to the agent's changes, through whichever office. */
  const createForAgent = (name: string, { office: _, ...grant }: AgentGrant): Feed =>
    create(name, {
      tracker: new ChangeTracker(sources.ofFeed(grant), grant, cursors, options),
      isActive: () => access.isCurrent(grant),
      observer: options.observe?.(grant),
    });
  const createForOne = (name: string, grant: TransactionGrant): Feed =>
    create(name, {
      tracker: new RecordTracker(sources.ofRecord(grant), grant, cursors.sealReload({ holder: '', nrdsId: '' })),
      isActive: () => true,
    });
  const checkIsOn = (): void => {
    if (!options.isOn) throw new GatewayFault('BAD_USER_INPUT', SWITCHED_OFF);
  };

  /** The lists under a service's grant and under the agent's own. */
  const namesOfLists = (nrdsId: string) => ['', nrdsId].flatMap((holder) => messages.namesOf(holder, nrdsId));

  return {
    /**
     * The changes of an agent's transactions from now on, or since a cursor. Begins with READY or RESUMED; `return` stops it. Throws
     * NOT_FOUND once the agent has left the directory or, for a coordinator's grant, the office. Throws INVALID_CURSOR, and BAD_USER_INPUT
     * if live updates are off.
     */
    listen(grant: AgentGrant, after: string | null, options?: Omit<ListenerOptions, 'mayListen'>): EventQueue {
      checkIsOn();
      const opened = after === null ? null : cursors.open(grant, after);
      const name = messages.nameOf(grant.holder, grant.nrdsId);
      const mayListen = grant.office === undefined ? undefined : () => access.isCurrent(grant);
      return outsideRequests(() =>
        (feeds.get(name) ?? createForAgent(name, grant)).listen(opened, { ...options, mayListen }),
      );
    },
    /**
     * The changes of one transaction under a service's grant, which names no agent. Begins with READY. Throws NOT_FOUND once the
     * transaction no longer exists.
     */
    listenToOne(grant: TransactionGrant): AsyncIterableIterator<FeedEvent, undefined> {
      checkIsOn();
      const name = messages.nameOf(grant.transId);
      return outsideRequests(() => (feeds.get(name) ?? createForOne(name, grant)).listen(null));
    },
    /** Polls the feeds of an agent and of a changed transaction at once, in this and other processes, because this one has just written. */
    pollSoon(nrdsId: string, transId?: string): void {
      const lists = namesOfLists(nrdsId);
      const names = transId === undefined ? lists : [...lists, ...messages.namesOf(transId)];
      for (const name of names) {
        outsideRequests(() => feeds.get(name)?.onPublished(CHANGED));
        messages.publish(name, CHANGED);
      }
    },
    /** Notifies listeners to an agent's changes, in this and other processes, that the service no longer has these transactions. */
    notifyDeleted(nrdsId: string, transIds: readonly string[]): void {
      for (const name of namesOfLists(nrdsId)) {
        feeds.get(name)?.notifyDeleted(transIds);
        messages.publishDeleted(name, transIds);
      }
    },
    /** Ends all feeds, and the events of their listeners. */
    close(): void {
      for (const feed of [...feeds.values()]) feed.end();
    },
  };
}

/** Polls an agent's feeds after each write that changes a transaction, so that its own changes arrive at once. */
export function pollAfterWrites(writeOnce: WriteOnce, { pollSoon }: Pick<Feeds, 'pollSoon'>): WriteOnce {
  return (command) => {
    const recorded = writeOnce(command);
    const { agent, changes } = command;
    if (changes === 'no transaction') return recorded;
    const poll = () => pollSoon(agent, changes === 'a new transaction' ? undefined : changes.transId);
    // A write that failed may still have been executed; a rejected one was not.
    recorded.then(({ outcome }) => outcome !== 'REJECTED' && poll(), poll);
    return recorded;
  };
}

/**
 * Counts the polls of all feeds. Logs when they begin to fail, and when all succeed again. The log does not name agents.
 */
function createReport({ log, metrics }: Pick<Parts, 'log' | 'metrics'>) {
  const outage = new Outage(
    (err) => {
      if (!isFault(err)) log.error({ err }, 'changes cannot be read, because of an unexpected error');
      else log.warn({ code: err.code, reason: err.message }, 'changes cannot be read');
    },
    () => log.info({}, 'changes can be read again'),
  );
  const polled =
    (tracker: Tracker): FeedOptions['onPoll'] =>
    (result) => {
      if ('changes' in result) {
        metrics.livePolls.inc({ outcome: 'ok' });
        metrics.liveChanges.inc(result.changes);
        outage.succeed(tracker);
        return;
      }
      const { error } = result;
      metrics.livePolls.inc({ outcome: isFault(error) ? error.code : 'INTERNAL' });
      outage.fail(error, tracker);
    };
  return { outage, polled };
}

function isFault(error: unknown): error is UpstreamFault | GatewayFault {
  return error instanceof UpstreamFault || error instanceof GatewayFault;
}
