/**
 * The outbox: events that wait to be sent, and dead letters, as rows in the database of the write ledger. A change is a list of statements,
 * which the holder of the lease runs in one transaction.
 */
import { hash, randomUUID } from 'node:crypto';
import type { Statement } from '@realty-forms/platform/stores/leases.ts';
import type { SharedDatabase } from '../gateway/ledger/stores/store.ts';
import { MAX_WAIT_MS } from './sender.ts';

export interface Change {
  readonly transId: string;
  /** The id in the graph, for services. */
  readonly transactionId: string;
  /** Null if the service no longer has the transaction. */
  readonly version: string | null;
  /** The time that the record stated; null if it is unknown. */
  readonly changedAt: string | null;
}

/**
 * An event for a subscription: a transaction has changed or is gone, or an agent's list has to be loaded. It contains ids and a version,
 * but no values of a record. A later event for the same transaction replaces it.
 */
export interface OutboxEvent {
  /** The same at each attempt. Receivers use it to detect duplicates, so other content has another id. */
  readonly id: string;
  readonly subscription: string;
  readonly agentNrdsId: string;
  /** Null if the list has to be loaded. */
  readonly change: Change | null;
  /** When the change was seen, in milliseconds since the epoch. */
  readonly seenAt: number;
  /** Failed attempts for this event. */
  readonly attempts: number;
  /** Failed attempts in a row for its transaction, including those for the events that it replaced. */
  readonly failures: number;
  /** The event is not sent before this time. */
  readonly dueAt: number;
  /** Why the last attempt failed. */
  readonly problem: string | null;
}

/** Ids contain no dots, because dots separate the parts of the signed text. */
export function newId(): string {
  return `msg_${randomUUID().replaceAll('-', '')}`;
}

type Database = Pick<SharedDatabase, 'query'>;

/** An agent and the subscription that receives its changes. */
interface Recipient {
  readonly subscription: string;
  readonly agentNrdsId: string;
}

/** The most events of one agent for one subscription. */
export const MAX_EVENTS = 1_000;

const events = `select id, subscription, agent as "agentNrdsId", subject, transaction_id as "transactionId", version,
  seen_at as "seenAt", attempts, failures, due_at as "dueAt", problem from outbox`;

interface Row extends Omit<OutboxEvent, 'change'>, Pick<Change, 'transactionId'> {
  readonly subject: string;
  /** With the time of the change, if it is known; empty for a transaction that is gone. */
  readonly version: string;
}

async function readEvents({ query }: Database, rest: string, ...values: readonly unknown[]): Promise<OutboxEvent[]> {
  const rows = (await query(`${events} ${rest}`, values)) as unknown as readonly Row[];
  return rows.map(({ subject: transId, transactionId, version: stored, ...row }) => {
    const [version, changedAt = null] = stored.split(' ');
    return { ...row, change: transId === '' ? null : { transId, transactionId, version: version || null, changedAt } };
  });
}

/**
 * The events of a subscription that may be sent now, the one that has waited longest first. Without a failure, there is nothing to wait
 * for: the process that stored the event had a clock that is ahead of this one's.
 */
export function dueEvents(
  database: Database,
  subscription: string,
  now: number,
  limit: number,
): Promise<OutboxEvent[]> {
  return readEvents(
    database,
    `where subscription = $1 and state = 'WAITING' and (failures = 0 or due_at <= $2 or due_at > $3)
       order by due_at, seen_at limit ${limit}`,
    ...[subscription, now, now + Math.ceil(MAX_WAIT_MS)],
  );
}

export function deadEvents(database: Database): Promise<OutboxEvent[]> {
  return readEvents(database, `where state = 'DEAD' order by seen_at`);
}

export interface Backlog {
  readonly waiting: number;
  readonly dead: number;
  /** When the oldest waiting event was seen; null if none is waiting. */
  readonly oldest: number | null;
  /** Why the last attempt for one of those that wait failed; null if none did. */
  readonly problem: string | null;
}

/** The numbers of waiting and dead events, by subscription. One that has ended may have got some meanwhile, for which nobody waits. */
export async function readBacklogs({ query }: Database): Promise<ReadonlyMap<string, Backlog>> {
  const rows = await query(
    `select subscription, count(*) filter (where state = 'WAITING') as waiting, count(*) filter (where state = 'DEAD') as dead,
       min(seen_at) filter (where state = 'WAITING') as oldest, max(problem) filter (where state = 'WAITING') as problem
       from outbox where subscription not in (select subscription from ended_subscriptions) group by subscription`,
  );
  return new Map(rows.map(({ subscription, ...backlog }) => [String(subscription), backlog as unknown as Backlog]));
}

/** An event replaces one that waits for the same transaction, and waits as long as that one would have waited. */
const put = `on conflict (subscription, agent, subject) do update set
    id = excluded.id, transaction_id = excluded.transaction_id, version = excluded.version, seen_at = excluded.seen_at,
    state = 'WAITING', attempts = 0,
    failures = case when outbox.state = 'DEAD' then 0 else outbox.failures end,
    problem = case when outbox.state = 'DEAD' then null else outbox.problem end,
    due_at = case when outbox.state = 'DEAD' then excluded.due_at else outbox.due_at end
  where outbox.state = 'DEAD' or outbox.version <> excluded.version or excluded.subject = ''`;
