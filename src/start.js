/**
 * The program's first file, and the only one in JavaScript: here Node learns where it keeps what it has compiled and stripped of
 * types, before it loads the first file that would need the compiler which does so. That halves a start, and saves 15 MB.
 */
import { chmodSync, mkdirSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { loadEnvFile } from 'node:process';

const root = join(import.meta.dirname, '..');

/**
 * From now on, in this process, its threads and those that it forks. It lies under DATA_DIR, whose owner alone can write there:
 * what is found in it is run. Node's own variable for the folder goes before; a folder that cannot be written is done without.
 */
function keepCompiled() {
  if (process.env['NODE_COMPILE_CACHE'] !== undefined) return;
  // Node makes a folder in it for each kind of thread, with whatever mode is not masked.
  process.umask(0o077);
  try {
    const folder = join(dataDir(), 'compiled');
    mkdirSync(folder, { recursive: true });
    chmodSync(folder, 0o700);
    enableCompileCache(folder);
    process.env['NODE_COMPILE_CACHE'] = folder;
  } catch {
    // Told by whoever needs the data folder.
  }
}

/** As the configuration will read it, which tells what is wrong with it. */
function dataDir() {
  try {
    loadEnvFile(join(root, '.env'));
  } catch {
    // Mostly there is none.
  }
  return process.env['DATA_DIR'] || join(root, 'data');
}

keepCompiled();
await import('./main.ts');
