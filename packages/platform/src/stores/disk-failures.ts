/** A disk that is full or failing, as Node, SQLite and PostgreSQL report it. */
import { resultCodeOf } from './sqlite.ts';

const SQLITE_IOERR = 10;
const SQLITE_FULL = 13;
/** How a quota, or a limit on the size of files, shows. */
const SQLITE_IOERR_WRITE = 778;
const POSTGRES_DISK_FULL = '53100';
const failedWrites: ReadonlySet<unknown> = new Set([
  'ENOSPC',
  'EDQUOT',
  'EFBIG',
  'EIO',
  SQLITE_FULL,
  SQLITE_IOERR_WRITE,
  POSTGRES_DISK_FULL,
]);

/**
 * `write`: something could not be written, so nothing of its transaction has been, whatever was sent to the database. `other`: that is
 * not known. Either may pass, unlike null: a file that cannot be used.
 */
export function diskFailureOf(error: unknown): 'write' | 'other' | null {
  const { code, errcode } = error as { readonly code?: unknown; readonly errcode?: unknown };
  if (failedWrites.has(code) || failedWrites.has(errcode)) return 'write';
  return resultCodeOf(error) === SQLITE_IOERR ? 'other' : null;
}
