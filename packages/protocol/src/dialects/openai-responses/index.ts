export { openaiResponses } from './codec.ts';
export { lintResponsesStream } from './stream/lint.ts';
