import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { findBinaries, notInstalled } from './test/support/postgresql/binaries.ts';

const hasPostgresql = findBinaries() !== null;
if (!hasPostgresql) console.warn(notInstalled);

export default defineConfig({
  // graphql has a second build under `module`, and takes no schema from one into the other; Node, Apollo and so tests take
  // the one under `main`.
  resolve: { alias: [{ find: /^graphql$/, replacement: fileURLToPath(import.meta.resolve('graphql')) }] },
  test: {
    environment: 'node',
    setupFiles: ['test/support/setup.ts'],
    // Loading Apollo and Fastify anew takes a quarter of a second a file; a worker loads them once.
    pool: 'threads',
    isolate: false,
    // By default one core is left to the watcher that a run has none of.
    maxWorkers: '100%',
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'suite',
          include: ['test/**/*.test.ts'],
          exclude: ['test/long/**', 'test/support/**'],
        },
      },
      // The graph's tests once more, as if each operation had come before: compiled, and down the fast lane.
      {
        extends: true,
        test: {
          name: 'compiled',
          include: ['test/graphql/**/*.test.ts'],
          // These ask nothing.
          exclude: [
            'test/graphql/{arguments,compiled,estimate,executor,executor-selections,guard,released-schema,schema,schema-shapes}.test.ts',
          ],
          env: { TEST_FAST_LANE: 'on' },
        },
      },
      // The reference's tests once more, its databases on a server; but for those that touch none.
      {
        extends: true,
        test: {
          name: 'postgresql',
          include: hasPostgresql ? ['test/reference/**/*.test.ts'] : ['test/support/postgresql/missing.test.ts'],
          exclude: [
            'test/reference/{files-memory,files-types,keys,oauth-client,seed,slow-bodies,sqlite,switches,weather}.test.ts',
            'test/reference/conformance/rules.test.ts',
            'test/reference/{openapi,requests}/**',
          ],
          globalSetup: ['test/support/postgresql/cluster.ts'],
        },
      },
    ],
  },
});
