/**
 * The files of seeded transactions: one in three has some, and the first one has all. They share a few sample documents and pictures.
 */
import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FileType } from '../files/file-type.ts';
import { chunks } from '../store/database.ts';
import { type FileRow, foldText, type Store } from '../store/tables.ts';
import { createRandom } from './random.ts';
import { brokerages } from './words.ts';

/** The number of the first seeded transaction. */
export const FIRST_TRANS_ID = 100_001;
const MINUTE_MS = 60_000;

type Document = Pick<FileRow, 'name' | 'description' | 'pages'> & { readonly type: FileType };

/** By name in the folder. */
const documents: Readonly<Record<string, Document>> = {
  'listing-agreement.pdf': { name: 'Listing agreement.pdf', description: 'Signed', pages: 1, type: 'pdf' },
  'purchase-contract.pdf': { name: 'Purchase contract.pdf', description: 'With addendum', pages: 2, type: 'pdf' },
  'inspection-report.pdf': { name: 'Inspection report.pdf', description: 'Whole house', pages: 1, type: 'pdf' },
  'closing-statement.pdf': { name: 'Closing statement.pdf', description: 'Estimate', pages: 1, type: 'pdf' },
  'front-view.jpg': { name: 'Front view.jpg', description: 'From the street', pages: 1, type: 'jpg' },
  'garden.jpg': { name: 'Garden.jpg', description: 'In the evening', pages: 1, type: 'jpg' },
  'kitchen.jpg': { name: 'Kitchen.jpg', description: '', pages: 1, type: 'jpg' },
};
const pathOf = (file: string): string => fileURLToPath(new URL(`./documents/${file}`, import.meta.url));
const storedAs = (file: string): string => `sample-${file}`;

/** Adds the rows for all transactions. Runs under the write lock. */
export async function seedFiles(store: Store, seed: number): Promise<void> {
  const bytes = await Promise.all(
    Object.entries(documents).map(async ([file, document]) => {
      const content = await readFile(pathOf(file));
      const sha256 = createHash('sha256').update(content).digest('hex');
      return { ...document, size: content.length, sha256, stored_as: storedAs(file) };
    }),
  );
  const seeded = await store.selectFrom('transactions').select(['id', 'insert_date']).orderBy('id').execute();
  const folders = seeded
    .filter(({ id }) => (id - FIRST_TRANS_ID) % 3 === 0)
    .map(({ id, insert_date }, index) => {
      const random = createRandom(seed, 5, id);
      return { id: index + 1, transaction: id, insert_date, random, sender: random.pick(brokerages) };
    });
  const rows = folders.flatMap(({ id, transaction, insert_date, random, sender }) => {
    const chosen = transaction === FIRST_TRANS_ID ? bytes : random.shuffle(bytes).slice(0, random.integer(1, 3));
    return chosen.map((document, index) => {
      const at = (insert_date ?? 0) + (index + 1) * 10 * MINUTE_MS;
      return { transaction_id: transaction, folder_id: id, sender, ...document, insert_date: at, last_update_date: at };
    });
  });
  for (const some of chunks(folders)) {
    const values = some.map(({ id, transaction, sender }) => ({
      id,
      transaction_id: transaction,
      sender,
      sender_folded: foldText(sender),
    }));
    await store.insertInto('file_folders').values(values).execute();
  }
  for (const some of chunks(rows)) await store.insertInto('files').values(some).execute();
}

/** Stores the bytes where the rows expect them, unless they are there. */
export async function storeDocuments(storedDir: string): Promise<void> {
  for (const file of Object.keys(documents)) {
    const path = join(storedDir, storedAs(file));
    if (existsSync(path)) continue;
    // A file in place is always whole, although this process may be killed.
    const draft = join(storedDir, randomUUID());
    await writeFile(draft, await readFile(pathOf(file)), { mode: 0o600, flush: true });
    await rename(draft, path);
  }
}
