/** Notes: facts about the database itself, each a text under its name. A note is written once and never changed. */
import type { Store } from './tables.ts';

/** The note; undefined if it has not been written yet. */
export async function readNote(store: Store, name: string): Promise<string | undefined> {
  const row = await store.selectFrom('notes').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value;
}

export async function writeNote(store: Store, name: string, value: string): Promise<void> {
  await store.insertInto('notes').values({ name, value }).execute();
}
