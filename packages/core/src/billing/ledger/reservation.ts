/** Decides on reservations and releases them. */
import type { ReserveOutcome, ReservationRequest } from '../../store/ledger.ts';
import { advanceKeyState, beginWindows } from './states.ts';
import { addCount, addNanoUsd } from './exact.ts';
import { type Fit, fitAmount } from './headroom.ts';
import { findFullRate, takeRates, tellStanding } from './rate.ts';
import { moneyHeadroom, type LimitContext, tokenHeadroom } from './headroom.ts';
import type { LedgerStates } from './states.ts';

/** Everything that a reservation is decided by. The key's state need not be up to date. */
export interface ReserveInput extends LimitContext, Pick<ReservationRequest, 'amounts' | 'last'> {}

/** What a reservation holds of its key and account. */
export interface Held {
  readonly nanoUsd: number;
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
export function decideReserve(question: ReserveInput): ReserveDecision {
  const { amounts, last, limits, now } = question;
  const purse = { ...question, key: advanceKeyState(question.key, limits, now) };
  const standing = tellStanding(purse);
  const full = findFullRate(purse, amounts.rateTokens);
  if (full !== undefined) return { outcome: { kind: 'refused', ...full, standing } };
  const money = fitAmount(
    { full: amounts.nanoUsd, least: amounts.leastNanoUsd, last },
    moneyHeadroom(purse),
  );
  const tokens = fitAmount(
    { full: amounts.tokens, least: amounts.leastTokens, last },
    tokenHeadroom(purse),
  );
  if (money.kind === 'granted' && tokens.kind === 'granted') {
    return grant({ ...purse, amounts, last }, money, tokens);
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

function grant(question: ReserveInput, money: Grant, tokens: Grant): ReserveDecision {
  const { key, account, limits, now } = question;
  const { rateMs, ...rates } = takeRates(question, question.amounts.rateTokens);
  const taken = {
    ...beginWindows(key, limits, now),
    ...rates,
    reservedNanoUsd: addNanoUsd(key.reservedNanoUsd, money.held),
    reservedTokens: addCount(key.reservedTokens, tokens.held),
    running: key.running + 1,
    lastUsedAt: now,
  };
  return {
    outcome: {
      kind: 'granted',
      nanoUsd: money.amount,
      tokens: tokens.amount,
      standing: tellStanding({ ...question, key: taken }),
    },
    granted: {
      key: taken,
      account: { ...account, reserved: addNanoUsd(account.reserved, money.held) },
      held: { nanoUsd: money.held, tokens: tokens.held, rateMs },
    },
  };
}

/** Gives back what was held, its place too, but not what it took of the rates. */
export function giveBack({ key, account }: LedgerStates, held: Held): LedgerStates {
  return {
    key: {
      ...key,
      reservedNanoUsd: key.reservedNanoUsd - held.nanoUsd,
      reservedTokens: key.reservedTokens - held.tokens,
      running: key.running - 1,
    },
    account: { ...account, reserved: account.reserved - held.nanoUsd },
  };
}

/**
 * Ends a reservation of which nothing was used, or nobody knows. The request still counts against
 * the requests per minute, because it was made.
 */
export function applyRelease(states: LedgerStates, held: Held): LedgerStates {
  const { key, account } = giveBack(states, held);
  return { key: { ...key, tokensWholeAt: key.tokensWholeAt - held.rateMs }, account };
}
