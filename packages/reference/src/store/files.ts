/**
 * The metadata of transactions' files (4.7, 4.8, 4.10): rows and folders, never bytes. A row is added only after its bytes
 * are safely on disk. A transaction has one folder per sending company.
 */
import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import { chunks, readNote, withWriteLock, writeNote } from './database.ts';
import { type FileRow, foldText, type Store } from './tables.ts';

export type StoredFile = Readonly<Selectable<FileRow>>;
/** A file to be added: its folder is looked up, its id generated. */
type NewFile = Readonly<Omit<FileRow, 'id' | 'folder_id'>>;

/** One condition of a filter; times in milliseconds since the epoch, both bounds inclusive. */
export type FileCondition =
  | { readonly column: 'id' | 'folder_id'; readonly is: number }
  | { readonly column: 'insert_date' | 'last_update_date'; readonly from: number; readonly to: number | null };

interface FileQuery {
  readonly transactionId: number;
  readonly conditions: readonly FileCondition[];
  /** The id of the newest file to consider; without it, all files are considered. */
  readonly lastId?: number;
}

export type Files = Readonly<ReturnType<typeof createFiles>>;

export function createFiles(store: Store) {
  return {
    /** Adds a file; the row is on disk when this resolves. */
    add: (file: NewFile): Promise<void> =>
      withWriteLock(store, async (connection) => {
        const folder_id = await folderOf(connection, file);
        await connection
          .insertInto('files')
          .values({ ...file, folder_id })
          .execute();
      }),
    /** The matching files, oldest first. */
    list: (query: FileQuery) => matchingFiles(store, query),
    /** The same, and how many files the transaction has regardless of any filter (2.1). One transaction, so that both see the same. */
    listAndCount: (query: FileQuery) =>
      store.transaction().execute(async (snapshot) => {
        const { total } = await snapshot
          .selectFrom('files')
          .where('transaction_id', '=', query.transactionId)
          .select(({ fn }) => fn.countAll<number>().as('total'))
          .executeTakeFirstOrThrow();
        return { files: await matchingFiles(snapshot, query), total: Number(total) };
      }),
    /** Which of these names on disk belong to a file. */
    async namesInUse(storedAs: readonly string[]): Promise<ReadonlySet<string>> {
      const namesInUse = new Set<string>();
      for (const names of chunks(storedAs)) {
        const rows = await store.selectFrom('files').where('stored_as', 'in', names).select('stored_as').execute();
        for (const row of rows) namesInUse.add(row.stored_as);
      }
      return namesInUse;
    },
  };
}

function matchingFiles(store: Store, { transactionId, conditions, lastId }: FileQuery): Promise<readonly StoredFile[]> {
  return store
    .selectFrom('files')
    .selectAll()
    .where('transaction_id', '=', transactionId)
    .where((eb) =>
      eb.and([
        ...(lastId === undefined ? [] : [eb('id', '<=', lastId)]),
        ...conditions.map((condition) => {
          if ('is' in condition) return eb(condition.column, '=', condition.is);
          const from = eb(condition.column, '>=', condition.from);
          return condition.to === null ? from : from.and(condition.column, '<=', condition.to);
        }),
      ]),
    )
    .orderBy('insert_date')
    .orderBy('id')
    .execute();
}

const DATABASE_ID_NOTE = 'database-id';

/** This database's id, which names the folder of its files' bytes; generated once. Runs under the write lock. */
export async function databaseIdOf(connection: Store): Promise<string> {
  const existing = await readNote(connection, DATABASE_ID_NOTE);
  if (existing !== undefined) return existing;
  const id = randomUUID();
  await writeNote(connection, DATABASE_ID_NOTE, id);
  return id;
}

/** The folder of the file's sender, created with the sender's first file. Runs under the write lock. */
async function folderOf(connection: Store, { transaction_id, sender }: NewFile): Promise<number> {
  const sender_folded = foldText(sender);
  const found = await connection
    .selectFrom('file_folders')
    .where('transaction_id', '=', transaction_id)
    .where('sender_folded', '=', sender_folded)
    .select('id')
    .executeTakeFirst();
  if (found !== undefined) return found.id;
  const created = await connection
    .insertInto('file_folders')
    .values({ transaction_id, sender, sender_folded })
    .returning('id')
    .executeTakeFirstOrThrow();
  return created.id;
}
