/**
 * Webhooks: tells the hooks of changes, in the one process that owns the shelf in the ledger's store. Every process asks for it every
 * two seconds; the one that gets it reads what is on it, follows the feeds and sends, until it ends or another one has it.
 */
import { randomUUID } from 'node:crypto';
import { type Clock, isAhead } from '@realty-forms/platform/clock.ts';
import type { Log } from '@realty-forms/platform/observing/log.ts';
import { countFromZero, type Metrics } from '@realty-forms/platform/observing/metrics.ts';
import type { Gateway } from '../gateway/gateway.ts';
import { LEASE_MS } from '../gateway/ledger/entries/entry.ts';
import type { Shelves } from '../gateway/ledger/stores/store.ts';
import { runErrands } from './errands.ts';
import { Following } from './following.ts';
import type { Hook } from './hooks.ts';
import { bodyOf, type Letter } from './letter.ts';
import { Outbox } from './outbox.ts';
import { Courier } from './sending/courier.ts';
import type { Receipt, Sender } from './sending/sender.ts';
import { signedHeaders } from './sending/signature.ts';
import { placeKey, SHELF, type ShelfKey, sortOut, urlHash } from './shelf-texts.ts';

/** Beside a letter's own data, or why it cannot be read for now. */
type Content = { readonly content: object | null } | { readonly problem: string };

export interface WebhooksOptions {
  readonly hooks: readonly Hook[];
  readonly gateway: Pick<Gateway, 'access' | 'feeds'>;
  readonly store: Shelves;
  readonly sender: Sender;
  /** What a hook selects of a transaction, by the hook's name and the transaction's id; null if it selects nothing. */
  readonly readContent: (hook: string, id: string) => Promise<Content>;
  readonly clock: Clock;
  readonly random?: () => number;
  readonly log: Log;
  readonly metrics: Metrics;
}

const outcomes = ['delivered', 'failed', 'dead', 'gone'] as const;
const TAKE_MS = 2_000;
/** How long shutting down waits for what is on its way: shorter than a lease, within which the end of it is stored too. */
const GRACE_MS = LEASE_MS - 500;

export class Webhooks {
  readonly #options: WebhooksOptions;
  readonly #owner = randomUUID();
  #ownership: Ownership | null = null;
  /** The places that this process has had on the shelf. If one is not there any more, the store has lost it. */
  readonly #known = new Set<ShelfKey>();
  #ownedUntil = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;
  #taking: Promise<void> = Promise.resolve();
  #isClosed = false;
  #takesNoMore = false;
  #isFailing = false;

