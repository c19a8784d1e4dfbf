import * as z from 'zod';
import { isAddressRange } from '@parley/core/extension';
import { zeroOrMoreDollars } from '../shared/dollars.ts';
import { id, name, patterns } from '../shared/schemas.ts';
import { time } from '../shared/times.ts';

const address = z.string().refine(isAddressRange, 'Use an address or a range.');

const addresses = z
  .array(address)
  .min(1)
  .max(1_000)
  .describe('Addresses and ranges, such as 192.0.2.0/24.');

const groups = z
  .tuple([z.string().min(1)], z.string().min(1))
  .refine((names) => new Set(names).size === names.length, 'Name each group once.')
  .describe('The groups it may use; the first is its default.');

const perMinute = z.int().positive().max(1_000_000_000);

const quota = z
  .strictObject({
    amount: zeroOrMoreDollars.optional().describe('Dollars in one period.'),
    tokens: z.int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
    reset: z.enum(['none', 'day', 'week', 'month']).default('none').describe('In UTC.'),
  })
  .refine(({ amount, tokens }) => amount !== undefined || tokens !== undefined, {
    message: 'Limit the amount, the tokens or both.',
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
      .describe('Dollars in each window, which begins with its first call.'),
    requests_per_minute: perMinute.nullable().optional(),
    tokens_per_minute: perMinute.nullable().optional(),
    concurrency: z.int().positive().max(100_000).nullable().optional(),
  })
  .describe('What it may use up; what is absent or null is not limited.');
export type LimitsInput = z.output<typeof limits>;

export const newKey = z
  .strictObject({
    name: name.default('key'),
    account_id: id.default('default'),
    groups: groups.optional().describe('The group `default` if absent.'),
    models: patterns.optional(),
    limits: limits.default({}),
    allowed_from: addresses.optional(),
    denied_from: addresses.optional(),
    expires_at: time.optional(),
  })
  .describe('A key to be made.');

export const keyChanges = z
  .strictObject({
    name: name.optional(),
    groups: groups.optional(),
    models: patterns.nullable().optional(),
    limits: limits.optional().describe('Replaces all limits.'),
    allowed_from: addresses.nullable().optional(),
    denied_from: addresses.nullable().optional(),
    expires_at: time.nullable().optional(),
    disabled: z.boolean().optional(),
  })
  .describe('What is to be changed; null takes it away.');

/** Ninety days: a secret that was replaced should not live for ever. */
const longestOverlap = 7_776_000;

export const rotation = z
  .strictObject({
    overlap_seconds: z
      .int()
      .min(0)
      .max(longestOverlap)
      .default(0)
      .describe('How long the old secret works on.'),
  })
  .describe('A change of the secret.');

const windowView = z.strictObject({ spent: z.string(), started_at: z.string() });

export const keyView = z
  .strictObject({
    object: z.literal('key'),
    id: z.string(),
    display: z.string().describe('Its beginning and its end, as a person knows it.'),
    name: z.string(),
    account_id: z.string(),
    groups: z.array(z.string()),
    models: z.array(z.string()).nullable(),
    limits: z.strictObject({
      quota: z
        .strictObject({
          amount: z.string().nullable(),
          tokens: z.int().nullable(),
          reset: z.enum(['none', 'day', 'week', 'month']),
        })
        .nullable(),
      windows: z.record(z.string(), z.string()),
      requests_per_minute: z.int().nullable(),
      tokens_per_minute: z.int().nullable(),
      concurrency: z.int().nullable(),
    }),
    allowed_from: z.array(z.string()).nullable(),
    denied_from: z.array(z.string()).nullable(),
    created_at: z.string(),
    expires_at: z.string().nullable(),
    last_used_at: z.string().nullable(),
    disabled: z.boolean(),
    status: z.enum(['active', 'disabled', 'expired', 'quota_exhausted']),
    usage: z.strictObject({
      spent: z.string().describe('In dollars, since it was made.'),
      tokens: z.int(),
      requests: z.int(),
      reserved: z.string(),
      running: z.int(),
      quota: z.strictObject({
        spent: z.string(),
        tokens: z.int(),
        started_at: z.string().nullable(),
      }),
      windows: z.record(z.string(), windowView),
    }),
  })
  .meta({ id: 'Key' });
export type KeyView = z.infer<typeof keyView>;

export const createdKeyView = keyView
  .extend({ secret: z.string().describe('Shown only this once.') })
  .meta({ id: 'CreatedKey' });
export type CreatedKeyView = z.infer<typeof createdKeyView>;