const insert = `insert into outbox (subscription, agent, subject, id, transaction_id, version, seen_at, state, attempts, failures, due_at)`;
const isFull = `(select count(*) from outbox where subscription = $1 and agent = $2 and subject <> '') > ${MAX_EVENTS}`;
const removeChanges = `delete from outbox where subscription = $1 and agent = $2 and subject <> ''`;

/** `changes` has null for a list that has to be loaded, which replaces every other event of the agent, waiting or dead. */
export function enqueue(
  { subscription, agentNrdsId }: Recipient,
  changes: readonly (Change | null)[],
  cursor: string,
  now: number,
): readonly Statement[] {
  const recipient = [subscription, agentNrdsId];
  const load = [...recipient, newId(), now];
  const statements = changes.flatMap((change): Statement[] => {
    if (change === null)
      return [
        [removeChanges, recipient],
        [`${insert} values ($1, $2, '', $3, '', '', $4, 'WAITING', 0, 0, $4) ${put}`, load],
      ];
    const { transId, transactionId, version, changedAt } = change;
    const stored = changedAt === null ? version : `${version} ${changedAt}`;
    const row = [...recipient, transId, newId(), transactionId, stored ?? '', now];
    return [[`${insert} values ($1, $2, $3, $4, $5, $6, $7, 'WAITING', 0, 0, $7) ${put}`, row]];
  });
  if (changes.some((change) => change !== null))
    statements.push(
      [`${insert} select $1, $2, '', $3, '', '', $4, 'WAITING', 0, 0, $4 where ${isFull} ${put}`, load],
      [`${removeChanges} and ${isFull}`, recipient],
    );
  const checkpoint = `insert into checkpoints (subscription, agent, cursor) values ($1, $2, $3)
    on conflict (subscription, agent) do update set cursor = excluded.cursor`;
  return [...statements, [checkpoint, [...recipient, cursor]]];
}

const byKey = 'subscription = $1 and agent = $2 and subject = $3';
const keyOf = ({ subscription, agentNrdsId, change }: OutboxEvent) => [
  ...[subscription, agentNrdsId, change?.transId ?? ''],
];

/** Newer events of its transaction need not wait, because the receiver works. */
export function recordDelivered(event: OutboxEvent, now: number): readonly Statement[] {
  return [
    [`delete from outbox where ${byKey} and id = $4`, [...keyOf(event), event.id]],
    [`update outbox set failures = 0, due_at = $4, problem = null where ${byKey}`, [...keyOf(event), now]],
  ];
}

/** The rows of the first statement show whether this is still the event of its transaction. */
export function recordFailed(
  event: OutboxEvent,
  { isDead, dueAt, problem }: { isDead: boolean; dueAt: number; problem: string },
): readonly Statement[] {
  return [
    [
      `update outbox set attempts = $5, state = $6 where ${byKey} and id = $4 returning 1`,
      [...keyOf(event), event.id, event.attempts + 1, isDead ? 'DEAD' : 'WAITING'],
    ],
    [
      `update outbox set failures = $4, due_at = $5, problem = $6 where ${byKey}`,
      [...keyOf(event), event.failures + 1, Math.round(dueAt), problem],
    ],
  ];
}

/** Has everything sent that waits for a subscription and was seen since then. */
export function makeDue(subscription: string, seenSince: number, now: number): Statement {
  return [
    `update outbox set due_at = $3 where subscription = $1 and seen_at >= $2 and state = 'WAITING' and due_at > $3`,
    [subscription, seenSince, now],
  ];
}

/** After the clock was set back by this many milliseconds: waiting events become due after the same time as before. */
export function bringForward(ms: number, now: number): Statement {
  return ['update outbox set due_at = due_at - $1 where due_at > $2', [ms, now]];
}

/** Sends a dead letter again. */
export function retry(id: string, now: number): Statement {
  const again = `update outbox set state = 'WAITING', attempts = 0, failures = 0, due_at = $2`;
  return [`${again} where id = $1 and state = 'DEAD'`, [id, now]];
}

/** The receiver wants no more events, until its URL changes or an operator enables it. */
export function recordEnded(subscription: string, url: URL, now: number): readonly Statement[] {
  const end = `insert into ended_subscriptions (subscription, url_hash, ended_at) values ($1, $2, $3) on conflict do nothing`;
  return [
    ['delete from outbox where subscription = $1', [subscription]],
    [end, [subscription, urlHash(url), now]],
  ];
}

export function enable(subscription: string): Statement {
  return ['delete from ended_subscriptions where subscription = $1', [subscription]];
}

interface Ended {
  readonly urlHash: string;
  readonly endedAt: number;
}

export async function readEnded({ query }: Database): Promise<ReadonlyMap<string, Ended>> {
  const rows = await query(
    'select subscription, url_hash as "urlHash", ended_at as "endedAt" from ended_subscriptions',
  );
  return new Map(rows.map(({ subscription, ...ended }) => [String(subscription), ended as unknown as Ended]));
}

export function urlHash(url: URL): string {
  return hash('sha256', url.href, 'base64url').slice(0, 16);
}
