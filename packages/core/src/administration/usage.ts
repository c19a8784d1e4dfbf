import * as z from 'zod';
import { outputTotal, inputTotal } from '@parley/protocol';
import type { UsageDimension, UsageSum } from '../store.ts';
import { formatDollars } from './dollars.ts';
import { readKeyNames } from './key-names.ts';
import type { Operator } from './operator.ts';
import { formatTimeOrNull, time } from './times.ts';

/** What sums may be told apart by, in the words of this API. */
const dimensions = {
  time: 'time',
  account: 'accountId',
  key: 'keyId',
  group: 'group',
  model: 'callName',
  upstream: 'upstream',
  upstream_model: 'upstreamModel',
} as const satisfies Readonly<Record<string, UsageDimension>>;

type Dimension = keyof typeof dimensions;
const dimensionNames = Object.keys(dimensions) as [Dimension, ...Dimension[]];

export const usageQuery = z.strictObject({
  by: z
    .string()
    .default('')
    .transform((text) => text.split(',').filter((name) => name !== ''))
    .pipe(z.array(z.enum(dimensionNames)))
    .describe(`What the sums are told apart by: ${dimensionNames.join(', ')}.`),
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
    time: z.string().nullable().describe('Where a step of 15 minutes begins.'),
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
  { store }: Operator,
  query: z.output<typeof usageQuery>,
): Promise<readonly UsageView[]> {
  const { by, from, until, account_id: accountId, key_id: keyId, model: callName } = query;
  const { group, upstream } = query;
  const sums = await store.sumUsage({
    by: by.map((name) => dimensions[name]),
    ...(from !== undefined && { from }),
    ...(until !== undefined && { until }),
    ...(accountId !== undefined && { accountId }),
    ...(keyId !== undefined && { keyId }),
    ...(callName !== undefined && { callName }),
    ...(group !== undefined && { group }),
    ...(upstream !== undefined && { upstream }),
  });
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
    list_amount: formatDollars(sum.listNanos),
    amount: formatDollars(sum.chargedNanos),
    average_duration_ms: sum.requests === 0 ? 0 : Math.round(sum.durationMs / sum.requests),
  };
}
