import * as z from 'zod';

/** Schemas that several parts of the administration share. */

export const name = z
  .string()
  .regex(/^[^\p{C}]{1,128}$/u, 'Use 1 to 128 characters without control characters.');

export const id = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9_.:-]{0,127}$/, 'Use letters, digits, and _ . : - within.');

const pattern = z
  .string()
  .regex(/^[^\p{C}]{1,256}$/u, 'Use 1 to 256 characters without control characters.');

export const patterns = z
  .array(pattern)
  .min(1)
  .max(1_000)
  .describe('Call names; * stands for any characters.');

/** How much of a list is wanted, and where it goes on. */
export const page = z.strictObject({
  limit: z.coerce.number().int().min(1).max(1_000).default(100).describe('How many at most.'),
  after: z.string().min(1).optional().describe('The `next` of the page before.'),
});

/** Of a part of the configuration; call names may hold slashes. */
export const entityName = z
  .string()
  .regex(/^[^\p{C}]{1,256}$/u, 'Use a name of 1 to 256 characters without control characters.');

/** In the place of what the holder of a key is not told. */
export const hidden = z.null().describe('Not told to holders of keys.');

/** What is looked for within texts. */
export const searchText = z.string().min(1).max(200, 'Look for 200 characters at most.');
