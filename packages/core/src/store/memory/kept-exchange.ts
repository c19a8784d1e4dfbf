/** What a store keeps of an exchange's record: whole numbers, and texts that every database can hold. */
import type { ExchangeRecord } from '../../store.ts';

/** @throws RangeError when a number is not finite or too large to be kept exactly */
export function keepExchange(record: ExchangeRecord): ExchangeRecord {
  return {
    ...record,
    callName: record.callName.replaceAll(/[\0\p{Surrogate}]/gu, '\uFFFD'),
    status: toWhole(record.status),
    attempts: toWhole(record.attempts),
    listNanos: toWhole(record.listNanos),
    chargedNanos: toWhole(record.chargedNanos),
    startedAt: toWhole(record.startedAt),
    durationMs: toWhole(record.durationMs),
    ...(record.firstByteMs !== undefined && { firstByteMs: toWhole(record.firstByteMs) }),
    ...(record.usage && { usage: keepUsage(record.usage) }),
  };
}

type Usage = NonNullable<ExchangeRecord['usage']>;

function keepUsage({ estimated, ...counts }: Usage): Usage {
  const whole = Object.entries(counts).map(([name, count]) => [name, toWhole(count)] as const);
  return { ...counts, ...Object.fromEntries(whole), ...(estimated !== undefined && { estimated }) };
}

function toWhole(value: unknown): number {
  const whole = typeof value === 'number' ? Math.round(value) : Number.NaN;
  if (Number.isSafeInteger(whole)) return whole;
  throw new RangeError(`A record holds a number that cannot be kept: ${String(value)}.`);
}
