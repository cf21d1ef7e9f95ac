/**
 * Random operations over the whole schema by fifty agents and a service; fails where anybody is shown, or has written to, what
 * is another's. Prints how many there were of each root field and how they were answered.
 */

import { runIsolation } from '../isolation/run.ts';
import { createWorld } from '../isolation/world.ts';
import { ofCases, readSwitches } from '../support/switches.ts';

const DEFAULT_RUNS = 100_000;

export async function run(args: readonly string[]): Promise<boolean> {
  const { runs: operations, seed } = readSwitches(args, ofCases(DEFAULT_RUNS));
  console.log(`${operations} operations, seed ${seed}`);
  const world = await createWorld();
  try {
    const { leaks, roots, codes, links, neverAsked, ownMarks } = await runIsolation(world, operations, seed);
    for (const [name, { sent, answered }] of roots) {
      console.log(`${name.padEnd(36)} sent ${String(sent).padStart(7)}  answered ${String(answered).padStart(7)}`);
    }
    console.log([...codes].map(([code, count]) => `${code}: ${count}`).join('  '));
    console.log(`links followed ${links.sent}, opened ${links.opened}; marks of the caller's own ${ownMarks}`);
    const unanswered = [...roots].filter(([, { answered }]) => answered === 0).map(([name]) => name);
    for (const name of [...unanswered, ...neverAsked]) console.error(`never answered or never asked for: ${name}`);
    for (const leak of leaks.slice(0, 10)) console.error(leak);
    console.log(`marks of others in bodies, headers, log lines and records: ${leaks.length}`);
    return leaks.length === 0 && unanswered.length === 0 && neverAsked.length === 0 && links.opened > 0;
  } finally {
    await world.close();
  }
}
