import type { Credit, LedgerEntry, Settlement } from '../../store/ledger.ts';

type QuarantinedCharge = Required<
  Pick<LedgerEntry, 'exchangeId' | 'attempt' | 'nanos' | 'listNanos' | 'arithmetic'>
>;

/** The rows of a settlement, one a charge. @param at milliseconds since 1970 */
export function chargeEntries({ record, charges }: Settlement, at: number): readonly LedgerEntry[] {
  const { id: exchangeId, keyId, accountId } = record;
  return charges.map((charge) => ({
    ...charge,
    id: chargeEntryId(exchangeId, charge.attempt),
    kind: 'charge',
    at,
    accountId,
    keyId,
    exchangeId,
  }));
}

export function creditEntry(credit: Credit, at: number): LedgerEntry {
  const { id, kind, accountId, nanos, note } = credit;
  return { id, kind, at, accountId, nanos, ...(note !== undefined && { note }) };
}

/**
 * The row that charges what was quarantined. The first row stays as it was; this one names its
 * tokens only in the arithmetic, so that they are not counted twice.
 */
export function pricedEntry(
  quarantined: LedgerEntry,
  { nanos, listNanos, arithmetic }: QuarantinedCharge,
  at: number,
): LedgerEntry {
  const { usage, note, ...place } = quarantined;
  const id = pricedEntryId(quarantined.id);
  return { ...place, id, at, nanos, listNanos, arithmetic, pricing: 'priced' };
}

export function chargeEntryId(exchangeId: string, attempt: number): string {
  return `${exchangeId}#${attempt}`;
}

export function pricedEntryId(quarantinedId: string): string {
  return `${quarantinedId}#priced`;
}
