/**
 * Leases: what only one process should do is done by the one that has the lease of its name. It ends unless it is renewed, by the
 * database's clock, so the clocks of processes need not agree.
 */
import type { Query, SqlDatabase } from './sql.ts';

export const leaseTable = `create table if not exists leases (
  name text primary key, holder text not null, held_until bigint not null, ms bigint not null
)`;

export function leaseSteps({ query, dialect }: Pick<SqlDatabase, 'query' | 'dialect'>) {
  return {
    /** Takes or renews a lease: 0 if the holder has it now, otherwise how long another one still has it. */
    async takeLease(name: string, holder: string, ms: number, run: Query = query): Promise<number> {
      const now = dialect.now();
      // One that is held for longer than it was taken for dates from before the clock was set back.
      const taken = await run(
        `insert into leases (name, holder, held_until, ms) values ($1, $2, ${now} + $3, $3)
           on conflict (name) do update set holder = excluded.holder, held_until = excluded.held_until, ms = excluded.ms
             where leases.holder = excluded.holder or leases.held_until - ${now} not between 1 and leases.ms
           returning 1`,
        [name, holder, Math.ceil(ms)],
      );
      if (taken.length > 0) return 0;
      const [other] = await run(`select held_until - ${now} as rest from leases where name = $1`, [name]);
      return Math.max(1, Number(other?.['rest'] ?? 1));
    },
    /** Gives it back; false if another one has it, or nobody. */
    releaseLease: async (name: string, holder: string): Promise<boolean> =>
      (await query('delete from leases where name = $1 and holder = $2 returning 1', [name, holder])).length > 0,
  };
}
