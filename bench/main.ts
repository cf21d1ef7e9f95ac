/**
 * `npm run bench -- NAME [options]`: runs the named benchmark in this process; without a name, the comparison with other servers. `all`
 * runs what docs/performance.md shows, each in a process of its own. The exit code is 1 if a target is missed, 2 if something failed.
 */
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { flag, readSwitches, someOf } from '../test/support/switches.ts';
import { type BenchmarkName, benchmarks } from './benchmarks.ts';

const names = Object.keys(benchmarks) as BenchmarkName[];
const usage = ['npm run bench -- NAME [options]', '']
  .concat(names.map((name) => `  ${name.padEnd(14)}${benchmarks[name].description}`))
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

/** At once: connections that a failed benchmark has left open would keep the process alive. */
function fail(problem: unknown): void {
  console.error(problem);
  process.exit(2);
}

/** The comparison comes first and last, since its two runs should be of different times. One that fails costs its own table only. */
async function runAll(args: readonly string[]): Promise<void> {
  const { only = names, write } = readSwitches(args, { only: someOf(names), write: flag });
  const firstRun = join(tmpdir(), `bench-compare-${process.pid}.json`);
  const steps = names.filter((name) => only.includes(name)).map((name) => ({ name, own: [] as string[] }));
  if (steps[0]?.name === 'compare') {
    steps[0].own.push('--json', firstRun);
    steps.push({ name: 'compare', own: ['--beside', firstRun] });
  }
  const startedAt = performance.now();
  const results: string[] = [];
  for (const [at, { name, own }] of steps.entries()) {
    const { inAll, maxMinutes } = benchmarks[name];
    console.error(`${at + 1} of ${steps.length}: ${name}, at most ${maxMinutes} minutes`);
    const begunAt = performance.now();
    const code = await runStep([name, ...inAll, ...own, ...(write ? ['--write'] : [])], maxMinutes);
    const outcome = ['all targets are met', 'a target is missed'][code] ?? 'FAILED, its table is as it was';
    results.push(`${name}: ${outcome}, ${Math.round((performance.now() - begunAt) / 1_000)} s`);
    console.error(`${results.at(-1)}\n`);
    process.exitCode = Math.max(Number(process.exitCode ?? 0), code);
  }
  rmSync(firstRun, { force: true });
  console.error([...results, `all: ${Math.round((performance.now() - startedAt) / 60_000)} minutes`].join('\n'));
}

/** Its exit code; 2 if it took too long. A benchmark that gets SIGTERM ends its servers. */
async function runStep(args: readonly string[], maxMinutes: number): Promise<number> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), ...args], { stdio: 'inherit' });
  const timer = setTimeout(() => child.kill('SIGTERM'), maxMinutes * 60_000);
  const stop = () => {
    child.kill('SIGTERM');
    child.once('close', () => process.exit(2));
  };
  process.once('SIGTERM', stop);
  const code = await new Promise<number>((resolve) => child.once('close', (exitCode) => resolve(exitCode ?? 2)));
  process.off('SIGTERM', stop);
  clearTimeout(timer);
  return code;
}
