/** The formats of requests. */
export const dialects = [
  'openai-chat',
  'anthropic-messages',
  'gemini-generate',
  'openai-responses',
] as const;

export type Dialect = (typeof dialects)[number];
