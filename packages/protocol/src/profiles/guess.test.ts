import { describe, expect, it } from 'vitest';
import { efforts } from '../canonical/request.ts';
import { guessProfile, overrideProfile } from './guess.ts';

describe('guessProfile', () => {
  it.each([
    '',
    '/',
    'my-model',
    'constructor',
    '__proto__',
    'x'.repeat(100_000),
    'claud',
    'o',
    'os-1',
  ])('gives the modest profile for %j', (model) => {
    expect(guessProfile(model)).toEqual(guessProfile('unheard-of'));
  });

  it.each([
    [
      'claude-sonnet-4-5',
      [
        'anthropic/claude-sonnet-4.5',
        'claude-sonnet-4-5-20250929',
        'us.anthropic.claude-sonnet-4-5-20250929-v1:0',
        'claude-4-5-sonnet',
        'vertex/claude-sonnet-4-5@20250929',
        'Claude-Sonnet-4-5[1m]',
      ],
    ],
    [
      'claude-opus-4',
      [
        'claude-opus-4-0',
        'claude-opus-4-20250514',
        'claude-opus-4@20250514',
        'openrouter/anthropic/claude-4-opus',
      ],
    ],
    ['claude-sonnet-5', ['claude-sonnet-5-20260630']],
    ['claude-sonnet-5-5', ['anthropic.claude-sonnet-5-5', 'claude-sonnet-6']],
    ['gpt-4.1', ['gpt-4.1-mini-2025-04-14', 'openai/gpt-4.1-nano', 'azure/gpt-4.1']],
    ['gpt-5', ['gpt-5-mini-2025-08-07', 'openai/gpt-5-nano']],
    ['gpt-5.3', ['gpt-5.2-2025-12-11']],
    ['gpt-5.5', ['gpt-5.4-mini', 'openai/gpt-5.5-2026-04-23']],
    ['o3', ['o4-mini-2025-04-16', 'o1', 'o3-pro']],
    ['deepseek-v4-pro', ['deepseek/deepseek-v4-flash', 'accounts/x/models/deepseek-v4']],
    [
      'qwen2.5-72b',
      ['Qwen/Qwen2.5-72B-Instruct', 'accounts/fireworks/models/qwen2p5-72b-instruct'],
    ],
    ['glm-4.7', ['zai-glm-4.7', 'zai.glm-4.7', 'accounts/fireworks/models/glm-4p7']],
    ['kimi-k2.5', ['accounts/fireworks/models/kimi-k2p5']],
  ])('sees %s behind prefixes, dates and suffixes', (plain, names) => {
    for (const name of names) expect(guessProfile(name), name).toEqual(guessProfile(plain));
  });

  it.each([
    ['claude-3-opus-20240229', { maxOutputTokens: 4096, reasoning: 'none' }],
    ['claude-3-5-haiku-latest', { maxOutputTokens: 8192, reasoning: 'none' }],
    ['claude-3-7-sonnet-20250219', { maxOutputTokens: 64_000, reasoning: 'budget', efforts: [] }],
    ['claude-opus-4-0', { maxOutputTokens: 32_000, structuredOutput: 'none' }],
    ['claude-opus-4-1-20250805', { reasoning: 'budget', structuredOutput: 'output-format' }],
    ['claude-sonnet-4-0', { maxOutputTokens: 64_000, structuredOutput: 'none' }],
    ['claude-haiku-4-5', { reasoning: 'budget', structuredOutput: 'output-config' }],
    ['claude-opus-4-5', { reasoning: 'budget', efforts: ['low', 'medium', 'high'] }],
    ['claude-opus-4-6', { maxOutputTokens: 128_000, reasoning: 'adaptive', sampling: true }],
    ['claude-sonnet-4-6', { maxOutputTokens: 64_000, efforts: ['low', 'medium', 'high', 'max'] }],
    ['claude-opus-4-7', { reasoning: 'adaptive', sampling: false }],
    ['claude-fable-5-2', { maxOutputTokens: 128_000, reasoning: 'adaptive', sampling: false }],
    ['claude-mythos-preview', { efforts: ['low', 'medium', 'high', 'xhigh', 'max'] }],
  ] as const)('knows %s', (model, facts) => {
    expect(guessProfile(model)).toMatchObject({ ...facts, maxTemperature: 1 });
  });

  it('allows later instructions only for Claude models that accept them', () => {
    const late = (model: string) => guessProfile(model).lateInstructions;
    expect(['claude-opus-4-7', 'claude-sonnet-5'].map(late)).toEqual([false, false]);
    expect(['claude-opus-4-8', 'claude-opus-5', 'claude-haiku-5-5'].map(late)).toEqual([
      true,
      true,
      true,
    ]);
  });

  it.each([
    ['gpt-4o-mini', []],
    ['gpt-4.1', []],
    ['chatgpt-4o-latest', []],
    ['gpt-5-chat-latest', []],
    ['gpt-5-mini', ['minimal', 'low', 'medium', 'high']],
    ['gpt-5.1', ['none', 'low', 'medium', 'high']],
    ['gpt-5.5', ['none', 'low', 'medium', 'high', 'xhigh']],
    ['gpt-6.1-sol', ['none', 'low', 'medium', 'high', 'xhigh', 'max']],
    ['gpt-5-pro', ['high']],
    ['gpt-5.1-codex-max', ['low', 'medium', 'high', 'xhigh']],
    ['o3-mini', ['low', 'medium', 'high']],
  ] as const)('knows %s, which thinks with the efforts %j', (model, texts) => {
    const thinks = texts.length > 0;
    expect(guessProfile(model)).toMatchObject({
      efforts: texts,
      outputLimitField: 'max_completion_tokens',
      sampling: !thinks,
      instructionRole: thinks ? 'developer' : 'system',
      reasoning: thinks ? 'effort' : 'none',
    });
  });

  it.each(['gpt-4-turbo', 'gpt-3.5-turbo', 'openai/gpt-oss-120b', 'mistral-small', 'my-model'])(
    'uses the older fields for %s',
    (model) => {
      expect(guessProfile(model)).toMatchObject({
        outputLimitField: 'max_tokens',
        instructionRole: 'system',
        sampling: true,
      });
    },
  );

  it.each([
    ['deepseek-reasoner', { echoesReasoning: true, reasoning: 'none' }],
    [
      'deepseek-v4-flash',
      { echoesReasoning: true, efforts: ['low', 'high', 'max'], thinkingSwitch: 'thinking' },
    ],
    ['deepseek-chat', { echoesReasoning: false }],
    ['deepseek-ai/DeepSeek-R1', { echoesReasoning: false }],
    ['kimi-k2-thinking', { echoesReasoning: true, maxTemperature: 1 }],
    ['kimi-k3', { echoesReasoning: true, efforts: ['low', 'high', 'max'] }],
    ['moonshotai/kimi-k2.5', { echoesReasoning: true, sampling: false }],
    ['kimi-k2-0905-preview', { echoesReasoning: false }],
    ['glm-4.6', { echoesReasoning: false }],
    ['zai-org/GLM-5.2', { echoesReasoning: true, efforts: ['high', 'max'] }],
    ['glm-5.3-flash', { echoesReasoning: true, efforts: ['low', 'high', 'max'] }],
    ['qwen3-coder-plus', { lateInstructions: false, maxOutputTokens: 32_768 }],
    ['gpt-5.1', { customTools: true, cacheMarks: false, effortBesideTools: true }],
    ['gpt-5.4', { effortBesideTools: false }],
    ['gpt-5.6', { cacheMarks: true, effortBesideTools: false }],
    ['o4-mini', { customTools: false }],
    ['qwen-max', { lateInstructions: false, reasoning: 'none' }],
    ['gemini-2.5-flash', { reasoning: 'effort', maxOutputTokens: 65_536 }],
    ['models/gemini-3-pro-preview', { efforts: ['low', 'high'] }],
    ['gemini-2.0-flash', { reasoning: 'none' }],
    ['mistral-large-latest', { maxTemperature: 1.5, reasoning: 'none', strictHistory: true }],
    ['labs-devstral-small-2512', { strictHistory: true }],
    ['grok-4.3', { efforts: ['none', 'low', 'medium', 'high'] }],
    ['grok-4.5', { efforts: ['low', 'medium', 'high'], stopStrings: false }],
    ['grok-4.6', { efforts: ['low', 'medium', 'high', 'xhigh'], stopStrings: false }],
    ['grok-4-fast-reasoning', { reasoning: 'none', stopStrings: false }],
    ['grok-4.20-0309-non-reasoning', { reasoning: 'none', stopStrings: true }],
    ['gpt-5.1', { stopStrings: false }],
    ['gpt-5-chat-latest', { stopStrings: true }],
    ['meta-llama/Llama-3.3-70B-Instruct', { maxOutputTokens: 4096 }],
  ] as const)('knows %s', (model, facts) => {
    expect(guessProfile(model)).toMatchObject(facts);
  });

  it.each([
    ['gemini-2.0-flash', { thinking: 'none', jsonSchema: false }],
    ['gemini-2.5-pro', { thinking: 'budget', budgets: [128, 32_768], signedCalls: false }],
    ['gemini-2.5-flash', { budgets: [1, 24_576], jsonSchema: true, mediaInResults: false }],
    ['gemini-2.5-flash-lite', { budgets: [512, 24_576] }],
    ['gemini-3-pro-preview', { thinking: 'level', signedCalls: true, mediaInResults: true }],
    ['google/gemini-3.8-flash', { thinking: 'level', jsonBesideTools: true }],
  ] as const)('knows the native traits of %s', (model, traits) => {
    expect(guessProfile(model).gemini).toMatchObject(traits);
  });

  it('sets the Gemini fields for no other model', () => {
    for (const model of ['claude-opus-5', 'gpt-5', 'my-model']) {
      expect(guessProfile(model).gemini).toBeUndefined();
    }
  });

  it('lists efforts weakest first, and only where the model accepts them', () => {
    for (const model of ['claude-opus-5', 'gpt-5', 'gpt-6', 'o3', 'gemini-3.5-flash', 'grok-4.3']) {
      const ranks = guessProfile(model).efforts.map((effort) => efforts.indexOf(effort));
      expect(ranks.length).toBeGreaterThan(0);
      expect(ranks).toEqual(ranks.toSorted((one, other) => one - other));
    }
  });
});

