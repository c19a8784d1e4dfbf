/** The shape of an account and of a credit: what the API accepts and what it returns. */
import * as z from 'zod';
import type { AccountWithState } from '@parley/core/store';
import { anyDollars, formatDollars, positiveDollars } from '../shared/dollars.ts';
import { createEtag, etag } from '../shared/etag.ts';
import { id, name, patterns } from '../shared/schemas.ts';
import { formatTime } from '../shared/times.ts';

/** The fields that an operator sets. */
const settings = {
  name,
  models: patterns.describe('Call names that its keys may use, as patterns; all by default.'),
  prepaid: z.boolean().describe('Whether its keys may only spend its balance.'),
} as const;

/** Validates a new account. */
export const newAccount = z
  .strictObject({
    id: id.optional().describe('Random by default.'),
    name: settings.name,
    models: settings.models.optional(),
    prepaid: settings.prepaid.default(false),
  })
  .describe('A new account.');

/** Validates a change of an account. Absent fields stay as they are, and `models: null` allows all models again. */
export const accountChanges = z
  .strictObject({
    ...settings,
    models: settings.models.nullable(),
    disabled: z.boolean().describe('Whether all calls of its keys are refused.'),
  })
  .partial()
  .describe('The fields to change; null removes a restriction.');

/** Validates money that is added to a prepaid account: dollars as a decimal text, above 0. */
export const topUp = z
  .strictObject({
    id: id.optional().describe('Makes it safe to repeat the request: an id is credited once.'),
    amount: positiveDollars,
    note: z.string().max(1_000, 'Use at most 1,000 characters.').optional(),
  })
  .describe('Money to add to the balance of an account.');

/** Validates a correction of a balance: dollars as a decimal text, which may be negative. */
export const adjustment = topUp
  .extend({ amount: anyDollars })
  .describe('A correction of the balance of an account; a negative amount reduces it.');

/** An account as the API writes it; amounts are decimal texts in dollars. */
export const accountView = z
  .strictObject({
    object: z.literal('account'),
    etag,
    id: z.string(),
    name: z.string(),
    models: z.array(z.string()).nullable(),
    prepaid: z.boolean(),
    disabled: z.boolean(),
    created_at: z.string(),
    granted: z
      .string()
      .describe('In dollars: the sum of its top-ups and adjustments, spent + reserved + free.'),
    spent: z.string(),
    reserved: z.string().describe('Held for running exchanges.'),
    free: z.string(),
  })
  .meta({ id: 'Account' });

/** An account in the format of the API. */
export type AccountView = z.infer<typeof accountView>;

/** An account with its balance, in the format of the API. */
export function toAccountView({ account, state }: AccountWithState): AccountView {
  const { granted, spent, reserved } = state;
  const own = {
    name: account.name,
    models: account.models === undefined ? null : [...account.models],
    prepaid: account.prepaid,
    disabled: account.disabled,
  };
  return {
    object: 'account',
    etag: createEtag(own),
    id: account.id,
    ...own,
    created_at: formatTime(account.createdAt),
    granted: formatDollars(granted),
    spent: formatDollars(spent),
    reserved: formatDollars(reserved),
    free: formatDollars(granted - spent - reserved),
  };
}
