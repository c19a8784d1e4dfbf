export { noUsage } from '@parley/protocol';
export { advanceKeyState, endOfWindow } from './states.ts';
export { keepAttempts, priceAttempt } from './entries.ts';
export { applyCredit } from './settlement.ts';
export { decideReserve } from './reservation.ts';
export type { Held, ReserveDecision, ReserveInput } from './reservation.ts';
export {
  chargeEntries,
  chargeEntryId,
  creditEntry,
  pricedEntry,
  pricedEntryId,
} from './entries.ts';
export { addCount, addNanoUsd } from './exact.ts';
export { endOfPeriod, startOfPeriod } from './period.ts';
export { applyRelease } from './reservation.ts';
export { checkReservationRequest, checkSettlement } from './exact.ts';
export { applyCharge, applySettlement } from './settlement.ts';
export type { SettlementFacts } from './settlement.ts';
export { emptyAccountState, emptyKeyState } from './states.ts';
export type { LedgerStates } from './states.ts';
