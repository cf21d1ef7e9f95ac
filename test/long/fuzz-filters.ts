/** Hostile texts in every filter; fails where one says more, or something else, than itself. Prints how many were refused. */
import { parseArgs } from 'node:util';
import { sendHostileTexts } from '../contract/hostile-values.ts';

const DEFAULT_RUNS = '1000000';

export async function run(args: readonly string[]): Promise<boolean> {
  const { values } = parseArgs({ args: [...args], options: { runs: { type: 'string' }, seed: { type: 'string' } } });
  const runs = Number(values.runs ?? DEFAULT_RUNS);
  const seed = Number(values.seed ?? Math.floor(Math.random() * 0x7fff_ffff));
  console.log(`${runs} texts, seed ${seed}`);
  const { refused, sent, brokenOut } = await sendHostileTexts(runs, seed);
  console.log(`refused ${refused}; sent and read back as themselves ${sent - brokenOut.length}`);
  console.log(`broken out ${brokenOut.length}`);
  for (const each of brokenOut.slice(0, 10)) console.error(each);
  return brokenOut.length === 0;
}
