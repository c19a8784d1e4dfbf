import type { DialectId } from '../canonical/dialect.ts';
import { lintMessagesStream } from '../dialects/anthropic-messages/index.ts';
import { lintGeminiStream } from '../dialects/gemini-generate/index.ts';
import { lintChatStream } from '../dialects/openai-chat/index.ts';
import { lintResponsesStream } from '../dialects/openai-responses/index.ts';
import type { SseFrame } from '../sse/frame.ts';

/** What official clients stumble over in a stream, by dialect. */
export const lints: Readonly<Record<DialectId, (frames: Iterable<SseFrame>) => string[]>> = {
  'openai-chat': lintChatStream,
  'anthropic-messages': lintMessagesStream,
  'gemini-generate': lintGeminiStream,
  'openai-responses': lintResponsesStream,
};
