export { geminiGenerate } from './codec.ts';
export { lintGeminiStream } from './stream/lint.ts';
