/** The provider data of clouds, whose base URL names a resource, a region or a project of the account; listed in `providers.ts`. */
import type { Provider } from './provider.ts';

/**
 * The API without `api-version`, at which models have the names of their deployments, and the one for Claude take the
 * same key in the same header. From "Azure OpenAI in Microsoft Foundry Models v1 API" (Microsoft) and "Claude in Microsoft
 * Foundry" (Anthropic), 2026-11-28.
 */
const azure: Provider = {
  id: 'azure',
  name: 'Azure OpenAI (Microsoft Foundry)',
  credentialEnvironment: ['AZURE_OPENAI_API_KEY', 'AZURE_API_KEY'],
  authorization: 'api-key',
  baseUrls: {},
  exampleBaseUrls: {
    'openai-chat': 'https://my-resource.openai.azure.com/openai/v1',
    'openai-responses': 'https://my-resource.openai.azure.com/openai/v1',
    'anthropic-messages': 'https://my-resource.services.ai.azure.com/anthropic',
  },
  expectedDialects: ['openai-chat', 'openai-responses'],
  listIsGeneral: true,
};

/**
 * With an API key of Bedrock instead of a signature. Few models have Responses, and those of Anthropic have messages only, at
 * another address. From "Endpoints supported by Amazon Bedrock" and "Inference using Anthropic Messages API", 2026-11-28.
 */
const amazonBedrock: Provider = {
  id: 'amazon-bedrock',
  name: 'Amazon Bedrock',
  credentialEnvironment: ['AWS_BEARER_TOKEN_BEDROCK'],
  baseUrlEnvironment: { 'openai-chat': ['AMAZON_BEDROCK_BASE_URL'] },
  authorization: 'bearer',
  baseUrls: {},
  exampleBaseUrls: {
    'openai-chat': 'https://bedrock-runtime.eu-west-1.amazonaws.com/openai/v1',
    'anthropic-messages': 'https://bedrock-mantle.eu-west-1.api.aws/anthropic',
  },
  expectedDialects: ['openai-chat'],
  listIsGeneral: true,
};

/**
 * With an API key, as in express mode, in which the address names no project. From "Vertex AI in express mode REST API
 * reference", the variable from `@ai-sdk/google-vertex`, 2026-11-28.
 */
const googleVertex: Provider = {
  id: 'google-vertex',
  name: 'Google Vertex AI',
  credentialEnvironment: ['GOOGLE_VERTEX_API_KEY'],
  baseUrls: { 'gemini-generate': 'https://aiplatform.googleapis.com/v1/publishers/google' },
  exampleBaseUrls: {
    'gemini-generate':
      'https://europe-west1-aiplatform.googleapis.com/v1/projects/my-project/locations/europe-west1/publishers/google',
  },
  listIsGeneral: true,
};

export const clouds: readonly Provider[] = [azure, amazonBedrock, googleVertex];
