/** What reads the index. Every query names the agents whose rows it may see. */

import type { FlatRecord } from '@realty-forms/contract/columns/codec.ts';
import type { SqlDatabase } from '@realty-forms/platform/stores/sql.ts';
import { recordOf } from '../rows.ts';
import type { IndexDialect } from './tables.ts';

export interface SearchIndexReader {
  /** What has changed since a number of the log, in its order; of the given agents only. */
  readonly changesSince: (agents: readonly string[], change: number, limit: number) => Promise<LoggedChanges>;
}

/** A row that was saved, or, without a record, one that is gone. */
interface LoggedChange {
  readonly change: number;
  readonly nrdsId: string;
  readonly transId: string;
  readonly record: FlatRecord | null;
}

interface LoggedChanges {
  /** Identifies the log: another one begins when the index is emptied, and its numbers say nothing about this one's. */
  readonly log: string;
  readonly changes: readonly LoggedChange[];
}

export function indexReader({ query }: SqlDatabase, dialect: IndexDialect): SearchIndexReader {
  const { eachText } = dialect;
  return {
    async changesSince(agents, change, limit) {
      const [fact] = await query(`select value from facts where name = 'log'`);
      const granted = `select number from agents where nrds_id in (select value from ${eachText('$1')})`;
      const rows = await query(
        `select change, nrds_id, trans_id, record from (
           select change, records.agent, trans_id, record from records join transactions using (id)
             where change > $2 and records.agent in (${granted})
           union all
           select change, agent, trans_id, null from removals where change > $2 and agent in (${granted})
         ) as log join agents on number = log.agent order by change limit $3`,
        [JSON.stringify(agents), change, limit],
      );
      return {
        log: String(fact?.['value']),
        changes: rows.map((row) => ({
          change: Number(row['change']),
          nrdsId: String(row['nrds_id']),
          transId: String(row['trans_id']),
          record: row['record'] === null ? null : recordOf(row['record'] as Uint8Array),
        })),
      };
    },
  };
}
