/** Usage: sums of requests, tokens and money, grouped by time, key, model and so on. */
import * as z from 'zod';
import { outputTotal, inputTotal, omitUndefined } from '@parley/protocol';
import type { UsageDimension, UsageQuery, UsageSum } from '@parley/core/store';
import { formatDollars } from '../shared/dollars.ts';
import { readKeyNames } from '../keys/keys.ts';
import type { Operator } from '../shared/operator.ts';
import { translateStoreErrors } from '../shared/errors.ts';
import { isTimeZone } from '@parley/core/extension';
import { formatTimeOrNull, time } from '../shared/times.ts';
import { sumByClock } from './usage-by-clock.ts';

/** The values of `by`, with the dimension of the store that each one groups by. */
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
const timeNames: readonly string[] = ['time', 'day', 'hour'];

/** The parameter `by` of an endpoint that offers these dimensions. */
export function groupedBy<Name extends Dimension>(names: readonly [Name, ...Name[]]) {
  return z
    .string()
    .default('')
    .transform((text) => text.split(',').filter((name) => name !== ''))
    .pipe(
      z
        .array(z.enum(names, `Use ${names.join(', ')}.`))
        .refine(
          (chosen) => chosen.filter((name) => timeNames.includes(name)).length <= 1,
          'Choose at most one of time, day and hour.',
        ),
    )
    .describe(
      `The dimensions to group by, separated by commas: ${names.join(', ')}. Choose at most one of time ` +
        '(steps of 15 minutes), day and hour.',
    );
}

/** Validates the query of sums of usage: filters, dimensions, and the time zone of days. */
export const usageQuery = z.strictObject({
  by: groupedBy(dimensionNames),
  time_zone: z
    .string()
    .max(64)
    .refine(isTimeZone, 'Use the name of an IANA time zone, such as Europe/Berlin.')
    .default('UTC')
    .describe('The IANA name of the time zone of days and hours.'),
  from: time.optional(),
  until: time.optional(),
  account_id: z.string().optional(),
  key_id: z.string().optional(),
  group: z.string().optional(),
  model: z.string().optional(),
  upstream: z.string().optional(),
});

/** A sum of usage as the API writes it; amounts are decimal texts in dollars. */
export const usageView = z
  .strictObject({
    object: z.literal('usage.sum'),
    time: z.string().nullable().describe('The start of the step, the day or the hour.'),
    account_id: z.string().nullable(),
    key_id: z.string().nullable(),
    key_name: z.string().nullable().describe('Only when grouped by `key`.'),
    group: z.string().nullable(),
    model: z.string().nullable(),
    upstream: z.string().nullable(),
    upstream_model: z.string().nullable(),
    requests: z.int(),
    failures: z.int().describe('Requests that failed or whose client left.'),
    attempts: z
      .int()
      .describe(
        'Calls of upstreams: each counts for its own upstream, also if another one answered.',
      ),
    failed_attempts: z.int().describe('Calls of upstreams that failed.'),
    input_tokens: z.int().describe('Including tokens read from and written to caches.'),
    cache_read_tokens: z.int(),
    cache_write_tokens: z.int(),
    output_tokens: z.int().describe('Including reasoning tokens.'),
    reasoning_tokens: z.int(),
    list_amount: z.string(),
    amount: z.string().describe('In dollars: the charges.'),
    cost_amount: z
      .string()
      .describe('In dollars: what the targets cost, by their prices; unknown costs count as 0.'),
    margin_amount: z.string().describe('In dollars: the charges less the cost of the targets.'),
    average_duration_ms: z.number(),
  })
  .meta({ id: 'UsageSum' });

/** A sum of usage in the format of the API. */
export type UsageView = z.infer<typeof usageView>;

/** Sums up the matching exchanges. */
export async function sumUsage(
  operator: Operator,
  query: z.output<typeof usageQuery>,
): Promise<readonly UsageView[]> {
  const { store } = operator;
  const { by, from, until, account_id: accountId, key_id: keyId, model: callName } = query;
  const { group, upstream, time_zone: timeZone } = query;
  const wanted: UsageQuery = omitUndefined({
    by: by.map((name) => dimensions[name]),
    from,
    until,
    accountId,
    keyId,
    callName,
    group,
    upstream,
  });
  const unit = by.find((name) => name === 'day' || name === 'hour');
  const sums =
    unit === undefined
      ? await translateStoreErrors(() => store.sumUsage(wanted))
      : await sumByClock(operator, wanted, { unit, timeZone });
  const keyNames = await readKeyNames(
    store,
    sums.flatMap((sum) => sum.keyId ?? []),
  );
  return sums.map((sum) => toUsageView(sum, keyNames));
}

function toUsageView(sum: UsageSum, keyNames: ReadonlyMap<string, string>): UsageView {
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
    attempts: sum.attempts,
    failed_attempts: sum.failedAttempts,
    input_tokens: inputTotal(sum),
    cache_read_tokens: sum.cacheRead,
    cache_write_tokens: sum.cacheWrite5m + sum.cacheWrite1h,
    output_tokens: outputTotal(sum),
    reasoning_tokens: sum.reasoning,
    list_amount: formatDollars(sum.listNanoUsd),
    amount: formatDollars(sum.chargedNanoUsd),
    cost_amount: formatDollars(sum.costNanoUsd),
    margin_amount: formatDollars(sum.chargedNanoUsd - sum.costNanoUsd),
    average_duration_ms: sum.requests === 0 ? 0 : Math.round(sum.durationMs / sum.requests),
  };
}
