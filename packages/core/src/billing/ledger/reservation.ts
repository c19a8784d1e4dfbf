/** Checks and decides whether a reservation is granted, and releases reservations. */
import { omitUndefined } from '@parley/protocol';
import type {
  Amount,
  Held,
  ReservationExtension,
  ReservationRequest,
  ReservedAmounts,
  ReserveOutcome,
} from '../../store/reservations.ts';
import type { KeyLimits } from '../../store/money.ts';
import {
  type Fit,
  fitAmount,
  freeOf,
  type Headroom,
  isNearEnd,
  type LimitContext,
  moneyHeadroom,
  tokenHeadroom,
} from './headroom.ts';
import { roomOf, takeAhead } from './ahead.ts';
import { findFullRate, giveBackRequests, standingOf, takeRates } from './rate.ts';
import {
  addCount,
  addNanoUsd,
  advanceKeyState,
  beginWindows,
  checkCount,
  type LedgerStates,
} from './states.ts';

/** What the decision depends on. The key's state need not be up to date. */
export interface ReserveInput
  extends LimitContext, Pick<ReservationRequest, 'amounts' | 'ahead' | 'last'> {}

/** What a store answers to a request for a reservation, and what it writes. */
export interface ReserveDecision {
  readonly outcome: ReserveOutcome;
  /** The states to be written; present only when the reservation is granted. */
  readonly granted?: LedgerStates & { readonly held: Held };
}

/** @throws RangeError when an amount cannot be stored */
export function checkReservationRequest(request: ReservationRequest): void {
  const { amounts, ahead = 0, lifeMs } = request;
  const { bound, ...wanted } = amounts;
  checkAmounts({ ...wanted, ahead, lifeMs });
  for (const { nanoUsd, leastNanoUsd, tokens, leastTokens } of [
    wanted,
    ...(bound ? [bound] : []),
  ]) {
    checkAmounts({ nanoUsd, leastNanoUsd, tokens, leastTokens });
    if (leastNanoUsd <= nanoUsd && leastTokens <= tokens) continue;
    throw new RangeError('The minimum amount of a reservation exceeds its full amount.');
  }
}

function checkAmounts(amounts: Readonly<Record<string, number>>): void {
  for (const [name, value] of Object.entries(amounts)) {
    checkCount(value, `the ${name} of a reservation`);
  }
}

/** @throws RangeError when an amount cannot be stored */
export function checkReservationExtension(extension: ReservationExtension): void {
  const { moreNanoUsd, moreTokens, moreSlots = 0 } = extension;
  const slots = 0 - moreSlots;
  checkAmounts({ nanoUsd: Math.abs(moreNanoUsd), tokens: Math.abs(moreTokens), slots });
}

type Grant = Extract<Fit, { kind: 'granted' }>;

/**
 * Decides on a reservation: first rates and concurrency, then money and tokens. Nothing changes unless
 * everything is granted. Where neither money nor tokens are limited, all is granted and nothing is reserved.
 * @throws RangeError when the reserved amount could not be stored exactly
 */
export function decideReserve(input: ReserveInput): ReserveDecision {
  const { amounts, last, limits, now } = input;
  const context = { ...input, key: advanceKeyState(input.key, limits, now) };
  const standing = standingOf(context);
  const full = findFullRate(context, amounts.rateTokens);
  if (full !== undefined) return { outcome: { kind: 'refused', ...full, standing } };
  const { wanted, isBound } = chooseAmounts(context, amounts);
  const money = fitAmount(
    { full: wanted.nanoUsd, least: wanted.leastNanoUsd, last },
    moneyHeadroom(context),
  );
  const tokens = fitAmount(
    { full: wanted.tokens, least: wanted.leastTokens, last },
    tokenHeadroom(context),
  );
  if (money.kind === 'granted' && tokens.kind === 'granted') {
    return grant({ ...context, amounts, last, isBound }, money, tokens);
  }
  const refusal = chooseRefusal(money, tokens);
  return { outcome: refusal.kind === 'held' ? refusal : { ...refusal, standing } };
}

/** The upper bound instead of what the request will cost, where a limit is near its end. */
function chooseAmounts(
  context: LimitContext,
  amounts: ReserveInput['amounts'],
): { readonly wanted: ReservedAmounts; readonly isBound?: true } {
  const { bound } = amounts;
  if (bound === undefined) return { wanted: amounts };
  const isNear =
    isNearEnd(moneyHeadroom(context), bound.nanoUsd) ||
    isNearEnd(tokenHeadroom(context), bound.tokens);
  return isNear ? { wanted: bound, isBound: true } : { wanted: amounts };
}

/**
 * A rejection takes precedence over waiting: a used-up limit stays used up, whatever other exchanges release.
 */
function chooseRefusal(money: Fit, tokens: Fit): Exclude<Fit, Grant> {
  const refusals = [money, tokens].filter((fit) => fit.kind !== 'granted');
  const [refusal] = [...refusals.filter(({ kind }) => kind === 'refused'), ...refusals];
  if (refusal === undefined) throw new RangeError('No limit refuses this reservation.');
  return refusal;
}

