/**
 * Follows one agent's changes for all subscriptions that have the same cursor, and puts them into the outbox. It starts again every hour
 * with its cursor, like any client, so the cursor does not expire while nothing changes, and nothing is missed.
 */
import type { Clock } from '@realty-forms/platform/clock.ts';
import type { Log } from '@realty-forms/platform/observability/log.ts';
import { Outage } from '@realty-forms/platform/observability/outage.ts';
import type { Statement } from '@realty-forms/platform/stores/leases.ts';
import type { AgentGrant } from '../gateway/callers/grants.ts';
import { GatewayFault } from '../gateway/fault.ts';
import type { Gateway } from '../gateway/gateway.ts';
import type { SharedDatabase } from '../gateway/ledger/stores/store.ts';
import type { EventQueue } from '../gateway/live/event-queue.ts';
import { type FeedEvent, transIdOf } from '../gateway/live/tracking/changes.ts';
import type { Leadership } from './leadership.ts';
import { type Change, enqueue } from './outbox.ts';

type Database = Pick<SharedDatabase, 'query'>;

/** An agent, and the subscriptions that get its changes after one cursor. */
export interface Following {
  readonly agentNrdsId: string;
  /** The subscriptions, with the agent's position in the file, for the log, which contains no ids of agents. */
  readonly positions: Map<string, number>;
  /** The cursor to continue after; undefined if the list has to be loaded. */
  cursor: string | undefined;
  readonly ending: AbortController;
}

interface FollowingOptions {
  readonly gateway: Pick<Gateway, 'access' | 'feeds'>;
  readonly leadership: Pick<Leadership, 'store'>;
  /** Called when the agent's list has been read, and whenever that fails. */
  readonly onBegun: () => void;
  /** Called when events of a subscription have been stored. */
  readonly onStored: (subscription: string) => void;
  readonly clock: Clock;
  readonly log: Log;
}

/** Maximum number of waiting changes: as many as a cursor can lead to. */
const MAX_WAITING = 500;
/** Limits how much one transaction stores, for which writes wait. */
const MAX_TOGETHER = 100;
const RESTART_MS = 60 * 60_000;
const PAUSE_MS = 60_000;
const MAX_PAUSE_MS = 10 * 60_000;

/** Follows until the signal aborts, or another process has the lease. Never rejects. */
export async function follow(following: Following, options: FollowingOptions): Promise<void> {
  const { signal } = following.ending;
  const outage = new Outage((error) => report(error, following, options));
  for (let failures = 0; !signal.aborted; ) {
    try {
      if (!(await listen(following, options, () => outage.succeed()))) break;
      failures = 0;
    } catch (error) {
      if (signal.aborted) break;
      failures += 1;
      outage.fail(error);
      options.onBegun();
      await pause(Math.min(MAX_PAUSE_MS, failures * PAUSE_MS), signal);
    }
  }
  options.onBegun();
}

/** False if another process has the lease. Calls `onRead` when the list has been read. */
async function listen(following: Following, options: FollowingOptions, onRead: () => void): Promise<boolean> {
  const { agentNrdsId, cursor, positions, ending } = following;
  const { signal } = ending;
  const [subscription = ''] = positions.keys();
  const grant = await options.gateway.access.agent(principalOf(subscription), agentNrdsId);
  if (signal.aborted) return false;
  // Without a cursor, the agent is new, or the database has lost what waited: either way, the list has to be loaded.
  const events = open(grant, cursor, options.gateway);
  let isOver = false;
  const end = (): void => {
    isOver = true;
    void events.return();
  };
  const timer = setTimeout(end, RESTART_MS).unref();
  signal.addEventListener('abort', end);
  try {
    for (let next = await events.next(); !next.done; next = await events.next()) {
      const received = [next.value];
      while (events.length > 0) received.push((await events.next()).value as FeedEvent);
      if (!(await store(received, grant, following, options))) return false;
      options.onBegun();
      if (received.some(({ kind }) => kind !== 'STALE')) onRead();
    }
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
    void events.return();
  }
  if (!isOver) throw new Error('the change feed has ended');
  return true;
}

