/**
 * What earlier versions kept of webhooks: texts by key on shelves, which become rows of the outbox. The process of such a version that sends
 * webhooks stops when its tables are gone, and nobody takes its place before its lease would have ended.
 */
import type { Query } from '@realty-forms/platform/stores/sql.ts';
import { LEASE_MS } from '../entries/entry.ts';
import { OUTBOX_LEASE } from './tables.ts';

export const oldShelfTables = ['shelves', 'shelf_owners'] as const;

interface OldLetter {
  readonly id: string;
  readonly hook: string;
  readonly agentNrdsId: string;
  readonly change: { readonly transId: string; readonly transactionId: string; readonly version: string } | null;
  readonly seenAt: number;
  readonly attempts: number;
  readonly failures: number;
  readonly dueAt: number;
  readonly problem: string | null;
  readonly isDead: boolean;
}

export async function moveOldShelves(run: Query, tables: readonly unknown[]): Promise<void> {
  if (tables.includes('shelf_owners')) {
    await run(
      `insert into leases (name, holder, held_until, ms)
         select '${OUTBOX_LEASE}', held.owner, lease_until, ${LEASE_MS}
           from shelf_owners as held join owners on owners.owner = held.owner where shelf = 'webhooks'
         on conflict do nothing`,
    );
    await run('drop table shelf_owners');
  }
  if (!tables.includes('shelves')) return;
  // Whoever still writes to it is waited for, and nobody does afterwards.
  await run('alter table shelves rename to old_shelves');
  const texts = await run('select shelf, key, text from old_shelves');
  const statements = texts.flatMap(({ shelf, key, text }) => rowOf(String(shelf), String(key), String(text)) ?? []);
  // Rows, then what was told of them.
  for (const step of ['insert', 'update', 'delete'])
    for (const { sql, values } of statements) if (sql.startsWith(step)) await run(sql, values);
  await run('drop table old_shelves');
}

interface Change {
  readonly sql: string;
  readonly values: readonly unknown[];
}

/** Null for what was no part of webhooks. */
function rowOf(shelf: string, key: string, text: string): Change | null {
  if (shelf === 'webhooks') return shelvedRow(JSON.parse(key), text);
  if (shelf !== 'webhook-errands') return null;
  // What a command has asked the process for that sends.
  const [verb, subject] = key.split(' ', 2);
  if (verb === 'enable') return { sql: 'delete from ended_subscriptions where subscription = $1', values: [subject] };
  const again = `update outbox set state = 'WAITING', attempts = 0, failures = 0, due_at = seen_at`;
  return { sql: `${again} where id = $1 and state = 'DEAD'`, values: [subject] };
}

function shelvedRow([kind, hook, agent]: readonly string[], text: string): Change | null {
  if (kind === 'place')
    return {
      sql: 'insert into checkpoints (subscription, agent, cursor) values ($1, $2, $3) on conflict do nothing',
      values: [hook, agent, text],
    };
  if (kind === 'absent')
    return {
      sql: 'update checkpoints set absent_since = $1 where subscription = $2 and agent = coalesce($3, agent)',
      values: [Number(text), hook, agent ?? null],
    };
  if (kind === 'gone') {
    const { urlHash, at } = JSON.parse(text);
    return {
      sql: `insert into ended_subscriptions (subscription, url_hash, ended_at) values ($1, $2, $3) on conflict do nothing`,
      values: [hook, urlHash, at],
    };
  }
  return kind === 'letter' ? eventRow(JSON.parse(text)) : null;
}

function eventRow(letter: OldLetter): Change {
  const { transId = '', transactionId = '', version = '' } = letter.change ?? {};
  return {
    sql: `insert into outbox (subscription, agent, subject, id, transaction_id, version, seen_at, state, attempts, failures, due_at,
      problem) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) on conflict do nothing`,
    values: [
      ...[letter.hook, letter.agentNrdsId, transId, letter.id, transactionId, version, letter.seenAt],
      ...[letter.isDead ? 'DEAD' : 'WAITING', letter.attempts, letter.failures, Math.round(letter.dueAt)],
      letter.problem,
    ],
  };
}
