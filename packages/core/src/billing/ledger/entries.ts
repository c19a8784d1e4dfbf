/** Builds ledger entries and attempt records as every store keeps them. */
import { omitUndefined } from '@parley/protocol';
import { toStorableText, toWholeNumber } from '../../store/records.ts';
import type { AttemptRecord } from '../../store/exchanges.ts';
import type { Credit, LateCharge, LedgerEntry, Settlement } from '../../store/ledger.ts';

/** The entries of a settlement, one for each charge. @param at milliseconds since 1970 */
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
  const { id, kind, accountId, nanoUsd, note } = credit;
  return omitUndefined({ id, kind, at, accountId, nanoUsd, note });
}

/**
 * The entry that charges a quarantined attempt. The first entry stays unchanged; this one has its tokens only
 * in the arithmetic, so that they are not counted twice.
 */
export function pricedEntry(
  quarantined: LedgerEntry,
  { nanoUsd, listNanoUsd, costNanoUsd, arithmetic }: LateCharge,
  at: number,
): LedgerEntry {
  const { usage, note, costNanoUsd: _, ...place } = quarantined;
  const id = pricedEntryId(quarantined.id);
  return omitUndefined({
    ...{ ...place, id, at, nanoUsd, listNanoUsd, costNanoUsd, arithmetic },
    pricing: 'priced' as const,
  });
}

export function chargeEntryId(exchangeId: string, attempt: number): string {
  return `${exchangeId}#${attempt}`;
}

export function pricedEntryId(quarantinedId: string): string {
  return `${quarantinedId}#priced`;
}

/**
 * The attempts as a store keeps them: fractions are rounded, and characters that not every database can store
 * are replaced.
 * @throws RangeError when a number is not finite or too large to be stored exactly
 */
export function keepAttempts(records: readonly AttemptRecord[]): readonly AttemptRecord[] {
  if (
    records.every(
      (record) => isKept(record) && (record.usage === undefined || isKept(record.usage)),
    )
  )
    return records;
  return records.map(({ usage, ...record }) =>
    omitUndefined({ ...keepFields(record), usage: usage && keepFields(usage) }),
  );
}

/** The attempts of an exchange after one quarantined attempt is priced. */
export function priceAttempt(
  records: readonly AttemptRecord[],
  { attempt, nanoUsd, listNanoUsd, costNanoUsd }: LateCharge,
): readonly AttemptRecord[] {
  return records.map((record) =>
    record.number === attempt
      ? {
          ...{ ...record, listNanoUsd, chargedNanoUsd: nanoUsd, pricing: 'priced' },
          ...omitUndefined({ costNanoUsd }),
        }
      : record,
  );
}

/** Whether `keepFields` would change nothing, as of nearly every attempt. */
function isKept(item: object): boolean {
  const values = item as Readonly<Record<string, unknown>>;
  for (const name in values) {
    const value = values[name];
    if (value === undefined || (typeof value !== 'object' && keepField(value) !== value))
      return false;
  }
  return true;
}

function keepFields<Item extends object>(item: Item): Item {
  const kept: Partial<Record<keyof Item, unknown>> = {};
  for (const name of Object.keys(item) as (keyof Item)[]) kept[name] = keepField(item[name]);
  return kept as Item;
}

function keepField(value: unknown): unknown {
  if (typeof value === 'number') return toWholeNumber(value);
  return typeof value === 'string' ? toStorableText(value) : value;
}
