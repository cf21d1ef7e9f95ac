/**
 * Sends the events of one subscription that are due, a few at a time but only one at a time for each transaction, and records the results.
 * An event is sent only after it is stored, and not again before the result of its last attempt is stored too.
 */
import { type Clock, elapsedSince } from '@realty-forms/platform/clock.ts';
import type { Log } from '@realty-forms/platform/observability/log.ts';
import type { Metrics } from '@realty-forms/platform/observability/metrics.ts';
import { Outage } from '@realty-forms/platform/observability/outage.ts';
import { createTurns } from '@realty-forms/platform/turns.ts';
import type { SharedDatabase } from '../gateway/ledger/stores/store.ts';
import type { Subscription } from './config.ts';
import type { Leadership } from './leadership.ts';
import { bodyOf, signedHeaders } from './message.ts';
import { dueEvents, makeDue, type OutboxEvent, recordDelivered, recordEnded, recordFailed } from './outbox.ts';
import { MAX_ATTEMPTS, PARALLEL, pauseAfter, type Receipt, readReceipt, type Sender } from './sender.ts';

/**
 * Reads what a subscription selects of a transaction, by the subscription's name and the transaction's id: null if it selects nothing; a
 * problem if the transaction cannot be read at the moment. Given the time of the change, it is also a problem if the transaction is missing,
 * or still as it was before.
 */
export type ReadContent = (
  subscription: string,
  id: string,
  changedAt: string | null,
) => Promise<{ readonly content: object | null } | { readonly problem: string }>;

interface DeliveriesOptions {
  readonly subscription: Subscription;
  readonly database: Pick<SharedDatabase, 'query'>;
  readonly leadership: Pick<Leadership, 'isCertain' | 'store'>;
  readonly sender: Pick<Sender, 'send'>;
  readonly readContent: ReadContent;
  /** Called when the receiver wants no more events. */
  readonly onEnded: () => void;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Log;
  readonly metrics: Pick<Metrics, 'webhookDeliveries'>;
}

/** How often an event waits for a copy of the service's data that lags behind: until five minutes after the first attempt. */
const MAX_LAGS = 2;
/**
 * After so long without any success, one success shows that the receiver is back, so what has waited follows at once. It is shorter than the
 * second pause, after which pauses are long.
 */
const OUTAGE_MS = 4 * 60_000;

export class Deliveries {
  readonly #options: DeliveriesOptions;
  /** Attempts by transaction. */
  readonly #inFlight = new Map<string, Promise<void>>();
  readonly #closing = new AbortController();
  /** The receiver has asked not to be sent anything for a while. */
  #pause = { since: 0, ms: 0 };
  readonly #inTurn = createTurns();
  /** Another round would find nothing more. */
  #isRoundWaiting = false;
  #isClosed = false;
  /**
   * The first new message that failed since one succeeded: when it was seen, and failed. A message that failed before that success fails
   * alone, and keeps its pauses. What waits at the start may wait for the receiver.
   */
  #firstFailed: { readonly seenAt: number; readonly at: number } | null = { seenAt: 0, at: 0 };
  /** Of the receiver: many messages may fail for the same reason. */
  readonly #outage: Outage;

