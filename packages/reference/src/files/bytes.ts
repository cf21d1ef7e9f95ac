/**
 * Stores the bytes of files under the data folder (4.7), each file under its own name. A row may refer to them only after they are synced
 * to disk. A later start removes bytes that a killed process left without a row, once they are too old to belong to an upload.
 */
import { createHash, randomUUID } from 'node:crypto';
import { open, readdir, rm, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { Fault } from '@realty-forms/platform/fault.ts';
import { ensureFolder } from '@realty-forms/platform/stores/private-files.ts';
import type { ReferenceFaultCode } from '../options.ts';

export type Draft = Readonly<Awaited<ReturnType<typeof createDraft>>>;

export type FileBytes = Readonly<Awaited<ReturnType<typeof openFileBytes>>>;

/** Bytes that have not been written for this long, and that no row refers to, belong to no upload in any process. */
const ABANDONED_MS = 3_600_000;

/**
 * Creates missing folders. Each database has its own folder, named by the database's id: if the data folder is used with
 * another database, the first one's files must not be swept as orphans.
 */
export async function openFileBytes(dataDir: string, databaseId: string) {
  const files = join(dataDir, 'files');
  const root = join(files, databaseId);
  const storedDir = join(root, 'stored');
  try {
    ensureFolder(storedDir);
    for (const dir of [dataDir, files, root]) await syncDir(dir);
  } catch (cause) {
    throw new Fault<ReferenceFaultCode>('DATA_DIR_UNWRITABLE', `${root} cannot be created`, { cause });
  }
  return {
    storedDir,
    draft: (): Promise<Draft> => createDraft(storedDir),
    /** Returns how many files were removed; `findReferenced` returns which of the names have a row. */
    async sweep(findReferenced: (names: readonly string[]) => Promise<ReadonlySet<string>>): Promise<number> {
      const names = await readdir(storedDir);
      const referenced = await findReferenced(names);
      let removed = 0;
      for (const path of names.filter((name) => !referenced.has(name)).map((name) => join(storedDir, name))) {
        // Another process can have removed it meanwhile.
        const written = (await stat(path).catch(() => null))?.mtimeMs ?? Date.now();
        if (Date.now() - written < ABANDONED_MS) continue;
        await rm(path, { force: true });
        removed += 1;
      }
      return removed;
    },
  };
}

/** Bytes that are being written, under the name that a row may refer to once they are stored. */
async function createDraft(storedDir: string) {
  const id = randomUUID();
  const path = join(storedDir, id);
  const file = await open(path, 'wx+', 0o600);
  const hash = createHash('sha256');
  let size = 0;
  let isStored = false;
  return {
    /** Bytes written so far. */
    size: (): number => size,
    async write(chunk: Uint8Array): Promise<void> {
      await file.appendFile(chunk);
      hash.update(chunk);
      size += chunk.length;
    },
    /** Reads back written bytes; returns fewer than requested only at the end. */
    async read(position: number, length: number): Promise<Buffer> {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
      return buffer.subarray(0, bytesRead);
    },
    sha256: (): string => hash.copy().digest('hex'),
    /** Syncs the bytes to disk and returns the name they are stored under. */
    async store(): Promise<string> {
      await file.sync();
      await syncDir(storedDir);
      isStored = true;
      return id;
    },
    /** Closes the file, and deletes it unless it is stored. */
    async discard(): Promise<void> {
      await file.close();
      // If it cannot be deleted, a later sweep does it.
      if (!isStored) await unlink(path).catch(() => undefined);
    },
  };
}

/** A new directory entry survives a power failure only once the directory itself is synced. */
async function syncDir(dir: string): Promise<void> {
  await using handle = await open(dir, 'r');
  await handle.sync();
}

/** The value of uploadfiles' `file_name` after it was received (4.7): the name as it was sent, and a draft with the bytes. */
export interface UploadedFile {
  readonly name: string;
  readonly draft: Draft;
}