  constructor(options: WebhooksOptions) {
    this.#options = options;
    const { metrics, clock } = options;
    const letters = () => [...(this.#ownership?.outbox.letters() ?? [])];
    const waiting = () => letters().filter(({ isDead }) => !isDead);
    countFromZero(
      metrics.webhookDeliveries,
      outcomes.map((outcome) => ({ outcome })),
    );
    metrics.webhooksWaiting.read = () => waiting().length;
    metrics.webhooksDead.read = () => letters().length - waiting().length;
    metrics.webhooksAge.read = () =>
      waiting().reduce((oldest, { seenAt }) => Math.max(oldest, (clock.now() - seenAt) / 1_000), 0);
  }

  start(): void {
    this.#taking = this.#take();
  }

  /** What is on its way has some seconds to end; whatever has not is left for the next start. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#taking;
    // Nobody else is to send what is on its way.
    if (this.#ownership !== null) await this.#take();
    this.#takesNoMore = true;
    await this.#endOwnership(GRACE_MS);
    await this.#options.sender.close();
  }

  async #take(): Promise<void> {
    const { store, clock, log } = this.#options;
    const askedAt = clock.now();
    try {
      const taken = await store.takeShelf(SHELF, this.#owner);
      // What is at hand is what is on the shelf only as long as nobody else has owned it.
      if (taken !== 'kept') await this.#endOwnership(0);
      if (taken !== 'refused') {
        this.#ownedUntil = askedAt + LEASE_MS;
        await this.#work();
      }
      this.#isFailing = false;
    } catch (error) {
      if (!this.#isFailing) log.error({ err: error }, 'the store of webhooks cannot be reached; they wait');
      this.#isFailing = true;
    }
    if (!this.#isClosed) this.#timer = setTimeout(() => this.start(), TAKE_MS).unref();
  }

  async #work(): Promise<void> {
    if (this.#isClosed) return;
    if (this.#ownership !== null && this.#ownership.until <= this.#options.clock.now()) await this.#endOwnership(0);
    this.#ownership ??= await this.#beginOwnership();
    const ownership = this.#ownership;
    ownership.outbox.resume();
    const enabled = await runErrands(this.#options.store, ownership.outbox, this.#options.clock.now());
    if (ownership !== this.#ownership) return;
    for (const name of enabled) this.#follow(ownership, name);
    ownership.courier.wake();
  }

  #isOwner(): boolean {
    return isAhead(this.#ownedUntil, this.#options.clock, LEASE_MS);
  }

  async #beginOwnership(): Promise<Ownership> {
    const { hooks, store, clock, random = Math.random, log, metrics } = this.#options;
    const configured = new Map(hooks.map(({ name, agentNrdsIds }) => [name, new Set(agentNrdsIds)]));
    const isConfigured = (hook: string, nrdsId: string | undefined): boolean => {
      const agents = configured.get(hook);
      return agents !== undefined && (nrdsId === undefined || agents.has(nrdsId));
    };
    const { own, changes, dropped, until } = sortOut(await store.readShelf(SHELF), isConfigured, clock.now());
    if (changes.size > 0) await store.changeShelf(SHELF, this.#owner, changes);
    if (dropped > 0)
      log.warn({ letters: dropped }, 'webhooks of hooks or agents that were removed a week ago are dropped');
    const outbox = new Outbox(own, {
      store,
      owner: this.#owner,
      log,
      // If it takes the shelf no more, the store refuses what comes after another one has it.
      mayStore: () => this.#takesNoMore || this.#isOwner(),
      onStored: () => courier.wake(),
      onLost: () => void this.#endOwnership(0),
    });
    const courier = new Courier({
      hooks,
      outbox,
      deliver: (hook, letter, signal) => this.#deliver(hook, letter, signal),
      mayDeliver: () => this.#isOwner(),
      onGone: ({ name }) => stopFollowing(ownership, name),
      clock,
      random,
      log,
      metrics,
    });
    const ownership: Ownership = { outbox, courier, followings: [], until };
    for (const { name, url } of hooks) {
      const gone = outbox.gone(name);
      if (gone !== null && gone.urlHash !== urlHash(url)) outbox.setGone(name, null);
      this.#follow(ownership, name);
    }
    return ownership;
  }

  #follow({ outbox, followings }: Ownership, name: string): void {
    const { gateway, clock, log, hooks } = this.#options;
    const hook = hooks.find((each) => each.name === name);
    if (hook === undefined || outbox.gone(name) !== null || followings.some((each) => each.hook === name)) return;
    for (const [position, agentNrdsId] of hook.agentNrdsIds.entries()) {
      const hasBegun = this.#known.has(placeKey(name, agentNrdsId));
      const following = new Following({ hook: name, agentNrdsId, position, hasBegun, gateway, outbox, clock, log });
      followings.push({ hook: name, following });
      void following.run();
    }
  }

  async #deliver(hook: Hook, { change, ...letter }: Letter, signal: AbortSignal): Promise<Receipt | null> {
    const { sender, clock, readContent } = this.#options;
    const read = change === null ? { content: null } : await readContent(hook.name, change.transactionId);
    // Whoever has the shelf by now may have sent a later change already.
    if (!this.#isOwner()) return null;
    if ('problem' in read) return read;
    const body = bodyOf({ ...letter, change }, read.content);
    return await sender.send(hook, signedHeaders(hook.keys, { id: letter.id, at: clock.now(), body }), body, signal);
  }

  /** Another process owns the shelf, or this one ends. */
  async #endOwnership(graceMs: number): Promise<void> {
    const ownership = this.#ownership;
    if (ownership === null) return;
    this.#ownership = null;
    for (const place of ownership.outbox.places()) this.#known.add(place);
    for (const { following } of ownership.followings) following.stop();
    await ownership.courier.close(graceMs);
    ownership.outbox.resume();
    if (graceMs > 0)
      await Promise.race([ownership.outbox.stored(), new Promise((resolve) => setTimeout(resolve, graceMs))]);
    ownership.outbox.abandon();
  }
}

interface Ownership {
  readonly outbox: Outbox;
  readonly courier: Courier;
  readonly followings: { readonly hook: string; readonly following: Following }[];
  /** When it has to look for what has been absent for too long. */
  readonly until: number;
}

function stopFollowing({ followings }: Ownership, name: string): void {
  for (const { hook, following } of followings) if (hook === name) following.stop();
  followings.splice(0, followings.length, ...followings.filter(({ hook }) => hook !== name));
}
