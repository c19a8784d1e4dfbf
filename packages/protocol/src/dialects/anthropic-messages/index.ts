export { anthropicMessages } from './codec.ts';
export { lintMessagesStream } from './stream/lint.ts';
