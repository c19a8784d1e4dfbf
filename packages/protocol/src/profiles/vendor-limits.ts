// What the servers of single vendors accept of the models that they run, for `guess.ts`.
import type { Profile } from './profile.ts';
import { unknownModel } from './row.ts';

/** What the servers of these vendors accept of the models whose names match, in place of what the models accept. */
export interface VendorLimits {
  /** Matched against the id of the provider. */
  readonly vendors: RegExp;
  /** As in `ProfileRow`. */
  readonly names: RegExp;
  readonly limits: Partial<Profile>;
}

const every = /(?:)/;

const alibaba = /^alibaba/;
const moonshot = /^(?:moonshot|kimi-for-coding)/;
const xiaomi = /^xiaomi/;
const zhipu = /^(?:zai|zhipuai)/;

/** What only OpenAI keeps or has. */
const accountFields = ['store', 'metadata', 'verbosity'];

/** All rows that match apply; a later one wins. */
export const vendorLimits: readonly VendorLimits[] = [
  { vendors: /^openai$/, names: every, limits: { rejectedFields: [] } },
  // Its error about `thinking`: "Unrecognized request argument supplied".
  {
    vendors: /^azure$/,
    names: /^deepseek/,
    limits: { thinkingSwitch: 'none', efforts: ['low', 'medium', 'high'] },
  },
  // Its errors about `n` and biases; for gpt-oss, its runtime ignores the output format.
  {
    vendors: /^amazon-bedrock$/,
    names: /^(?!grok)/,
    limits: { rejectedFields: [...unknownModel.rejectedFields, 'n', 'logit_bias'] },
  },
  { vendors: /^amazon-bedrock$/, names: /^gpt-oss-\d+b-\d/, limits: { jsonOutput: 'none' } },
  // Its error, also for models of OpenAI: "store: Extra inputs are not permitted".
  {
    vendors: /^digitalocean$/,
    names: every,
    limits: { rejectedFields: unknownModel.rejectedFields },
  },
  // Its error for some models is about `store`; none about the cache key is known.
  { vendors: /^openrouter$/, names: every, limits: { rejectedFields: ['store'] } },

  // Its page on structured output has the models that take schemas, and JSON without reasoning. Its error: no required
  // tool call while the model reasons. Its page on deep thinking has the switch, and the models that always reason.
  { vendors: alibaba, names: every, limits: { jsonOutput: 'object' } },
  {
    vendors: alibaba,
    names:
      /^(?:qwen3[.]\d|qwen3-\d+b(?:-a\d+b)?$|qwen-(?:plus|flash|turbo)|deepseek-v[4-9]|kimi-k2[.][56]|glm-(?:4|5(?![.][3-9])))/,
    limits: { thinkingSwitch: 'enable-thinking' },
  },
  { vendors: alibaba, names: /^qwen3[.][7-9]-(?:plus|flash|max)/, limits: { jsonOutput: 'any' } },
  {
    vendors: alibaba,
    names: /thinking|^q[wv]q|^qwen3[.]8-max-preview/,
    limits: { thinkingSwitch: 'none', toolChoice: 'auto', jsonOutput: 'none' },
  },

  // Moonshot's errors: a choice is "incompatible with thinking enabled". K2.5 and K2.6 can be told not to think, K2.7
  // and the models of the coding plan always do, and K3 accepts a required call, but no named one.
  { vendors: moonshot, names: /^kimi-k2[.][56]/, limits: { thinkingSwitch: 'thinking' } },
  {
    vendors: moonshot,
    names: /^kimi-(?:k2[.][7-9]|k2-thinking|for-coding)/,
    limits: { toolChoice: 'auto' },
  },
  { vendors: moonshot, names: /^(?:kimi-)?k[3-9]/, limits: { toolChoice: 'required' } },
  // Clients of its API send it the cache key.
  {
    vendors: moonshot,
    names: every,
    limits: { schemaSubset: 'moonshot', rejectedFields: ['store'] },
  },
  // Its chat reference: the sampling of these models is fixed, and so is `n`.
  {
    vendors: moonshot,
    names: /^kimi-(?:k2[.][5-9]|for-coding)|^(?:kimi-)?k[3-9]/,
    limits: { sampling: false, rejectedFields: ['n', 'store'] },
  },

  // The error of Z.AI's service: "Tool choice must be auto". Its page on structured output. Its page on thinking has the
  // switch; GLM 5.2 takes an effort in its place, and later models always reason.
  { vendors: zhipu, names: every, limits: { toolChoice: 'auto', jsonOutput: 'object' } },
  {
    vendors: zhipu,
    names: /^glm-(?:4[.][5-9]|5(?![.][2-9]))/,
    limits: { thinkingSwitch: 'thinking' },
  },
  { vendors: zhipu, names: /^glm-5[.]2/, limits: { efforts: ['none', 'low', 'high', 'max'] } },

  // Its chat reference. `deepseek-reasoner` always thinks, and rejects a required call meanwhile (the service's error).
  { vendors: /^deepseek$/, names: every, limits: { jsonOutput: 'object' } },
  { vendors: /^deepseek$/, names: /reasoner/, limits: { toolChoice: 'auto' } },

  // Its chat reference: `response_format` is for an older model; the others ignore it.
  { vendors: /^minimax/, names: /^minimax-m/, limits: { jsonOutput: 'none' } },

  // Groq's page on structured outputs has the models that take schemas, its page on compatibility the first fields.
  // Its errors: no JSON together with tools, and no fields that it does not know.
  {
    vendors: /^groq$/,
    names: every,
    limits: {
      jsonBesideTools: false,
      rejectedFields: [
        'n',
        'logit_bias',
        'logprobs',
        'top_logprobs',
        'prompt_cache_key',
        ...accountFields,
      ],
      // Its page on service tiers; its own default needs no field.
      serviceTiers: ['auto', 'flex'],
    },
  },
  {
    vendors: /^groq$/,
    names: /^(?!gpt-oss|kimi-k2|llama-4)/,
    limits: { jsonOutput: 'object' },
  },

  // Its reference of `tool_choice`: a call can be required, but no tool named.
  { vendors: /^cohere$/, names: every, limits: { toolChoice: 'required' } },

  // Its page on passing back `reasoning_content`.
  { vendors: xiaomi, names: every, limits: { echoesReasoning: true } },

  // Its reference of `response_format`: a schema or a regular expression.
  { vendors: /^perplexity$/, names: every, limits: { jsonOutput: 'schema' } },

  // They accept only words for the choice (the error of LM Studio; llama.cpp reads nothing else), and LM Studio JSON
  // only by a schema (its error).
  {
    vendors: /^(?:lmstudio|llamacpp)$/,
    names: every,
    limits: { toolChoice: 'required', schemaSubset: 'grammar' },
  },
  { vendors: /^lmstudio$/, names: every, limits: { jsonOutput: 'schema' } },

  // These reject fields that they do not know (the errors of the services; the types of Mistral's, Cerebras' and
  // Fireworks' own libraries).
  {
    vendors: /^mistral$/,
    names: every,
    limits: {
      seedField: 'random_seed',
      // `RequestedServiceTier` of `@mistralai/mistralai` 2.7.0.
      serviceTiers: ['auto'],
      rejectedFields: [
        'logit_bias',
        'logprobs',
        'top_logprobs',
        'user',
        'store',
        'verbosity',
        'stream_options',
      ],
    },
  },
  // The tiers and efforts are those of the types in its own library (`@cerebras/cerebras_cloud_sdk` 1.91.0).
  {
    vendors: /^cerebras$/,
    names: every,
    limits: {
      rejectedFields: accountFields,
      serviceTiers: ['auto', 'default', 'flex', 'priority'],
      efforts: ['low', 'medium', 'high'],
    },
  },
  {
    vendors: /^fireworks-ai$/,
    names: every,
    limits: { rejectedFields: [...unknownModel.rejectedFields, 'verbosity'] },
  },
  {
    vendors: /^nvidia$/,
    names: every,
    limits: {
      thinkingSwitch: 'none',
      rejectedFields: ['prompt_cache_key', 'service_tier', ...accountFields],
    },
  },
];
