export { noUsage } from '@parley/protocol';
export { advanceKeyState, endOfWindow } from './advance-key-state.ts';
export { keepAttempts, priceAttempt } from './attempt-records.ts';
export { applyCredit } from './credit.ts';
export { decideReserve } from './decide-reserve.ts';
export type { Held, ReserveDecision, ReserveQuestion } from './decide-reserve.ts';
export {
  chargeEntries,
  chargeEntryId,
  creditEntry,
  pricedEntry,
  pricedEntryId,
} from './entries.ts';
export { addCount, addNanos } from './exact.ts';
export { endOfPeriod, startOfPeriod } from './period.ts';
export { applyRelease } from './release.ts';
export { checkReserveRequest, checkSettlement } from './requests.ts';
export { applyCharge, applySettlement } from './settlement.ts';
export type { SettlementFacts } from './settlement.ts';
export { emptyAccountState, emptyKeyState } from './states.ts';
export type { LedgerStates } from './states.ts';
