/** The steps of shelves. A shelf is owned by a lease, and its owner is whoever had that last. */
import { leaseSteps } from '@realty-forms/platform/stores/leases.ts';
import type { Query, SqlDatabase } from '@realty-forms/platform/stores/sql.ts';
import { LEASE_MS } from '../entries/entry.ts';
import type { Shelves } from './store.ts';

/** So many keys are in one statement: their number is limited. */
const AT_ONCE = 1_000;

export function shelfSteps(database: SqlDatabase): Shelves {
  const { query, transact } = database;
  const { takeLease } = leaseSteps(database);
  const leaseOf = (shelf: string): string => `shelf:${shelf}`;
  const isOwner = async (run: Query, shelf: string, owner: string): Promise<boolean> =>
    (await run('select 1 from leases where name = $1 and holder = $2', [leaseOf(shelf), owner])).length > 0;

  return {
    takeShelf: (shelf, owner) =>
      transact(leaseOf(shelf), async (run) => {
        const wasOwner = await isOwner(run, shelf, owner);
        const restMs = await takeLease(leaseOf(shelf), owner, LEASE_MS, run);
        if (restMs > 0) return 'refused';
        return wasOwner ? 'kept' : 'taken';
      }),
    async readShelf(shelf) {
      const rows = await query('select key, text from shelves where shelf = $1', [shelf]);
      return new Map(rows.map(({ key, text }) => [String(key), String(text)]));
    },
    changeShelf: (shelf, owner, changes) =>
      transact(leaseOf(shelf), async (run) => {
        if (owner !== null && !(await isOwner(run, shelf, owner))) return false;
        for (const some of chunksOf([...changes])) {
          const removed = some.flatMap(([key, text]) => (text === null ? [key] : []));
          const kept = some.flatMap(([key, text]) => (text === null ? [] : [key, text]));
          if (removed.length > 0) {
            const keys = removed.map((_, at) => `$${at + 2}`).join();
            await run(`delete from shelves where shelf = $1 and key in (${keys})`, [shelf, ...removed]);
          }
          if (kept.length === 0) continue;
          const rows = Array.from({ length: kept.length / 2 }, (_, at) => `($1, $${2 * at + 2}, $${2 * at + 3})`);
          await run(
            `insert into shelves (shelf, key, text) values ${rows.join()}
               on conflict (shelf, key) do update set text = excluded.text`,
            [shelf, ...kept],
          );
        }
        return true;
      }),
  };
}

function* chunksOf<T>(all: readonly T[]): Iterable<readonly T[]> {
  for (let from = 0; from < all.length; from += AT_ONCE) yield all.slice(from, from + AT_ONCE);
}
