/** The last stage: records and charges the exchange. */
import type { GatewayError, Note } from '@parley/protocol';
import { writeBill, type Bill } from '../billing/quota/settlement/bill.ts';
import { sumCharges } from '../billing/ledger/settlement.ts';
import type { GatewayContext } from '../context.ts';
import { plainMultiplier, unknownPrice } from '../models/pricing/price.ts';
import { cannotRecord } from '../store/errors.ts';
import type { AttemptCharge, SettledReservation, Settlement } from '../store/index.ts';
import { logExcess } from './record/excess.ts';
import { noteCorrections, noteExcess } from './record/recorded-notes.ts';
import { recordExchange, type Ending, type RecordParts } from './record/exchange-record.ts';
import { reportExchange } from './record/exchange-report.ts';
import { release } from './receive.ts';
import { elapsedMs, joinNotes, notesOf, type Reached } from './state.ts';

/** The result of settling an exchange. */
export interface Settled {
  /** The cost of the exchange; absent for exchanges that are not recorded. */
  readonly bill: Bill | undefined;
  /** All notes, corrections of the reported usage included. */
  readonly notes: readonly Note[];
  /** The client must not see a complete response: neither the store nor the outbox have recorded it. */
  readonly error?: GatewayError;
}

/** Settles the exchange once; further calls return the same result. Never rejects. */
export type SettleOnce = (ending: Ending) => Promise<Settled>;

/** The price of an exchange that ended before it was admitted, so that nothing is charged. */
const unquoted = { price: unknownPrice, multiplier: plainMultiplier };

/**
 * Records how an exchange ended and charges its actual cost. Call it once, before the end of the response
 * is sent. A failure of the store is logged. An exchange whose reply goes on in the background is settled when that
 * ends.
 * @param isRecorded false for operations that cost nothing; those and requests without a valid key are
 *   only logged
 */
export async function settle(
  gateway: GatewayContext,
  reached: Reached,
  { ending, isRecorded }: { readonly ending: Ending; readonly isRecorded: boolean },
): Promise<Settled> {
  const { caller } = reached;
  const durationMs = elapsedMs(gateway, reached);
  let settled: Settled = { bill: undefined, notes: notesOf(reached) };
  try {
    if (goesOn(reached)) reached.admission?.hold?.detach();
    else if (isRecorded && caller !== undefined) {
      // Awaited only where something is left to reserve: a promise more would cost every exchange.
      const covering = coverUsage(reached);
      if (covering !== undefined) await covering;
      const priced = priceExchange(reached, settled.notes);
      settled = priced;
      reportExcess(gateway, reached);
      const end = { ...priced, key: caller.key, ending, durationMs };
      const isKept = await gateway.settlements.settle(settlementOf(gateway, reached, end));
      if (!isKept) settled = { ...priced, error: cannotRecord() };
    }
    logSettled(gateway, reached, settled.bill);
  } catch (thrown) {
    abandon(gateway, reached, thrown);
  } finally {
    release(gateway, reached);
    const { bill, notes, error = ending.error } = settled;
    reportExchange(gateway, reached, { ...ending, error, bill, notes, durationMs });
  }
  return settled;
}

/** Whether the reply goes on in the background. */
function goesOn({ answer }: Reached): boolean {
  return answer?.goesOn?.() === true;
}

function settlementOf(gateway: GatewayContext, reached: Reached, end: RecordParts): Settlement {
  const { charges } = end.bill;
  const record = recordExchange(reached, end);
  const reservation = endReservation(gateway, reached, charges);
  return { record, charges, limits: end.key.limits, reservation };
}

/**
 * Returns what the settlement takes out of a reservation. Where the store did not answer `reserve`, it may keep one for
 * this exchange all the same.
 */
function endReservation(
  { leases }: GatewayContext,
  { id, admission }: Reached,
  charges: readonly AttemptCharge[],
): SettledReservation | undefined {
  if (admission?.hold !== undefined) return admission.hold.end(sumCharges(charges));
  return leases.has(id) ? { id, isLast: true } : undefined;
}

/** Logs what was thrown. The reservation will not be settled. */
function abandon(gateway: GatewayContext, { id, admission }: Reached, cause: unknown): void {
  gateway.log('error', 'An exchange could not be recorded.', { request_id: id, cause });
  if (admission?.hold === undefined) gateway.leases.abandon(id);
  else admission.hold.drop();
}

function logSettled(
  { log, settlements }: GatewayContext,
  { id }: Reached,
  bill: Bill | undefined,
): void {
  log.debug?.('A request was settled.', {
    request_id: id,
    is_recorded: bill !== undefined,
    charged_nano_usd: bill?.nanoUsd,
    waiting_settlements: settlements.kept,
  });
}

/**
 * Reserves what the last attempt, the only one that may be charged, claims beyond its reservation; `undefined` when
 * that is nothing.
 */
function coverUsage({ attempts, admission }: Reached): Promise<void> | undefined {
  const meter = attempts.last?.meter;
  return meter && admission?.reservation?.cover(meter);
}

function priceExchange(
  { attempts, admission }: Reached,
  notes: readonly Note[],
): { readonly bill: Bill; readonly notes: readonly Note[] } {
  const bill = writeBill(attempts.all, admission?.quote ?? unquoted);
  const { usage, excess } = attempts.last?.meter ?? {};
  return {
    bill,
    notes: joinNotes(notes, [...noteCorrections(usage), ...noteExcess(usage, excess)]),
  };
}

/** Logs usage that was reported beyond the reservation and is not charged. */
function reportExcess(gateway: GatewayContext, { id, attempts }: Reached): void {
  for (const { upstream, model, meter } of attempts.all) {
    logExcess(gateway, { requestId: id, upstream, model, excess: meter?.excess });
  }
}
