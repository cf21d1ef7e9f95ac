/**
 * The dispatcher sends changes to the subscriptions, in the one process that holds the lease. Every process asks for the lease every two
 * seconds. The holder follows the feeds and sends events that are due, until it ends or loses the lease.
 */
import type { Clock } from '@realty-forms/platform/clock.ts';
import type { Log } from '@realty-forms/platform/observability/log.ts';
import { countFromZero, type Metrics } from '@realty-forms/platform/observability/metrics.ts';
import { Outage } from '@realty-forms/platform/observability/outage.ts';
import type { Gateway } from '../gateway/gateway.ts';
import { LEASE_MS } from '../gateway/ledger/entry.ts';
import type { SharedDatabase } from '../gateway/ledger/stores/store.ts';
import type { Subscription } from './config.ts';
import { Deliveries, type ReadContent } from './deliveries.ts';
import { checkpointsOf, type Following, follow, forgetRemoved } from './following.ts';
import { Leadership } from './leadership.ts';
import { type Backlog, bringForward, enable, readBacklogs, readEnded, urlHash } from './outbox.ts';
import type { Sender } from './sender.ts';

export interface DispatcherOptions {
  readonly subscriptions: readonly Subscription[];
  readonly gateway: Pick<Gateway, 'access' | 'feeds'>;
  readonly database: SharedDatabase;
  readonly sender: Sender;
  readonly readContent: ReadContent;
  readonly clock: Clock;
  readonly random?: () => number;
  readonly log: Log;
  readonly metrics: Metrics;
}

const outcomes = ['delivered', 'failed', 'dead', 'gone'] as const;
const ROUND_MS = 2_000;
/** How many agents begin at a time: enough for the slots of polls, so that none waits for one until its deadline. */
const BEGIN_TOGETHER = 8;
/** How long a shutdown waits for attempts in flight: shorter than the lease, so that their results can still be stored. */
const GRACE_MS = LEASE_MS - 500;

/** The time during which this process holds the lease. */
interface Term {
  readonly leadership: Leadership;
  /** The subscriptions that have not ended, by name. */
  readonly active: Map<string, Deliveries>;
  readonly followings: Set<Following>;
  /** When the last round began. */
  roundAt: number;
  backlogs: ReadonlyMap<string, Backlog>;
  /** The number of subscriptions that their receivers have ended. */
  disabled: number;
}

export class Dispatcher {
  readonly #options: DispatcherOptions;
  #term: Term | null = null;
  #timer: NodeJS.Timeout | undefined;
  #round: Promise<void> = Promise.resolve();
  #isClosed = false;
  /** Of the database. */
  readonly #outage: Outage;

