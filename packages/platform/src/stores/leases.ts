/**
 * Leases: what only one process should do is done by the one that has the lease of its name. It ends unless it is renewed, by the
 * database's clock, so the clocks of processes need not agree.
 */
import type { Rows, SqlDatabase } from './sql.ts';

export const leaseTable = `create table if not exists leases (
  name text primary key, holder text not null, held_until bigint not null, ms bigint not null
)`;

/** With its values, which are `$1`, `$2` and so on in it. */
export type Statement = readonly [sql: string, values: readonly unknown[]];

export type Leases = ReturnType<typeof createLeases>;

export function createLeases({ query, transact, dialect }: SqlDatabase) {
  return {
    /** Takes or renews a lease: 0 if the holder has it for so many milliseconds now, otherwise how long another one still has it. */
    async takeLease(name: string, holder: string, ms: number): Promise<number> {
      const now = dialect.now();
      // One that is held for longer than it was taken for dates from before the clock was set back.
      const taken = await query(
        `insert into leases (name, holder, held_until, ms) values ($1, $2, ${now} + $3, $3)
           on conflict (name) do update set holder = excluded.holder, held_until = excluded.held_until, ms = excluded.ms
             where leases.holder = excluded.holder or leases.held_until - ${now} not between 1 and leases.ms
           returning 1`,
        [name, holder, Math.ceil(ms)],
      );
      if (taken.length > 0) return 0;
      const [other] = await query(`select held_until - ${now} as rest from leases where name = $1`, [name]);
      return Math.max(1, Number(other?.['rest'] ?? 1));
    },
    /** Renews a lease, even one that has ended; false if another one has taken it since, or the database has lost it. */
    renewLease: async (name: string, holder: string, ms: number): Promise<boolean> =>
      (
        await query(
          `update leases set held_until = ${dialect.now()} + $3, ms = $3 where name = $1 and holder = $2 returning 1`,
          [name, holder, Math.ceil(ms)],
        )
      ).length > 0,
    /** Releases the lease; false if another owner has it, or none. */
    releaseLease: async (name: string, holder: string): Promise<boolean> =>
      (await query('delete from leases where name = $1 and holder = $2 returning 1', [name, holder])).length > 0,
    /** Runs all statements in one transaction; null, and none of them, unless the holder was the last to take the lease. */
    underLease: (name: string, holder: string, statements: readonly Statement[]): Promise<readonly Rows[] | null> =>
      transact(null, async (run) => {
        // Locked, so that no other owner takes it meanwhile.
        const held = await run(`select 1 from leases where name = $1 and holder = $2 ${dialect.forUpdate}`, [
          name,
          holder,
        ]);
        if (held.length === 0) return null;
        const all: Rows[] = [];
        for (const [sql, values] of statements) all.push(await run(sql, values));
        return all;
      }),
  };
}
