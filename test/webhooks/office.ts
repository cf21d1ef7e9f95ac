/**
 * A process that sends letters, over a store that outlives it, in simulated time. The feed is a log of events, whose cursors are
 * places in it; a process that begins is told what comes after the cursor that it has stored. Needs fake timers.
 */

import { createMetrics } from '@realty-forms/platform/observing/metrics.ts';
import type { LedgerStore } from '../../src/gateway/ledger/stores/store.ts';
import { Changed, type FeedEvent } from '../../src/gateway/live/following/changes.ts';
import { enqueue } from '../../src/webhooks/enqueue.ts';
import type { Hook } from '../../src/webhooks/hooks.ts';
import type { Letter } from '../../src/webhooks/letter.ts';
import { Outbox } from '../../src/webhooks/outbox.ts';
import { Courier } from '../../src/webhooks/sending/courier.ts';
import type { Receipt } from '../../src/webhooks/sending/sender.ts';
import { SHELF } from '../../src/webhooks/shelf-texts.ts';
import { captureLog } from '../support/caught-log.ts';

export const hook: Hook = {
  name: 'crm',
  url: new URL('https://crm.example.com/hooks'),
  keys: [Buffer.alloc(32)],
  agentNrdsIds: ['111'],
  select: undefined,
};
export const recipient = { hook: 'crm', agentNrdsId: '111' };

/** A change of a transaction, or the request to load the list. */
export const changed = (transId: string, version: string, cursor = ''): FeedEvent =>
  new Changed({ transId, flat: {}, fingerprint: version, updated: null, inserted: null }, () => cursor);
export const ready = (cursor = ''): FeedEvent => ({ kind: 'READY', cursor });

interface Sent {
  readonly letter: Letter;
  readonly at: number;
}

export type Receiver = (letter: Letter) => Receipt | Promise<Receipt>;

/** An office that has opened; after `kill`, nothing that it does has an effect. */
export async function openOffice(store: LedgerStore, owner: string, receive: Receiver, random = () => 0.5) {
  let isAlive = true;
  const whileAlive = async <T>(work: () => Promise<T>): Promise<T> => {
    const result = isAlive ? await work() : null;
    return isAlive ? (result as T) : await new Promise<T>(() => undefined);
  };
  await store.takeShelf(SHELF, owner);
  const { log, lines } = captureLog();
  const metrics = createMetrics();
  const sent: Sent[] = [];
  const gone: string[] = [];
  const outbox = new Outbox(await store.readShelf(SHELF), {
    store: { ...store, changeShelf: (...args) => whileAlive(() => store.changeShelf(...args)) },
    owner,
    log,
    mayStore: () => isAlive,
    onStored: () => courier.wake(),
    onLost: () => void courier.close(0),
  });
  const courier = new Courier({
    hooks: [hook],
    outbox,
    deliver: (_hook, letter) =>
      whileAlive(async () => {
        sent.push({ letter, at: Date.now() });
        return await receive(letter);
      }),
    mayDeliver: () => isAlive,
    onGone: ({ name }) => gone.push(name),
    clock: { now: () => Date.now() },
    random,
    log,
    metrics,
  });
  courier.wake();
  return {
    outbox,
    courier,
    sent,
    lines,
    metrics,
    gone,
    enqueue(...events: FeedEvent[]): void {
      enqueue(outbox, recipient, events, {
        changeOf: (event) =>
          event.kind === 'CHANGED'
            ? {
                transId: event.record.transId,
                transactionId: `id ${event.record.transId}`,
                version: event.record.fingerprint,
              }
            : null,
        now: Date.now(),
        isBeginning: false,
      });
    },
    kill(): void {
      isAlive = false;
    },
  };
}
