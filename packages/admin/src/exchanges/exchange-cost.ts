import * as z from 'zod';
import { explainCost } from '@parley/core/extension';
import type { LedgerEntry } from '@parley/core/store';
import { exchangeView } from './exchange.ts';
import { readExchange } from './exchanges.ts';
import { encodeLedgerEntry, ledgerView } from '../ledger/ledger-entry.ts';
import type { Operator } from '../shared/operator.ts';

export const explanationView = z
  .strictObject({
    object: z.literal('exchange.explanation'),
    exchange: exchangeView,
    attempts: z.array(z.strictObject({ entry: ledgerView, lines: z.array(z.string()) })),
  })
  .meta({ id: 'Explanation' });

/** More attempts than any exchange makes. */
const mostAttempts = 100;

/** How the cost of an exchange came about, attempt by attempt. */
export async function explainExchange(
  operator: Operator,
  id: string,
): Promise<z.infer<typeof explanationView>> {
  const exchange = await readExchange(operator, id);
  const attempts = await listCharges(operator, id);
  return {
    object: 'exchange.explanation',
    exchange,
    attempts: attempts.map((entry) => ({
      entry: encodeLedgerEntry(entry),
      lines: entry.arithmetic === undefined ? [] : [...explainCost(entry.arithmetic)],
    })),
  };
}

/** What the attempts of an exchange cost, in their order. */
export async function listCharges(
  { store }: Operator,
  exchangeId: string,
): Promise<readonly LedgerEntry[]> {
  const entries = await store.listLedger({ exchangeId, limit: mostAttempts });
  return entries.toSorted((a, b) => (a.attempt ?? 0) - (b.attempt ?? 0));
}
