/** Sums of usage with the names that existing tools read. */
import { nanoUsdPerDollar, type NanoUsd, type UsageSum } from '../../store/index.ts';

/**
 * Counts and money as existing tools read them. `cost` is at list price, `actual_cost` is what was charged.
 */
export interface UsageTotals {
  readonly requests: number;
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly cache_creation_tokens: number;
  readonly cache_read_tokens: number;
  readonly total_tokens: number;
  /** In dollars. */
  readonly cost: number;
  readonly actual_cost: number;
}

/** Dollars as a number, which may round large amounts; for reports, not for arithmetic. */
export function toDollars(nanoUsd: NanoUsd): number {
  return nanoUsd / nanoUsdPerDollar;
}

/** Adds up sums. Input tokens exclude cached ones; output tokens include reasoning. */
export function toTotals(sums: readonly UsageSum[]): UsageTotals {
  const add = (pick: (sum: UsageSum) => number): number =>
    sums.reduce((total, sum) => total + pick(sum), 0);
  const counts = {
    input_tokens: add(({ input }) => input),
    output_tokens: add(({ output, reasoning }) => output + reasoning),
    cache_creation_tokens: add(({ cacheWrite5m, cacheWrite1h }) => cacheWrite5m + cacheWrite1h),
    cache_read_tokens: add(({ cacheRead }) => cacheRead),
  };
  return {
    requests: add(({ requests }) => requests),
    ...counts,
    total_tokens: Object.values(counts).reduce((total, count) => total + count, 0),
    cost: toDollars(add(({ listNanoUsd }) => listNanoUsd)),
    actual_cost: toDollars(add(({ chargedNanoUsd }) => chargedNanoUsd)),
  };
}
