/** The clients that `parley env` and `parley run` can set up. */
import type { ConfigurableClient, Connection, ModelFacts } from './client.ts';
import { quote, writeJson } from './text.ts';

/** What is known of the model that was chosen. */
export function factsOf({ model, facts }: Connection): ModelFacts {
  return (model === undefined ? undefined : facts?.get(model)) ?? {};
}

/**
 * Claude Code. The URL has no `/v1`. An API key in the environment would take precedence over the token. A
 * chosen model replaces all models that it names itself. Of a model that it does not know, it assumes a context
 * of a million tokens (seen with 2.1.331).
 * @see https://code.claude.com/docs/en/llm-gateway-connect
 * @see https://code.claude.com/docs/en/model-config
 */
export const claude: ConfigurableClient = {
  id: 'claude',
  title: 'Claude Code',
  program: 'claude',
  setUp: (connection) => ({
    environment: {
      ANTHROPIC_BASE_URL: connection.url,
      ANTHROPIC_AUTH_TOKEN: connection.key,
      CLAUDE_CODE_ENABLE_GATEWAY_MODEL_DISCOVERY: '1',
      ...chooseClaudeModel(connection),
    },
    removed: ['ANTHROPIC_API_KEY'],
  }),
};

function chooseClaudeModel(connection: Connection): Record<string, string> {
  const { model } = connection;
  if (model === undefined) return {};
  const { contextTokens } = factsOf(connection);
  return {
    ANTHROPIC_MODEL: model,
    ANTHROPIC_DEFAULT_FABLE_MODEL: model,
    ANTHROPIC_DEFAULT_OPUS_MODEL: model,
    ANTHROPIC_DEFAULT_SONNET_MODEL: model,
    ANTHROPIC_DEFAULT_HAIKU_MODEL: model,
    ...(contextTokens !== undefined && { CLAUDE_CODE_MAX_CONTEXT_TOKENS: String(contextTokens) }),
  };
}

/**
 * Codex, which supports only Responses. Its provider has a URL with `/v1`.
 * @see https://developers.openai.com/codex/config-advanced#custom-model-providers
 */
export const codex: ConfigurableClient = {
  id: 'codex',
  title: 'Codex',
  program: 'codex',
  setUp: (connection) => {
    const { url, key, model } = connection;
    const { contextTokens } = factsOf(connection);
    return {
      environment: { PARLEY_KEY: key },
      arguments: [
        ...override('model_provider', 'parley'),
        ...override('model_providers.parley.name', 'Parley'),
        ...override('model_providers.parley.base_url', `${url}/v1`),
        ...override('model_providers.parley.env_key', 'PARLEY_KEY'),
        ...override('model_providers.parley.wire_api', 'responses'),
        ...(model === undefined ? [] : override('model', model)),
        ...(contextTokens === undefined ? [] : override('model_context_window', contextTokens)),
      ],
    };
  },
};

function override(name: string, value: string | number): string[] {
  return ['-c', `${name}=${typeof value === 'string' ? quote(value) : value}`];
}

/**
 * What Gemini CLI calls its models when it compresses a conversation, searches, fetches a page, corrects an
 * edit or detects a loop. It asks Google's models for these, whichever model was chosen (seen with 0.61.0).
 */
const geminiHelpers = [
  'chat-compression-default',
  'loop-detection-double-check',
  'agent-history-provider-summarizer',
  'gemini-3-flash-base',
  'flash-lite',
];

/**
 * The settings by which Gemini CLI uses a key instead of a sign-in, and the chosen model for everything.
 * @see https://geminicli.com/docs/cli/generation-settings
 */
export function writeGeminiSettings({ model }: Connection) {
  const overrides = geminiHelpers.map((name) => ({
    match: { model: name },
    modelConfig: { model },
  }));
  return {
    security: { auth: { selectedType: 'gemini-api-key' } },
    ...(model !== undefined && { modelConfigs: { customOverrides: overrides } }),
  };
}

/**
 * Gemini CLI. The URL has no version; a setting must select the key. It reads system settings only from
 * folders that belong to root (seen with 0.61.0), so that the setting must be in a home.
 * @see https://geminicli.com/docs/reference/configuration
 */
export const gemini: ConfigurableClient = {
  id: 'gemini',
  title: 'Gemini CLI',
  program: 'gemini',
  setUp: (connection) => ({
    environment: {
      GOOGLE_GEMINI_BASE_URL: connection.url,
      GEMINI_API_KEY: connection.key,
      ...(connection.model !== undefined && { GEMINI_MODEL: connection.model }),
    },
    removed: ['GOOGLE_API_KEY', 'GOOGLE_GENAI_USE_VERTEXAI'],
    settings: {
      name: 'settings.json',
      content: writeJson(writeGeminiSettings(connection)),
      variable: 'GEMINI_CLI_HOME',
      home: '.gemini',
    },
  }),
};

/**
 * opencode, with chat completions. Its settings must list every model. Only of a model with a limit it knows
 * when to shorten a conversation; an output of 0 leaves its own limit of a reply (seen with 1.18.33).
 * @see https://opencode.ai/docs/providers#custom-provider
 */
