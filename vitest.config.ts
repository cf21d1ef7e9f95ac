import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    environment: 'node',
    include: ['test/**/*.test.ts'],
    exclude: ['test/long/**'],
    setupFiles: ['test/support/setup.ts'],
    // Loading Apollo and Fastify anew takes a quarter of a second a file; a worker loads them once.
    pool: 'threads',
    isolate: false,
    testTimeout: 10_000,
    hookTimeout: 30_000,
  },
});
