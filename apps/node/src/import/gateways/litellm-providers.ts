/** Which service a model name of LiteLLM means; used by its importer. */

/** A service by the prefix of a model name. */
interface NamedService {
  /** Parley's id; absent for any server that speaks the format of OpenAI. */
  readonly provider?: string;
  /** The variable that LiteLLM reads the credential from, where it is not the usual one. */
  readonly variable?: string;
  /** Where LiteLLM calls it, if Parley does not know the vendor. */
  readonly baseUrl?: string;
  /** What LiteLLM appends to the base URL. */
  readonly path?: string;
  readonly isAzure?: boolean;
  /** What LiteLLM puts before the short name of a model. */
  readonly models?: string;
}

// Facts from litellm/litellm_core_utils/get_llm_provider_logic.py and docs.litellm.ai/docs/providers, read 2026-11-26.
const services: ReadonlyMap<string, NamedService> = new Map<string, NamedService>(
  Object.entries({
    openai: { provider: 'openai' },
    'text-completion-openai': { provider: 'openai' },
    custom_openai: {},
    openai_like: {},
    litellm_proxy: {
      variable: 'LITELLM_PROXY_API_KEY',
      baseUrl: 'os.environ/LITELLM_PROXY_API_BASE',
    },
    azure: {
      provider: 'azure',
      variable: 'AZURE_API_KEY',
      baseUrl: 'os.environ/AZURE_API_BASE',
      path: '/openai/v1',
      isAzure: true,
    },
    anthropic: { provider: 'anthropic' },
    gemini: { provider: 'google' },
    cerebras: { provider: 'cerebras' },
    cohere: { provider: 'cohere' },
    cohere_chat: { provider: 'cohere' },
    dashscope: { provider: 'alibaba' },
    deepinfra: { provider: 'deepinfra' },
    deepseek: { provider: 'deepseek' },
    fireworks_ai: { provider: 'fireworks-ai', models: 'accounts/fireworks/models/' },
    friendliai: { provider: 'friendli' },
    groq: { provider: 'groq' },
    meta_llama: { provider: 'llama' },
    minimax: { provider: 'minimax' },
    mistral: { provider: 'mistral' },
    moonshot: { provider: 'moonshotai' },
    nebius: { provider: 'nebius' },
    novita: { provider: 'novita-ai' },
    nvidia_nim: { provider: 'nvidia', variable: 'NVIDIA_NIM_API_KEY' },
    openrouter: { provider: 'openrouter' },
    perplexity: { provider: 'perplexity', variable: 'PERPLEXITYAI_API_KEY' },
    sambanova: { variable: 'SAMBANOVA_API_KEY', baseUrl: 'https://api.sambanova.ai/v1' },
    together_ai: { provider: 'togetherai' },
    volcengine: {
      variable: 'VOLCENGINE_API_KEY',
      baseUrl: 'https://ark.cn-beijing.volces.com/api/v3',
    },
    xai: { provider: 'xai' },
    zai: { provider: 'zai' },
    hosted_vllm: { provider: 'vllm' },
    lm_studio: { provider: 'lmstudio' },
    ollama: { provider: 'ollama', path: '/v1' },
    ollama_chat: { provider: 'ollama', path: '/v1' },
  }),
);

/** Names without a prefix belong to the vendor that makes the model. */
const bareNames: readonly (readonly [pattern: RegExp, prefix: string])[] = [
  [/^(?:gpt-|chatgpt-|o\d|ft:gpt-|text-embedding-)/, 'openai'],
  [/^claude-/, 'anthropic'],
];

/** Clouds that LiteLLM calls with signed requests or tokens, by the beginning of their prefixes. */
const clouds: readonly (readonly [prefix: string, provider: string])[] = [
  ['bedrock', 'amazon-bedrock'],
  ['vertex_ai', 'google-vertex'],
];

/** Why a model has no service, as the end of a note. @param named the model with its prefix, or the provider */
export function explainMissingService(named: string): string {
  const provider = clouds.find(([prefix]) => named.startsWith(prefix))?.[1];
  return provider === undefined
    ? 'Parley does not know the provider.'
    : `Parley calls ${provider} with an API key and a base URL, not with signed requests or tokens.`;
}

/** `openrouter/a/b` → the service of OpenRouter and its model `a/b`; undefined for an unknown provider. */
export function findLitellmService(
  written: string,
  custom: string | undefined,
): (NamedService & { readonly prefix: string; readonly model: string }) | undefined {
  const [first = '', ...rest] = written.split('/');
  // Another prefix names a provider of the operator's own, such as `claude-agent-sdk/sonnet`.
  const bare = rest.length > 0 ? undefined : findMaker(written);
  const isPrefixed =
    rest.length > 0 && (custom === undefined ? services.has(first) : first === custom);
  const prefix = custom ?? (isPrefixed ? first : bare);
  const service = prefix === undefined ? undefined : services.get(prefix);
  if (service === undefined || prefix === undefined) return undefined;
  const model = isPrefixed ? rest.join('/') : written;
  return { ...service, prefix, model: spellModel(model, prefix, service) };
}

function findMaker(name: string): string | undefined {
  return bareNames.find(([pattern]) => pattern.test(name))?.[1];
}

function spellModel(model: string, prefix: string, { models = '' }: NamedService): string {
  // A part that selects an endpoint, which Parley does by the client's format.
  if (prefix === 'openai' || prefix === 'azure') return model.replace(/^responses\//, '');
  const isLong = model === '*' || model.startsWith('accounts/') || model.includes('#');
  return isLong ? model : models + model;
}
