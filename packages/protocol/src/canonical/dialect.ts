// The ids of the dialects, and the type for fields that only one dialect has.
import type { JsonObject } from '../json/value.ts';

/** The dialects that this package supports. */
export const dialectIds = [
  'openai-chat',
  'anthropic-messages',
  'gemini-generate',
  'openai-responses',
] as const;
/** One of `dialectIds`. */
export type DialectId = (typeof dialectIds)[number];

/**
 * Fields that only one dialect has, stored under its id so that they survive decoding. An encoder writes only
 * the extras of its own dialect and notes the others as dropped.
 */
export type Extras = Partial<Record<DialectId, JsonObject>>;
