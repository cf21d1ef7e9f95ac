/**
 * What a process that was killed left behind, removed at the next start: drafts whose upload no longer runs, and stored bytes
 * that no row speaks of. An upload that still runs, in whatever process, is left alone.
 */
import { createHash } from 'node:crypto';
import { readdir, stat, unlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';

/** No upload takes longer: an older draft is nobody's, even if its process's number is in use. */
const DRAFT_LIFETIME_MS = 3_600_000;

const host = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);

/** A draft's name tells whose it is: machine, process, and the name that its bytes will be stored under. */
export function draftName(id: string): string {
  return `${host}.${process.pid}.${id}`;
}

export interface Swept {
  readonly drafts: number;
  readonly orphans: number;
}

/** `known` tells which stored names have a row. */
export async function sweep(
  { incomingDir, storedDir }: { readonly incomingDir: string; readonly storedDir: string },
  known: (names: readonly string[]) => Promise<ReadonlySet<string>>,
): Promise<Swept> {
  // In this order: a file whose draft is gone by the time drafts are listed had its row before, so the rows show it.
  const stored = await readdir(storedDir);
  const drafts = await readdir(incomingDir);
  const running = new Set<string>();
  let removedDrafts = 0;
  for (const name of drafts) {
    if (await isRunning(incomingDir, name)) running.add(name.split('.')[2] ?? '');
    else if (await remove(join(incomingDir, name))) removedDrafts += 1;
  }
  const rows = await known(stored);
  let orphans = 0;
  for (const name of stored) {
    if (rows.has(name) || running.has(name)) continue;
    if (await remove(join(storedDir, name))) orphans += 1;
  }
  return { drafts: removedDrafts, orphans };
}

async function isRunning(dir: string, name: string): Promise<boolean> {
  const [draftHost, pidText] = name.split('.');
  const modified = await stat(join(dir, name)).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );
  // The disk's own time, whatever clock the service is run with: it is compared with files' times.
  const now = Date.now();
  if (now - modified > DRAFT_LIFETIME_MS) return false;
  // Of another machine on the same folder nothing more can be known.
  if (draftHost !== host) return true;
  const pid = Number(pidText);
  // In a container every start has the same number: what is older than this process is its predecessor's.
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
