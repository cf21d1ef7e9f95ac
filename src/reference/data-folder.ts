/**
 * Warns of a second service over one data folder, which serves as if it were alone. Nothing is refused for it, nor where the
 * folder's file system has no locks.
 */
import { closeSync, existsSync, openSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '../platform/log.ts';
import { holdFile } from '../platform/sqlite.ts';

const FILE_NAME = 'reference.lock';

/** Gives what lets go of the folder. */
export function holdDataFolder(dataDir: string, log: Log): () => void {
  const path = join(dataDir, FILE_NAME);
  try {
    // SQLite would make it with a looser mode. Closing a file that this process has locked would let go of the lock.
    if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600));
    const release = holdFile(path);
    if (release !== null) return release;
    log.warn({ dataDir }, 'another process serves the data of this folder too; set DATA_DIR to another one for either');
  } catch (error) {
    log.debug({ dataDir, err: error }, 'whether another process serves the data of this folder cannot be told');
  }
  return () => undefined;
}
