/** Explains the cost of an exchange: each charge of the ledger with the arithmetic behind it. */
import * as z from 'zod';
import { explainCost } from '@parley/core/extension';
import type { LedgerEntry } from '@parley/core/store';
import { ledgerView, toLedgerView } from '../ledger/ledger.ts';
import type { Operator } from '../shared/operator.ts';
import { exchangeView } from './exchange.ts';
import { readExchange } from './exchanges.ts';

/** The computation of what a request cost as the API writes it: its charges, each line by line. */
export const explanationView = z
  .strictObject({
    object: z.literal('exchange.explanation'),
    exchange: exchangeView,
    attempts: z.array(z.strictObject({ entry: ledgerView, lines: z.array(z.string()) })),
  })
  .meta({ id: 'Explanation' });

/** More attempts than any exchange makes. */
const maxAttempts = 100;

/**
 * Explains what a request cost, from the prices that were stored with its charges.
 * @throws GatewayError `not-found`
 */
export async function explainExchange(
  operator: Operator,
  id: string,
): Promise<z.infer<typeof explanationView>> {
  const exchange = await readExchange(operator, id);
  const charges = await listCharges(operator, id);
  return {
    object: 'exchange.explanation',
    exchange,
    attempts: charges.map((entry) => ({
      entry: toLedgerView(entry),
      lines: entry.arithmetic === undefined ? [] : [...explainCost(entry.arithmetic)],
    })),
  };
}

/** The charges of an exchange, in the order of its attempts. */
export async function listCharges(
  { store }: Operator,
  exchangeId: string,
): Promise<readonly LedgerEntry[]> {
  const entries = await store.listLedger({ exchangeId, limit: maxAttempts });
  return entries.toSorted((a, b) => (a.attempt ?? 0) - (b.attempt ?? 0));
}
