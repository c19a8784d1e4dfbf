// What is known not to hold yet. A gap that has closed fails the run until it is taken out here.

/** A scenario that is known to fail, where, and why. */
export interface KnownGap {
  readonly scenario: string;
  /** The runtimes on which it fails; all when absent. */
  readonly runtimes?: readonly string[];
  readonly reason: string;
}

const unbridged =
  'A stream begins with the first answer of its upstream, so the caller hears nothing before it.';

const unnoticed = 'The platform tells a function nothing of a caller that leaves.';

/** On Lambda an answer runs to its end whoever listens. */
const lambdaLeaves: readonly KnownGap[] = [
  'leave-midway',
  'leave-first',
  'leave-midway-is-billed',
  'many-leave-at-once',
  'usage-reserved',
].map((scenario) => ({ scenario, runtimes: ['lambda'], reason: unnoticed }));

/** On Workers a caller's departure shows only when something is written to it. */
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
  {
    scenario: 'too-big-body',
    runtimes: ['lambda'],
    reason: 'The platform itself refuses events of more than 6 MB, in words of its own.',
  },
  { scenario: 'keep-alive-first-chat', reason: unbridged },
  { scenario: 'keep-alive-first-messages', reason: unbridged },
  { scenario: 'keep-alive-first-responses', reason: unbridged },
];

/**
 * The gap that covers a scenario. Gaps of a runtime do not count for hosts whose runtime nobody knows.
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
