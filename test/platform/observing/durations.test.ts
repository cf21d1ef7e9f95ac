// Durations, with prom-client's own histogram as the oracle.
import { Histogram, type Metric, Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import { Durations } from '../../../src/platform/observing/durations.ts';

const shape = { name: 'a_seconds', help: 'Seconds of "a"\nand b', buckets: [0.005, 0.01, 2.5, 30] };
type Labels = Readonly<Record<'route' | 'status', string | number>>;
const observed: readonly (readonly [Labels, number])[] = [
  [{ route: '/graphql', status: 200 }, 0.005],
  [{ route: '/a"b\\c', status: 404 }, 0],
  [{ route: '/graphql', status: 200 }, 0.0050001],
  [{ route: '/graphql', status: 200 }, 31],
  [{ route: '/graphql', status: 503 }, 2.5],
  [{ status: 404, route: '/a"b\\c' }, 0.1],
];

describe('durations', () => {
  it.each([
    ['alone', {}],
    ['beside labels of the whole process', { worker: '2' }],
  ])("have the same output as prom-client's histograms, %s", async (_, defaults) => {
    const [ours, theirs] = [new Registry(), new Registry()];
    for (const registry of [ours, theirs]) registry.setDefaultLabels(defaults);
    const durations = new Durations({ ...shape, labelNames: ['route', 'status'] });
    ours.registerMetric(durations as unknown as Metric);
    const histogram = new Histogram({ ...shape, labelNames: ['route', 'status'], registers: [theirs] });
    expect(await ours.metrics()).toBe(await theirs.metrics());
    for (const [labels, seconds] of observed) {
      durations.observe(labels, seconds);
      histogram.observe(labels, seconds);
      expect(await ours.metrics()).toBe(await theirs.metrics());
    }
    const lines = (await histogram.get()).values.map(({ metricName, labels, value }) => ({
      metricName,
      labels,
      value,
    }));
    expect((await durations.get()).values).toEqual(lines);
  });
});
