import * as z from 'zod';
import { outputTotal, inputTotal } from '@parley/protocol';
import type { UsageDimension, UsageQuery, UsageSum } from '@parley/core/store';
import { formatDollars } from '../dollars.ts';
import { readKeyNames } from '../keys/key-names.ts';
import type { Operator } from '../operator.ts';
import { refusing } from '../refusal.ts';
import { isTimeZone } from '@parley/core/extension';
import { formatTimeOrNull, time } from '../times.ts';
import { sumByClock } from './usage-folding.ts';

/** What sums may be told apart by, in the words of this API. */
const dimensions = {
  time: 'time',
  day: 'time',
  hour: 'time',
  account: 'accountId',
  key: 'keyId',
  group: 'group',
  model: 'callName',
  upstream: 'upstream',
  upstream_model: 'upstreamModel',
} as const satisfies Readonly<Record<string, UsageDimension>>;

type Dimension = keyof typeof dimensions;
const dimensionNames = Object.keys(dimensions) as [Dimension, ...Dimension[]];
const clockNames: readonly string[] = ['time', 'day', 'hour'];

/** The parameter that names what sums are told apart by, of these dimensions. */
export function groupedBy<Name extends Dimension>(names: readonly [Name, ...Name[]]) {
  return z
    .string()
    .default('')
    .transform((text) => text.split(',').filter((name) => name !== ''))
    .pipe(
      z
        .array(z.enum(names))
        .refine(
          (chosen) => chosen.filter((name) => clockNames.includes(name)).length <= 1,
          'Choose one of time, day and hour.',
        ),
    )
    .describe(
      `What the sums are told apart by: ${names.join(', ')}. Of time (steps of 15 minutes), day ` +
        'and hour choose one.',
    );
}

export const usageQuery = z.strictObject({
  by: groupedBy(dimensionNames),
  time_zone: z
    .string()
    .max(64)
    .refine(isTimeZone, 'Use the name of a time zone, such as Europe/Berlin.')
    .default('UTC')
    .describe('Whose days and hours are meant, by its IANA name.'),
  from: time.optional(),
  until: time.optional(),
  account_id: z.string().optional(),
  key_id: z.string().optional(),
  group: z.string().optional(),
  model: z.string().optional(),
  upstream: z.string().optional(),
});

export const usageView = z
  .strictObject({
    object: z.literal('usage.sum'),
    time: z.string().nullable().describe('Where the step, the day or the hour begins.'),
    account_id: z.string().nullable(),
    key_id: z.string().nullable(),
    key_name: z.string().nullable().describe('Where `by` holds `key`.'),
    group: z.string().nullable(),
    model: z.string().nullable(),
    upstream: z.string().nullable(),
    upstream_model: z.string().nullable(),
    requests: z.int(),
    failures: z.int(),
    input_tokens: z.int().describe('The whole prompt, caches included.'),
    cache_read_tokens: z.int(),
    cache_write_tokens: z.int(),
    output_tokens: z.int().describe('The whole answer, reasoning included.'),
    reasoning_tokens: z.int(),
    list_amount: z.string(),
    amount: z.string(),
    average_duration_ms: z.number(),
  })
  .meta({ id: 'UsageSum' });
export type UsageView = z.infer<typeof usageView>;

/** The sums of all exchanges that fit. */
export async function sumUsage(
  operator: Operator,
  query: z.output<typeof usageQuery>,
): Promise<readonly UsageView[]> {
  const { store } = operator;
  const { by, from, until, account_id: accountId, key_id: keyId, model: callName } = query;
  const { group, upstream, time_zone: timeZone } = query;
  const wanted: UsageQuery = {
    by: by.map((name) => dimensions[name]),
    ...(from !== undefined && { from }),
    ...(until !== undefined && { until }),
    ...(accountId !== undefined && { accountId }),
    ...(keyId !== undefined && { keyId }),
    ...(callName !== undefined && { callName }),
    ...(group !== undefined && { group }),
    ...(upstream !== undefined && { upstream }),
  };
  const unit = by.find((name) => name === 'day' || name === 'hour');
  const sums =
    unit === undefined
      ? await refusing(() => store.sumUsage(wanted))
      : await sumByClock(operator, wanted, { unit, timeZone });
  const keyNames = await readKeyNames(
    store,
    sums.flatMap((sum) => sum.keyId ?? []),
  );
  return sums.map((sum) => encodeSum(sum, keyNames));
}

function encodeSum(sum: UsageSum, keyNames: ReadonlyMap<string, string>): UsageView {
  return {
    object: 'usage.sum',
    time: formatTimeOrNull(sum.time),
    account_id: sum.accountId ?? null,
    key_id: sum.keyId ?? null,
    key_name: keyNames.get(sum.keyId ?? '') ?? null,
    group: sum.group ?? null,
    model: sum.callName ?? null,
    upstream: sum.upstream ?? null,
    upstream_model: sum.upstreamModel ?? null,
    requests: sum.requests,
    failures: sum.failures,
    input_tokens: inputTotal(sum),
    cache_read_tokens: sum.cacheRead,
    cache_write_tokens: sum.cacheWrite5m + sum.cacheWrite1h,
    output_tokens: outputTotal(sum),
    reasoning_tokens: sum.reasoning,
    list_amount: formatDollars(sum.listNanoUsd),
    amount: formatDollars(sum.chargedNanoUsd),
    average_duration_ms: sum.requests === 0 ? 0 : Math.round(sum.durationMs / sum.requests),
  };
}
