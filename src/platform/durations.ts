/**
 * Durations in Prometheus's terms, for what is counted with every request: a histogram whose rows are found once, by whoever
 * keeps them, and counted in place. prom-client's own writes a text of all labels and looks it up with each observation, at
 * ten times the cost; what a registry shows of both is the same, byte for byte.
 */

type Labels<Label extends string> = Readonly<Record<Label, string | number>>;

export interface DurationsOptions<Label extends string> {
  readonly name: string;
  readonly help: string;
  readonly labelNames: readonly Label[];
  /** Upper bounds in seconds, ascending. */
  readonly buckets: readonly number[];
}

/** One line of a figure, as a registry reads it. */
interface Shown {
  readonly metricName: string;
  readonly labels: Record<string, string | number>;
  readonly value: number;
}

/** Shown by the registry that it is given to, like a metric of prom-client's. */
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

  /** The row of these labels, the same each time. It is shown from the first time on that it is asked for. */
  row(labels: Labels<Label>): DurationRow {
    const key = JSON.stringify(this.labelNames.map((label) => labels[label]));
    const known = this.#rows.get(key);
    if (known !== undefined) return known.row;
    const row = new DurationRow(this.#bounds);
    this.#rows.set(key, { labels, row });
    return row;
  }

  /** All rows, each label with each line. */
  async get(): Promise<{ name: string; help: string; type: string; values: Shown[] }> {
    const { values, ...rest } = await this.getForPromString();
    return {
      ...rest,
      values: values.map(({ sharedLabels, labels, ...each }) => ({ ...each, labels: { ...labels, ...sharedLabels } })),
    };
  }

  /** By this name a registry finds what it writes as text: a row's labels apart, to be written once. */
  async getForPromString() {
    const { name, help, type } = this;
    const values = [...this.#rows.values()].flatMap(({ labels: sharedLabels, row }) => {
      const line = (suffix: string, labels: Record<string, string | number>, value: number) => ({
        metricName: `${name}_${suffix}`,
        labels,
        sharedLabels,
        value,
      });
      let sum = 0;
      const buckets = this.#bounds.map((le, at) => {
        sum += row.counts[at] ?? 0;
        return line('bucket', { le }, sum);
      });
      return [
        ...buckets,
        line('bucket', { le: '+Inf' }, row.count),
        line('sum', {}, row.sum),
        line('count', {}, row.count),
      ];
    });
    return { name, help, type, values };
  }
}

/** What was counted under one set of labels. */
export class DurationRow {
  /** By bound, each only what is beyond the one before. */
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