  constructor(options: DeliveriesOptions) {
    this.#options = options;
    const webhook = options.subscription.name;
    this.#outage = new Outage(
      ({ message: reason }) => options.log.warn({ webhook, reason }, 'messages of a webhook cannot be delivered'),
      () => options.log.info({ webhook }, 'messages of a webhook are delivered again'),
    );
  }

  /** Sends the events that are due, as far as there is room. Those that cannot be read now are due again in the next round. */
  sendDue(): void {
    if (this.#isRoundWaiting) return;
    this.#isRoundWaiting = true;
    this.#inTurn(() => this.#startDue()).catch(() => undefined);
  }

  /** Stops sending. Attempts in flight have this long to end; the other events are left for the next start. */
  async close(graceMs: number): Promise<void> {
    this.#isClosed = true;
    const { promise: isOver, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, graceMs);
    // An event may still be read then, but is no longer sent.
    await Promise.race([Promise.all(this.#inFlight.values()), isOver]);
    clearTimeout(timer);
    this.#closing.abort();
  }

  async #startDue(): Promise<void> {
    const { subscription, database, clock } = this.#options;
    this.#isRoundWaiting = false;
    if (!this.#maySend) return;
    // Attempts that end while the rows are read may still be among the rows.
    const before = new Set(this.#inFlight.keys());
    const due = await dueEvents(database, subscription.name, clock.now(), 2 * PARALLEL);
    for (const event of due) if (this.#maySend && !before.has(subjectOf(event))) this.#start(event);
  }

  get #maySend(): boolean {
    const { clock, leadership } = this.#options;
    const isFree = this.#inFlight.size < PARALLEL && elapsedSince(this.#pause.since, clock) >= this.#pause.ms;
    return isFree && !this.#isClosed && leadership.isCertain;
  }

  #start(event: OutboxEvent): void {
    const end = this.#attempt(event).finally(() => {
      this.#inFlight.delete(subjectOf(event));
      this.sendDue();
    });
    this.#inFlight.set(subjectOf(event), end);
  }

  async #attempt(event: OutboxEvent): Promise<void> {
    const { subscription, clock, log, metrics, leadership } = this.#options;
    let receipt: Receipt | null;
    try {
      receipt = await this.#send(event);
    } catch (error) {
      if (this.#closing.signal.aborted) return;
      log.error({ err: error, webhook: subscription.name, event: event.id }, 'a webhook could not be sent');
      receipt = { problem: 'an unexpected error' };
    }
    if (receipt === null) return;
    const meaning = readReceipt(receipt, clock.now());
    if (meaning.kind === 'failed') return await this.#recordFailed(event, meaning);
    metrics.webhookDeliveries.inc({ outcome: meaning.kind });
    if (meaning.kind === 'gone') return await this.#stop();
    this.#outage.succeed();
    const now = clock.now();
    const first = this.#firstFailed;
    this.#firstFailed = null;
    const isBack = first !== null && elapsedSince(first.at, clock) >= OUTAGE_MS;
    const others = isBack ? [makeDue(subscription.name, first.seenAt, now)] : [];
    await leadership.store([...recordDelivered(event, now), ...others]);
  }

  /** Null if the event may not be sent any more. Rejects if the process ends, or because of a bug. */
  async #send(event: OutboxEvent): Promise<Receipt | null> {
    const { subscription, sender, readContent, leadership, clock } = this.#options;
    const { id, change } = event;
    const isRead = change !== null && change.version !== null;
    const changedAt = event.attempts < MAX_LAGS ? (change?.changedAt ?? null) : null;
    const read = isRead ? await readContent(subscription.name, change.transactionId, changedAt) : { content: null };
    // Another process may hold the lease by now, and may have sent a later change already.
    if (!leadership.isCertain) return null;
    if ('problem' in read) return read;
    const body = bodyOf(event, read.content);
    const headers = signedHeaders(subscription.keys, { id, at: clock.now(), body });
    return await sender.send(subscription, headers, body, this.#closing.signal);
  }

  async #recordFailed(event: OutboxEvent, { problem, retryAfterMs }: Failed): Promise<void> {
    const { subscription, metrics, clock, log, random, leadership } = this.#options;
    const now = clock.now();
    if (event.failures === 0) this.#firstFailed ??= { seenAt: event.seenAt, at: now };
    const pauseMs = Math.max(pauseAfter(event.failures + 1, random()), retryAfterMs);
    if (retryAfterMs > 0) this.#pause = { since: now, ms: retryAfterMs };
    const attempt = event.attempts + 1;
    const isLast = attempt >= MAX_ATTEMPTS;
    const stored = await leadership.store(recordFailed(event, { isDead: isLast, dueAt: now + pauseMs, problem }));
    const isDead = isLast && stored?.[0]?.length === 1;
    metrics.webhookDeliveries.inc({ outcome: isDead ? 'dead' : 'failed' });
    const fields = { webhook: subscription.name, event: event.id, attempt, reason: problem };
    this.#outage.fail(new Error(problem));
    if (isDead) log.error(fields, 'a webhook is given up; npm run webhooks -- --dead lists it');
    else log.debug({ ...fields, nextTryMs: Math.round(pauseMs) }, 'a webhook could not be delivered');
  }

  async #stop(): Promise<void> {
    const { subscription, clock, log, onEnded, leadership } = this.#options;
    if (this.#isClosed) return;
    this.#isClosed = true;
    log.warn({ webhook: subscription.name }, 'a receiver has answered 410 Gone and gets no more events');
    await leadership.store(recordEnded(subscription.name, subscription.url, clock.now()));
    onEnded();
  }
}

type Failed = Extract<ReturnType<typeof readReceipt>, { readonly kind: 'failed' }>;

function subjectOf({ agentNrdsId, change }: OutboxEvent): string {
  return JSON.stringify([agentNrdsId, change?.transId ?? '']);
}
