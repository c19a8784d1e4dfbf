/** The addresses that clients of each dialect call, below the base address of the demo. */
import type { DialectId } from '@parley/protocol';
import { demoBaseUrls } from '../route.ts';

export const dialects = Object.keys(demoBaseUrls) as DialectId[];

type Path = (model: string, stream: boolean) => string;

const generationPaths: Readonly<Record<DialectId, Path>> = {
  'openai-chat': () => '/chat/completions',
  'anthropic-messages': () => '/v1/messages',
  'gemini-generate': (model, stream) =>
    `/v1beta/models/${model}:${stream ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
  'openai-responses': () => '/responses',
};

export function generationUrl(dialect: DialectId, model: string, stream = false): string {
  return demoBaseUrls[dialect] + generationPaths[dialect](encodeURIComponent(model), stream);
}

const countPaths = {
  'anthropic-messages': () => '/v1/messages/count_tokens',
  'gemini-generate': (model: string) => `/v1beta/models/${model}:countTokens`,
  'openai-responses': () => '/responses/input_tokens',
} as const;

type CountingDialect = keyof typeof countPaths;

export const countingDialects = Object.keys(countPaths) as CountingDialect[];

export function countUrl(dialect: CountingDialect, model: string): string {
  return demoBaseUrls[dialect] + countPaths[dialect](model);
}

export const embeddingsUrl = `${demoBaseUrls['openai-chat']}/embeddings`;

export function geminiUrl(model: string, action: string): string {
  return `${demoBaseUrls['gemini-generate']}/v1beta/models/${model}:${action}`;
}
