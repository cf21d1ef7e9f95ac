import { Counter, Histogram, Registry } from '@prometheus-io/client';
import { expect, test } from 'vitest';
import { createCounter, createHistogram } from '../../src/observability/series.ts';

const bounds = [0.1, 0.5, 1];
const labelNames = ['route', 'status'] as const;
const about = { name: 'seconds', help: 'Seconds per request', labelNames };
const values: readonly (readonly [string, number, number])[] = [
  ['/graphql', 200, 0.05],
  ['/graphql', 200, 0.1],
  ['/health', 503, 7],
  ['/graphql', 500, 0.75],
  ['/graphql', 200, 0.1001],
];

test('a frequent histogram reads like the library’s', async () => {
  const [own, library] = [new Registry(), new Registry()];
  const frequent = createHistogram(own, { ...about, bounds });
  const usual = new Histogram({ ...about, buckets: bounds, registers: [library] });
  for (const [route, status, seconds] of values) {
    frequent.observe({ route, status }, seconds);
    usual.observe({ route, status }, seconds);
  }
  expect(await own.metrics()).toBe(await library.metrics());
});

test('a frequent counter reads like the library’s, from zero on', async () => {
  const [own, library] = [new Registry(), new Registry()];
  const frequent = createCounter(own, about);
  const usual = new Counter({ ...about, registers: [library] });
  for (const counter of [frequent, usual]) {
    counter.inc({ route: '/graphql', status: 404 }, 0);
    for (const [route, status, by] of values) counter.inc({ route, status }, by);
    counter.inc({ route: '/graphql', status: 200 });
  }
  expect(await own.metrics()).toBe(await library.metrics());
});
