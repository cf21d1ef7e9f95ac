// The metrics of several workers on one page.

import { createMetrics } from '@realty-forms/platform/observing/metrics.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMetricsCollector, mergeMetricsPages } from '../../../src/process/workers/worker-metrics.ts';

const page = (worker: number, value: number) =>
  `# HELP a_total Some\n# TYPE a_total counter\na_total{worker="${worker}"} ${value}\n`;

it('puts the lines of all workers under one header', () => {
  expect(mergeMetricsPages([page(1, 4), page(2, 6)])).toBe(
    '# HELP a_total Some\n# TYPE a_total counter\na_total{worker="1"} 4\na_total{worker="2"} 6\n',
  );
});

it('keeps what only one worker has, and is empty without workers', () => {
  expect(mergeMetricsPages([page(1, 4), page(2, 6).replaceAll('a_total', 'b_total')])).toContain(
    '\n\n# HELP b_total Some\n',
  );
  expect(mergeMetricsPages([])).toBe('\n');
});

it('loses no line of a real page', async () => {
  const { registry } = createMetrics();
  const text = await registry.metrics();
  const lines = (all: string) => all.split('\n').filter(Boolean);
  expect(lines(mergeMetricsPages([text]))).toEqual(lines(text));
});

describe('a scrape of the serving workers', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('waits for all of them, and puts their pages in order', async () => {
    const figures = createMetricsCollector(() => [1, 2]);
    const all = figures.collect();
    figures.addPage(1, 2, page(2, 6));
    figures.addPage(1, 1, page(1, 4));
    expect(await all).toBe(mergeMetricsPages([page(1, 4), page(2, 6)]));
  });

  it('waits for nobody if nobody serves', async () => {
    expect(await createMetricsCollector(() => []).collect()).toBe('\n');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('stops waiting for a worker that is gone', async () => {
    const figures = createMetricsCollector(() => [1, 2]);
    const all = figures.collect();
    figures.addPage(1, 1, page(1, 4));
    figures.drop(2);
    expect(await all).toBe(mergeMetricsPages([page(1, 4)]));
    expect(vi.getTimerCount()).toBe(0);
  });

  it('leaves out a worker that does not respond in time, and ignores its late page', async () => {
    const figures = createMetricsCollector(() => [1, 2]);
    const all = figures.collect();
    figures.addPage(1, 1, page(1, 4));
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await all).toBe(mergeMetricsPages([page(1, 4)]));
    figures.addPage(1, 2, page(2, 6));
  });
});
