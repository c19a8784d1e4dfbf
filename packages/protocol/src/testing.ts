// The entry `@parley/protocol/testing`: stream lints, for tests of programs that write or relay streams.
export { checkEvents } from './canonical/event-lint.ts';
export type { CanonicalEvent } from './canonical/reply.ts';
export { lintMessagesStream } from './dialects/anthropic-messages/stream/lint.ts';
export { lintGeminiStream } from './dialects/gemini-generate/stream/lint.ts';
export { lintChatStream } from './dialects/openai-chat/stream/lint.ts';
export { lintResponsesStream } from './dialects/openai-responses/stream/lint.ts';
export type { SseFrame } from './sse/frame.ts';