function grant(
  input: ReserveInput & { readonly isBound?: true | undefined },
  money: Grant,
  tokens: Grant,
): ReserveDecision {
  const { key, account, amounts, limits, now, isBound } = input;
  const { rateMs, ...rates } = takeRates(input, 1, amounts.rateTokens);
  const own = {
    ...beginWindows(key, limits, now),
    ...rates,
    reservedNanoUsd: addNanoUsd(key.reservedNanoUsd, money.held),
    reservedTokens: addCount(key.reservedTokens, tokens.held),
    running: key.running + 1,
    lastUsedAt: now,
  };
  const requests = limits.requestsPerMinute === undefined ? 0 : 1;
  const isWhole = money.amount === amounts.nanoUsd && tokens.amount === amounts.tokens;
  const { ahead, ...granted } = takeAhead({
    ...input,
    key: own,
    account: { ...account, reserved: addNanoUsd(account.reserved, money.held) },
    held: { nanoUsd: money.held, tokens: tokens.held, rateMs, requests, slots: 1 },
    ahead: isWhole && isBound === undefined ? (input.ahead ?? 0) : 0,
  });
  return {
    outcome: omitUndefined({
      kind: 'granted' as const,
      nanoUsd: money.amount,
      tokens: tokens.amount,
      isBound,
      held: granted.held,
      ahead,
      room: ahead > 0 ? roomOf(input) : undefined,
      standing: standingOf({ ...input, key: own }),
    }),
    granted,
  };
}

/** What an extension depends on. The key's state need not be up to date. */
export interface ExtensionInput
  extends
    LimitContext,
    Pick<
      ReservationExtension,
      'moreNanoUsd' | 'moreTokens' | 'inTotal' | 'moreSlots' | 'overdraft'
    > {
  /** What the reservation holds now. */
  readonly held: Held;
}

/**
 * Decides whether a reservation may hold more. Every limit must have room for the increase; with `overdraft`
 * it is enough that no limit is exceeded yet, so that together they are exceeded by one request at most.
 * Where nothing is limited, nothing more is reserved.
 * @returns the states to be written and what is held then; `undefined` when a limit does not allow it
 * @throws RangeError when the reserved amount could not be stored exactly
 */
export function decideExtension(
  input: ExtensionInput,
): (LedgerStates & { readonly held: Held }) | undefined {
  const { held, overdraft, limits, now, account } = input;
  const key = advanceKeyState(input.key, limits, now);
  const context = { ...input, key };
  const limited = { money: moneyHeadroom(context), tokens: tokenHeadroom(context) };
  const more = missingOf(input);
  const nanoUsd = changeOf(held.nanoUsd, more.nanoUsd, limited.money);
  const tokens = changeOf(held.tokens, more.tokens, limited.tokens);
  const slots = Math.max(input.moreSlots ?? 0, -held.slots);
  const fits =
    hasRoom(limited.money, nanoUsd, overdraft) && hasRoom(limited.tokens, tokens, overdraft);
  if (!fits) return undefined;
  return {
    key: {
      ...key,
      reservedNanoUsd: addNanoUsd(key.reservedNanoUsd, nanoUsd),
      reservedTokens: addCount(key.reservedTokens, tokens),
      running: key.running + slots,
    },
    account: { ...account, reserved: addNanoUsd(account.reserved, nanoUsd) },
    held: {
      ...held,
      nanoUsd: held.nanoUsd + nanoUsd,
      tokens: held.tokens + tokens,
      slots: held.slots + slots,
    },
  };
}

function missingOf({ held, moreNanoUsd, moreTokens, inTotal }: ExtensionInput): Amount {
  if (inTotal !== true) return { nanoUsd: moreNanoUsd, tokens: moreTokens };
  return {
    nanoUsd: Math.max(0, moreNanoUsd - held.nanoUsd),
    tokens: Math.max(0, moreTokens - held.tokens),
  };
}

/** What has been reserved can be given back, also where it is no longer limited. */
function changeOf(held: number, more: number, headrooms: readonly Headroom[]): number {
  return more > 0 && headrooms.length === 0 ? 0 : Math.max(more, -held);
}

/** What no total could count is not reserved either, also with an overdraft. */
function hasRoom(headrooms: readonly Headroom[], amount: number, overdraft: boolean): boolean {
  const needed = ({ total }: Headroom): number =>
    overdraft && total < Number.MAX_SAFE_INTEGER ? 0 : amount;
  return amount <= 0 || headrooms.every((one) => freeOf(one) >= needed(one));
}

/** Takes money, tokens and slots out of what is reserved, but not what was taken from the rates. */
export function releaseHeld({ key, account }: LedgerStates, held: Held): LedgerStates {
  return {
    key: {
      ...key,
      reservedNanoUsd: key.reservedNanoUsd - held.nanoUsd,
      reservedTokens: key.reservedTokens - held.tokens,
      running: key.running - held.slots,
    },
    account: { ...account, reserved: account.reserved - held.nanoUsd },
  };
}

/**
 * Ends a reservation without a settlement.
 * @param limits the key's limits; without them, the requests per minute count as used
 */
export function applyRelease(
  states: LedgerStates,
  held: Held,
  limits: KeyLimits = {},
): LedgerStates {
  const { key, account } = releaseHeld(states, held);
  const requestsWholeAt = giveBackRequests(key, limits, held.requests);
  return {
    key: { ...key, requestsWholeAt, tokensWholeAt: key.tokensWholeAt - held.rateMs },
    account,
  };
}
