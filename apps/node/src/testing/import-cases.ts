/** A source for each importer, with what its import must lead to; `<upstream>` stands for its address. */

export interface ImportCase {
  readonly id: string;
  readonly source: string;
  /** The secrets of the source, by the variable that stands for each after the import. */
  readonly secrets: Readonly<Record<string, string>>;
  /** Variables that the source itself names. */
  readonly variables: readonly string[];
  readonly calls: readonly ImportCall[];
}

/** A request of a client, and what the upstream gets. */
export interface ImportCall {
  /** What the client names. */
  readonly name: string;
  readonly model: string;
  readonly variable: string;
  /** The path of the request that the upstream gets. */
  readonly path: string;
}

const litellm = `
credential_list:
  - { credential_name: pool, credential_values: { api_key: litellm-pool-secret } }
model_list:
  - model_name: smart
    litellm_params: { model: openai/qwen3, api_base: <upstream>/v1, api_key: os.environ/RACK_KEY }
  - model_name: claude
    litellm_params: { model: anthropic/claude-sonnet-4-5, api_base: <upstream>, litellm_credential_name: pool }
  - model_name: local
    litellm_params:
      model: ollama/mistral
      api_base: <upstream>
      api_key: litellm-own-secret
      extra_headers: { x-team: litellm-header-secret }
router_settings:
  model_group_alias: { gpt-4: smart, GPT-4: { model: smart, hidden: true } }
`;

const claudeCodeRouter = `{
  // JSON with comments
  "APIKEY": "ccr-client-secret",
  "Providers": [
    { "name": "rack", "api_base_url": "<upstream>/v1/chat/completions", "api_key": "$RACK_KEY", "models": ["qwen3", "glm"] },
    { "name": "claude", "api_base_url": "<upstream>/v1/messages", "api_key": "ccr-own-secret", "models": ["claude-haiku-4-5"] },
  ],
  "Router": { "default": "rack,qwen3", "background": "claude,claude-haiku-4-5" }
}`;

const claudeCodeRouter3 = JSON.stringify({
  kind: 'claude-code-router-data-export',
  config: {
    Providers: [
      {
        name: 'Rack',
        models: ['qwen3'],
        capabilities: [{ type: 'anthropic_messages', baseUrl: '<upstream>' }],
        credentials: [
          { name: 'first', api_key: 'ccr-pool-secret' },
          { name: 'second', api_key: 'ccr-next-secret', enabled: false },
        ],
      },
    ],
    Router: {
      rules: [
        {
          id: 'rule-1',
          name: 'Sonnet',
          type: 'condition',
          condition: { left: 'request.body.model', operator: 'contains', right: 'sonnet' },
          rewrites: [{ key: 'request.body.model', operation: 'set', value: 'Rack/qwen3' }],
        },
      ],
    },
  },
});

const portkey = JSON.stringify({
  strategy: { mode: 'fallback' },
  targets: [
    {
      provider: 'openai',
      api_key: 'portkey-own-secret',
      custom_host: '<upstream>/v1',
      override_params: { model: 'gpt-5' },
    },
    { provider: 'anthropic', override_params: { model: 'claude-sonnet-4-5' } },
  ],
});

const newApi = JSON.stringify({
  success: true,
  data: {
    items: [
      {
        ...{ id: 1, type: 1, key: 'newapi-own-secret', status: 1, name: 'Rack', auto_ban: 1 },
        ...{ base_url: '<upstream>', models: 'gpt-5,smart', group: 'default', priority: 5 },
        model_mapping: '{"smart":"qwen3"}',
      },
      {
        ...{ id: 2, type: 1, status: 1, name: 'Spare', auto_ban: 1 },
        ...{ base_url: '<upstream>/spare', models: 'gpt-5', group: 'default', priority: 0 },
      },
    ],
    total: 2,
  },
});

const oneApi = JSON.stringify([
  {
    ...{ id: 1, type: 29, key: 'oneapi-own-secret', status: 1, name: 'Groq' },
    ...{ base_url: '<upstream>', models: 'llama', group: 'default' },
  },
]);

