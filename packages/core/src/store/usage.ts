import type { Usage } from '@parley/protocol';
import type { Nanos } from './money.ts';

/** Usage is summed up in steps of this many milliseconds, which fit every time zone. */
export const usageStepMs = 15 * 60_000;

/** By what usage may be told apart. `time` is the start of the step, in milliseconds since 1970. */
export const usageDimensions = [
  'time',
  'accountId',
  'keyId',
  'group',
  'callName',
  'upstream',
  'upstreamModel',
] as const;
export type UsageDimension = (typeof usageDimensions)[number];

/**
 * Where the step begins in which a time lies.
 * @throws RangeError when the step is not made of whole usual ones
 */
export function startOfStep(time: number, { timeStep }: Pick<UsageQuery, 'timeStep'> = {}): number {
  const { lengthMs, offsetMs } = timeStep ?? { lengthMs: usageStepMs, offsetMs: 0 };
  checkTimeStep({ lengthMs, offsetMs });
  return Math.floor((time + offsetMs) / lengthMs) * lengthMs - offsetMs;
}

/** @throws RangeError when the step is not made of whole usual ones */
export function checkTimeStep({ lengthMs, offsetMs }: NonNullable<UsageQuery['timeStep']>): void {
  const isMade = [lengthMs, offsetMs].every((length) => Number.isSafeInteger(length / usageStepMs));
  if (isMade && lengthMs > 0) return;
  throw new RangeError('Steps of time are made of whole quarters of an hour.');
}

export interface UsageQuery {
  readonly accountId?: string;
  readonly keyId?: string;
  readonly group?: string;
  readonly callName?: string;
  readonly upstream?: string;
  /** In milliseconds since 1970, taken down to the start of a step. */
  readonly from?: number;
  readonly until?: number;
  /** What the sums are told apart by; one sum of everything when empty. */
  readonly by: readonly UsageDimension[];
  /**
   * Makes the steps of `time` longer: so long, and beginning so much earlier than those of UTC, which a
   * zone east of Greenwich has. Both are whole numbers of the usual steps.
   */
  readonly timeStep?: { readonly lengthMs: number; readonly offsetMs: number };
}

/** Counts and money of all exchanges that share their dimensions. */
export interface UsageSum extends Omit<Usage, 'estimated' | 'corrections'> {
  readonly time?: number;
  readonly accountId?: string;
  readonly keyId?: string;
  readonly group?: string;
  readonly callName?: string;
  /** An empty text when no upstream was reached. */
  readonly upstream?: string;
  readonly upstreamModel?: string;
  readonly requests: number;
  /** Requests that failed or were left by their caller. */
  readonly failures: number;
  readonly durationMs: number;
  readonly listNanos: Nanos;
  readonly chargedNanos: Nanos;
}
