/** The series that /metrics has, by name, with the labels of each; and those that Prometheus adds when it asks for them. */
import { createMetrics, measureProcess } from '@realty-forms/platform/observability/metrics.ts';

/** By Prometheus, to each series. */
const added = ['instance', 'job'];

export function exposedSeries(): ReadonlyMap<string, readonly string[]> {
  const metrics = createMetrics();
  measureProcess(metrics);
  const series = new Map<string, readonly string[]>([['up', added]]);
  for (const metric of metrics.registry.getMetricsAsArray()) {
    const { name, type, labelNames } = metric as unknown as { name: string; type: string; labelNames: string[] };
    const labels = [...labelNames, ...added];
    if (String(type) !== 'histogram') series.set(name, labels);
    else {
      for (const suffix of ['_count', '_sum']) series.set(name + suffix, labels);
      series.set(`${name}_bucket`, [...labels, 'le']);
    }
  }
  return series;
}
