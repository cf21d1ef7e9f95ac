/** The folders that the program makes. Only their owner can access them. */
import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder, and those above it, unless it is there. Node's own `recursive` never returns where the nearest folder that exists
 * takes none, and says that it does not exist, as /proc does.
 */
export function ensureFolder(path: string): void {
  if (isFolder(path)) return;
  const above = dirname(path);
  if (above !== path) ensureFolder(above);
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process can make it at the same time.
    if (!isFolder(path)) throw error;
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
