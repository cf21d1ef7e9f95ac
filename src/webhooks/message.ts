/**
 * The message to a receiver: the body of an event, and the signatures of Standard Webhooks. They are HMAC-SHA256 over id, time and body,
 * one for each secret of a subscription, so that a receiver may still have the old secret while it is replaced.
 */
import { createHmac } from 'node:crypto';
import type { OutboxEvent } from './outbox.ts';

const PREFIX = 'whsec_';
const MIN_BYTES = 24;
const MAX_BYTES = 64;
export const SECRET_FORM = `${PREFIX} and ${MIN_BYTES} to ${MAX_BYTES} bytes in base64`;
export const MAKE_A_SECRET = `make one with: node -p "'${PREFIX}' + crypto.randomBytes(32).toString('base64')"`;

/** The key in a secret; null if the text is not a secret. */
export function keyOf(secret: string): Buffer | null {
  if (!secret.startsWith(PREFIX)) return null;
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  // Decoding skips characters that are not base64, so a mistyped secret would become another one.
  const isExact = key.toString('base64') === secret.slice(PREFIX.length);
  return isExact && key.length >= MIN_BYTES && key.length <= MAX_BYTES ? key : null;
}

/** The secret that a receiver gets for a key. */
export function secretOf(key: Buffer): string {
  return PREFIX + key.toString('base64');
}

interface Signed {
  readonly id: string;
  /** When it is sent, in milliseconds since the epoch. */
  readonly at: number;
  readonly body: string;
}

/** The headers that show the receiver who sent the message, when, and whether it is a duplicate. */
export function signedHeaders(keys: readonly Buffer[], { id, at, body }: Signed): Record<string, string> {
  const seconds = Math.floor(at / 1_000);
  const signatures = keys.map(
    (key) => `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`,
  );
  return {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': signatures.join(' '),
  };
}

type EventContent = Pick<OutboxEvent, 'agentNrdsId' | 'change' | 'seenAt'>;

/** The body of a message; `content` has the fields of the transaction that the subscription selects. */
export function bodyOf({ agentNrdsId, change, seenAt }: EventContent, content: object | null): string {
  const timestamp = new Date(seenAt).toISOString();
  if (change === null) return JSON.stringify({ type: 'transactions.resync', timestamp, data: { agentNrdsId } });
  const { transactionId, transId, version } = change;
  if (version === null)
    return JSON.stringify({ type: 'transaction.deleted', timestamp, data: { agentNrdsId, transactionId, transId } });
  const data = { agentNrdsId, transactionId, transId, version, ...content };
  return JSON.stringify({ type: 'transaction.changed', timestamp, data });
}

/** An empty message, for `npm run webhooks -- --test`. */
export function testBody(now: number): string {
  return JSON.stringify({ type: 'webhooks.test', timestamp: new Date(now).toISOString(), data: {} });
}
