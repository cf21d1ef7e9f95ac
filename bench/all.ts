/**
 * Every benchmark whose results docs/performance.md shows, one after the other, each in a process of its own, so that all figures are
 * of one version of the code and of one machine. Takes some 45 minutes on two cores, of which nothing else may use any.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { flag, readSwitches, someOf } from '../test/support/switches.ts';

/** With the switches that keep a run short enough for its figures to be of one time. */
const switchesOf: Readonly<Record<string, readonly string[]>> = {
  compare: ['--warm-up', '10', '--seconds', '0.8'],
  data: ['--warm-up', '5'],
  notations: ['--warm-up', '5', '--rounds', '5'],
  memory: ['--seconds', '5', '--starts', '1'],
  distance: ['--seconds', '2', '--only', 'W1', '--only', 'W2', '--only', 'W4'],
  growth: [],
  seals: [],
  start: [],
  overload: [],
  'slow-sockets': [],
  hostile: [],
  live: [],
  breaker: [],
  reference: [],
  workers: [],
};
export const published: readonly string[] = Object.keys(switchesOf);

export async function run(args: readonly string[]): Promise<void> {
  const { only, write } = readSwitches(args, { only: someOf(published), write: flag });
  const missed: string[] = [];
  for (const name of only ?? published) {
    const startedAt = performance.now();
    console.error(`${name}:`);
    const switches = [name, ...(switchesOf[name] ?? []), ...(write ? ['--write'] : [])];
    const { status } = spawnSync(process.execPath, [join(import.meta.dirname, 'main.ts'), ...switches], {
      stdio: 'inherit',
    });
    console.error(`${name} took ${Math.round((performance.now() - startedAt) / 1_000)} s\n`);
    if (status !== 0) missed.push(name);
  }
  if (missed.length === 0) return;
  console.error(`not all targets are met: ${missed.join(', ')}`);
  process.exitCode = 1;
}
