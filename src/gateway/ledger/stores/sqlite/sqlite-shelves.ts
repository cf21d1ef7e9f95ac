/** The steps of shelves in SQLite. A shelf's owner is alive by the same leases as the owners of entries. */
import type { Clock } from '@realty-forms/platform/clock.ts';
import type { SqliteDatabase } from '@realty-forms/platform/stores/sqlite.ts';
import { LEASE_MS, MAX_LEASE_MS } from '../../entries/entry.ts';
import type { Shelves } from '../store.ts';
import type { SyncSteps } from '../store-steps.ts';

export const shelfTables = `
create table if not exists shelves (
  shelf text not null, key text not null, text text not null, primary key (shelf, key)
) strict, without rowid;
create table if not exists shelf_owners (shelf text primary key, owner text not null) strict;
`;

const otherLiveOwner = `select 1 from shelf_owners join owners on owners.owner = shelf_owners.owner
  where shelf = ? and shelf_owners.owner <> ? and lease_until - ? between 1 and ${MAX_LEASE_MS}`;

const ownShelf = 'select 1 from shelf_owners where shelf = ? and owner = ?';

export function shelfSteps(
  database: SqliteDatabase,
  inTransaction: <T>(work: () => T) => T,
  clock: Clock,
): Pick<SyncSteps, keyof Shelves> {
  const rows = (sql: string, ...args: readonly unknown[]) => database.prepare(sql).all(args);
  const run = (sql: string, ...args: readonly unknown[]) => void database.prepare(sql).run(args);

  return {
    takeShelf: (shelf, owner) =>
      inTransaction(() => {
        const now = clock.now();
        if (rows(otherLiveOwner, shelf, owner, now).length > 0) return 'refused';
        const isKept = rows(ownShelf, shelf, owner).length > 0;
        run('insert or replace into shelf_owners values (?, ?)', shelf, owner);
        run('insert or replace into owners values (?, ?)', owner, now + LEASE_MS);
        return isKept ? 'kept' : 'taken';
      }),
    readShelf(shelf) {
      const found = rows('select key, text from shelves where shelf = ?', shelf) as { key: string; text: string }[];
      return new Map(found.map(({ key, text }) => [key, text]));
    },
    changeShelf: (shelf, owner, changes) =>
      inTransaction(() => {
        if (owner !== null && rows(ownShelf, shelf, owner).length === 0) return false;
        for (const [key, text] of changes) {
          if (text === null) run('delete from shelves where shelf = ? and key = ?', shelf, key);
          else run('insert or replace into shelves values (?, ?, ?)', shelf, key, text);
        }
        return true;
      }),
  };
}
