import type { Provider } from './provider.ts';

/** Any server that speaks a known dialect. The address comes from the upstream's `base_url`. */
export const compatible: readonly Provider[] = [
  {
    id: 'openai-compatible',
    name: 'OpenAI-compatible server',
    credentialEnvironment: [],
    baseUrls: {},
    expectedDialect: 'openai-chat',
  },
  {
    id: 'anthropic-compatible',
    name: 'Anthropic-compatible server',
    credentialEnvironment: [],
    baseUrls: {},
    expectedDialect: 'anthropic-messages',
  },
  {
    id: 'gemini-compatible',
    name: 'Gemini-compatible server',
    credentialEnvironment: [],
    baseUrls: {},
    expectedDialect: 'gemini-generate',
  },
  {
    id: 'responses-compatible',
    name: 'Responses-compatible server',
    credentialEnvironment: [],
    baseUrls: {},
    expectedDialect: 'openai-responses',
  },
];
