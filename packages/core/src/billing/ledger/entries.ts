/** Builds ledger entries and attempt records as every store keeps them. */
import { omitUndefined } from '@parley/protocol';
import { toStorableText, toWholeNumber } from '../../store/records.ts';
import type { AttemptRecord } from '../../store/exchanges.ts';
import type { KeyState } from '../../store/keys.ts';
import type { Credit, LateCharge, LedgerEntry, Settlement } from '../../store/ledger.ts';
import type { NanoUsd } from '../../store/money.ts';

/**
 * The time of a charge: now, but never before the quota period that counts it, which may have begun before the clock
 * was set back. @param now milliseconds since 1970, by the store's clock
 */
export function timeOfCharge({ quota }: Pick<KeyState, 'quota'>, now: number): number {
  return Math.max(now, quota.startedAt);
}

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

/** The ledger entry of a credit. @param at milliseconds since 1970 */
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
    ...place,
    id,
    at,
    nanoUsd,
    listNanoUsd,
    costNanoUsd,
    arithmetic,
    pricing: 'priced' as const,
  });
}

/** The id of the ledger entry of a charge. @param attempt counted from 1 */
export function chargeEntryId(exchangeId: string, attempt: number): string {
  return `${exchangeId}#${attempt}`;
}

/** The id of the entry that charges a quarantined one once its price is known. */
export function pricedEntryId(quarantinedId: string): string {
  return `${quarantinedId}#priced`;
}

/**
 * The attempts as a store keeps them: fractions are rounded, and characters that not every database can store
 * are replaced.
 * @throws RangeError when a number is not finite or too large to be stored exactly
 */
export function keepAttempts(records: readonly AttemptRecord[]): readonly AttemptRecord[] {
  const areKept = records.every(
    (record) => isKept(record) && (record.usage === undefined || isKept(record.usage)),
  );
  if (areKept) return records;
  return records.map((record) => {
    const { usage } = record;
    return keepFields(usage === undefined ? record : { ...record, usage: keepFields(usage) });
  });
}

/** The attempts of an exchange after one quarantined attempt is priced. */
export function priceAttempt(
  records: readonly AttemptRecord[],
  { attempt, nanoUsd, listNanoUsd, costNanoUsd }: LateCharge,
): readonly AttemptRecord[] {
  return records.map((record) =>
    record.number === attempt
      ? {
          ...record,
          listNanoUsd,
          chargedNanoUsd: nanoUsd,
          pricing: 'priced',
          ...omitUndefined({ costNanoUsd }),
        }
      : record,
  );
}

/** What all attempts cost the operator; `undefined` while the cost of an attempt with usage is not known. */
export function costOfAttempts(records: readonly AttemptRecord[]): NanoUsd | undefined {
  let sum = 0;
  for (const { pricing, costNanoUsd } of records) {
    if (pricing === undefined) continue;
    if (costNanoUsd === undefined) return undefined;
    sum += costNanoUsd;
  }
  return sum;
}

/**
 * The fields of an object as a store keeps them, without undefined ones; the same object if nothing changes, as is
 * usual.
 * @throws RangeError when a number is not finite or too large to be stored exactly
 */
export function keepFields<Item extends object>(item: Item): Item {
  if (isKept(item)) return item;
  const kept: Partial<Record<keyof Item, unknown>> = {};
  for (const name in item) {
    if (item[name] !== undefined) kept[name] = keepField(item[name]);
  }
  return kept as Item;
}

function isKept(item: object): boolean {
  for (const name in item) {
    const value: unknown = item[name as keyof typeof item];
    if (value === undefined || keepField(value) !== value) return false;
  }
  return true;
}

function keepField(value: unknown): unknown {
  if (typeof value === 'number') return toWholeNumber(value);
  return typeof value === 'string' ? toStorableText(value) : value;
}
