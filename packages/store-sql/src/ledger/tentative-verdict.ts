/** Decides on reservations that are held already, and what corrects them; used by `tentative-reservations.ts`. */
import { decideReserve, fullHold } from '@parley/core/ledger';
import type { Held, ReservationRequest, ReserveOutcome } from '@parley/core/store';
import type { States } from '../hot-statements.ts';
import type { TentativeAnswer, TentativeCorrection } from '../tentative-statements.ts';
import type { Result } from './group-commit.ts';
import { TransactionStates } from './transaction-states.ts';
import {
  compareStates,
  findBegun,
  isChange,
  subtractHolds,
  toleranceMs,
  type FullyHeld,
} from './tentative-states.ts';

export type Verdict =
  /** Everything that was held is given back, and nothing is decided. */
  | { readonly kind: 'undone'; readonly corrections: readonly TentativeCorrection[] }
  | {
      readonly kind: 'decided';
      /** One for each request, in order. */
      readonly results: readonly Result<ReserveOutcome>[];
      /** Absent when exactly what was held is granted. */
      readonly correction?: TentativeCorrection;
    };

interface Decisions extends Pick<
  TentativeCorrection,
  'deletedReservations' | 'changedReservations'
> {
  readonly results: readonly Result<ReserveOutcome>[];
  readonly after: States;
}

/** Decides on the states as they were before the requests were held, and compares with what is held. */
export function judgeHolds(
  requests: readonly ReservationRequest[],
  answer: TentativeAnswer,
): Verdict {
  const holds = requests.map((request) => ({
    request,
    held: fullHold(request, answer.prepaid.has(request.accountId)),
  }));
  const before = subtractHolds(answer.states, holds);
  const isAllHeld = answer.added.size === requests.length;
  const decisions = isAllHeld ? decideAll(holds, before, answer) : undefined;
  if (decisions === undefined) return { kind: 'undone', corrections: undo(holds, answer) };
  const { results, after, ...reservations } = decisions;
  const states = compareStates(after, answer.states, requests).filter(isChange);
  const correction = { states, ...reservations, begun: findBegun(before, after) };
  const isExact = Object.values(correction).every(({ length }) => length === 0);
  return { kind: 'decided', results, ...(!isExact && { correction }) };
}

/** What was held for requests that had a reservation already belongs to none that could expire meanwhile. */
function undo(holds: readonly FullyHeld[], answer: TentativeAnswer): TentativeCorrection[] {
  const { states, added } = answer;
  const isAdded = ({ request }: FullyHeld): boolean => added.has(request.id);
  const repeated = holds.filter((hold) => !isAdded(hold));
  return [holds.filter(isAdded), repeated].flatMap((some) => {
    if (some.length === 0) return [];
    const requests = some.map(({ request }) => request);
    return {
      states: compareStates(subtractHolds(states, some), states, requests),
      deletedReservations: some === repeated ? [] : [...added],
      changedReservations: [],
      begun: [],
    };
  });
}

/** Decides on one request after the other; `undefined` when more would be granted than is held. */
function decideAll(
  holds: readonly FullyHeld[],
  before: States,
  answer: TentativeAnswer,
): Decisions | undefined {
  const states = new TransactionStates(
    before,
    holds.map(({ request }) => request),
  );
  const results: Result<ReserveOutcome>[] = [];
  const deletedReservations: string[] = [];
  const changedReservations: { id: string; held: Held }[] = [];
  for (const { request, held } of holds) {
    const decision = decide(states, request, answer);
    if (decision === undefined) return undefined;
    const { outcome, granted } = decision;
    results.push({ kind: 'done', value: outcome });
    if (granted === undefined) {
      deletedReservations.push(request.id);
      continue;
    }
    if (exceeds(granted.held, held)) return undefined;
    const isSame = isSameHeld(granted.held, held);
    if (!isSame) changedReservations.push({ id: request.id, held: granted.held });
  }
  return { results, after: states.all(), deletedReservations, changedReservations };
}

/** Adds what is granted to the states; returns `undefined` when a number could not be stored exactly. */
function decide(
  states: TransactionStates,
  request: ReservationRequest,
  { prepaid, now }: TentativeAnswer,
): ReturnType<typeof decideReserve> | undefined {
  try {
    const current = { ...states.get(request), prepaid: prepaid.has(request.accountId), now };
    const decision = decideReserve({ ...request, ...current });
    if (decision.granted !== undefined) states.set(decision.granted);
    return decision;
  } catch {
    return undefined;
  }
}

function exceeds(granted: Held, held: Held): boolean {
  return (
    granted.nanoUsd > held.nanoUsd || granted.tokens > held.tokens || granted.slots > held.slots
  );
}

function isSameHeld(one: Held, other: Held): boolean {
  return (
    one.nanoUsd === other.nanoUsd &&
    one.tokens === other.tokens &&
    one.slots === other.slots &&
    one.requests === other.requests &&
    Math.abs(one.rateMs - other.rateMs) <= toleranceMs
  );
}