export const opencode: ConfigurableClient = {
  id: 'opencode',
  title: 'opencode',
  program: 'opencode',
  listsModels: true,
  setUp: (connection) => ({
    environment: { PARLEY_KEY: connection.key },
    settings: {
      name: 'opencode.json',
      content: writeJson(writeOpencodeSettings(connection)),
      variable: 'OPENCODE_CONFIG',
    },
  }),
};

/**
 * Without these, opencode replaces every image by an error text (seen with 1.18.33). A model that is not known to
 * refuse images gets them, and says so itself, as it does to Claude Code and Codex.
 */
const opencodeImages = {
  attachment: true,
  modalities: { input: ['text', 'image'], output: ['text'] },
};

function writeOpencodeSettings({ url, model, models = [], facts }: Connection) {
  const names = model === undefined ? models : [model, ...models];
  const entries = [...new Set(names)].map((name) => {
    const { contextTokens, outputTokens = 0, acceptsImages = true } = facts?.get(name) ?? {};
    const limit = { context: contextTokens, output: outputTokens };
    return [
      name,
      {
        name,
        ...(acceptsImages && opencodeImages),
        ...(contextTokens !== undefined && { limit }),
      },
    ] as const;
  });
  return {
    $schema: 'https://opencode.ai/config.json',
    ...(model !== undefined && { model: `parley/${model}` }),
    provider: {
      parley: {
        npm: '@ai-sdk/openai-compatible',
        name: 'Parley',
        options: { baseURL: `${url}/v1`, apiKey: '{env:PARLEY_KEY}' },
        models: Object.fromEntries(entries),
      },
    },
  };
}

/**
 * Qwen Code, with chat completions. A setting must turn its sign-in off.
 * @see https://qwenlm.github.io/qwen-code-docs/en/users/configuration/auth/
 */
export const qwen: ConfigurableClient = {
  id: 'qwen',
  title: 'Qwen Code',
  program: 'qwen',
  setUp(connection) {
    const model = configureQwenModel(connection);
    return {
      environment: {
        OPENAI_BASE_URL: `${connection.url}/v1`,
        OPENAI_API_KEY: connection.key,
        ...(connection.model !== undefined && { OPENAI_MODEL: connection.model }),
      },
      settings: {
        name: 'settings.json',
        content: writeJson({
          security: { auth: { selectedType: 'openai' } },
          ...(hasEntries(model) && { model }),
        }),
        variable: 'QWEN_CODE_SYSTEM_SETTINGS_PATH',
      },
    };
  },
};

/** The settings of a model in Qwen Code that tell it the context, and whether to send images. */
export function configureQwenModel(connection: Connection): { readonly generationConfig?: object } {
  const { contextTokens, acceptsImages } = factsOf(connection);
  const generationConfig = {
    ...(contextTokens !== undefined && { contextWindowSize: contextTokens }),
    ...(acceptsImages !== undefined && { modalities: { image: acceptsImages } }),
  };
  return hasEntries(generationConfig) ? { generationConfig } : {};
}

function hasEntries(value: object): boolean {
  return Object.keys(value).length > 0;
}

/**
 * GitHub Copilot CLI, with chat completions. It starts only with a model.
 * @see https://docs.github.com/en/copilot/how-tos/copilot-cli/customize-copilot/use-byok-models
 */
export const copilot: ConfigurableClient = {
  id: 'copilot',
  title: 'GitHub Copilot CLI',
  program: 'copilot',
  modelVariable: 'COPILOT_MODEL',
  setUp: (connection) => {
    const { url, key, model } = connection;
    const { contextTokens, outputTokens } = factsOf(connection);
    return {
      environment: {
        COPILOT_PROVIDER_TYPE: 'openai',
        COPILOT_PROVIDER_BASE_URL: `${url}/v1`,
        COPILOT_PROVIDER_API_KEY: key,
        ...(model !== undefined && { COPILOT_MODEL: model }),
        ...(contextTokens !== undefined && {
          COPILOT_PROVIDER_MAX_PROMPT_TOKENS: String(contextTokens),
        }),
        ...(outputTokens !== undefined && {
          COPILOT_PROVIDER_MAX_OUTPUT_TOKENS: String(outputTokens),
        }),
      },
    };
  },
};

/** OpenAI's libraries: the URL includes `/v1`. */
export const openai: ConfigurableClient = {
  id: 'openai',
  title: "OpenAI's libraries",
  setUp: ({ url, key }) => ({ environment: { OPENAI_BASE_URL: `${url}/v1`, OPENAI_API_KEY: key } }),
};

/** Anthropic's libraries: the URL has no `/v1`. */
export const anthropic: ConfigurableClient = {
  id: 'anthropic',
  title: "Anthropic's libraries",
  setUp: ({ url, key }) => ({
    environment: { ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: key },
    removed: ['ANTHROPIC_AUTH_TOKEN'],
  }),
};

/** Google's libraries: the URL has no version. */
export const google: ConfigurableClient = {
  id: 'google',
  title: "Google's libraries",
  setUp: ({ url, key }) => ({
    environment: { GOOGLE_GEMINI_BASE_URL: url, GEMINI_API_KEY: key },
  }),
};

/** Every client that `parley env` and `parley run` support. */
export const configurableClients: readonly ConfigurableClient[] = [
  claude,
  codex,
  gemini,
  opencode,
  qwen,
  copilot,
  openai,
  anthropic,
  google,
];
