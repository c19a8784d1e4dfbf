/** Sums of usage by time and other dimensions, as a store computes them. */
import type { MediaKind, Usage } from '@parley/protocol';
import type { NanoUsd } from './money.ts';

/** Usage is summed in steps of this many milliseconds, which fit every time zone. */
export const usageStepMs = 15 * 60_000;

/** What usage may be grouped by. `time` is the start of the step, in milliseconds since 1970. */
export type UsageDimension =
  'time' | 'accountId' | 'keyId' | 'group' | 'callName' | 'upstream' | 'upstreamModel';

/**
 * The start of the step that contains a time.
 * @throws RangeError when the step is not a multiple of `usageStepMs`
 */
export function startOfStep(time: number, { timeStep }: Pick<UsageQuery, 'timeStep'> = {}): number {
  const { lengthMs, offsetMs } = timeStep ?? { lengthMs: usageStepMs, offsetMs: 0 };
  checkTimeStep({ lengthMs, offsetMs });
  return Math.floor((time + offsetMs) / lengthMs) * lengthMs - offsetMs;
}

/**
 * Checks the length and the offset of the steps by which usage is summed, in milliseconds.
 * @throws RangeError when the step is not a multiple of `usageStepMs`
 */
export function checkTimeStep({ lengthMs, offsetMs }: NonNullable<UsageQuery['timeStep']>): void {
  const isWhole = [lengthMs, offsetMs].every((length) =>
    Number.isSafeInteger(length / usageStepMs),
  );
  if (isWhole && lengthMs > 0) return;
  throw new RangeError('A time step must be a multiple of a quarter of an hour.');
}

/** Which exchanges are summed, and by what; every condition must hold. */
export interface UsageQuery {
  readonly accountId?: string;
  readonly keyId?: string;
  readonly group?: string;
  readonly callName?: string;
  readonly upstream?: string;
  /** In milliseconds since 1970, rounded down to the start of a step. */
  readonly from?: number;
  readonly until?: number;
  /** The dimensions to group by; when empty, one sum of everything. */
  readonly by: readonly UsageDimension[];
  /**
   * Makes the steps of `time` longer. The offset is how much earlier they begin than in UTC, as in a zone
   * east of Greenwich. Both are multiples of `usageStepMs`.
   */
  readonly timeStep?: { readonly lengthMs: number; readonly offsetMs: number };
}

/** Counts and money of all exchanges with the same dimensions. */
export interface UsageSum extends Omit<
  Usage,
  MediaKind | 'services' | 'toolUses' | 'estimated' | 'corrections'
> {
  readonly time?: number;
  readonly accountId?: string;
  readonly keyId?: string;
  readonly group?: string;
  /** The empty string when an exchange failed before an upstream was called. */
  readonly callName?: string;
  /** The empty string when no upstream was called. */
  readonly upstream?: string;
  readonly upstreamModel?: string;
  readonly requests: number;
  /** Requests that failed or whose client disconnected. */
  readonly failures: number;
  /** Calls of upstreams. One that another upstream answered in the end counts for its own upstream, without a request. */
  readonly attempts: number;
  /** Attempts that failed; one whose client disconnected did not. */
  readonly failedAttempts: number;
  readonly durationMs: number;
  readonly listNanoUsd: NanoUsd;
  readonly chargedNanoUsd: NanoUsd;
  /** What the targets cost the operator; unknown costs count as 0. */
  readonly costNanoUsd: NanoUsd;
}
