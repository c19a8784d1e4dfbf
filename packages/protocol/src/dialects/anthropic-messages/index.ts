export { anthropicMessages } from './codec.ts';
export { lintMessagesStream } from './lint.ts';
