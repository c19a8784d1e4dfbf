export { geminiGenerate } from './codec.ts';
export { lintGeminiStream } from './lint.ts';
