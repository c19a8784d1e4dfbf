export { openaiChat } from './codec.ts';
export { lintChatStream } from './stream/lint.ts';
