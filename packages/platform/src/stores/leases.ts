/**
 * Leases: the process that has the lease of a name does what only one process should do. A lease ends unless it is renewed, by the
 * database's clock, so the processes' clocks need not agree.
 */
import type { Rows, SqlDatabase } from './sql.ts';

export const leaseTable = `create table if not exists leases (
  name text primary key, holder text not null, held_until bigint not null, ms bigint not null
)`;

/** A statement and its values, which are `$1`, `$2` and so on in it. */
export type Statement = readonly [sql: string, values: readonly unknown[]];

export type Leases = ReturnType<typeof createLeases>;

export function createLeases({ query, transact, dialect }: SqlDatabase) {
  return {
    /** Takes or renews a lease. False if another holder still has it. */
    async takeLease(name: string, holder: string, ms: number): Promise<boolean> {
      const now = dialect.now();
      // A lease that ends later than any that was just taken is from before the clock was set back.
      const taken = await query(
        `insert into leases (name, holder, held_until, ms) values ($1, $2, ${now} + $3, $3)
           on conflict (name) do update set holder = excluded.holder, held_until = excluded.held_until, ms = excluded.ms
             where leases.holder = excluded.holder or leases.held_until - ${now} not between 1 and leases.ms
           returning 1`,
        [name, holder, Math.ceil(ms)],
      );
      return taken.length > 0;
    },
    /** Renews a lease, even one that has ended; false if another holder has taken it since, or the database has lost it. */
    renewLease: async (name: string, holder: string, ms: number): Promise<boolean> =>
      (
        await query(
          `update leases set held_until = ${dialect.now()} + $3, ms = $3 where name = $1 and holder = $2 returning 1`,
          [name, holder, Math.ceil(ms)],
        )
      ).length > 0,
    /** Releases the lease; false if another holder has it, or nobody. */
    releaseLease: async (name: string, holder: string): Promise<boolean> =>
      (await query('delete from leases where name = $1 and holder = $2 returning 1', [name, holder])).length > 0,
    /** Runs all statements in one transaction. Runs none and returns null unless the holder was the last to take the lease. */
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
