/**
 * A process that sends webhooks, over a database that outlives it, in simulated time. The feed is a log of events, whose cursors are
 * places in it; a process that begins is told what comes after its checkpoint. Needs fake timers.
 */
import { createMetrics } from '@realty-forms/platform/observability/metrics.ts';
import { vi } from 'vitest';
import type { SharedDatabase } from '../../src/gateway/ledger/stores/store.ts';
import { EventQueue } from '../../src/gateway/live/event-queue.ts';
import { Changed, type FeedEvent } from '../../src/gateway/live/tracking/changes.ts';
import type { Subscription } from '../../src/webhooks/config.ts';
import { Dispatcher, type DispatcherOptions } from '../../src/webhooks/dispatcher.ts';
import type { Receipt } from '../../src/webhooks/sender.ts';
import { captureLog } from '../support/caught-log.ts';

export const subscription: Subscription = {
  name: 'crm',
  url: new URL('https://crm.example.com/hooks'),
  keys: [Buffer.alloc(32)],
  agentNrdsIds: ['111'],
};

/** A change of a transaction, or the request to load the list. */
export const changed = (transId: string, version: string) => (cursor: string) =>
  new Changed({ transId, flat: {}, fingerprint: version, updated: null, inserted: null }, () => cursor) as FeedEvent;
export const ready = (cursor: string): FeedEvent => ({ kind: 'READY', cursor });

/** What a receiver gets: of a transaction, or of the list if there are no ids of one. */
export interface Sent {
  readonly id: string;
  readonly at: number;
  readonly transId: string | undefined;
  readonly version: string | undefined;
}

export type Receiver = (sent: Sent) => Receipt | Promise<Receipt>;

/** A database that has nothing to say any more once `kill` was called, as for a process that is gone. */
export function mortal(database: SharedDatabase) {
  let isAlive = true;
  const whileAlive = async <T>(work: () => Promise<T>): Promise<T> => {
    const result = isAlive ? await work() : null;
    return isAlive ? (result as T) : await new Promise<T>(() => undefined);
  };
  const own: SharedDatabase = {
    query: (...args) => whileAlive(() => database.query(...args)),
    takeLease: (...args) => whileAlive(() => database.takeLease(...args)),
    renewLease: (...args) => whileAlive(() => database.renewLease(...args)),
    releaseLease: (...args) => whileAlive(() => database.releaseLease(...args)),
    underLease: (...args) => whileAlive(() => database.underLease(...args)),
  };
  const kill = (): void => {
    isAlive = false;
  };
  return { own, whileAlive, kill };
}

/**
 * A process that has begun, if no other one has the lease, and has told before that the list has to be loaded. What is put into `feed`
 * before was heard by nobody yet.
 */
export async function openOffice(database: SharedDatabase, receive: Receiver, feed: FeedEvent[] = []) {
  const { own, whileAlive, kill } = mortal(database);
  const { log, lines } = captureLog();
  const metrics = createMetrics();
  const sent: Sent[] = [];
  const queues = new Set<EventQueue>();
  const listen = (_: unknown, after: string | null) => {
    const queue: EventQueue = new EventQueue(() => queues.delete(queue), 2_000);
    queues.add(queue);
    queue.push({ kind: after === null ? 'READY' : 'RESUMED', cursor: after ?? '0' });
    for (const event of feed.slice(Number(after))) queue.push(event);
    return queue;
  };
  const gateway = {
    access: {
      agent: async () => ({}),
      ownTransaction: (_: unknown, transId: string) => transId,
      transactionId: (transId: string) => `id ${transId}`,
    },
    feeds: { listen },
  };
  const dispatcher = new Dispatcher({
    subscriptions: [subscription],
    gateway: gateway as unknown as DispatcherOptions['gateway'],
    database: own,
    sender: {
      send: (_, headers, body) =>
        whileAlive(async () => {
          const { transId, version } = JSON.parse(body).data;
          const each = { id: headers['webhook-id'] ?? '', at: Date.now(), transId, version };
          sent.push(each);
          return await receive(each);
        }),
      close: async () => undefined,
    },
    readContent: async () => ({ content: null }),
    clock: { now: () => Date.now() },
    random: () => 0.5,
    log,
    metrics,
  });
  await database.query(
    `insert into checkpoints (subscription, agent, cursor) values ('crm', '111', '0') on conflict do nothing`,
    [],
  );
  dispatcher.start();
  await vi.advanceTimersByTimeAsync(0);
  return {
    dispatcher,
    sent,
    lines,
    metrics,
    /** Happens now. */
    happen(...events: readonly ((cursor: string) => FeedEvent)[]): void {
      for (const event of events) {
        feed.push(event(String(feed.length + 1)));
        for (const queue of queues) queue.push(feed.at(-1) as FeedEvent);
      }
    },
    /** What was sent since the last call: transaction and version, or `list`. */
    received: () =>
      sent.splice(0).map(({ transId, version }) => (transId === undefined ? 'list' : `${transId} ${version}`)),
    kill,
  };
}

/** The rows of the outbox. */
export const outboxOf = ({ query }: Pick<SharedDatabase, 'query'>) =>
  query(
    'select id, subject, version, state, attempts, failures, due_at, problem from outbox order by seen_at, subject',
  );

/** Lets so much time pass, and some seconds, without most of the rounds in which nothing is due or on its way. */
export async function skip({ query }: Pick<SharedDatabase, 'query'>, ms: number, isBusy = () => false): Promise<void> {
  const waiting = `select min(due_at) as due from outbox where state = 'WAITING' and due_at > $1`;
  for (const end = Date.now() + ms; Date.now() < end || isBusy(); ) {
    await vi.advanceTimersByTimeAsync(4_000);
    if (isBusy()) continue;
    const [row] = await query(waiting, [Date.now()]);
    const next = Math.min(Number(row?.['due'] ?? end), end) - 1_000;
    if (next - Date.now() > 30_000) vi.setSystemTime(next);
  }
}
