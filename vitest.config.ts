import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  // graphql has a second build under `module`, and takes no schema from one into the other; Node, Apollo and so tests take
  // the one under `main`.
  resolve: { alias: [{ find: /^graphql$/, replacement: fileURLToPath(import.meta.resolve('graphql')) }] },
  test: {
    environment: 'node',
    include: ['test/**/*.test.ts'],
    exclude: ['test/long/**'],
    setupFiles: ['test/support/setup.ts'],
    // Loading Apollo and Fastify anew takes a quarter of a second a file; a worker loads them once.
    pool: 'threads',
    isolate: false,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
