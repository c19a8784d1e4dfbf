import type { ReserveOutcome, ReserveRequest } from '../../store/ledger.ts';
import { advanceKeyState, beginWindows } from './advance-key-state.ts';
import { addCount, addNanos } from './exact.ts';
import { fitDemand, type Fit } from './fit-demand.ts';
import { findFullRate, takeRates, tellStanding } from './rates.ts';
import { moneyRooms, tokenRooms, type Purse } from './rooms.ts';
import type { LedgerStates } from './states.ts';

/** Everything that a reservation is decided by. The key's state need not be up to date. */
export interface ReserveQuestion extends Purse, Pick<ReserveRequest, 'demand' | 'last'> {}

/** What a reservation holds of its key and account. */
export interface Held {
  readonly nanos: number;
  readonly tokens: number;
  /** By how many milliseconds it put off the time when the key's tokens per minute are whole. */
  readonly rateMs: number;
}

export interface ReserveDecision {
  readonly outcome: ReserveOutcome;
  /** What is to be written; only of what was granted. */
  readonly granted?: LedgerStates & { readonly held: Held };
}

type Grant = Extract<Fit, { kind: 'granted' }>;

/**
 * Decides on a reservation: first the rates and the place, then money and tokens. Nothing changes
 * unless everything passes. Where money or tokens are not limited all is granted and none is held.
 * @throws RangeError when what is held could not be kept exactly
 */
export function decideReserve(question: ReserveQuestion): ReserveDecision {
  const { demand, last, limits, now } = question;
  const purse = { ...question, key: advanceKeyState(question.key, limits, now) };
  const standing = tellStanding(purse);
  const full = findFullRate(purse, demand.rateTokens);
  if (full !== undefined) return { outcome: { kind: 'refused', ...full, standing } };
  const money = fitDemand(
    { full: demand.nanos, least: demand.leastNanos, last },
    moneyRooms(purse),
  );
  const tokens = fitDemand(
    { full: demand.tokens, least: demand.leastTokens, last },
    tokenRooms(purse),
  );
  if (money.kind === 'granted' && tokens.kind === 'granted') {
    return grant({ ...purse, demand, last }, money, tokens);
  }
  const obstacle = worse(money, tokens);
  return { outcome: obstacle.kind === 'held' ? obstacle : { ...obstacle, standing } };
}

/** What is used up stays so, whatever others give back. */
function worse(money: Fit, tokens: Fit): Exclude<Fit, Grant> {
  const obstacles = [money, tokens].filter((fit) => fit.kind !== 'granted');
  const [obstacle] = [...obstacles.filter(({ kind }) => kind === 'refused'), ...obstacles];
  if (obstacle === undefined) throw new RangeError('Nothing stands in the way.');
  return obstacle;
}

function grant(question: ReserveQuestion, money: Grant, tokens: Grant): ReserveDecision {
  const { key, account, limits, now } = question;
  const { rateMs, ...rates } = takeRates(question, question.demand.rateTokens);
  const taken = {
    ...beginWindows(key, limits, now),
    ...rates,
    reservedNanos: addNanos(key.reservedNanos, money.held),
    reservedTokens: addCount(key.reservedTokens, tokens.held),
    running: key.running + 1,
    lastUsedAt: now,
  };
  return {
    outcome: {
      kind: 'granted',
      nanos: money.amount,
      tokens: tokens.amount,
      standing: tellStanding({ ...question, key: taken }),
    },
    granted: {
      key: taken,
      account: { ...account, reserved: addNanos(account.reserved, money.held) },
      held: { nanos: money.held, tokens: tokens.held, rateMs },
    },
  };
}
