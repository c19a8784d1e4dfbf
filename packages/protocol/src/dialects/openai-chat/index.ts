export { openaiChat } from './codec.ts';
export { lintChatStream } from './lint.ts';
export type { ChatChunk, ChatErrorBody, ChatReply, ChatRequest } from './wire-types.ts';
