/** The arithmetic of a chart: round ticks and stacked bars. */

export interface Scale {
  readonly low: number;
  readonly high: number;
  /** From low to high, in equal steps. */
  readonly ticks: readonly number[];
}

/** Approximate number of grid lines. */
const wantedSteps = 4;

/** A smaller range counts as none: its steps would underflow to 0. */
const smallestRange = 1e-15;

/**
 * A scale that contains 0 and all values, with steps of 1, 2 or 5 times a power of ten.
 * @param isWhole whether all steps are integers
 */
export function createScale(values: readonly number[], isWhole: boolean): Scale {
  const least = Math.min(0, ...values);
  const most = Math.max(0, ...values);
  if (most - least < smallestRange) return { low: 0, high: 1, ticks: [0] };
  const step = Math.max(roundStep((most - least) / wantedSteps), isWhole ? 1 : 0);
  const first = Math.floor(least / step);
  const last = Math.max(first + 1, Math.ceil(most / step));
  // Multiplies integers, because adding a step repeatedly would accumulate its error.
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
  return { low: first * step, high: last * step, ticks };
}

function roundStep(step: number): number {
  const power = 10 ** Math.floor(Math.log10(step));
  const factor = [1, 2, 5, 10].find((each) => each * power >= step * 0.999) ?? 10;
  return factor * power;
}

/** Where a bar begins and ends. */
export type Span = readonly [from: number, to: number];

/** Stacks the values of each time, the last series at the bottom. */
export function stack(rows: readonly (readonly (number | null)[])[]): readonly (readonly Span[])[] {
  const tops: number[] = [];
  const spans = rows.toReversed().map((row) =>
    row.map((value, place): Span => {
      const from = tops[place] ?? 0;
      const to = from + (value ?? 0);
      tops[place] = to;
      return [from, to];
    }),
  );
  return spans.toReversed();
}
