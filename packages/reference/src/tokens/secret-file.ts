/** The secret files of the data folder. A problem with one of them prevents the start. */
import { join } from 'node:path';
import { Fault } from '@realty-forms/platform/fault.ts';
import { createSecretFile, ensureFolder, readSecretFile } from '@realty-forms/platform/stores/private-files.ts';
import type { ReferenceFaultCode } from '../options.ts';

/** The content of this file; creates the folder and the file if they do not exist. */
export function loadSecretFile(dataDir: string, name: string, create: () => string): string {
  const path = join(dataDir, name);
  ensureDataDir(dataDir);
  const text = orFault('KEY_UNREADABLE', `${path} cannot be read`, () => readSecretFile(path));
  return text ?? orFault('DATA_DIR_UNWRITABLE', `${path} cannot be written`, () => createSecretFile(path, create()));
}

export function ensureDataDir(dataDir: string): void {
  orFault('DATA_DIR_UNWRITABLE', `the data folder ${dataDir} cannot be created`, () => ensureFolder(dataDir));
}

function orFault<T>(code: ReferenceFaultCode, message: string, step: () => T): T {
  try {
    return step();
  } catch (cause) {
    // The reason, such as ENOSPC: a full disk needs something other than another folder.
    const { code: reason } = cause as NodeJS.ErrnoException;
    throw new Fault(code, reason === undefined ? message : `${message} (${reason})`, { cause });
  }
}
