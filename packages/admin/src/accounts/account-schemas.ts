import * as z from 'zod';
import { anyDollars, positiveDollars } from '../shared/dollars.ts';
import { id, name, patterns } from '../shared/schemas.ts';

export const newAccount = z
  .strictObject({
    id: id.optional().describe('Made by Parley if absent.'),
    name,
    models: patterns.optional().describe('Its model range; everything if absent.'),
    prepaid: z.boolean().default(false).describe('Whether it may only spend what was topped up.'),
  })
  .describe('An owner of keys.');

export const accountChanges = z
  .strictObject({
    name: name.optional(),
    models: patterns.nullable().optional(),
    prepaid: z.boolean().optional(),
    disabled: z.boolean().optional(),
  })
  .describe('What is to be changed; null takes a restriction away.');

export const topUp = z
  .strictObject({
    id: id.optional().describe('Told again, the same id changes nothing.'),
    amount: positiveDollars,
    note: z.string().max(1_000).optional(),
  })
  .describe('Money that an account gets.');

export const adjustment = topUp
  .extend({ amount: anyDollars })
  .describe('A correction of what an account was given; negative takes away.');

export const accountView = z
  .strictObject({
    object: z.literal('account'),
    id: z.string(),
    name: z.string(),
    models: z.array(z.string()).nullable(),
    prepaid: z.boolean(),
    disabled: z.boolean(),
    created_at: z.string(),
    granted: z.string().describe('In dollars: granted = spent + reserved + free.'),
    spent: z.string(),
    reserved: z.string(),
    free: z.string(),
  })
  .meta({ id: 'Account' });
export type AccountView = z.infer<typeof accountView>;
