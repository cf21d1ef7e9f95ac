/**
 * What is known of the files of transactions (4.7, 4.8, 4.10): their rows and folders, never their bytes. A row is added only
 * once the bytes are safe on the disk. A transaction has one folder for each sending company.
 */
import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import { underWriteLock } from './dialect.ts';
import { type FileRow, foldText, type Store } from './tables.ts';

export type StoredFile = Readonly<Selectable<FileRow>>;
/** A file as it comes in: its folder is found, its id counted. */
type NewFile = Readonly<Omit<FileRow, 'id' | 'folder_id'>>;

/** One condition of a filter; moments in milliseconds, both bounds included. */
export type FileCondition =
  | { readonly column: 'id' | 'folder_id'; readonly is: number }
  | { readonly column: 'insert_date' | 'last_update_date'; readonly from: number; readonly to: number | null };

interface FileQuery {
  readonly transactionId: number;
  readonly conditions: readonly FileCondition[];
  /** The newest file that is looked at; without it, all are. */
  readonly lastId?: number;
}

export interface Files {
  /** Adds a file and gives its id; on the disk before it returns. */
  readonly add: (file: NewFile) => Promise<number>;
  /** The files that fit, oldest first. */
  readonly list: (query: FileQuery) => Promise<readonly StoredFile[]>;
  /** How many files the transaction has, whatever a filter says (2.1). */
  readonly count: (transactionId: number) => Promise<number>;
  /** Which of these names on the disk belong to a file. */
  readonly known: (storedAs: readonly string[]) => Promise<ReadonlySet<string>>;
}

const NAMES_PER_QUERY = 500;

export function createFiles(store: Store): Files {
  return {
    add: (file) =>
      underWriteLock(store, async (connection) => {
        const folderId = await folderOf(connection, file);
        const { id } = await connection
          .insertInto('files')
          .values({ ...file, folder_id: folderId })
          .returning('id')
          .executeTakeFirstOrThrow();
        return Number(id);
      }),
    list: ({ transactionId, conditions, lastId }) =>
      store
        .selectFrom('files')
        .selectAll()
        .where('transaction_id', '=', transactionId)
        .where(({ eb, and }) =>
          and([
            ...(lastId === undefined ? [] : [eb('id', '<=', lastId)]),
            ...conditions.flatMap((condition) =>
              'is' in condition
                ? [eb(condition.column, '=', condition.is)]
                : [
                    eb(condition.column, '>=', condition.from),
                    ...(condition.to === null ? [] : [eb(condition.column, '<=', condition.to)]),
                  ],
            ),
          ]),
        )
        .orderBy('insert_date')
        .orderBy('id')
        .execute(),
    async count(transactionId) {
      const { total } = await store
        .selectFrom('files')
        .where('transaction_id', '=', transactionId)
        .select(({ fn }) => fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      return Number(total);
    },
    async known(storedAs) {
      const known = new Set<string>();
      for (let index = 0; index < storedAs.length; index += NAMES_PER_QUERY) {
        const some = storedAs.slice(index, index + NAMES_PER_QUERY);
        const rows = await store.selectFrom('files').where('stored_as', 'in', some).select('stored_as').execute();
        for (const row of rows) known.add(row.stored_as);
      }
      return known;
    },
  };
}

const DATABASE_ID_NOTE = 'database-id';

/** The name that this database has for its files' bytes; given to it once. Runs under the write lock. */
export async function databaseIdOf(connection: Store): Promise<string> {
  const note = await connection
    .selectFrom('notes')
    .select('value')
    .where('name', '=', DATABASE_ID_NOTE)
    .executeTakeFirst();
  if (note !== undefined) return note.value;
  const value = randomUUID();
  await connection.insertInto('notes').values({ name: DATABASE_ID_NOTE, value }).execute();
  return value;
}

/** The folder of the file's sender; made with the sender's first file. Runs under the write lock. */
async function folderOf(connection: Store, { transaction_id, sender }: NewFile): Promise<number> {
  const sender_folded = foldText(sender);
  const found = await connection
    .selectFrom('file_folders')
    .where('transaction_id', '=', transaction_id)
    .where('sender_folded', '=', sender_folded)
    .select('id')
    .executeTakeFirst();
  if (found !== undefined) return found.id;
  const made = await connection
    .insertInto('file_folders')
    .values({ transaction_id, sender, sender_folded })
    .returning('id')
    .executeTakeFirstOrThrow();
  return made.id;
}
