// The figures of several workers on one page.
import { expect, it } from 'vitest';
import { createMetrics } from '../src/platform/metrics.ts';
import { joinFigures } from '../src/worker-figures.ts';

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