const chat = '/v1/chat/completions';

export const importCases: readonly ImportCase[] = [
  {
    id: 'litellm',
    source: litellm,
    secrets: {
      PARLEY_ANTHROPIC_CREDENTIAL: 'litellm-pool-secret',
      PARLEY_OLLAMA_CREDENTIAL: 'litellm-own-secret',
      PARLEY_OLLAMA_X_TEAM: 'litellm-header-secret',
    },
    variables: ['RACK_KEY'],
    calls: [
      { name: 'smart', model: 'qwen3', variable: 'RACK_KEY', path: chat },
      { name: 'gpt-4', model: 'qwen3', variable: 'RACK_KEY', path: chat },
      { name: 'GPT-4', model: 'qwen3', variable: 'RACK_KEY', path: chat },
      { name: 'local', model: 'mistral', variable: 'PARLEY_OLLAMA_CREDENTIAL', path: chat },
      {
        ...{ name: 'claude', model: 'claude-sonnet-4-5', path: '/v1/messages' },
        variable: 'PARLEY_ANTHROPIC_CREDENTIAL',
      },
    ],
  },
  {
    id: 'claude-code-router',
    source: claudeCodeRouter,
    secrets: { PARLEY_CLAUDE_CREDENTIAL: 'ccr-own-secret' },
    variables: ['RACK_KEY'],
    calls: [
      { name: 'claude-opus-4-5', model: 'qwen3', variable: 'RACK_KEY', path: chat },
      { name: 'rack/glm', model: 'glm', variable: 'RACK_KEY', path: chat },
      {
        ...{ name: 'claude-haiku-4-5', model: 'claude-haiku-4-5', path: '/v1/messages' },
        variable: 'PARLEY_CLAUDE_CREDENTIAL',
      },
    ],
  },
  {
    id: 'claude-code-router',
    source: `{ "OPENAI_API_KEY": "ccr-first-secret", "OPENAI_BASE_URL": "<upstream>/v1", "OPENAI_MODEL": "qwen3" }`,
    secrets: { PARLEY_DEFAULT_CREDENTIAL: 'ccr-first-secret' },
    variables: [],
    calls: [
      { name: 'claude-x', model: 'qwen3', variable: 'PARLEY_DEFAULT_CREDENTIAL', path: chat },
    ],
  },
  {
    id: 'claude-code-router',
    source: claudeCodeRouter3,
    secrets: { PARLEY_RACK_CREDENTIAL: 'ccr-pool-secret' },
    variables: [],
    calls: ['rack/qwen3', 'claude-sonnet-5'].map((name) => ({
      ...{ name, model: 'qwen3', variable: 'PARLEY_RACK_CREDENTIAL', path: '/v1/messages' },
    })),
  },
  {
    id: 'portkey',
    source: portkey,
    secrets: { PARLEY_OPENAI_CREDENTIAL: 'portkey-own-secret' },
    variables: ['ANTHROPIC_API_KEY'],
    calls: ['gpt-5', 'whatever'].map((name) => ({
      ...{ name, model: 'gpt-5', variable: 'PARLEY_OPENAI_CREDENTIAL', path: chat },
    })),
  },
  {
    id: 'new-api',
    source: newApi,
    secrets: {
      PARLEY_RACK_CREDENTIAL: 'newapi-own-secret',
      PARLEY_SPARE_CREDENTIAL: 'not in the list',
    },
    variables: [],
    calls: [
      { name: 'gpt-5', model: 'gpt-5', variable: 'PARLEY_RACK_CREDENTIAL', path: chat },
      { name: 'smart', model: 'qwen3', variable: 'PARLEY_RACK_CREDENTIAL', path: chat },
    ],
  },
  {
    id: 'new-api',
    source: oneApi,
    secrets: { PARLEY_GROQ_CREDENTIAL: 'oneapi-own-secret' },
    variables: [],
    calls: [{ name: 'llama', model: 'llama', variable: 'PARLEY_GROQ_CREDENTIAL', path: chat }],
  },
];
