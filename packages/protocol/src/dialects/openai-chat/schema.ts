/** The whole wire format of chat completions: requests, replies and stream chunks. */
export { canonicalFields, requestSchema } from './request/schema.ts';
export type { RequestInput } from './request/schema.ts';
export { chunkSchema, replySchema } from './reply/schema.ts';
export type { ChunkInput, ReplyChoiceInput, ReplyInput } from './reply/schema.ts';
