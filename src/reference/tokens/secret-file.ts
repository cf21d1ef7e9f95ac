/**
 * Files of the data folder that hold a secret, made at the first start: only their owner can read them, two processes that start
 * at the same time end up with the same content, and a file that cannot be read is never replaced.
 */
import { chmod, link, mkdir, open, readFile, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { Fault } from '../../platform/fault.ts';
import type { ReferenceFaultCode } from '../options.ts';

/** The content of this file; creates the folder and the file if they do not exist. */
export async function loadSecretFile(dataDir: string, name: string, create: () => string): Promise<string> {
  const path = join(dataDir, name);
  await ensureDataDir(dataDir);
  return (await readSecretFile(path)) ?? (await createSecretFile(path, create()));
}

export async function ensureDataDir(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
  } catch (cause) {
    throw new Fault<ReferenceFaultCode>('DATA_DIR_UNWRITABLE', `the data folder ${dataDir} cannot be created`, {
      cause,
    });
  }
}

async function readSecretFile(path: string): Promise<string | null> {
  try {
    const text = await readFile(path, 'utf8');
    // A copy, or a file restored from a backup, may be readable by others.
    await chmod(path, 0o600);
    return text;
  } catch (cause) {
    if (isErrno(cause, 'ENOENT')) return null;
    throw new Fault<ReferenceFaultCode>('KEY_UNREADABLE', `${path} cannot be read`, { cause });
  }
}

// Written completely under a temporary name, then linked: a link never overwrites, so the second process reads the first's file.
async function createSecretFile(path: string, text: string): Promise<string> {
  const temporaryPath = `${path}.${process.pid}.${crypto.randomUUID()}`;
  try {
    const file = await open(temporaryPath, 'wx', 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    try {
      await link(temporaryPath, path);
      return text;
    } catch (error) {
      if (!isErrno(error, 'EEXIST')) throw error;
      return await readFile(path, 'utf8');
    } finally {
      await unlink(temporaryPath);
    }
  } catch (cause) {
    throw new Fault<ReferenceFaultCode>('DATA_DIR_UNWRITABLE', `${path} cannot be written`, { cause });
  }
}

export function isErrno(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
