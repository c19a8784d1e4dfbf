export { openaiChat } from './codec.ts';
export { lintChatStream } from './lint.ts';
