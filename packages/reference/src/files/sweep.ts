/**
 * Removes at start what a killed process left behind: drafts whose upload is no longer in progress, and stored bytes that no
 * row refers to. An upload in progress, in any process, is left alone.
 */
import { createHash } from 'node:crypto';
import { readdir, stat, unlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';

/** A draft that was last written longer ago is abandoned, even if a process with its process id exists. */
const DRAFT_LIFETIME_MS = 3_600_000;

const host = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);

/** A draft's name identifies its owner: host, process id, and the name that its bytes will be stored under. */
export function draftName(id: string): string {
  return `${host}.${process.pid}.${id}`;
}

export interface SweepResult {
  readonly drafts: number;
  readonly orphans: number;
}

/** `findReferenced` returns which of the stored names have a row. */
export async function sweep(
  { incomingDir, storedDir }: { readonly incomingDir: string; readonly storedDir: string },
  findReferenced: (names: readonly string[]) => Promise<ReadonlySet<string>>,
): Promise<SweepResult> {
  // The order matters: if a draft disappears before drafts are listed, its row was committed earlier, so `findReferenced` finds it.
  const stored = await readdir(storedDir);
  const drafts = await readdir(incomingDir);
  const inProgress = new Set<string>();
  let removedDrafts = 0;
  for (const name of drafts) {
    if (await isInProgress(incomingDir, name)) inProgress.add(name.split('.')[2] ?? '');
    else if (await remove(join(incomingDir, name))) removedDrafts += 1;
  }
  const rows = await findReferenced(stored);
  let orphans = 0;
  for (const name of stored) {
    if (rows.has(name) || inProgress.has(name)) continue;
    if (await remove(join(storedDir, name))) orphans += 1;
  }
  return { drafts: removedDrafts, orphans };
}

async function isInProgress(dir: string, name: string): Promise<boolean> {
  const [draftHost, pidText] = name.split('.');
  const modified = await stat(join(dir, name)).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );
  // The system time, not the service's configured clock, because it is compared with file times.
  const now = Date.now();
  if (now - modified > DRAFT_LIFETIME_MS) return false;
  // For another host that shares this folder, the age is all that can be checked.
  if (draftHost !== host) return true;
  const pid = Number(pidText);
  // In a container, every start can have the same process id: a draft older than this process is its predecessor's.
  if (pid === process.pid) return modified >= now - process.uptime() * 1000;
  return isAlive(pid);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function remove(path: string): Promise<boolean> {
  return await unlink(path).then(
    () => true,
    () => false,
  );
}
