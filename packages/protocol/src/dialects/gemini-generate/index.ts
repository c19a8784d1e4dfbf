export { geminiGenerate } from './codec.ts';
export { decodeCountRequest, encodeTokenCount } from './count-tokens.ts';
export { lintGeminiStream } from './lint.ts';
export type { ErrorBody, Reply, RequestBody } from './wire.ts';
