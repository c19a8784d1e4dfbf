/** The schema of a group's tier rules and of its price multiplier. */
import * as z from 'zod';

/** The model tiers that coding assistants offer, as they appear in model names. */
export const tierNames = ['opus', 'sonnet', 'haiku', 'fable', 'mythos'] as const;
/** The name of a model tier. */
export type TierName = (typeof tierNames)[number];

const to = z.string().min(1).describe('The call name of this group to which the name leads.');
const effort = z
  .enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'])
  .optional()
  .describe('The reasoning effort of requests that set none.');

/** Maps a name without a route to a call name of the group; the first rule that matches applies. */
export const tierSchema = z.discriminatedUnion('match', [
  z.strictObject({ match: z.literal('exact'), name: z.string().min(1), to, effort }),
  z.strictObject({
    match: z.literal('glob'),
    name: z.string().min(1).describe('* stands for any characters.'),
    to,
    effort,
  }),
  z.strictObject({
    match: z.literal('tier'),
    tier: z.enum(tierNames).describe('The level that a coding assistant names.'),
    to,
    effort,
  }),
]);

/** The factor of all prices; stored in millionths. */
export const multiplierSchema = z
  .number()
  .min(0)
  .max(1_000)
  .refine((number) => Number(number.toFixed(6)) === number, 'Use at most six decimals.');
