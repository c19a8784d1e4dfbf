// The entry `@parley/protocol/testing`: checks of streams, for tests of whoever writes or relays them.
export { checkEvents } from './canonical/event-lint.ts';
export type { CanonicalEvent } from './canonical/event.ts';
export { lintMessagesStream } from './dialects/anthropic-messages/stream/lint.ts';
export { lintGeminiStream } from './dialects/gemini-generate/stream/lint.ts';
export { lintChatStream } from './dialects/openai-chat/stream/lint.ts';
export { lintResponsesStream } from './dialects/openai-responses/stream/lint.ts';
export type { SseFrame } from './sse/frame.ts';
