export { openaiResponses } from './codec.ts';
export { lintResponsesStream } from './lint.ts';
