/** Sums of usage as integers, so that they can be added and subtracted exactly. */
import type { View } from '../../api/client.ts';
import { toNanoUsd, writeNanoUsd } from '../../money/nano-usd.ts';
import type { Measure } from './search.ts';

/** Tokens and requests are counts, money is nano-dollars. */
export interface Sums {
  readonly requests: number;
  readonly failures: number;
  readonly input: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly output: number;
  readonly reasoning: number;
  readonly amount: number;
  readonly cost: number;
}

/** Key holders see no costs and no providers. */
export type Row = Omit<
  View<'UsageSum'>,
  'cost_amount' | 'upstream' | 'margin_amount' | 'list_amount' | 'attempts' | 'failed_attempts'
> & {
  readonly cost_amount?: string | null;
  readonly upstream?: string | null;
  readonly attempts?: number | null;
  readonly failed_attempts?: number | null;
};

export function sumsOf(row: Row): Sums {
  return {
    requests: row.requests,
    failures: row.failures,
    input: row.input_tokens,
    cacheRead: row.cache_read_tokens,
    cacheWrite: row.cache_write_tokens,
    output: row.output_tokens,
    reasoning: row.reasoning_tokens,
    amount: Number(toNanoUsd(row.amount)),
    cost: Number(toNanoUsd(row.cost_amount ?? row.amount)),
  };
}

const zero: Sums = {
  requests: 0,
  failures: 0,
  input: 0,
  cacheRead: 0,
  cacheWrite: 0,
  output: 0,
  reasoning: 0,
  amount: 0,
  cost: 0,
};

function subtract(from: Sums, what: Sums): Sums {
  const names = Object.keys(zero) as (keyof Sums)[];
  return Object.fromEntries(
    names.map((name) => [name, from[name] - what[name]]),
  ) as unknown as Sums;
}

/** The exact total of rows that have no request in common; absent when there are none. */
export function addRows(rows: readonly Row[]): Row | undefined {
  const [first] = rows;
  if (first === undefined) return undefined;
  const counts = countNames.map((name) => [name, rows.reduce((sum, row) => sum + row[name], 0)]);
  return {
    ...first,
    ...(Object.fromEntries(counts) as Pick<Row, (typeof countNames)[number]>),
    amount: addAmounts(rows.map(({ amount }) => amount)),
    cost_amount: addAmounts(rows.map((row) => row.cost_amount ?? row.amount)),
  };
}

const countNames = [
  'requests',
  'failures',
  'input_tokens',
  'cache_read_tokens',
  'cache_write_tokens',
  'output_tokens',
  'reasoning_tokens',
] as const;

function addAmounts(amounts: readonly string[]): string {
  return writeNanoUsd(amounts.reduce((sum, amount) => sum + toNanoUsd(amount), 0n));
}

/** What a row cost beyond the rows of the period before; absent while those are not known. */
export function changeOf(
  row: Row,
  before: readonly Row[] | undefined,
): { readonly before: string; readonly change: string } | undefined {
  if (before === undefined) return undefined;
  const { amount = '0' } = addRows(before) ?? {};
  const change = writeNanoUsd(toNanoUsd(row.amount) - toNanoUsd(amount));
  return { before: amount, change };
}

/** One figure of a sum; null for a ratio to zero. */
export function measureOf(sums: Sums, measure: Exclude<Measure, 'kinds'>): number | null {
  if (measure === 'tokens') return sums.input + sums.output;
  if (measure === 'margin') return sums.amount - sums.cost;
  if (measure === 'cacheShare') return sums.input === 0 ? null : sums.cacheRead / sums.input;
  return sums[measure];
}

/** The rows in the order of a measure, the largest first; among equals, by their requests. */
export function rankRows(rows: readonly Row[], measure: Exclude<Measure, 'kinds'>): readonly Row[] {
  return rows
    .map((row) => ({ row, value: measureOf(sumsOf(row), measure) ?? 0 }))
    .sort((a, b) => b.value - a.value || b.row.requests - a.row.requests)
    .map(({ row }) => row);
}

/** The tokens of a sum by kind, without overlap. */
export const kinds = {
  plainInput: ({ input, cacheRead, cacheWrite }) => input - cacheRead - cacheWrite,
  cacheRead: ({ cacheRead }) => cacheRead,
  cacheWrite: ({ cacheWrite }) => cacheWrite,
  plainOutput: ({ output, reasoning }) => output - reasoning,
  reasoning: ({ reasoning }) => reasoning,
} as const satisfies Record<string, (sums: Sums) => number>;

/** What one part used, step by step. */
export interface Part {
  readonly title: string;
  readonly rows: readonly Row[];
}

export interface TimedSums {
  readonly title: string;
  readonly sums: readonly Sums[];
}

/** The value of each series at each step, and the rest. */
export function splitSums(
  steps: readonly number[],
  whole: readonly Row[],
  { parts, others }: { readonly parts: readonly Part[]; readonly others: string },
): readonly TimedSums[] {
  const split = parts.map(({ title, rows }) => ({ title, sums: atSteps(steps, rows) }));
  const rest = atSteps(steps, whole).map((sums, at) =>
    split.reduce((left, part) => subtract(left, part.sums[at] ?? zero), sums),
  );
  const hasRest = rest.some(({ requests }) => requests > 0);
  return hasRest || split.length === 0 ? [...split, { title: others, sums: rest }] : split;
}

export function atSteps(steps: readonly number[], rows: readonly Row[]): readonly Sums[] {
  const byTime = new Map(rows.map((row) => [Date.parse(row.time ?? ''), sumsOf(row)]));
  return steps.map((step) => byTime.get(step) ?? zero);
}

/** The steps of a period until now, and later ones that have sums. */
export function joinSteps(steps: readonly number[], rows: readonly Row[]): readonly number[] {
  const all = new Set([...steps, ...rows.map(({ time }) => Date.parse(time ?? ''))]);
  return [...all].filter((time) => !Number.isNaN(time)).sort((a, b) => a - b);
}
