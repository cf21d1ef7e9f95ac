/**
 * Where tests are, and which of their files are fast: those that open no socket and start no process, thread or browser. That is read
 * from what a file imports, itself or through other files of tests, so that a new file has its place without being listed.
 */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** Whoever imports one of these is not fast. */
const opening: readonly RegExp[] = [
  /^node:(child_process|dgram|https?|net|worker_threads)$/,
  /^playwright-core$/,
  // The parts of the program that listen, connect or start threads, and the many kilobytes that take time.
  /^src\/http\/server\/(server|monitoring|listen)\.ts$/,
  /^packages\/reference\/src\/(server|start)\.ts$/,
  /^packages\/doctor\/src\/(asker|service)\.ts$/,
  /^src\/upstream\/call\.ts$/,
  /^src\/upstream\/connections\/json-source\.ts$/,
  /^src\/gateway\/ledger\/stores\/(sqlite-store|postgres-store)\.ts$/,
  /^packages\/platform\/src\/stores\/sqlite-threads\.ts$/,
  /^src\/gateway\/search\/store\/(sqlite|postgres)-index\.ts$/,
  /^src\/process\/databases\.ts$/,
  // Other files' tests run there.
  /^test\/support\/upstreams\/disguised-suite\.ts$/,
];

/** The files of tests, which are looked into. */
const ofTests = /^(test|packages\/\w+\/test|bench\/test)\//;

const known = new Map<string, boolean>();

function opens(file: string): boolean {
  const before = known.get(file);
  if (before !== undefined) return before;
  // For files that import each other.
  known.set(file, false);
  const answer = importsOf(file).some(
    (imported) => opening.some((pattern) => pattern.test(imported)) || (ofTests.test(imported) && opens(imported)),
  );
  known.set(file, answer);
  return answer;
}

/** What a file imports at run time: its own files by their path from the root, all else by name. */
function importsOf(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  const names = [...text.matchAll(/^(?:import|export) (?!type )(?:[^;]*? from )?'([^']+)'/gm)].map(
    ([, name = '']) => name,
  );
  return names.map((name) => {
    if (name.startsWith('.')) return join(dirname(file), name);
    return name.replace(/^@realty-forms\/(\w+)\//, 'packages/$1/src/');
  });
}

export const testFiles: string[] = ['{test,packages/*/test,bench/test}/**/*.test.ts'];

const all = globSync(testFiles, { cwd: root, exclude: ['**/node_modules'] }).filter(
  (file) => !/^test\/(long|support)\//.test(file),
);

export const fastFiles: string[] = all.filter((file) => !opens(file)).sort();
