/** The formats in which callers may ask. */
export const dialects = [
  'openai-chat',
  'anthropic-messages',
  'gemini-generate',
  'openai-responses',
] as const;

export type Dialect = (typeof dialects)[number];
