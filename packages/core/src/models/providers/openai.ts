/** The provider data of OpenAI; listed in `providers.ts`. */
import type { Provider } from './provider.ts';

/** OpenAI's own clients use one base URL for both of its dialects. */
const addressVariables = ['OPENAI_BASE_URL', 'OPENAI_API_BASE'];

/** Base URL and variables from the `openai` client 7.55.0, model names from its types, 2026-11-20. */
export const openai: Provider = {
  id: 'openai',
  name: 'OpenAI',
  credentialEnvironment: ['OPENAI_API_KEY'],
  baseUrlEnvironment: { 'openai-chat': addressVariables, 'openai-responses': addressVariables },
  baseUrls: {
    'openai-chat': 'https://api.openai.com/v1',
    'openai-responses': 'https://api.openai.com/v1',
  },
  makesModels: true,
  models: [
    'gpt-6.1-sol',
    'gpt-6.1-terra',
    'gpt-6-sol',
    'gpt-6-luna',
    'gpt-6-astra',
    'gpt-5.6-sol',
    'gpt-5.6-terra',
    'gpt-5.6-luna',
    'gpt-5.5',
    'gpt-5.4',
    'gpt-5.4-mini',
    'gpt-5.4-nano',
    'gpt-5.2',
    'gpt-5.1',
    'gpt-5',
    'gpt-5-mini',
    'gpt-5-nano',
    'gpt-4.1',
    'gpt-4.1-mini',
    'gpt-4o',
    'gpt-4o-mini',
    'o3',
    'o4-mini',
  ],
};
