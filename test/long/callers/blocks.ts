/**
 * Loaded into the gateway under attack: appends to a file how long each turn of its event loop took, and for how much of it the
 * loop's thread was at work. For the rest it waited for a core, which it shares with the attacker, or for a collector's threads.
 */
import { appendFileSync, readFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const EVERY_MS = 5;
/** Shorter turns are not written. */
const MIN_MS = 15;

export interface Blocks {
  /** Milliseconds of the longest turn. */
  readonly longest: number;
  /** Milliseconds of work in the turn with the most of it. */
  readonly mostWork: number;
}

const file = process.env['BLOCKS_FILE'];
// The other threads of the gateway load this too.
if (isMainThread && file !== undefined) writeBlocks(file);

function writeBlocks(file: string): void {
  let last = performance.now();
  let lastWork = process.threadCpuUsage();
  setInterval(() => {
    const now = performance.now();
    const work = process.threadCpuUsage(lastWork);
    const milliseconds = now - last;
    if (milliseconds > MIN_MS) {
      appendFileSync(file, `${JSON.stringify([Date.now(), milliseconds, (work.user + work.system) / 1_000])}\n`);
    }
    last = now;
    lastWork = process.threadCpuUsage();
  }, EVERY_MS).unref();
}

/** Of the turns that ended after `since`, a time of `Date.now`. */
export function readBlocks(file: string, since: number): Blocks {
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
  const turns = lines
    .map((line) => JSON.parse(line) as [at: number, milliseconds: number, work: number])
    .filter(([at]) => at > since);
  return {
    longest: Math.max(0, ...turns.map(([, milliseconds]) => milliseconds - EVERY_MS)),
    mostWork: Math.max(0, ...turns.map(([, , work]) => work)),
  };
}
