/** The money rules that every store applies, as pure functions: `@parley/core/ledger`. */
export { noUsage } from '@parley/protocol';
export {
  chargeEntries,
  chargeEntryId,
  creditEntry,
  keepAttempts,
  pricedEntry,
  pricedEntryId,
  priceAttempt,
} from './entries.ts';
export { addCount, addNanoUsd, checkReservationRequest, checkSettlement } from './exact.ts';
export { endOfPeriod, startOfPeriod } from './period.ts';
export {
  applyRelease,
  decideReserve,
  type Held,
  type ReserveDecision,
  type ReserveInput,
} from './reservation.ts';
export { applyCharge, applyCredit, applySettlement, type SettlementFacts } from './settlement.ts';
export {
  advanceKeyState,
  emptyAccountState,
  emptyKeyState,
  endOfWindow,
  type LedgerStates,
} from './states.ts';
