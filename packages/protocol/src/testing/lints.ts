// The stream lints by dialect, for tests of all dialects.
import type { DialectId } from '../canonical/dialect.ts';
import type { SseFrame } from '../sse/frame.ts';
import {
  lintChatStream,
  lintGeminiStream,
  lintMessagesStream,
  lintResponsesStream,
} from '../testing.ts';

/** The stream lint of each dialect. */
export const lints: Readonly<Record<DialectId, (frames: Iterable<SseFrame>) => string[]>> = {
  'openai-chat': lintChatStream,
  'anthropic-messages': lintMessagesStream,
  'gemini-generate': lintGeminiStream,
  'openai-responses': lintResponsesStream,
};
