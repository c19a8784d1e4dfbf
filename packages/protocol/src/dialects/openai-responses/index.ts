export { openaiResponses } from './codec.ts';
export { lintResponsesStream } from './lint.ts';
export type { ErrorEvent, ResponsesEvent, ResponsesReply } from './wire-reply.ts';
export type { ResponsesRequest } from './wire-request.ts';
