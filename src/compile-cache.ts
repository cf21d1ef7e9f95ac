/**
 * Keeps what Node has compiled and stripped of types from one start to the next, which halves a start. It lies under DATA_DIR,
 * whose owner alone can write there: what is found in it is run. A folder that cannot be written is done without.
 */
import { chmodSync, mkdirSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

/** From now on, in this process, its threads and those that it forks. Node's own variable for the folder goes before. */
export function keepCompiled(dataDir: string): void {
  if (process.env['NODE_COMPILE_CACHE'] !== undefined) return;
  const folder = join(dataDir, 'compiled');
  // Node makes a folder in it for each kind of thread, with whatever mode is not masked.
  process.umask(0o077);
  try {
    mkdirSync(folder, { recursive: true });
    chmodSync(folder, 0o700);
    enableCompileCache(folder);
    process.env['NODE_COMPILE_CACHE'] = folder;
  } catch {
    // Told by whoever needs the data folder.
  }
}
