/**
 * Random operations over the whole schema by many agents, coordinators and a service; fails if a caller sees another agent's data or writes
 * to another agent's records. Prints counts by root field and response code.
 */

import { runIsolation } from '../isolation/run.ts';
import { createWorld } from '../isolation/world.ts';
import { caseSwitches, readSwitches } from '../support/switches.ts';

const DEFAULT_RUNS = 100_000;

export async function run(args: readonly string[]): Promise<boolean> {
  const { runs: operations, seed } = readSwitches(args, caseSwitches(DEFAULT_RUNS));
  console.log(`${operations} operations, seed ${seed}`);
  const world = await createWorld();
  try {
    const { leaks, roots, codes, links, neverSelected, ownMarks } = await runIsolation(world, operations, seed);
    for (const [name, { sent, answered }] of roots) {
      console.log(`${name.padEnd(36)} sent ${String(sent).padStart(7)}  answered ${String(answered).padStart(7)}`);
    }
    console.log([...codes].map(([code, count]) => `${code}: ${count}`).join('  '));
    console.log(`links followed ${links.sent}, opened ${links.opened}; markers of the caller's own data ${ownMarks}`);
    const unanswered = [...roots].filter(([, { answered }]) => answered === 0).map(([name]) => name);
    for (const name of [...unanswered, ...neverSelected]) console.error(`never answered or never selected: ${name}`);
    for (const leak of leaks.slice(0, 10)) console.error(leak);
    console.log(`markers of others' data in bodies, headers, log lines and records: ${leaks.length}`);
    return leaks.length === 0 && unanswered.length === 0 && neverSelected.length === 0 && links.opened > 0;
  } finally {
    await world.close();
  }
}
