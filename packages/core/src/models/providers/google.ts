/** The provider data of Google; listed in `providers.ts`. */
import type { Provider } from './provider.ts';

/**
 * Base URL and variables from `@google/genai` 3.1.0 and `@ai-sdk/google`, model names from those that Gemini
 * CLI 0.61.0 requests, 2026-11-20. Its list has all others.
 */
export const google: Provider = {
  id: 'google',
  name: 'Google',
  credentialEnvironment: ['GEMINI_API_KEY', 'GOOGLE_API_KEY', 'GOOGLE_GENERATIVE_AI_API_KEY'],
  baseUrlEnvironment: { 'gemini-generate': ['GOOGLE_GEMINI_BASE_URL', 'GEMINI_BASE_URL'] },
  baseUrls: {
    'gemini-generate': 'https://generativelanguage.googleapis.com',
    'openai-chat': 'https://generativelanguage.googleapis.com/v1beta/openai',
  },
  makesModels: true,
  listedPrefix: 'models/',
  models: ['gemini-3.8-flash', 'gemini-3.5-flash-lite'],
};