function open(grant: AgentGrant, cursor: string | undefined, { feeds }: FollowingOptions['gateway']): EventQueue {
  try {
    return feeds.listen(grant, cursor ?? null, { capacity: MAX_WAITING });
  } catch (error) {
    if (!(error instanceof GatewayFault) || error.code !== 'INVALID_CURSOR') throw error;
    // The key that sealed the cursor is gone, so the list has to be loaded, whatever has changed since.
    return feeds.listen(grant, null, { capacity: MAX_WAITING });
  }
}

async function store(
  received: readonly FeedEvent[],
  grant: AgentGrant,
  following: Following,
  { gateway, leadership, onStored, clock }: FollowingOptions,
): Promise<boolean> {
  const last = received.findLast(({ kind }) => kind !== 'STALE');
  if (last === undefined) return true;
  // Nobody has to act when the service cannot be read, or can be read again.
  const reported = received.filter(({ kind }) => kind !== 'STALE' && kind !== 'RESUMED');
  const changes = reported.map((event) => changeOf(event, grant, gateway));
  const { agentNrdsId, positions } = following;
  const subscriptions = [...positions.keys()];
  const together = Math.ceil(MAX_TOGETHER / (changes.length + 1));
  for (let at = 0; at < subscriptions.length; at += together) {
    const some = subscriptions.slice(at, at + together);
    const now = clock.now();
    const stored = await leadership.store(
      some.flatMap((subscription) => enqueue({ subscription, agentNrdsId }, changes, last.cursor, now)),
    );
    if (stored === null) return false;
    some.forEach(onStored);
  }
  following.cursor = last.cursor;
  return true;
}

/** Names the place of the agent in the first subscription. */
function report(error: unknown, { positions }: Following, { log }: FollowingOptions): void {
  const [[webhook, position] = []] = positions;
  const fields = { webhook, agent: `agentNrdsIds[${position}]` };
  if (error instanceof GatewayFault)
    log.warn({ ...fields, code: error.code }, 'the changes of an agent cannot be followed for a webhook');
  else log.error({ ...fields, err: error }, 'the changes of an agent cannot be followed for a webhook');
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const timer = setTimeout(resolve, ms).unref();
  signal.addEventListener('abort', resolve);
  await promise;
  clearTimeout(timer);
  signal.removeEventListener('abort', resolve);
}

/** A subscription acts as a caller with the role service that only reads. */
export function principalOf(subscription: string) {
  return { role: 'service', subject: `webhook ${subscription}`, nrdsIds: [], scopes: readScopes } as const;
}

const readScopes: ReadonlySet<string> = new Set(['transactions.read', 'files.read']);

/** Null if the list has to be loaded, also if a number is too long for an id. */
function changeOf(event: FeedEvent, grant: AgentGrant, { access }: Pick<Gateway, 'access'>): Change | null {
  const transId = transIdOf(event);
  if (transId === null) return null;
  try {
    const transactionId = access.transactionId(access.ownTransaction(grant, transId));
    if (event.kind !== 'CHANGED') return { transId, transactionId, version: null, changedAt: null };
    const { fingerprint: version, updated } = event.record;
    return { transId, transactionId, version, changedAt: updated?.text ?? null };
  } catch {
    return null;
  }
}

/** The checkpoints of a subscription, by agent: the cursors up to which their changes have become events. */
export async function checkpointsOf({ query }: Database, subscription: string): Promise<ReadonlyMap<string, string>> {
  const rows = await query('select agent, cursor from checkpoints where subscription = $1', [subscription]);
  return new Map(rows.map(({ agent, cursor }) => [String(agent), String(cursor)]));
}

/** Statements that forget what is no longer in the file. If it comes back, it begins with the list, as what is new does. */
export async function forgetRemoved(
  { query }: Database,
  isConfigured: (subscription: string, agent: string) => boolean,
): Promise<readonly Statement[]> {
  const checkpoints = await query('select subscription, agent from checkpoints');
  return checkpoints.flatMap(({ subscription, agent }): readonly Statement[] =>
    isConfigured(String(subscription), String(agent))
      ? []
      : [
          ['delete from outbox where subscription = $1 and agent = $2', [subscription, agent]],
          ['delete from checkpoints where subscription = $1 and agent = $2', [subscription, agent]],
          [
            `delete from ended_subscriptions where subscription = $1
               and not exists (select 1 from checkpoints where subscription = $1)`,
            [subscription],
          ],
        ],
  );
}
