/** The formats of requests and their names, in the order in which they are offered. */
import type { View } from '../api/client.ts';

/** A format, by its id in the API. */
export type Dialect = NonNullable<View<'Provider'>['dialect']>;

/** All formats of the API, which the compiler compares. */
export const dialectNames: Readonly<Record<Dialect, string>> = {
  'openai-chat': 'OpenAI Chat Completions',
  'anthropic-messages': 'Anthropic Messages',
  'gemini-generate': 'Gemini generateContent',
  'openai-responses': 'OpenAI Responses',
};

export const dialects = Object.keys(dialectNames) as readonly Dialect[];
