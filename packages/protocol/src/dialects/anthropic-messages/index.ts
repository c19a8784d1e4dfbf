export { anthropicMessages } from './codec.ts';
export { lintStream } from './lint.ts';
