import type { TokenFamily } from './token-family.ts';

/** Tokens that a maker adds around what the caller wrote. */
export interface Framing {
  readonly request: number;
  /** Around a turn, a call and a result. */
  readonly turn: number;
  /** Once, when there are tools at all: the maker explains their use to the model. */
  readonly tools: number;
  readonly tool: number;
  readonly property: number;
}

/**
 * Measured against the services by ai-tokenizer 1.0.6, rounded: GPT-4o and GPT-5, Claude Sonnet 4 and
 * Opus 4.5, Gemini 2.5 and 3, and for the others the middle of Qwen, DeepSeek, Mistral, Grok and Kimi.
 * The newer Claude has the older one's numbers and the growth of its vocabulary.
 */
export const framingOf: Readonly<Record<TokenFamily, Framing>> = {
  openai: { request: 5, turn: 4, tools: 20, tool: 8, property: 5 },
  claude: { request: 9, turn: 3, tools: 550, tool: 70, property: 16 },
  'older-claude': { request: 6, turn: 2, tools: 450, tool: 58, property: 13 },
  gemini: { request: 0, turn: 0, tools: 0, tool: 0, property: 2 },
  other: { request: 6, turn: 3, tools: 140, tool: 48, property: 12 },
};
