/**
 * Listens to one agent's changes for one hook, and puts what it hears into the outbox. Listens anew every hour with its cursor, like
 * any client: the cursor does not age while nothing changes, and nothing is missed.
 */

import type { Clock } from '@realty-forms/platform/clock.ts';
import type { Log } from '@realty-forms/platform/observing/log.ts';
import type { AgentGrant } from '../gateway/callers/access.ts';
import { GatewayFault } from '../gateway/fault.ts';
import type { Gateway } from '../gateway/gateway.ts';
import type { FeedEvent } from '../gateway/live/following/changes.ts';
import { enqueue, type Recipient } from './enqueue.ts';
import type { Change } from './letter.ts';
import type { Outbox } from './outbox.ts';

export interface FollowingOptions extends Recipient {
  /** Where the agent stands in the file, for the log, which has no ids of agents. */
  readonly position: number;
  /** The hook was told of this agent before, even if the shelf has no place for it. */
  readonly hasBegun: boolean;
  readonly gateway: Pick<Gateway, 'access' | 'feeds'>;
  readonly outbox: Outbox;
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
    const { hook, agentNrdsId, gateway, outbox, clock } = this.#options;
    const grant = await gateway.access.agent(principalOf(hook), agentNrdsId);
    if (this.#isStopped) return;
    const { events, ...begun } = this.#open(grant);
    let { isBeginning } = begun;
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
        enqueue(outbox, { hook, agentNrdsId }, heard, {
          changeOf: (event) => changeOf(event, grant, gateway),
          now: clock.now(),
          isBeginning,
        });
        if (heard.some(({ kind }) => kind === 'READY')) isBeginning = false;
      }
    } finally {
      clearTimeout(timer);
      void events.return();
    }
    if (!isOver && !this.#isStopped) throw new Error('the change feed has ended');
  }

  #open(grant: AgentGrant) {
    const { hook, agentNrdsId, hasBegun, gateway, outbox } = this.#options;
    const place = outbox.place(hook, agentNrdsId);
    try {
      return { events: gateway.feeds.listen(grant, place, ROOM), isBeginning: place === null && !hasBegun };
    } catch (error) {
      if (!(error instanceof GatewayFault) || error.code !== 'INVALID_CURSOR') throw error;
      // The key that sealed it is gone; whatever has changed since, the list has to be loaded.
      return { events: gateway.feeds.listen(grant, null, ROOM), isBeginning: false };
    }
  }

  #report(error: unknown): void {
    const { hook, position, log } = this.#options;
    const fields = { hook, agent: `agentNrdsIds[${position}]` };
    if (error instanceof GatewayFault)
      log.warn({ ...fields, code: error.code }, 'the changes of an agent cannot be followed for a hook');
    else log.error({ ...fields, err: error }, 'the changes of an agent cannot be followed for a hook');
  }

  async #wait(ms: number): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#pause = { timer: setTimeout(resolve, ms).unref(), end: resolve };
    });
    this.#pause = undefined;
  }
}

/** A hook is a caller with the role service, and reads only. */
export function principalOf(hook: string) {
  return { role: 'service', subject: `webhook ${hook}`, nrdsIds: [], scopes: readScopes } as const;
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
