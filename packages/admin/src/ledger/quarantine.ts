/** Quarantined charges, which had no price when they were made: charges them once a price is known. */
import { noUsage, omitUndefined } from '@parley/protocol';
import * as z from 'zod';
import {
  costOf,
  plainMultiplier,
  quotePrice,
  readArithmetic,
  toolUsesOf,
} from '@parley/core/extension';
import type { ExchangeRecord, LedgerEntry } from '@parley/core/store';
import { audit } from '../audit/audit-log.ts';
import { formatDollars } from '../shared/dollars.ts';
import type { ConfigurationOperator } from '../shared/operator.ts';

/** The result of charging what had no price as the API writes it. */
export const quarantineReportView = z
  .strictObject({
    object: z.literal('quarantine.report'),
    charged: z.int().describe('Number of attempts that were charged now.'),
    amount: z.string().describe('In dollars: the sum of these charges.'),
    left: z.int().describe('Number of attempts that still have no price.'),
  })
  .meta({ id: 'QuarantineReport' });

const pageSize = 500;
/** More attempts than any exchange makes. */
const maxAttempts = 100;

/** Charges every quarantined attempt that has a price by now, at the price of the time it was made. */
export async function chargeQuarantined(
  operator: ConfigurationOperator,
): Promise<z.infer<typeof quarantineReportView>> {
  const sum = { charged: 0, nanoUsd: 0, left: 0 };
  for await (const record of listQuarantined(operator)) {
    const entries = await operator.store.listLedger({ exchangeId: record.id, limit: maxAttempts });
    for (const entry of entries) {
      if (entry.pricing !== 'quarantined') continue;
      const nanoUsd = await chargeAttempt(operator, record, entry);
      if (nanoUsd === 'charged before') continue;
      if (nanoUsd === undefined) sum.left += 1;
      else {
        sum.charged += 1;
        sum.nanoUsd += nanoUsd;
      }
    }
  }
  const report = { charged: sum.charged, amount: formatDollars(sum.nanoUsd), left: sum.left };
  if (sum.charged > 0) {
    await audit(operator, {
      action: 'ledger.charge_quarantined',
      subjectId: 'quarantine',
      detail: report,
    });
  }
  return { object: 'quarantine.report', ...report };
}

async function* listQuarantined({ store }: ConfigurationOperator): AsyncGenerator<ExchangeRecord> {
  let after: ExchangeRecord | undefined;
  do {
    const page: readonly ExchangeRecord[] = await store.listExchanges(
      omitUndefined({
        pricing: 'quarantined' as const,
        limit: pageSize,
        after: after && { startedAt: after.startedAt, id: after.id },
      }),
    );
    yield* page;
    after = page.length === pageSize ? page.at(-1) : undefined;
  } while (after !== undefined);
}

/**
 * Charges what the call name costs in its group, or where it has no route or price any more, what the target that
 * answered costs.
 * @returns the charge in nano-dollars; `undefined` when there is still no price
 */
async function chargeAttempt(
  { store, configuration }: ConfigurationOperator,
  { id, startedAt, group, callName }: ExchangeRecord,
  entry: LedgerEntry,
): Promise<number | 'charged before' | undefined> {
  const snapshot = configuration.snapshot();
  const upstream = snapshot.upstreams.get(entry.upstream ?? '');
  const recorded = readArithmetic(entry.arithmetic ?? '');
  if (upstream === undefined || recorded === undefined) return undefined;
  const { multiplier } = recorded;
  const target = { upstream, model: entry.upstreamModel ?? '' };
  const targets = [...(snapshot.routes.get(callName)?.targets ?? []), target];
  const quoted = { group: { name: group, multiplier }, callName, targets };
  const quote = quotePrice(snapshot, quoted, startedAt);
  if (quote.price.kind === 'unknown') return undefined;
  // The ledger keeps the uses of tools only in the arithmetic.
  const usage = {
    ...(entry.usage ?? noUsage),
    ...omitUndefined({ toolUses: toolUsesOf(recorded) }),
  };
  const { nanoUsd, listNanoUsd, arithmetic } = costOf(quote.price, usage, quote.multiplier);
  const price = snapshot.prices.find(target, startedAt);
  const cost = price.kind === 'unknown' ? undefined : costOf(price, usage, plainMultiplier);
  const attempt = entry.attempt ?? 1;
  const isCharged = await store.chargeQuarantined({
    exchangeId: id,
    attempt,
    nanoUsd,
    listNanoUsd,
    arithmetic,
    ...omitUndefined({ costNanoUsd: cost?.nanoUsd }),
  });
  return isCharged ? nanoUsd : 'charged before';
}
