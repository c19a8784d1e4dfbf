/** Schemas of fields that several subjects share. */
import * as z from 'zod';

/** A name that is only shown. Scripts and emoji may need joiners, which are format characters (Cf). */
export const name = z
  .string()
  .regex(
    /^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]{1,128}$/u,
    'Use 1 to 128 characters without control characters.',
  );

export const id = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9_.:-]{0,127}$/,
    'Use 1 to 128 letters, digits and _ . : - and begin with a letter or a digit.',
  );

const pattern = z
  .string()
  .regex(/^[^\p{C}]{1,256}$/u, 'Use 1 to 256 characters without control characters.');

export const patterns = z
  .array(pattern)
  .min(1)
  .max(1_000, 'Use at most 1,000 entries.')
  .describe('Patterns of call names; * matches any characters.');

/** The name of an upstream, model, group or price; model names may contain slashes. */
export const entityName = z
  .string()
  .regex(/^[^\p{C}]{1,256}$/u, 'Use 1 to 256 characters without control characters.');

/** Stands for a field that only operators see. */
export const hidden = z.null().describe('Only visible to operators.');

/** A text to search for as a part of other texts. */
export const searchText = z.string().min(1).max(200, 'Use at most 200 characters.');

/** The role of an admin token or a user. */
export const role = z.enum(['admin', 'viewer']).describe('A viewer may only read.');
