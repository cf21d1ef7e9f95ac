/**
 * Sends the letters that are due, a few at a time for each hook and one at a time for each transaction, and records what becomes of
 * them. A letter is sent when it is stored, and not again before the end of its last attempt is stored too.
 */
import { type Clock, isAhead } from '@realty-forms/platform/clock.ts';
import type { Log } from '@realty-forms/platform/observing/log.ts';
import type { Metrics } from '@realty-forms/platform/observing/metrics.ts';
import type { Hook } from '../hooks.ts';
import type { Letter } from '../letter.ts';
import type { Outbox } from '../outbox.ts';
import { urlHash } from '../shelf-texts.ts';
import { MAX_ATTEMPTS, MAX_WAIT_MS, pauseAfter, readReceipt } from './retries.ts';
import { PARALLEL, type Receipt } from './sender.ts';

export interface CourierOptions {
  readonly hooks: readonly Hook[];
  readonly outbox: Outbox;
  /** Writes, signs and sends a letter: null if it may not be sent any more. Rejects only if the signal aborts. */
  readonly deliver: (hook: Hook, letter: Letter, signal: AbortSignal) => Promise<Receipt | null>;
  /** Whether this process still owns the shelf. */
  readonly mayDeliver: () => boolean;
  /** Called when a hook wants nothing any more. */
  readonly onGone: (hook: Hook) => void;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Log;
  readonly metrics: Metrics;
}

/** The longest timer; what is due later is looked for again. */
const MAX_SLEEP_MS = 60 * 60_000;

export class Courier {
  readonly #options: CourierOptions;
  readonly #under: Map<string, Set<string>>;
  /** Letters that were due at the last look, by hook, the next one at the end. */
  readonly #due = new Map<string, Letter[]>();
  /** Until when a receiver has asked not to be sent anything. */
  readonly #pausedUntil = new Map<string, number>();
  readonly #closing = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;
  readonly #ends = new Set<Promise<void>>();

  constructor(options: CourierOptions) {
    this.#options = options;
    this.#under = new Map(options.hooks.map(({ name }) => [name, new Set()]));
  }

