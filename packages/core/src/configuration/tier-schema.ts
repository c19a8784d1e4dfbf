/** The schema of what a group changes: names by its tier rules, and prices by its multiplier. */
import * as z from 'zod';

/** The levels of models that coding assistants offer, as model names show them. */
export const tierNames = ['opus', 'sonnet', 'haiku', 'fable', 'mythos'] as const;
export type TierName = (typeof tierNames)[number];

const to = z.string().min(1).describe('The call name of this group that runs.');
const effort = z
  .enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'])
  .optional()
  .describe('How hard it thinks, where the caller does not say.');

/** Leads a name that no route has to a call name of the group; the first rule that fits counts. */
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

const mostDecimals = 6;

/** What prices are multiplied by; kept in millionths. */
export const multiplierSchema = z
  .number()
  .min(0)
  .max(1_000)
  .refine(
    (number) => Number(number.toFixed(mostDecimals)) === number,
    `Use at most ${mostDecimals} decimals.`,
  );
