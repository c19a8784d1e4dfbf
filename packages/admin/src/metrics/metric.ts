/** Counters and histograms with labels, in the data model of Prometheus; used by `exchange-metrics.ts`. */

export type Labels = Readonly<Record<string, string>>;

/** One number of a metric. */
export interface Sample {
  /** The name of the metric; for histograms with `_bucket`, `_sum` or `_count`. */
  readonly name: string;
  readonly labels: Labels;
  readonly value: number;
}

/** What a metric is, for the exposition and for dashboards. */
export interface MetricDescription {
  /** In base units: seconds, dollars, bytes; a counter ends in `_total` (prometheus.io, "Metric and label naming"). */
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
}

/** A metric with all of its samples: plain data, which processes can send to each other. */
export interface MetricFamily extends MetricDescription {
  readonly samples: readonly Sample[];
}

/** The numbers of one combination of labels. */
interface Series {
  write(name: string, labels: Labels): readonly Sample[];
}

/** A sum that only grows. */
export class Counter implements Series {
  readonly #divisor: number;
  #sum = 0;

  /** @param divisor of the sum when it is written, so that whole numbers are added up exactly; 1 by default */
  constructor(divisor = 1) {
    this.#divisor = divisor;
  }

  /** @param amount 0 or more */
  add(amount: number): void {
    this.#sum += amount;
  }

  write(name: string, labels: Labels): readonly Sample[] {
    return [{ name, labels, value: this.#sum / this.#divisor }];
  }
}

/** Counts values by their size. */
export class Histogram implements Series {
  readonly #bounds: readonly number[];
  /** One for each bound, and one for greater values. */
  readonly #counts: number[];
  #sum = 0;

  /** @param bounds the inclusive upper bounds of the buckets, ascending */
  constructor(bounds: readonly number[]) {
    this.#bounds = bounds;
    this.#counts = Array.from({ length: bounds.length + 1 }, () => 0);
  }

  observe(value: number): void {
    const found = this.#bounds.findIndex((bound) => value <= bound);
    const place = found < 0 ? this.#bounds.length : found;
    this.#counts[place] = (this.#counts[place] ?? 0) + 1;
    this.#sum += value;
  }

  write(name: string, labels: Labels): readonly Sample[] {
    let count = 0;
    const buckets = this.#counts.map((counted, place) => {
      count += counted;
      const le = String(this.#bounds[place] ?? '+Inf');
      return { name: `${name}_bucket`, labels: { ...labels, le }, value: count };
    });
    return [
      ...buckets,
      { name: `${name}_sum`, labels, value: this.#sum },
      { name: `${name}_count`, labels, value: count },
    ];
  }
}

/** Clients choose some label values, and every combination stays in memory. */
const maxSeries = 1_000;
const overflow = 'other';

/** A metric of this process, with a series for each combination of labels. */
export class Metric<Label extends string, Kind extends Series> {
  readonly #description: MetricDescription;
  readonly #create: () => Kind;
  readonly #series = new Map<string, { readonly labels: Labels; readonly series: Kind }>();

  constructor(description: MetricDescription, create: () => Kind) {
    this.#description = description;
    this.#create = create;
  }

  /**
   * The series of these labels. Of the first thousand combinations each has its own; all others share one, whose
   * values are `other`.
   */
  of(labels: Readonly<Record<Label, string>>): Kind {
    const key = Object.values(labels).join('\0');
    const found = this.#series.get(key);
    if (found !== undefined) return found.series;
    if (this.#series.size >= maxSeries && !isOverflow(labels)) return this.of(overflowOf(labels));
    const series = this.#create();
    this.#series.set(key, { labels, series });
    return series;
  }

  read(): MetricFamily {
    const { name } = this.#description;
    const all = [...this.#series.values()];
    const samples = all.flatMap(({ labels, series }) => series.write(name, labels));
    return { ...this.#description, samples };
  }
}

function isOverflow(labels: Labels): boolean {
  return Object.values(labels).every((value) => value === overflow);
}

function overflowOf<Label extends string>(
  labels: Readonly<Record<Label, string>>,
): Record<Label, string> {
  const names = Object.keys(labels) as Label[];
  return Object.fromEntries(names.map((name) => [name, overflow])) as Record<Label, string>;
}
