/** The money rules that every store applies, as pure functions: `@parley/core/ledger`. */
export { noUsage } from '@parley/protocol';
export {
  chargeEntries,
  chargeEntryId,
  costOfAttempts,
  creditEntry,
  keepAttempts,
  keepFields,
  pricedEntry,
  pricedEntryId,
  priceAttempt,
  timeOfCharge,
} from './entries.ts';
export { fullHold, keyLimitsMoney, type FullHold } from './full-hold.ts';
export { moneyHeadroom, tokenHeadroom, type Headroom, type LimitContext } from './headroom.ts';
export { rateStanding, spanOf, type Rate } from './rate.ts';
export {
  applyRelease,
  checkReservationExtension,
  checkReservationRequest,
  decideExtension,
  decideReserve,
  type ExtensionInput,
  type ReserveDecision,
  type ReserveInput,
} from './reservation.ts';
export {
  applyCharge,
  applyCredit,
  applySettlement,
  checkSettlement,
  endsItsOwn,
  sumCharges,
  type SettledStates,
  type SettlementInput,
} from './settlement.ts';
export {
  addCount,
  addNanoUsd,
  advanceKeyState,
  emptyAccountState,
  emptyKeyState,
  endOfQuota,
  endOfWindow,
  shortestStepMs,
  startOfPeriod,
  type LedgerStates,
} from './states.ts';
