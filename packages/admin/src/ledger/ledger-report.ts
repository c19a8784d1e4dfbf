import * as z from 'zod';
import type { LedgerReport } from '@parley/core/store';
import { formatDollars } from '../shared/dollars.ts';
import type { Operator } from '../shared/operator.ts';

export const ledgerReportView = z
  .strictObject({
    object: z.literal('ledger.report'),
    balanced: z.boolean().describe('Whether every total is the sum of its rows.'),
    accounts: z.int(),
    keys: z.int(),
    entries: z.int(),
    open_reservations: z.int(),
    expired_reservations: z.int(),
    quarantined_charges: z.int(),
    granted: z.string(),
    spent: z.string(),
    reserved: z.string(),
    faults: z.array(
      z.strictObject({
        subject: z.string(),
        id: z.string(),
        total: z.string(),
        stated: z.number(),
        counted: z.number(),
      }),
    ),
  })
  .meta({ id: 'LedgerReport' });

/** Adds all money up anew. */
export async function checkLedger({ store }: Operator): Promise<z.infer<typeof ledgerReportView>> {
  return encodeReport(await store.checkLedger());
}

function encodeReport(report: LedgerReport): z.infer<typeof ledgerReportView> {
  return {
    object: 'ledger.report',
    balanced: report.faults.length === 0,
    accounts: report.accounts,
    keys: report.keys,
    entries: report.entries,
    open_reservations: report.openReservations,
    expired_reservations: report.expiredReservations,
    quarantined_charges: report.quarantinedCharges,
    granted: formatDollars(report.granted),
    spent: formatDollars(report.spent),
    reserved: formatDollars(report.reserved),
    faults: report.faults.map((fault) => ({ ...fault })),
  };
}
