/** The provider data of Anthropic; listed in `providers.ts`. */
import type { Provider } from './provider.ts';

/** Base URL and variables from `@anthropic-ai/sdk` 1.10.0, model names from its types, 2026-11-20. */
export const anthropic: Provider = {
  id: 'anthropic',
  name: 'Anthropic',
  credentialEnvironment: ['ANTHROPIC_API_KEY'],
  baseUrlEnvironment: { 'anthropic-messages': ['ANTHROPIC_BASE_URL'] },
  baseUrls: { 'anthropic-messages': 'https://api.anthropic.com' },
  makesModels: true,
  models: [
    'claude-opus-5-5',
    'claude-sonnet-5-5',
    'claude-haiku-5-5',
    'claude-fable-5-2',
    'claude-mythos-5-2',
    'claude-opus-5',
    'claude-sonnet-5',
    'claude-opus-4-8',
    'claude-opus-4-7',
    'claude-opus-4-6',
    'claude-sonnet-4-6',
    'claude-opus-4-5',
    'claude-sonnet-4-5',
    'claude-haiku-4-5',
  ],
};
