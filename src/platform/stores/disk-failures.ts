/** A disk that is full or failing, as Node, SQLite and PostgreSQL report it. */
import { resultCodeOf } from './sqlite.ts';

/** Whether the disk is full or failing, which may pass, as opposed to a file that cannot be used. */
export function isDiskFailure(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return systemErrors.has(code) || resultCodeOf(error) === SQLITE_FULL || resultCodeOf(error) === SQLITE_IOERR;
}

/** Whether something could not be written to the disk, so that nothing of its transaction has been, whatever was sent to the database. */
export function isFailedWrite(error: unknown): boolean {
  const { code, errcode } = error as NodeJS.ErrnoException & { readonly errcode?: unknown };
  const isInSqlite = errcode === SQLITE_FULL || errcode === SQLITE_IOERR_WRITE;
  return systemErrors.has(code) || isInSqlite || code === POSTGRES_DISK_FULL;
}

const systemErrors: ReadonlySet<string | undefined> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO']);
const SQLITE_IOERR = 10;
const SQLITE_FULL = 13;
/** How a quota, or a limit on the size of files, shows. */
const SQLITE_IOERR_WRITE = 778;
const POSTGRES_DISK_FULL = '53100';
