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
