/**
 * Writes service providers into a transaction's record (4.9): replaces some columns and lastUpdateDate, and updates the
 * summary and the sorted columns to match. Runs under the write lock, so that concurrent writers lose no update.
 */

import { withWriteLock } from './database.ts';
import { type Store, sortableColumns } from './tables.ts';
import { recordRow, type WireRecord } from './transactions.ts';

interface ProvidersChange {
  readonly transId: number;
  /** The transaction is changed only if it belongs to this agent. */
  readonly agentNrdsId: string;
  readonly columns: WireRecord;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

export function replaceProviders(store: Store, { transId, agentNrdsId, columns, now }: ProvidersChange) {
  return withWriteLock(store, async (connection) => {
    const found = await connection
      .selectFrom('transactions')
      .innerJoin('transaction_records', 'transaction_id', 'transactions.id')
      .innerJoin('agents', 'agents.nrds_id', 'agent_nrds_id')
      .where('transactions.id', '=', transId)
      .where('enabled_at', 'is not', null)
      .select(['record', 'agent_nrds_id'])
      .executeTakeFirst();
    if (found === undefined) return 'no transaction';
    if (found.agent_nrds_id !== agentNrdsId) return 'another agent';
    const lastUpdateDate = new Date(now).toISOString();
    const record: WireRecord = { ...(JSON.parse(found.record) as WireRecord), ...columns, lastUpdateDate };
    await connection.updateTable('transactions').set(sortableColumns(record)).where('id', '=', transId).execute();
    const { transaction_id: _, ...texts } = recordRow(transId, record);
    await connection.updateTable('transaction_records').set(texts).where('transaction_id', '=', transId).execute();
    return 'replaced';
  });
}
