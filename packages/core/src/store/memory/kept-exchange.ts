/** What a store keeps of an exchange's record: whole numbers, and texts that every database can hold. */
import { keepAttempts } from '../../billing/ledger/index.ts';
import type { ExchangeRecord } from '../index.ts';

/** @throws RangeError when a number is not finite or too large to be kept exactly */
export function keepExchange(record: ExchangeRecord): ExchangeRecord {
  const { errorReason, errorMessage, authenticatedMs, admittedMs, firstByteMs } = record;
  return {
    ...record,
    callName: keepText(record.callName),
    ...(errorReason !== undefined && { errorReason: keepText(errorReason) }),
    ...(errorMessage !== undefined && { errorMessage: keepText(errorMessage) }),
    status: toWhole(record.status),
    attempts: toWhole(record.attempts),
    attemptRecords: keepAttempts(record.attemptRecords),
    listNanos: toWhole(record.listNanos),
    chargedNanos: toWhole(record.chargedNanos),
    startedAt: toWhole(record.startedAt),
    durationMs: toWhole(record.durationMs),
    ...(authenticatedMs !== undefined && { authenticatedMs: toWhole(authenticatedMs) }),
    ...(admittedMs !== undefined && { admittedMs: toWhole(admittedMs) }),
    ...(firstByteMs !== undefined && { firstByteMs: toWhole(firstByteMs) }),
    ...(record.usage && { usage: keepUsage(record.usage) }),
  };
}

type Usage = NonNullable<ExchangeRecord['usage']>;

function keepUsage({ estimated, ...counts }: Usage): Usage {
  const whole = Object.entries(counts).map(([name, count]) => [name, toWhole(count)] as const);
  return { ...counts, ...Object.fromEntries(whole), ...(estimated !== undefined && { estimated }) };
}

function keepText(text: string): string {
  return text.replaceAll(/[\0\p{Surrogate}]/gu, '\uFFFD');
}

function toWhole(value: unknown): number {
  const whole = typeof value === 'number' ? Math.round(value) : Number.NaN;
  if (Number.isSafeInteger(whole)) return whole;
  throw new RangeError(`A record holds a number that cannot be kept: ${String(value)}.`);
}