describe('what the servers of a vendor accept', () => {
  it.each([
    ['qwen3.7-plus', 'alibaba', { thinkingSwitch: 'enable-thinking', toolChoice: 'named' }],
    ['qwen3-32b', 'alibaba-cn', { thinkingSwitch: 'enable-thinking' }],
    ['qwen3-coder-plus', 'alibaba', { thinkingSwitch: 'none', toolChoice: 'named' }],
    ['qwen3-235b-a22b-thinking-2507', 'alibaba', { thinkingSwitch: 'none', toolChoice: 'auto' }],
    ['deepseek-v4-pro', 'alibaba-token-plan', { thinkingSwitch: 'enable-thinking' }],
    ['kimi-k2.6', 'moonshotai', { thinkingSwitch: 'thinking', toolChoice: 'named' }],
    ['kimi-k2.7-code', 'moonshotai-cn', { thinkingSwitch: 'none', toolChoice: 'auto' }],
    ['kimi-for-coding', 'kimi-for-coding', { toolChoice: 'auto' }],
    ['k3', 'kimi-for-coding', { toolChoice: 'required' }],
    ['kimi-k3', 'moonshotai', { toolChoice: 'required' }],
    ['kimi-k3', 'togetherai', { toolChoice: 'named' }],
    ['glm-5.3', 'zai', { toolChoice: 'auto', jsonOutput: 'object', thinkingSwitch: 'none' }],
    ['glm-5.2', 'zhipuai', { thinkingSwitch: 'none', efforts: ['none', 'low', 'high', 'max'] }],
    ['glm-5v-turbo', 'zai', { thinkingSwitch: 'thinking' }],
    ['glm-5.1', 'zai-coding-plan', { thinkingSwitch: 'thinking' }],
    ['glm-4.5-air', 'zai', { thinkingSwitch: 'thinking' }],
    ['glm-4.7', 'togetherai', { thinkingSwitch: 'none' }],
    ['glm-5.3', 'togetherai', { toolChoice: 'named' }],
    ['deepseek-reasoner', 'deepseek', { toolChoice: 'auto' }],
    ['deepseek-v4-pro', 'deepseek', { thinkingSwitch: 'thinking', toolChoice: 'named' }],
    ['deepseek-ai/deepseek-v4-pro', 'nvidia', { thinkingSwitch: 'none', toolChoice: 'named' }],
    ['qwen3-8b', 'lmstudio', { toolChoice: 'required', jsonOutput: 'schema' }],
    ['qwen3-8b', 'llamacpp', { toolChoice: 'required', jsonOutput: 'any' }],
    ['gpt-5.1', 'openai', { toolChoice: 'subset', jsonOutput: 'any' }],
    ['qwen3.8-max', 'alibaba', { thinkingSwitch: 'enable-thinking', jsonOutput: 'any' }],
    ['qwen3.8-max-preview', 'alibaba', { thinkingSwitch: 'none', jsonOutput: 'none' }],
    ['qwen3-coder-plus', 'alibaba', { jsonOutput: 'object' }],
    ['deepseek-flash', 'deepseek', { jsonOutput: 'object', thinkingSwitch: 'thinking' }],
    ['deepseek-v4-pro', 'fireworks-ai', { jsonOutput: 'any' }],
    ['MiniMax-M2.7', 'minimax', { jsonOutput: 'none' }],
    ['openai/gpt-oss-120b', 'groq', { jsonOutput: 'any', jsonBesideTools: false }],
    ['llama-3.3-70b-versatile', 'groq', { jsonOutput: 'object', jsonBesideTools: false }],
    ['sonar-pro', 'perplexity', { jsonOutput: 'schema' }],
    ['gpt-oss-120b', 'groq', { toolChoice: 'named' }],
    ['qwen3-32b', 'cerebras', { rejectedFields: ['store', 'metadata', 'verbosity'] }],
    ['kimi-k3', 'moonshotai', { sampling: false, rejectedFields: ['n', 'store'] }],
    ['kimi-k3', 'fireworks-ai', { sampling: true }],
    ['command-a-03-2025', 'cohere', { toolChoice: 'required' }],
    ['mimo-v2.5-pro', 'xiaomi-token-plan-sgp', { echoesReasoning: true }],
    ['my-model', 'vllm', { maxTools: Infinity }],
    [
      'grok-4.6',
      'xai',
      {
        maxTools: 200,
        rejectedFields: [
          ...['store', 'prompt_cache_key'],
          ...['presence_penalty', 'frequency_penalty', 'logit_bias'],
        ],
      },
    ],
    ['zai-glm-5.3', 'cerebras', { serviceTiers: ['auto', 'default', 'flex', 'priority'] }],
    ['glm-5.3', 'cerebras', { reasoning: 'effort', efforts: ['low', 'medium', 'high'] }],
    ['mistral-large-latest', 'mistral', { seedField: 'random_seed', serviceTiers: ['auto'] }],
    ['mistral-large-latest', 'openrouter', { seedField: 'seed', rejectedFields: ['store'] }],
    ['llama-3.3-70b-versatile', 'groq', { serviceTiers: ['auto', 'flex'] }],
  ])('is known of %s at %s', (model, vendor, facts) => {
    expect(guessProfile(model, vendor)).toMatchObject(facts);
  });

  it.each([
    ['mistral-large-latest', 'mistral', ['user', 'store', 'stream_options']],
    ['openai/gpt-oss-20b', 'nvidia', ['prompt_cache_key']],
    ['openai/gpt-oss-20b', 'groq', ['prompt_cache_key']],
    ['my-model', 'openai-compatible:rack', ['store', 'prompt_cache_key']],
    ['gemini-3-pro', 'openai-compatible:rack', ['store']],
    ['gpt-5.5', 'digitalocean', ['store']],
    ['accounts/fireworks/models/glm-5p3', 'fireworks-ai', ['store', 'verbosity']],
  ])('says that %s at %s rejects %j', (model, vendor, fields) => {
    expect(guessProfile(model, vendor).rejectedFields).toEqual(expect.arrayContaining(fields));
  });

  it.each([
    ['gpt-5.5', 'openai-compatible:rack', ['store', 'prompt_cache_key']],
    ['my-tuned-model', 'openai', ['store', 'prompt_cache_key']],
    [
      'mistral-large-latest',
      'mistral',
      ['seed', 'random_seed', 'prompt_cache_key', 'service_tier'],
    ],
    ['kimi-k3', 'moonshotai', ['prompt_cache_key']],
    ['qwen3-32b', 'cerebras', ['prompt_cache_key', 'logit_bias', 'parallel_tool_calls']],
    ['deepseek-v4-pro', 'fireworks-ai', ['metadata', 'logit_bias', 'user']],
    ['anthropic/claude-opus-5-5', 'openrouter', ['prompt_cache_key']],
    ['llama-3.3-70b-versatile', 'groq', ['service_tier', 'seed']],
  ])('says that %s at %s takes %j', (model, vendor, fields) => {
    const { rejectedFields } = guessProfile(model, vendor);
    expect(fields.filter((field) => rejectedFields.includes(field))).toEqual([]);
  });

  it('changes nothing at other addresses', () => {
    expect(guessProfile('glm-5.3', 'openai-compatible:rack')).toEqual(guessProfile('glm-5.3'));
  });
});

describe('overrideProfile', () => {
  it('changes the given fields and keeps the rest', () => {
    const guess = guessProfile('my-model');
    const corrected = overrideProfile(guess, { sampling: false, maxOutputTokens: undefined });
    expect(corrected).toEqual({ ...guess, sampling: false });
    expect(guess.sampling).toBe(true);
  });
});