  /** Looks for letters that are due. */
  wake(): void {
    const { hooks, outbox, mayDeliver } = this.#options;
    clearTimeout(this.#timer);
    if (this.#isClosed || !mayDeliver()) return;
    let next = Number.POSITIVE_INFINITY;
    for (const hook of hooks) {
      if (outbox.gone(hook.name) !== null) continue;
      next = Math.min(next, this.#send(hook));
    }
    this.#sleepUntil(next);
  }

  /** Sends no more; what is on its way has so long to end, and is then left for the next start. */
  async close(graceMs: number): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    const { promise: isOver, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(() => {
      this.#closing.abort();
      resolve();
    }, graceMs);
    // What a letter says may still be read then; it is not sent any more.
    await Promise.race([Promise.all(this.#ends), isOver]);
    clearTimeout(timer);
  }

  /** Sends what is due, as far as there is room; returns when it has to look again if nothing happens until then. */
  #send(hook: Hook): number {
    const under = this.#under.get(hook.name) ?? new Set();
    const paused = this.#pausedUntil.get(hook.name) ?? 0;
    if (this.#isAhead(paused)) return paused;
    while (under.size < PARALLEL) {
      const letter = this.#take(hook);
      if (letter === undefined) return this.#nextDue(hook);
      this.#start(hook, letter, under);
    }
    return Number.POSITIVE_INFINITY;
  }

  #take(hook: Hook): Letter | undefined {
    const known = this.#due.get(hook.name);
    for (let letter = known?.pop(); letter !== undefined; letter = known?.pop()) if (this.#isDue(letter)) return letter;
    const all = [...this.#options.outbox.letters(hook.name)].filter((letter) => this.#isDue(letter));
    // Taken from the end; of those that are due at the same time, the one that was written first.
    all.sort((one, other) => one.dueAt - other.dueAt).reverse();
    this.#due.set(hook.name, all);
    return all.pop();
  }

  #isDue(letter: Letter): boolean {
    const { outbox } = this.#options;
    const isCurrent = outbox.current(letter) === letter;
    const isFree = isCurrent && !letter.isDead && !this.#isUnderWay(letter) && outbox.isStored(letter);
    return isFree && !this.#isAhead(letter.dueAt);
  }

  #isAhead(moment: number): boolean {
    return isAhead(moment, this.#options.clock, MAX_WAIT_MS);
  }

  /** What is being stored wakes when it is. */
  #nextDue({ name }: Hook): number {
    let next = Number.POSITIVE_INFINITY;
    for (const { isDead, dueAt } of this.#options.outbox.letters(name))
      if (!isDead && this.#isAhead(dueAt)) next = Math.min(next, dueAt);
    return next;
  }

  #isUnderWay(letter: Letter): boolean {
    return this.#under.get(letter.hook)?.has(slotOf(letter)) === true;
  }

  #sleepUntil(moment: number): void {
    if (moment === Number.POSITIVE_INFINITY) return;
    const wait = Math.min(Math.max(0, moment - this.#options.clock.now()), MAX_SLEEP_MS);
    this.#timer = setTimeout(() => this.wake(), wait).unref();
  }

  #start(hook: Hook, letter: Letter, under: Set<string>): void {
    under.add(slotOf(letter));
    const end = this.#deliver(hook, letter).finally(() => {
      under.delete(slotOf(letter));
      this.#ends.delete(end);
      this.wake();
    });
    this.#ends.add(end);
  }

  async #deliver(hook: Hook, letter: Letter): Promise<void> {
    const { deliver, clock } = this.#options;
    let receipt: Receipt | null;
    try {
      receipt = await deliver(hook, letter, this.#closing.signal);
    } catch (error) {
      if (this.#closing.signal.aborted) return;
      this.#options.log.error({ err: error, hook: hook.name, letter: letter.id }, 'a webhook could not be sent');
      receipt = { problem: 'an unexpected error' };
    }
    if (receipt === null) return;
    const meaning = readReceipt(receipt, clock.now());
    if (meaning.kind === 'gone') this.#stop(hook);
    else if (meaning.kind === 'delivered') this.#recordDelivered(letter);
    else this.#recordFailed(hook, letter, meaning);
  }

  #recordDelivered(letter: Letter): void {
    const { outbox, metrics, clock } = this.#options;
    metrics.webhookDeliveries.inc({ outcome: 'delivered' });
    const current = outbox.current(letter);
    if (current === undefined) return;
    if (current.id === letter.id) outbox.remove(current);
    // The receiver is well: what has come meanwhile need not wait.
    else outbox.put({ ...current, failures: 0, dueAt: clock.now(), problem: null });
  }

  #recordFailed(hook: Hook, letter: Letter, { problem, retryAfterMs }: Failed): void {
    const { outbox, metrics, clock, log, random } = this.#options;
    const now = clock.now();
    const failures = letter.failures + 1;
    const dueAt = now + Math.max(pauseAfter(failures, random()), retryAfterMs);
    if (retryAfterMs > 0) this.#pausedUntil.set(hook.name, now + retryAfterMs);
    const current = outbox.current(letter);
    const isSame = current?.id === letter.id;
    const attempts = letter.attempts + 1;
    const isDead = isSame && attempts >= MAX_ATTEMPTS;
    metrics.webhookDeliveries.inc({ outcome: isDead ? 'dead' : 'failed' });
    const fields = { hook: hook.name, letter: letter.id, attempt: attempts, reason: problem };
    if (isDead) log.error(fields, 'a webhook is given up; npm run webhooks -- --dead lists it');
    else log.warn({ ...fields, nextTryMs: Math.round(dueAt - now) }, 'a webhook could not be delivered');
    if (current === undefined) return;
    outbox.put({ ...current, failures, dueAt, problem, ...(isSame && { attempts, isDead }) });
  }

  #stop(hook: Hook): void {
    const { outbox, metrics, clock, log, onGone } = this.#options;
    metrics.webhookDeliveries.inc({ outcome: 'gone' });
    if (outbox.gone(hook.name) !== null) return;
    log.warn({ hook: hook.name }, 'a hook has answered 410 Gone and is sent nothing any more');
    for (const letter of [...outbox.letters(hook.name)]) outbox.remove(letter);
    outbox.setGone(hook.name, { urlHash: urlHash(hook.url), at: clock.now() });
    onGone(hook);
  }
}

type Failed = Extract<ReturnType<typeof readReceipt>, { readonly kind: 'failed' }>;

function slotOf({ agentNrdsId, change }: Letter): string {
  return JSON.stringify([agentNrdsId, change?.transId ?? '']);
}
