/** The steps of shelves in PostgreSQL. A shelf's owner is alive by the same leases as the owners of entries. */

import type { Shelves } from '../store.ts';
import { type Database, isLive, renewLease } from './postgres-steps.ts';

export function shelfSteps({ query, transact, now }: Database): Shelves {
  const ownShelf = 'select 1 from shelf_owners where shelf = $1 and owner = $2';
  const lockOf = (shelf: string): string => `shelf:${shelf}`;

  return {
    takeShelf: (shelf, owner) =>
      transact(lockOf(shelf), async (run) => {
        const time = now();
        const others = await run(
          `select 1 from shelf_owners where shelf = $1 and owner <> $2 and ${isLive('shelf_owners.owner', time)}`,
          [shelf, owner],
        );
        if (others.length > 0) return 'refused';
        const isKept = (await run(ownShelf, [shelf, owner])).length > 0;
        await run('insert into shelf_owners values ($1, $2) on conflict (shelf) do update set owner = excluded.owner', [
          shelf,
          owner,
        ]);
        await run(renewLease(time), [owner]);
        return isKept ? 'kept' : 'taken';
      }),
    async readShelf(shelf) {
      const rows = await query('select key, text from shelves where shelf = $1', [shelf]);
      return new Map(rows.map(({ key, text }) => [String(key), String(text)]));
    },
    changeShelf: (shelf, owner, changes) =>
      transact(lockOf(shelf), async (run) => {
        if (owner !== null && (await run(ownShelf, [shelf, owner])).length === 0) return false;
        const removed = [...changes].filter(([, text]) => text === null).map(([key]) => key);
        const kept = [...changes].filter(([, text]) => text !== null);
        await run('delete from shelves where shelf = $1 and key = any($2)', [shelf, removed]);
        await run(
          `insert into shelves select $1, key, text from unnest($2::text[], $3::text[]) as given (key, text)
             on conflict (shelf, key) do update set text = excluded.text`,
          [shelf, kept.map(([key]) => key), kept.map(([, text]) => text)],
        );
        return true;
      }),
  };
}
