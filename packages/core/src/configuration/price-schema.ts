/** The schema of `prices` and `pricing`; part of the schema of `parley.yaml`. */
import * as z from 'zod';

/** Higher than any price; sums of costs then remain exact in a number. */
const mostDollars = 100_000;

const dollars = z
  .number()
  .min(0)
  .max(mostDollars)
  .refine((amount) => Number(amount.toFixed(9)) === amount, 'Use at most nine decimals.')
  .describe('Dollars per million tokens.');

const rates = {
  input: dollars,
  output: dollars,
  cache_read: dollars.describe('Dollars per million tokens; as input if absent.').optional(),
  cache_write_5m: dollars
    .describe('Dollars per million tokens; 1.25 × input if absent.')
    .optional(),
  cache_write_1h: dollars.describe('Dollars per million tokens; 2 × input if absent.').optional(),
  reasoning: dollars.describe('Dollars per million tokens; as output if absent.').optional(),
  audio_input: dollars.describe('Dollars per million tokens; as input if absent.').optional(),
  audio_output: dollars.describe('Dollars per million tokens; as output if absent.').optional(),
  image_input: dollars.describe('Dollars per million tokens; as input if absent.').optional(),
  image_output: dollars.describe('Dollars per million tokens; as output if absent.').optional(),
  video_input: dollars.describe('Dollars per million tokens; as input if absent.').optional(),
  video_output: dollars.describe('Dollars per million tokens; as output if absent.').optional(),
};

const rateNames = Object.keys(rates) as (keyof typeof rates)[];

/** A higher one could not be added exactly. */
const mostForThousand = 1_000;

const fee = z
  .number()
  .min(0)
  .max(mostForThousand)
  .refine((amount) => Number(amount.toFixed(9)) === amount, 'Use at most nine decimals.')
  .optional();

const feesSchema = z
  .strictObject({
    web_search: fee.describe('Dollars per 1,000 searches of the web.'),
    x_search: fee.describe('Dollars per 1,000 searches of X.'),
    file_search: fee.describe('Dollars per 1,000 searches of files.'),
    code_execution: fee.describe('Dollars per 1,000 runs of code.'),
    maps: fee.describe('Dollars per 1,000 replies that are grounded in maps.'),
    grounded_prompt: fee.describe(
      'Dollars per 1,000 replies that searched the web, instead of web_search.',
    ),
    request: fee.describe('Dollars per 1,000 requests, whatever they use.'),
  })
  .describe('What is charged beside tokens; the fees that Parley knows of the model if absent.');

const serviceName = z
  .string()
  .regex(/^[a-z][a-z_]{0,31}$/, 'Use 1 to 32 lower-case letters and underscores.');

const factor = z
  .number()
  .positive()
  .max(100)
  .refine((number) => Number(number.toFixed(6)) === number, 'Use at most six decimals.')
  .describe('The factor of the price.');

const tierSchema = z
  .strictObject({ above: z.int().positive().describe('Tokens of the prompt.'), ...rates })
  .describe('What the whole request costs when its prompt is longer than this.');

const pattern = z
  .string()
  .regex(/^\P{C}{1,512}$/u, 'Use 1 to 512 characters without control characters.');

const declaredPrice = z.strictObject({
  match: pattern
    .regex(/[/*]/, 'Write <upstream>/<model>, in which * stands for any characters.')
    .describe('The models that have the price: <upstream>/<model>; * stands for any characters.'),
  from: z.iso
    .date('Write a day such as 2026-01-31.')
    .optional()
    .describe('The first day of the price, in UTC.'),
  free: z.literal(true).optional().describe('The models are free; instead of prices.'),
  ...rates,
  input: rates.input.optional(),
  output: rates.output.optional(),
  tiers: z.array(tierSchema).min(1).max(16).optional().describe('Shortest prompt first.'),
  services: z
    .record(serviceName, factor)
    .optional()
    .describe(
      'Factors of the price for services that the upstream reports, such as a service tier.',
    ),
  fees: feesSchema.optional(),
});

/** The schema of one entry of `prices`. Amounts are USD per million tokens. */
export const priceSchema = declaredPrice
  .superRefine((price, context) => {
    for (const { path, message } of findProblems(price)) {
      context.addIssue({ code: 'custom', path: [...path], message });
    }
  })
  .describe('What models cost; takes precedence over the prices that Parley knows.');

const { match: _, ...terms } = declaredPrice.shape;

export const salePriceSchema = z
  .strictObject({
    model: pattern.describe('The call names that have the price; * stands for any characters.'),
    group: pattern
      .default('*')
      .describe('The groups that have the price; * stands for any characters.'),
    ...terms,
  })
  .superRefine((price, context) => {
    for (const { path, message } of findProblems(price)) {
      context.addIssue({ code: 'custom', path: [...path], message });
    }
  })
  .describe('What clients pay for a call name, whichever target answers.');

export const pricingSchema = z
  .strictObject({
    unknown: z
      .enum(['quarantine', 'refuse'])
      .optional()
      .describe(
        'Models without a price: quarantine (the default) records what they use, to be priced later, and refuse refuses them. Keys whose money is limited never get them.',
      ),
    overdraft: z
      .enum(['none', 'one-call'])
      .optional()
      .describe(
        'Whether one call that costs more than expected may exceed a limit: one-call (the default unless the account is prepaid) or none, which reserves the upper bound when a limit is near its end.',
      ),
  })
  .describe('How prices are used, and how strictly limits of money and tokens hold.');

export type PriceConfiguration = z.infer<typeof priceSchema>;
export type SalePriceConfiguration = z.infer<typeof salePriceSchema>;

interface Problem {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

type DeclaredPrice = Omit<z.infer<typeof declaredPrice>, 'match'>;

function findProblems(price: DeclaredPrice): readonly Problem[] {
  if (price.free === true) {
    const priced = ([...rateNames, 'tiers', 'services', 'fees'] as const).filter(
      (name) => price[name] !== undefined,
    );
    return priced.map((name) => ({ path: [name], message: 'A free model has no prices.' }));
  }
  const missing = (['input', 'output'] as const).filter((name) => price[name] === undefined);
  return [
    ...missing.map((name) => ({ path: [name], message: 'This price is missing.' })),
    ...(price.tiers ?? []).flatMap((_, index) => findTierProblems(price, index)),
  ];
}

/**
 * Tiers need rising limits and every rate that the price itself has; a missing rate would have to be guessed.
 */
function findTierProblems(price: DeclaredPrice, index: number): readonly Problem[] {
  const { tiers = [] } = price;
  const [tier, below] = [tiers[index], tiers[index - 1]];
  if (tier === undefined) return [];
  const path = ['tiers', index];
  const falls = below !== undefined && tier.above <= below.above;
  const missing = rateNames.filter((name) => price[name] !== undefined && tier[name] === undefined);
  return [
    ...(falls ? [{ path: [...path, 'above'], message: 'Put shorter prompts first.' }] : []),
    ...missing.map((name) => ({ path: [...path, name], message: 'This price is missing.' })),
  ];
}
