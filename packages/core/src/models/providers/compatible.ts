/** Providers for servers that use a known dialect; the `base_url` of an upstream is required. */
import { dialectIds, type DialectId } from '@parley/protocol';
import type { Provider } from './provider.ts';

const names: Readonly<Record<DialectId, readonly [id: string, name: string]>> = {
  'openai-chat': ['openai-compatible', 'OpenAI-compatible server'],
  'anthropic-messages': ['anthropic-compatible', 'Anthropic-compatible server'],
  'gemini-generate': ['gemini-compatible', 'Gemini-compatible server'],
  'openai-responses': ['responses-compatible', 'Responses-compatible server'],
};

export const compatible: readonly Provider[] = dialectIds.map((dialect) => {
  const [id, name] = names[dialect];
  return { id, name, credentialEnvironment: [], baseUrls: {}, expectedDialects: [dialect] };
});
