// The figures of several workers on one page.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMetrics } from '../src/platform/metrics.ts';
import { createFigures, joinFigures } from '../src/worker-figures.ts';

const page = (worker: number, value: number) =>
  `# HELP a_total Some\n# TYPE a_total counter\na_total{worker="${worker}"} ${value}\n`;

it('puts the lines of all under one head', () => {
  expect(joinFigures([page(1, 4), page(2, 6)])).toBe(
    '# HELP a_total Some\n# TYPE a_total counter\na_total{worker="1"} 4\na_total{worker="2"} 6\n',
  );
});

it('keeps what only one of them has, and says nothing where there is none', () => {
  expect(joinFigures([page(1, 4), page(2, 6).replaceAll('a_total', 'b_total')])).toContain('\n\n# HELP b_total Some\n');
  expect(joinFigures([])).toBe('\n');
});

it('loses no line of a real page', async () => {
  const { registry } = createMetrics();
  const text = await registry.metrics();
  const lines = (all: string) => all.split('\n').filter(Boolean);
  expect(lines(joinFigures([text]))).toEqual(lines(text));
});

describe('of those that serve', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('waits for all that were asked, and puts them in order', async () => {
    const figures = createFigures(() => [1, 2]);
    const all = figures.all();
    figures.take(1, 2, page(2, 6));
    figures.take(1, 1, page(1, 4));
    expect(await all).toBe(joinFigures([page(1, 4), page(2, 6)]));
  });

  it('waits for nobody where nobody serves', async () => {
    expect(await createFigures(() => []).all()).toBe('\n');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('waits no longer for one that is gone', async () => {
    const figures = createFigures(() => [1, 2]);
    const all = figures.all();
    figures.take(1, 1, page(1, 4));
    figures.drop(2);
    expect(await all).toBe(joinFigures([page(1, 4)]));
    expect(vi.getTimerCount()).toBe(0);
  });

  it('leaves out one that does not answer in time, and hears nothing of it later', async () => {
    const figures = createFigures(() => [1, 2]);
    const all = figures.all();
    figures.take(1, 1, page(1, 4));
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await all).toBe(joinFigures([page(1, 4)]));
    figures.take(1, 2, page(2, 6));
  });
});