  constructor(options: DispatcherOptions) {
    this.#options = options;
    const { metrics, clock, log } = options;
    this.#outage = new Outage(
      (err) => log.error({ err }, 'the database of webhooks cannot be reached; they wait'),
      () => log.info({}, 'the database of webhooks can be reached again'),
    );
    const backlogs = () => [...(this.#term?.backlogs.values() ?? [])];
    countFromZero(
      metrics.webhookDeliveries,
      outcomes.map((outcome) => ({ outcome })),
    );
    metrics.webhooksWaiting.read = () => backlogs().reduce((sum, { waiting }) => sum + waiting, 0);
    metrics.webhooksDead.read = () => backlogs().reduce((sum, { dead }) => sum + dead, 0);
    metrics.webhooksDisabled.read = () => this.#term?.disabled ?? 0;
    metrics.webhooksAge.read = () =>
      backlogs().reduce((age, { oldest }) => Math.max(age, oldest === null ? 0 : (clock.now() - oldest) / 1_000), 0);
  }

  start(): void {
    this.#round = this.#runRound();
  }

  /** Attempts in flight have some seconds to end; the other events are left for the next start. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#round;
    const { leadership } = this.#term ?? {};
    // Keeps other processes from sending what is in flight.
    await leadership?.renew().catch(() => false);
    await this.#endTerm(GRACE_MS);
    await leadership?.release();
    await this.#options.sender.close();
  }

  async #runRound(): Promise<void> {
    try {
      if (this.#term !== null && !(await this.#term.leadership.renew())) await this.#endTerm(0);
      this.#term ??= await this.#beginTerm();
      if (this.#term !== null) await this.#dispatch(this.#term);
      this.#outage.succeed(this);
    } catch (error) {
      this.#outage.fail(error, this);
    }
    if (!this.#isClosed) this.#timer = setTimeout(() => this.start(), ROUND_MS).unref();
  }

  /** Null if another process has the lease. */
  async #beginTerm(): Promise<Term | null> {
    const { database, subscriptions, clock } = this.#options;
    const leadership = new Leadership({ database, clock, outage: this.#outage });
    if (!(await leadership.take())) return null;
    const configured = new Map(subscriptions.map(({ name, agentNrdsIds }) => [name, new Set(agentNrdsIds)]));
    const removed = await forgetRemoved(database, (name, agent) => configured.get(name)?.has(agent) === true);
    if (removed.length > 0) await leadership.attempt(removed);
    return {
      leadership,
      active: new Map(),
      followings: new Set(),
      roundAt: Number.NEGATIVE_INFINITY,
      backlogs: new Map(),
      disabled: 0,
    };
  }

  async #dispatch(term: Term): Promise<void> {
    const { database, subscriptions, clock } = this.#options;
    const now = clock.now();
    if (now < term.roundAt) await term.leadership.attempt([bringForward(term.roundAt - now, now)]);
    term.roundAt = now;
    // A subscription that ends meanwhile is not among those that had already ended.
    const before = new Set(term.active.keys());
    const ended = await readEnded(database);
    let disabled = 0;
    const added: Subscription[] = [];
    for (const each of subscriptions) {
      const end = ended.get(each.name);
      if (end !== undefined && end.urlHash !== urlHash(each.url)) await term.leadership.attempt([enable(each.name)]);
      else if (end !== undefined) {
        disabled += 1;
        continue;
      }
      if (!before.has(each.name)) added.push(each);
    }
    term.disabled = disabled;
    await this.#activate(term, added);
    term.backlogs = await readBacklogs(database);
    for (const [name, { waiting }] of term.backlogs) if (waiting > 0) term.active.get(name)?.sendDue();
  }

  async #activate(term: Term, added: readonly Subscription[]): Promise<void> {
    const { leadership, active, followings } = term;
    const { database, gateway, clock, log } = this.#options;
    const started = new Map<string, Following>();
    for (const { name, agentNrdsIds } of added) {
      const cursors = await checkpointsOf(database, name);
      for (const [position, agentNrdsId] of agentNrdsIds.entries()) {
        const cursor = cursors.get(agentNrdsId);
        started
          .getOrInsertComputed(JSON.stringify([agentNrdsId, cursor]), () => ({
            ...{ agentNrdsId, cursor, positions: new Map(), ending: new AbortController() },
          }))
          .positions.set(name, position);
      }
    }
    for (const each of added) active.set(each.name, this.#deliveriesOf(each, term));
    for (const each of started.values()) followings.add(each);
    const onStored = (name: string) => active.get(name)?.sendDue();
    const options = { gateway, leadership, onStored, clock, log };
    const waiting = started.values();
    const beginAll = async (): Promise<void> => {
      for (const each of waiting) {
        if (this.#term !== term) return;
        await new Promise<void>((resolve) => void follow(each, { ...options, onBegun: resolve }));
      }
    };
    for (let at = 0; at < BEGIN_TOGETHER; at += 1) void beginAll();
  }

  #deliveriesOf(subscription: Subscription, { leadership, active, followings }: Term): Deliveries {
    const { database, sender, readContent, clock, random = Math.random, log, metrics } = this.#options;
    const { name } = subscription;
    const onEnded = () => {
      active.delete(name);
      for (const each of followings) {
        each.positions.delete(name);
        if (each.positions.size > 0) continue;
        each.ending.abort();
        followings.delete(each);
      }
    };
    const common = { database, leadership, sender, readContent, clock, random, log, metrics };
    return new Deliveries({ ...common, subscription, onEnded });
  }

  /** Another process has the lease, or this one ends. */
  async #endTerm(graceMs: number): Promise<void> {
    const term = this.#term;
    if (term === null) return;
    this.#term = null;
    const active = [...term.active.values()];
    for (const { ending } of term.followings) ending.abort();
    if (graceMs === 0) term.leadership.end();
    await Promise.all(active.map((deliveries) => deliveries.close(graceMs)));
    term.leadership.end();
  }
}
