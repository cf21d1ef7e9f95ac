/**
 * `npm run bench -- NAME [options]`: runs the named benchmark in this process; without a name, the comparison with other servers. `all`
 * runs what docs/performance.md shows, each in a process of its own. The exit code is 1 if a target is missed, 2 if something failed.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createFolder, endWithScript } from '../test/support/programs/script-resources.ts';
import { flag, readSwitches, someOf } from '../test/support/switches.ts';
import { type BenchmarkName, benchmarks, steps } from './benchmarks.ts';

const usage = ['npm run bench -- NAME [options]', '']
  .concat(Object.entries(benchmarks).map(([name, { description }]) => `  ${name.padEnd(14)}${description}`))
  .concat(`  ${'all'.padEnd(14)}all of these; --write renews docs/performance.md`)
  .join('\n');

await main(process.argv.slice(2));

async function main(argv: readonly string[]): Promise<void> {
  if (argv[0] === 'help' || argv[0] === '--help') return console.log(usage);
  const isNamed = argv[0] !== undefined && !argv[0].startsWith('-');
  const [name = '', ...args] = isNamed ? argv : ['compare', ...argv];
  if (name === 'all') return await runAll(args);
  if (!Object.hasOwn(benchmarks, name)) return fail(usage);
  try {
    await (await benchmarks[name as BenchmarkName].load()).run(args);
  } catch (error) {
    fail(error);
  }
}

function fail(problem: unknown): void {
  console.error(problem);
  process.exitCode = 2;
}

/** A step that fails or takes too long costs its own table only. */
async function runAll(args: readonly string[]): Promise<void> {
  const names = Object.keys(benchmarks) as BenchmarkName[];
  const { only, write } = readSwitches(args, { only: someOf(names), write: flag });
  const chosen = steps(createFolder('bench-all-')).filter(({ name }) => only?.includes(name) ?? true);
  const startedAt = performance.now();
  const results: string[] = [];
  for (const [at, { name, switches, minutes }] of chosen.entries()) {
    const begunAt = performance.now();
    console.error(`${at + 1} of ${chosen.length}: ${name}, at most ${minutes} minutes`);
    const code = await runStep([name, ...switches, ...(write ? ['--write'] : [])], minutes);
    const outcome =
      code === 0 ? 'done' : code === 1 ? 'done, not all targets are met' : 'FAILED, its table is unchanged';
    results.push(`${name}: ${outcome}, ${Math.round((performance.now() - begunAt) / 1_000)} s`);
    console.error(`${results.at(-1)}\n`);
    process.exitCode = Math.max(Number(process.exitCode ?? 0), code);
  }
  console.error([...results, `all: ${Math.round((performance.now() - startedAt) / 60_000)} minutes`].join('\n'));
}

/** Its exit code; 2 if it took too long. */
function runStep(args: readonly string[], minutes: number): Promise<number> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), ...args], { stdio: 'inherit' });
  endWithScript(child);
  // The benchmark ends its own servers.
  const timer = setTimeout(() => child.kill('SIGTERM'), minutes * 60_000);
  return new Promise((resolve) => {
    child.once('close', (code) => {
      clearTimeout(timer);
      resolve(code ?? 2);
    });
  });
}
