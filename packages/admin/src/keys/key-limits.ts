/** The limits of a key: what the API accepts, what the store keeps and what the API returns. */
import { omitUndefined } from '@parley/protocol';
import * as z from 'zod';
import { type KeyLimits, windowNames } from '@parley/core/store';
import { formatDollars, zeroOrMoreDollars } from '../shared/dollars.ts';

/** A limit of at least 1: whoever wants none leaves it out. */
function limitUpTo(most: number) {
  const message = `Use a whole number from 1 to ${most.toLocaleString('en')}.`;
  return z.int(message).min(1, message).max(most, message);
}

const perMinute = limitUpTo(1_000_000_000);

const reset = z.enum(['none', 'day', 'week', 'month']);

const quota = z
  .strictObject({
    amount: zeroOrMoreDollars.optional().describe('Dollars per period.'),
    tokens: z.int().min(0).max(Number.MAX_SAFE_INTEGER).optional().describe('Tokens per period.'),
    reset: reset.default('none').describe('When a new period begins, in UTC.'),
  })
  .refine(({ amount, tokens }) => amount !== undefined || tokens !== undefined, {
    message: 'Set `amount`, `tokens` or both.',
  });

export const limits = z
  .strictObject({
    quota: quota.nullable().optional(),
    windows: z
      .strictObject({
        '5h': zeroOrMoreDollars.optional(),
        '1d': zeroOrMoreDollars.optional(),
        '7d': zeroOrMoreDollars.optional(),
      })
      .nullable()
      .optional()
      .describe('Dollars per window of 5 hours, 1 day or 7 days; its first call begins a window.'),
    requests_per_minute: perMinute.nullable().optional(),
    tokens_per_minute: perMinute.nullable().optional(),
    concurrency: limitUpTo(100_000)
      .nullable()
      .optional()
      .describe('Number of exchanges that may run at the same time.'),
  })
  .describe('What the key may use; a field that is absent or null is unlimited.');

export const limitsView = z.strictObject({
  quota: z
    .strictObject({
      amount: z.string().nullable(),
      tokens: z.int().nullable(),
      reset,
    })
    .nullable(),
  windows: z.record(z.string(), z.string()),
  requests_per_minute: z.int().nullable(),
  tokens_per_minute: z.int().nullable(),
  concurrency: z.int().nullable(),
});

/** Limits in the format of the store. */
export function decodeLimits(input: z.output<typeof limits>): KeyLimits {
  const limited = windowNames.flatMap((name) => {
    const nanoUsd = input.windows?.[name];
    return nanoUsd === undefined ? [] : [[name, nanoUsd] as const];
  });
  return omitUndefined({
    quota: input.quota ? decodeQuota(input.quota) : undefined,
    windows: limited.length > 0 ? Object.fromEntries(limited) : undefined,
    requestsPerMinute: input.requests_per_minute ?? undefined,
    tokensPerMinute: input.tokens_per_minute ?? undefined,
    concurrency: input.concurrency ?? undefined,
  });
}

function decodeQuota({ amount, tokens, reset }: z.output<typeof quota>): KeyLimits['quota'] {
  return omitUndefined({ nanoUsd: amount, tokens, reset });
}

/** Limits in the format of the API. */
export function toLimitsView({
  quota,
  windows = {},
  ...rates
}: KeyLimits): z.infer<typeof limitsView> {
  return {
    quota:
      quota === undefined
        ? null
        : {
            amount: quota.nanoUsd === undefined ? null : formatDollars(quota.nanoUsd),
            tokens: quota.tokens ?? null,
            reset: quota.reset,
          },
    windows: Object.fromEntries(
      Object.entries(windows).map(([name, nanoUsd]) => [name, formatDollars(nanoUsd)]),
    ),
    requests_per_minute: rates.requestsPerMinute ?? null,
    tokens_per_minute: rates.tokensPerMinute ?? null,
    concurrency: rates.concurrency ?? null,
  };
}
