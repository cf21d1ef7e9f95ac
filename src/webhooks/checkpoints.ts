/**
 * How far an agent's changes have become events of a subscription: a cursor of the change feed for each. While the file changes,
 * processes with the former one and with the next take turns, so what is about any subscription or agent that is not configured is left
 * as it is for a week, and then forgotten: it goes on if it is back before.
 */
import type { Statement } from '@realty-forms/platform/stores/leases.ts';
import type { SharedDatabase } from '../gateway/ledger/stores/store.ts';
import type { Recipient } from './outbox.ts';

type Database = Pick<SharedDatabase, 'query'>;

/** As long as a cursor leads to what has changed since. */
const KEPT_MS = 7 * 24 * 60 * 60_000;

/** The cursor to continue after; undefined for one that has not begun. */
export async function checkpointOf(
  { query }: Database,
  { subscription, agentNrdsId }: Recipient,
): Promise<string | undefined> {
  const own = 'select cursor from checkpoints where subscription = $1 and agent = $2';
  const [row] = await query(own, [subscription, agentNrdsId]);
  return row && String(row['cursor']);
}

const markAbsent = 'update checkpoints set absent_since = $3 where subscription = $1 and agent = $2';

/** What is to be changed by what is configured now. The rows of its statements are the events that are forgotten. */
export async function sortCheckpoints(
  { query }: Database,
  isConfigured: (subscription: string, agent: string) => boolean,
  now: number,
): Promise<readonly Statement[]> {
  const rows = await query('select subscription, agent, absent_since as since from checkpoints');
  return rows.flatMap(({ subscription, agent, since }): readonly Statement[] => {
    const recipient = [subscription, agent];
    if (isConfigured(String(subscription), String(agent)))
      return since === null ? [] : [[markAbsent, [...recipient, null]]];
    if (since === null) return [[markAbsent, [...recipient, now]]];
    if (Number(since) + KEPT_MS > now) return [];
    return [
      ['delete from outbox where subscription = $1 and agent = $2 returning 1', recipient],
      ['delete from checkpoints where subscription = $1 and agent = $2', recipient],
      [
        `delete from ended_subscriptions where subscription = $1
           and not exists (select 1 from checkpoints where subscription = $1)`,
        [subscription],
      ],
    ];
  });
}
