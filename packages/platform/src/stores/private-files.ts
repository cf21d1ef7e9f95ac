/**
 * Files and folders that only their owner can access. A file with a secret is created at the first start: two processes that start at the
 * same time end up with the same content, and an unreadable file is never replaced.
 */
import { chmodSync, linkSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Null if the file does not exist. */
export function readSecretFile(path: string): string | null {
  try {
    const text = readFileSync(path, 'utf8');
    // A copy, or a file restored from a backup, may be readable by others.
    chmodSync(path, 0o600);
    return text;
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return null;
    throw error;
  }
}

/**
 * Returns the file's final content. The text is written completely under a temporary name, then linked: a link never overwrites, so the
 * second of two processes reads the first one's text.
 */
export function createSecretFile(path: string, text: string): string {
  const draft = `${path}.${process.pid}.${crypto.randomUUID()}`;
  try {
    writeFileSync(draft, text, { flag: 'wx', mode: 0o600, flush: true });
    linkSync(draft, path);
    return text;
  } catch (error) {
    if (isErrno(error, 'EEXIST')) return readFileSync(path, 'utf8');
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

export function isErrno(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

/**
 * Creates a folder, and those above it, unless they exist. Node's own `recursive` never returns if the nearest existing folder, such as
 * /proc, accepts no folders and says that the new one does not exist.
 */
export function ensureFolder(path: string): void {
  if (isFolder(path)) return;
  const above = dirname(path);
  if (above !== path) ensureFolder(above);
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process may have created it at the same time.
    if (!isFolder(path)) throw error;
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
