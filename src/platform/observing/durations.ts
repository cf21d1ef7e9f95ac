/**
 * Duration histograms in Prometheus's terms, for what is counted with every request: a row is looked up once by the code that
 * keeps it, and counted in place. prom-client's own histogram builds a string of all labels and looks it up with each
 * observation, at ten times the cost; the output of both is the same, byte for byte.
 */

type Labels<Label extends string> = Readonly<Record<Label, string | number>>;

export interface DurationsOptions<Label extends string> {
  readonly name: string;
  readonly help: string;
  readonly labelNames: readonly Label[];
  /** Upper bounds in seconds, ascending. */
  readonly buckets: readonly number[];
}

/** One line of a metric, as a registry reads it. */
interface Sample {
  readonly metricName: string;
  readonly labels: Record<string, string | number>;
  readonly value: number;
}

/** Can be registered like one of prom-client's metrics. */
export class Durations<Label extends string> {
  readonly name: string;
  readonly help: string;
  readonly type = 'histogram';
  readonly labelNames: readonly Label[];
  readonly #bounds: readonly number[];
  readonly #rows = new Map<string, { readonly labels: Labels<Label>; readonly row: DurationRow }>();

  constructor({ name, help, labelNames, buckets }: DurationsOptions<Label>) {
    this.name = name;
    this.help = help;
    this.labelNames = labelNames;
    this.#bounds = buckets;
  }

  /** The row for these labels, the same object each time. It appears in the output from the first call on. */
  row(labels: Labels<Label>): DurationRow {
    const key = JSON.stringify(this.labelNames.map((label) => labels[label]));
    return this.#rows.getOrInsertComputed(key, () => ({ labels, row: new DurationRow(this.#bounds) })).row;
  }

  /** All lines, each with all of its labels. */
  async get(): Promise<{ name: string; help: string; type: string; values: Sample[] }> {
    const { values, ...rest } = await this.getForPromString();
    return {
      ...rest,
      values: values.map(({ sharedLabels, labels, ...each }) => ({ ...each, labels: { ...labels, ...sharedLabels } })),
    };
  }

  /** The method that a registry calls for text output: a row's labels are separate, so that they are formatted once. */
  async getForPromString() {
    const { name, help, type } = this;
    const values = [...this.#rows.values()].flatMap(({ labels: sharedLabels, row }) => {
      const sample = (suffix: string, labels: Record<string, string | number>, value: number) => ({
        metricName: `${name}_${suffix}`,
        labels,
        sharedLabels,
        value,
      });
      let sum = 0;
      const buckets = this.#bounds.map((le, at) => {
        sum += row.counts[at] ?? 0;
        return sample('bucket', { le }, sum);
      });
      return [
        ...buckets,
        sample('bucket', { le: '+Inf' }, row.count),
        sample('sum', {}, row.sum),
        sample('count', {}, row.count),
      ];
    });
    return { name, help, type, values };
  }
}

/** The counts for one set of labels. */
export class DurationRow {
  /** Per bound, without the counts of lower bounds (not cumulative). */
  readonly counts: number[];
  count = 0;
  sum = 0;
  readonly #bounds: readonly number[];

  constructor(bounds: readonly number[]) {
    this.#bounds = bounds;
    this.counts = bounds.map(() => 0);
  }

  observe(seconds: number): void {
    this.sum += seconds;
    this.count += 1;
    const bounds = this.#bounds;
    for (let at = 0; at < bounds.length; at += 1) {
      if (seconds > (bounds[at] as number)) continue;
      (this.counts[at] as number) += 1;
      return;
    }
  }
}
