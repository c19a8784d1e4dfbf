// The clients that `parley env` and `parley run` set up.
import type { ConfigurableClient, Connection } from './client.ts';

/**
 * Claude Code. The address has no `/v1`; an API key of its own would win over the token.
 * @see https://code.claude.com/docs/en/llm-gateway
 */
const claude: ConfigurableClient = {
  id: 'claude',
  title: 'Claude Code',
  program: 'claude',
  setUp: ({ url, key, model }) => ({
    environment: {
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_AUTH_TOKEN: key,
      CLAUDE_CODE_ENABLE_GATEWAY_MODEL_DISCOVERY: '1',
      ...(model !== undefined && { ANTHROPIC_MODEL: model }),
    },
    removed: ['ANTHROPIC_API_KEY'],
  }),
};

/** Codex. It speaks Responses only, to a provider of its own whose address includes `/v1`. */
const codex: ConfigurableClient = {
  id: 'codex',
  title: 'Codex',
  program: 'codex',
  setUp: ({ url, key, model }) => ({
    environment: { PARLEY_KEY: key },
    arguments: [
      ...override('model_provider', 'parley'),
      ...override('model_providers.parley.name', 'Parley'),
      ...override('model_providers.parley.base_url', `${url}/v1`),
      ...override('model_providers.parley.env_key', 'PARLEY_KEY'),
      ...override('model_providers.parley.wire_api', 'responses'),
      ...(model === undefined ? [] : override('model', model)),
    ],
  }),
};

function override(name: string, value: string): string[] {
  return ['-c', `${name}=${JSON.stringify(value)}`];
}

/** Gemini CLI. The address has no version; its settings must say that a key is used. */
const gemini: ConfigurableClient = {
  id: 'gemini',
  title: 'Gemini CLI',
  program: 'gemini',
  setUp: ({ url, key, model }) => ({
    environment: {
      GOOGLE_GEMINI_BASE_URL: url,
      GEMINI_API_KEY: key,
      ...(model !== undefined && { GEMINI_MODEL: model }),
    },
    removed: ['GOOGLE_API_KEY', 'GOOGLE_GENAI_USE_VERTEXAI'],
    settings: {
      name: 'settings.json',
      content: JSON.stringify({ security: { auth: { selectedType: 'gemini-api-key' } } }),
      variable: 'GEMINI_CLI_SYSTEM_SETTINGS_PATH',
    },
  }),
};

/** opencode, by chat completions. It must be told of every model it may use. */
const opencode: ConfigurableClient = {
  id: 'opencode',
  title: 'opencode',
  program: 'opencode',
  listsModels: true,
  setUp: (connection) => ({
    environment: { PARLEY_KEY: connection.key },
    settings: {
      name: 'opencode.json',
      content: JSON.stringify(describeOpencode(connection)),
      variable: 'OPENCODE_CONFIG',
    },
  }),
};

function describeOpencode({ url, model, models = [] }: Connection) {
  const names = model === undefined || models.includes(model) ? models : [model, ...models];
  return {
    $schema: 'https://opencode.ai/config.json',
    ...(model !== undefined && { model: `parley/${model}` }),
    provider: {
      parley: {
        npm: '@ai-sdk/openai-compatible',
        name: 'Parley',
        options: { baseURL: `${url}/v1`, apiKey: '{env:PARLEY_KEY}' },
        models: Object.fromEntries(names.map((name) => [name, { name }])),
      },
    },
  };
}

/** OpenAI's libraries: the address includes `/v1`. */
const openai: ConfigurableClient = {
  id: 'openai',
  title: "OpenAI's libraries",
  setUp: ({ url, key }) => ({ environment: { OPENAI_BASE_URL: `${url}/v1`, OPENAI_API_KEY: key } }),
};

/** Anthropic's libraries: the address has no `/v1`. */
const anthropic: ConfigurableClient = {
  id: 'anthropic',
  title: "Anthropic's libraries",
  setUp: ({ url, key }) => ({
    environment: { ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: key },
    removed: ['ANTHROPIC_AUTH_TOKEN'],
  }),
};

/** Google's libraries: the address has no version. */
const google: ConfigurableClient = {
  id: 'google',
  title: "Google's libraries",
  setUp: ({ url, key }) => ({
    environment: { GOOGLE_GEMINI_BASE_URL: url, GEMINI_API_KEY: key },
  }),
};

/** Every client that `parley env` and `parley run` know. */
export const configurableClients: readonly ConfigurableClient[] = [
  claude,
  codex,
  gemini,
  opencode,
  openai,
  anthropic,
  google,
];
