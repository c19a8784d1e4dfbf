import type { DialectId } from '@parley/protocol';

/** Addresses in a scheme of their own, so that no network could ever be meant. */
export const demoBaseUrls: Readonly<Record<DialectId, string>> = {
  'openai-chat': 'demo://builtin/v1',
  'anthropic-messages': 'demo://builtin',
  'gemini-generate': 'demo://builtin',
  'openai-responses': 'demo://builtin/v1',
};
