/**
 * An event is what a subscription is to be told of one transaction: that it has changed; or of an agent, that the list of its
 * transactions has to be loaded. It has ids and a version, nothing of a record. A later one for the same transaction takes its place.
 */
import { randomUUID } from 'node:crypto';

export interface Change {
  readonly transId: string;
  /** The id in the graph, for services. */
  readonly transactionId: string;
  readonly version: string;
}

export interface OutboxEvent {
  /** The same at each attempt. Receivers know by it what they have had before, so another content has another id. */
  readonly id: string;
  readonly subscription: string;
  readonly agentNrdsId: string;
  /** Null: the list has to be loaded. */
  readonly change: Change | null;
  /** When the change was seen, in milliseconds since the epoch. */
  readonly seenAt: number;
  /** Failed attempts for this event. */
  readonly attempts: number;
  /** Failed attempts in a row for its transaction, with those for the events whose place it took. */
  readonly failures: number;
  /** It is not sent before. */
  readonly dueAt: number;
  /** Why the last attempt failed. */
  readonly problem: string | null;
}

/** No dots: the signed text is divided by them. */
export function newId(): string {
  return `msg_${randomUUID().replaceAll('-', '')}`;
}

type Told = Pick<OutboxEvent, 'agentNrdsId' | 'change' | 'seenAt'>;

/** What a receiver reads; `content` is what the subscription selects of the transaction. */
export function bodyOf({ agentNrdsId, change, seenAt }: Told, content: object | null): string {
  const timestamp = new Date(seenAt).toISOString();
  if (change === null) return JSON.stringify({ type: 'transactions.resync', timestamp, data: { agentNrdsId } });
  const { transactionId, transId, version } = change;
  const data = { agentNrdsId, transactionId, transId, version, ...content };
  return JSON.stringify({ type: 'transaction.changed', timestamp, data });
}

/** A message that says nothing, for `npm run webhooks -- --test`. */
export function testBody(now: number): string {
  return JSON.stringify({ type: 'webhooks.test', timestamp: new Date(now).toISOString(), data: {} });
}
