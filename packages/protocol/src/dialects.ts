// The table of codecs by dialect id, for gateways and for `translate/`.
import type { DialectId } from './canonical/dialect.ts';
import type { Codec } from './codec.ts';
import { anthropicMessages } from './dialects/anthropic-messages/codec.ts';
import { geminiGenerate } from './dialects/gemini-generate/codec.ts';
import { openaiChat } from './dialects/openai-chat/codec.ts';
import { openaiResponses } from './dialects/openai-responses/codec.ts';

/** The codecs of all supported dialects. */
export const codecs: Readonly<Record<DialectId, Codec>> = {
  'openai-chat': openaiChat,
  'anthropic-messages': anthropicMessages,
  'gemini-generate': geminiGenerate,
  'openai-responses': openaiResponses,
};

/** Returns the codec of a dialect. @throws TypeError for any other text, which only programs without types pass */
export function codecOf(dialect: DialectId): Codec {
  if (Object.hasOwn(codecs, dialect)) return codecs[dialect];
  throw new TypeError(`There is no dialect '${dialect}', only ${Object.keys(codecs).join(', ')}.`);
}
