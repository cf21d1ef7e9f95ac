/**
 * A counter and a histogram for what happens with every request and every call. The library checks the labels of each value and joins them
 * into a text, by which it finds their series; here, one look-up for each label is enough. They are read like the library's.
 */
import type { LabelValues, Metric, Registry } from '@prometheus-io/client';

interface Description<Label extends string> {
  readonly name: string;
  readonly help: string;
  readonly labelNames: readonly Label[];
}

interface Sample {
  readonly labels: LabelValues<string>;
  readonly value: number;
  readonly metricName?: string;
}

/** Finds the series for labels; `create` makes a new one. */
function createSeries<Label extends string, Series>(labelNames: readonly Label[], create: () => Series) {
  const all: { readonly labels: LabelValues<Label>; readonly series: Series }[] = [];
  /** A tree with one level per label. */
  const root = new Map<unknown, unknown>();
  const add = (labels: LabelValues<Label>): Series => {
    const series = create();
    all.push({ labels: { ...labels }, series });
    labelNames.reduce<Map<unknown, unknown>>((level, name, at) => {
      const next = at === labelNames.length - 1 ? series : new Map<unknown, unknown>();
      return level.getOrInsert(labels[name], next) as Map<unknown, unknown>;
    }, root);
    return series;
  };
  const of = (labels: LabelValues<Label>): Series => {
    let found: unknown = root;
    for (const name of labelNames) {
      found = (found as Map<unknown, unknown>).get(labels[name]);
      if (found === undefined) return add(labels);
    }
    return found as Series;
  };
  return { of, all };
}

function register(registry: Registry, description: Description<string>, type: string, values: () => Sample[]) {
  const metric = { ...description, type, aggregator: 'sum' };
  const get = () => Promise.resolve({ ...metric, values: values() });
  registry.registerMetric({ ...metric, get } as unknown as Metric);
  return get;
}

export function createCounter<Label extends string>(registry: Registry, description: Description<Label>) {
  const series = createSeries(description.labelNames, () => ({ count: 0 }));
  const read = () => series.all.map(({ labels, series: { count } }) => ({ labels, value: count }));
  return {
    get: register(registry, description, 'counter', read),
    inc(labels: LabelValues<Label>, by = 1): void {
      series.of(labels).count += by;
    },
  };
}

export function createHistogram<Label extends string>(
  registry: Registry,
  { bounds, ...description }: Description<Label> & { readonly bounds: readonly number[] },
) {
  const { name } = description;
  /** The number of values in each bucket, without those in the buckets before; the last bucket has no bound. */
  const series = createSeries(description.labelNames, () => ({ sum: 0, counts: [...bounds, Infinity].map(() => 0) }));
  const read = () =>
    series.all.flatMap(({ labels, series: { sum, counts } }) => {
      let count = 0;
      const buckets = counts.map((each, at) => {
        count += each;
        return { labels: { le: bounds[at] ?? '+Inf', ...labels }, value: count, metricName: `${name}_bucket` };
      });
      const total = { labels, value: count, metricName: `${name}_count` };
      return [...buckets, { labels, value: sum, metricName: `${name}_sum` }, total];
    });
  return {
    get: register(registry, description, 'histogram', read),
    observe(labels: LabelValues<Label>, value: number): void {
      const found = series.of(labels);
      let at = 0;
      while (at < bounds.length && value > (bounds[at] as number)) at += 1;
      found.counts[at] = (found.counts[at] as number) + 1;
      found.sum += value;
    },
  };
}
