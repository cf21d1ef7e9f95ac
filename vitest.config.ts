import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { compiledCode } from './test/support/compiled-code.ts';
import { SkippedTests } from './test/support/debian-packages.ts';
import { fastFiles, testFiles } from './test/support/fast-files.ts';
import { LongestFirst } from './test/support/longest-first.ts';
import './test/support/own-environment.ts';

export default defineConfig({
  test: {
    environment: 'node',
    setupFiles: ['test/support/setup.ts'],
    reporters: ['default', new SkippedTests()],
    // Node runs tests and sources as it runs the program; nothing transforms them.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // Loading Apollo takes a quarter of a second per file; without isolation, a worker loads it once. Workers are processes, because
    // a process takes the longer to start a program the more memory it has.
    pool: 'forks',
    isolate: false,
    // A tenth of a run is waiting: for processes that start, for browsers, for what shall not happen yet. More workers than cores
    // do something else meanwhile.
    maxWorkers: availableParallelism() + 2,
    // Otherwise a file of most of a minute may start last, and the other cores wait for it.
    sequence: { sequencer: LongestFirst },
    // What compiling takes is not repeated: not by the next project or run, nor by the programs that tests start.
    env: { NODE_COMPILE_CACHE: compiledCode },
    // What a test waits for comes at once, or late on a busy machine. These limits end only what hangs.
    expect: { poll: { interval: 10, timeout: 60_000 } },
    testTimeout: 120_000,
    hookTimeout: 120_000,
    projects: [
      // What needs no socket, process or browser: `npm run test:fast`.
      { extends: true, test: { name: 'fast', include: fastFiles } },
      {
        extends: true,
        test: {
          name: 'suite',
          include: testFiles,
          exclude: ['**/node_modules/**', 'test/long/**', 'test/support/**', ...fastFiles],
          globalSetup: ['test/support/compiled-code.ts', 'test/support/programs/seeded-folder.ts'],
        },
      },
    ],
  },
});
