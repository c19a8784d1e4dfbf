/** The whole wire format of chat completions: requests, replies and stream chunks. */
export { message, reasoningDetail } from './message-schema.ts';
export { requestSchema } from './request-schema.ts';
export { chunkSchema, replySchema } from './reply-schema.ts';
export { toolChoice, tools } from './tool-schema.ts';
