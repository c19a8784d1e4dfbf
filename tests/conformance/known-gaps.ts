// What is known not to hold yet. A gap that has closed fails the run until it is taken out here.

/** A scenario that is known to fail, where, and why. */
export interface KnownGap {
  readonly scenario: string;
  /** The runtimes on which it fails; all when absent. */
  readonly runtimes?: readonly string[];
  readonly reason: string;
}

export const knownGaps: readonly KnownGap[] = [];

/** The gap that covers a scenario on a runtime; strangers' hosts have none. */
export function findGap(
  scenario: string,
  runtime: string | undefined,
  gaps: readonly KnownGap[] = knownGaps,
): KnownGap | undefined {
  if (runtime === undefined) return undefined;
  return gaps.find((gap) => gap.scenario === scenario && (gap.runtimes?.includes(runtime) ?? true));
}
