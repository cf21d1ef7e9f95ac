/**
 * Stores the bytes of files under the data folder (4.7). A draft becomes a stored file by a hard link under a second name,
 * made after its bytes are synced to disk. It keeps its draft name until the file's row is committed, so that a sweep can
 * tell an upload in progress from an orphan.
 */
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, type ReadStream } from 'node:fs';
import { type FileHandle, link, open, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { Fault } from '@realty-forms/platform/fault.ts';
import { ensureFolder } from '@realty-forms/platform/stores/folder.ts';
import type { ReferenceFaultCode } from '../options.ts';
import { draftName } from './sweep.ts';

export type Draft = Readonly<Awaited<ReturnType<typeof createDraft>>>;

export type FileBytes = Readonly<Awaited<ReturnType<typeof openFileBytes>>>;

/**
 * Creates missing folders. Each database has its own folder, named by the database's id: if the data folder is used with
 * another database, the first one's files must not be swept as orphans.
 */
export async function openFileBytes(dataDir: string, databaseId: string) {
  const files = join(dataDir, 'files');
  const root = join(files, databaseId);
  const incomingDir = join(root, 'incoming');
  const storedDir = join(root, 'stored');
  try {
    for (const dir of [incomingDir, storedDir]) ensureFolder(dir);
    for (const dir of [dataDir, files, root]) await syncDir(dir);
  } catch (cause) {
    throw new Fault<ReferenceFaultCode>('DATA_DIR_UNWRITABLE', `${root} cannot be created`, { cause });
  }
  return {
    incomingDir,
    storedDir,
    draft: (): Promise<Draft> => createDraft(incomingDir, storedDir),
    /** `end` is inclusive. */
    read: (storedAs: string, range?: { readonly start: number; readonly end: number }): ReadStream =>
      createReadStream(join(storedDir, storedAs), range),
    remove: (storedAs: string): Promise<void> => unlink(join(storedDir, storedAs)),
  };
}

async function createDraft(incomingDir: string, storedDir: string) {
  const id = randomUUID();
  const path = join(incomingDir, draftName(id));
  const file = await open(path, 'wx+', 0o600);
  const hash = createHash('sha256');
  let size = 0;
  let isOpen = true;
  const close = async () => {
    if (isOpen) {
      isOpen = false;
      await file.close();
    }
  };
  return {
    /** Bytes written so far. */
    size: (): number => size,
    async write(chunk: Uint8Array): Promise<void> {
      await writeAll(file, chunk, size);
      hash.update(chunk);
      size += chunk.length;
    },
    /** Reads back written bytes; returns fewer than requested only at the end. */
    async read(position: number, length: number): Promise<Buffer> {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
      return buffer.subarray(0, bytesRead);
    },
    sha256: (): string => hash.copy().digest('hex'),
    /** Syncs the bytes to disk and returns the name they are stored under; only then may a row refer to them. */
    async store(): Promise<string> {
      await file.sync();
      await close();
      await link(path, join(storedDir, id));
      await syncDir(storedDir);
      return id;
    },
    /** Deletes the draft. A stored file stays. */
    async discard(): Promise<void> {
      await close();
      // The file is already gone if a sweep removed it; if unlink fails for another reason, the next sweep removes it.
      await unlink(path).catch(() => undefined);
    },
  };
}

async function writeAll(file: FileHandle, chunk: Uint8Array, position: number): Promise<void> {
  let written = 0;
  while (written < chunk.length) {
    written += (await file.write(chunk, written, chunk.length - written, position + written)).bytesWritten;
  }
}

/** A new directory entry survives a power failure only once the directory itself is synced. */
async function syncDir(dir: string): Promise<void> {
  const handle = await open(dir, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The value of uploadfiles' `file_name` after it was received (4.7): the name as it was sent, and a draft with the bytes. */
export interface UploadedFile {
  readonly name: string;
  readonly draft: Draft;
}
