// The ids of the dialects, and fields that one dialect alone knows.
import type { JsonObject } from '../json/value.ts';

/** The wire formats this package speaks. */
export const dialectIds = [
  'openai-chat',
  'anthropic-messages',
  'gemini-generate',
  'openai-responses',
] as const;
/** One of `dialectIds`. */
export type DialectId = (typeof dialectIds)[number];

/**
 * What only one dialect has, kept under that dialect's name so that it survives the way home.
 * An encoder writes back only the extras of its own dialect and notes the others as dropped.
 */
export type Extras = Partial<Record<DialectId, JsonObject>>;
