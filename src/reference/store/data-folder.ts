/**
 * Locks the data folder and warns if another process already serves it. The warning is all that happens: the service starts
 * anyway, also where the folder's file system has no locks.
 */
import { closeSync, existsSync, openSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '../../platform/observing/log.ts';
import { lockFile } from '../../platform/stores/sqlite.ts';

const FILE_NAME = 'reference.lock';

/** Returns a function that releases the folder. */
export function lockDataFolder(dataDir: string, log: Log): () => void {
  const path = join(dataDir, FILE_NAME);
  try {
    // SQLite would create the file with a looser mode. It is opened only if absent: closing a file releases this process's locks on it.
    if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600));
    const release = lockFile(path);
    if (release !== null) return release;
    log.warn(
      { dataDir },
      'another process also serves the data of this folder; set DATA_DIR to a different folder for one of them',
    );
  } catch (error) {
    log.debug({ dataDir, err: error }, 'could not determine whether another process serves the data of this folder');
  }
  return () => undefined;
}
