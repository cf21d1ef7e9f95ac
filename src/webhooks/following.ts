/**
 * Follows one agent's changes for one subscription, and puts what it hears into the outbox. Follows anew every hour with its cursor,
 * like any client: the cursor does not age while nothing changes, and nothing is missed.
 */
import type { Clock } from '@realty-forms/platform/clock.ts';
import type { Log } from '@realty-forms/platform/observing/log.ts';
import type { AgentGrant } from '../gateway/callers/access.ts';
import { GatewayFault } from '../gateway/fault.ts';
import type { Gateway } from '../gateway/gateway.ts';
import type { SharedDatabase } from '../gateway/ledger/stores/store.ts';
import type { FeedEvent } from '../gateway/live/following/changes.ts';
import { checkpointOf } from './checkpoints.ts';
import type { Change } from './event.ts';
import type { Leadership } from './leadership.ts';
import { enqueue, type Recipient } from './outbox.ts';

export interface FollowingOptions extends Recipient {
  /** Where the agent stands in the file, for the log, which has no ids of agents. */
  readonly position: number;
  /** Whom this process has known to have a checkpoint. If one has none any more, the database has lost it. */
  readonly known: Set<string>;
  readonly gateway: Pick<Gateway, 'access' | 'feeds'>;
  readonly database: Pick<SharedDatabase, 'query'>;
  readonly leadership: Pick<Leadership, 'reach' | 'store'>;
  /** Called when events have been stored. */
  readonly onStored: () => void;
  readonly clock: Clock;
  readonly log: Log;
}

/** Changed transactions that may wait to be told: as many as a cursor leads to. */
const ROOM = 500;
const ANEW_MS = 60 * 60_000;
const PAUSE_MS = 60_000;
const MAX_PAUSE_MS = 10 * 60_000;

export class Following {
  readonly #options: FollowingOptions;
  #events: ReturnType<Gateway['feeds']['listen']> | undefined;
  #pause: { readonly timer: NodeJS.Timeout; readonly end: () => void } | undefined;
  #isStopped = false;

  constructor(options: FollowingOptions) {
    this.#options = options;
  }

  /** Never rejects; ends when it is stopped. */
  async run(): Promise<void> {
    for (let failures = 0; !this.#isStopped; ) {
      try {
        await this.#listen();
        failures = 0;
      } catch (error) {
        if (this.#isStopped) return;
        failures += 1;
        this.#report(error);
        await this.#wait(Math.min(MAX_PAUSE_MS, failures * PAUSE_MS));
      }
    }
  }

  stop(): void {
    this.#isStopped = true;
    void this.#events?.return();
    if (this.#pause === undefined) return;
    clearTimeout(this.#pause.timer);
    this.#pause.end();
  }

  async #listen(): Promise<void> {
    const { subscription, agentNrdsId, gateway } = this.#options;
    const grant = await gateway.access.agent(principalOf(subscription), agentNrdsId);
    const opened = await this.#open(grant);
    if (opened === null) return;
    const { events } = opened;
    let { isBeginning } = opened;
    let isOver = false;
    this.#events = events;
    const timer = setTimeout(() => {
      isOver = true;
      void events.return();
    }, ANEW_MS).unref();
    try {
      for (let next = await events.next(); !next.done; next = await events.next()) {
        const heard = [next.value];
        while (events.length > 0) heard.push((await events.next()).value as FeedEvent);
        await this.#enqueue(heard, grant, isBeginning);
        if (heard.some(({ kind }) => kind === 'READY')) isBeginning = false;
      }
    } finally {
      clearTimeout(timer);
      void events.return();
    }
    if (!isOver && !this.#isStopped) throw new Error('the change feed has ended');
  }

  /** Null if it is stopped. */
  async #open(grant: AgentGrant) {
    const { known, gateway, database, leadership } = this.#options;
    const checkpoint = await leadership.reach(() => checkpointOf(database, this.#options));
    if (this.#isStopped || checkpoint === null) return null;
    const key = keyOf(this.#options);
    const isBeginning = checkpoint === undefined && !known.has(key);
    if (checkpoint !== undefined) known.add(key);
    try {
      return { events: gateway.feeds.listen(grant, checkpoint ?? null, ROOM), isBeginning };
    } catch (error) {
      if (!(error instanceof GatewayFault) || error.code !== 'INVALID_CURSOR') throw error;
      // The key that sealed it is gone; whatever has changed since, the list has to be loaded.
      return { events: gateway.feeds.listen(grant, null, ROOM), isBeginning: false };
    }
  }

  async #enqueue(heard: readonly FeedEvent[], grant: AgentGrant, isBeginning: boolean): Promise<void> {
    const { known, gateway, leadership, onStored, clock } = this.#options;
    // Nobody has to act when the service cannot be read, or can be again.
    const told = heard.filter(({ kind }) => kind === 'CHANGED' || kind === 'READY');
    const changes = told.map((event) => changeOf(event, grant, gateway));
    const last = heard.findLast(({ kind }) => kind !== 'STALE');
    if (last === undefined) return;
    // Before it has begun, nothing was loaded that would have to be loaded again.
    const news = isBeginning ? changes.filter((change) => change !== null) : changes;
    const stored = await leadership.store(enqueue(this.#options, news, last.cursor, clock.now()));
    if (stored === null) return this.stop();
    known.add(keyOf(this.#options));
    onStored();
  }

  #report(error: unknown): void {
    const { subscription, position, log } = this.#options;
    const fields = { webhook: subscription, agent: `agentNrdsIds[${position}]` };
    if (error instanceof GatewayFault)
      log.warn({ ...fields, code: error.code }, 'the changes of an agent cannot be followed for a webhook');
    else log.error({ ...fields, err: error }, 'the changes of an agent cannot be followed for a webhook');
  }

  async #wait(ms: number): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#pause = { timer: setTimeout(resolve, ms).unref(), end: resolve };
    });
    this.#pause = undefined;
  }
}

function keyOf({ subscription, agentNrdsId }: Recipient): string {
  return JSON.stringify([subscription, agentNrdsId]);
}

/** A subscription is a caller with the role service, and reads only. */
export function principalOf(subscription: string) {
  return { role: 'service', subject: `webhook ${subscription}`, nrdsIds: [], scopes: readScopes } as const;
}

const readScopes: ReadonlySet<string> = new Set(['transactions.read', 'files.read']);

/** Null if the list has to be loaded, also for a number that fits in no id. */
function changeOf(event: FeedEvent, grant: AgentGrant, { access }: Pick<Gateway, 'access'>): Change | null {
  if (event.kind !== 'CHANGED') return null;
  const { transId, fingerprint } = event.record;
  try {
    const transactionId = access.transactionId(access.ownTransaction(grant, transId));
    return { transId, transactionId, version: fingerprint };
  } catch {
    return null;
  }
}
