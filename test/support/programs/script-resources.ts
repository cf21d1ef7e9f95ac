/**
 * What a script of bench/ or test/long/ uses outside its own process: temporary folders and child processes. Nothing of it
 * outlives the script: when the script exits or gets SIGINT or SIGTERM, its children are killed and its folders removed.
 */
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const signals = ['SIGINT', 'SIGTERM'] as const;
const folders = new Set<string>();
const children = new Set<ChildProcess>();
let isWatching = false;

/** A new folder in the system's temporary folder. */
export function createFolder(prefix: string): string {
  watchForEnd();
  const folder = mkdtempSync(join(tmpdir(), prefix));
  folders.add(folder);
  return folder;
}

/** Removes a folder that is no longer needed, before the script ends. */
export function removeFolder(folder: string): void {
  // A child that was just killed may create one more file.
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  folders.delete(folder);
}

/** Kills the child if the script ends first. Who starts a child still stops it. */
export function endWithScript(child: ChildProcess): void {
  watchForEnd();
  children.add(child);
  child.once('exit', () => children.delete(child));
}

function watchForEnd(): void {
  if (isWatching) return;
  isWatching = true;
  process.once('exit', cleanUp);
  for (const signal of signals) process.on(signal, endBySignal);
}

/** Nothing here waits: meanwhile the script would go on and report failures of children that are gone. */
function cleanUp(): void {
  for (const child of children) child.kill('SIGKILL');
  for (const folder of folders) removeFolder(folder);
}

/** Without its handlers, the signal ends the process as it would have without them, with the same exit status. */
function endBySignal(signal: NodeJS.Signals): void {
  cleanUp();
  for (const each of signals) process.off(each, endBySignal);
  process.kill(process.pid, signal);
}
