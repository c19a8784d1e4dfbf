// Scenarios that are known to fail. A gap that passes fails the run until it is removed here.

/** A scenario that is known to fail, on which runtimes, and why. */
export interface KnownGap {
  readonly scenario: string;
  /** The runtimes on which it fails; all when absent. */
  readonly runtimes?: readonly string[];
  readonly reason: string;
}

const unnoticed = 'The platform does not tell a function that the client has disconnected.';

/** On Lambda a response continues after the client has disconnected. */
const lambdaLeaves: readonly KnownGap[] = [
  'leave-midway',
  'leave-first',
  'leave-midway-is-billed',
  'many-leave-at-once',
  'usage-reserved',
].map((scenario) => ({ scenario, runtimes: ['lambda'], reason: unnoticed }));

/** On Workers a disconnect is only detected at the next write. */
const workersLeaves: readonly KnownGap[] = [
  'leave-midway',
  'leave-first',
  'leave-midway-is-billed',
  'usage-reserved',
].map((scenario) => ({
  scenario,
  runtimes: ['cloudflare'],
  reason: 'A Worker learns of a departure when it writes: not before the answer, nor in a silence.',
}));

export const knownGaps: readonly KnownGap[] = [
  ...lambdaLeaves,
  ...workersLeaves,
  {
    scenario: 'wrong-keys-are-counted',
    runtimes: ['cloudflare'],
    reason: 'Cloudflare names the caller in cf-connecting-ip; workerd on one machine names nobody.',
  },
  ...['content-codings', 'content-codings-of-hosts'].map((scenario) => ({
    scenario,
    runtimes: ['lambda'],
    reason:
      'A function URL hands on a body that is declared as JSON as text, also a compressed one.',
  })),
  {
    scenario: 'content-codings-of-hosts',
    runtimes: ['cloudflare'],
    reason: 'The web platform decodes gzip and deflate only.',
  },
  ...['too-big-body', 'conversation-too-large'].map((scenario) => ({
    scenario,
    runtimes: ['lambda'],
    reason: 'The platform itself refuses events of more than 6 MB, in words of its own.',
  })),
];

/**
 * Finds the known gap of a scenario. Gaps of a runtime do not apply to hosts with an unknown runtime.
 * @param runtime `undefined` for such a host
 */
export function findGap(
  scenario: string,
  runtime: string | undefined,
  gaps: readonly KnownGap[] = knownGaps,
): KnownGap | undefined {
  return gaps.find(
    (gap) =>
      gap.scenario === scenario &&
      (gap.runtimes === undefined || (runtime !== undefined && gap.runtimes.includes(runtime))),
  );
}
