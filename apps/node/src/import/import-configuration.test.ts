import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { importConfiguration } from './import-configuration.ts';

interface Imported {
  readonly upstreams: Readonly<Record<string, object>>;
  readonly models: Readonly<Record<string, { readonly targets: readonly object[] }>>;
  readonly groups: Readonly<Record<string, object>>;
  readonly prices: readonly object[];
}

/** The imported configuration, and the notes without the place of each. */
function convert(source: unknown) {
  const text = typeof source === 'string' ? source : JSON.stringify(source);
  const imported = importConfiguration('source', text);
  const notes = (imported?.notes ?? []).map((note) => note.replace(/^source:\d+:\d+ {2}/, ''));
  return { ...(parse(imported?.text ?? '{}') as Imported), notes, imported };
}

const deployment = (name: string, params: object, info?: object) => ({
  model_name: name,
  litellm_params: params,
  ...(info && { model_info: info }),
});

describe('a LiteLLM proxy', () => {
  it('keeps every digit of its prices', () => {
    const { prices, notes } = convert(`
model_list:
  - model_name: a
    litellm_params: { model: openai/a }
    model_info: { input_cost_per_token: 0.000421, output_cost_per_token: 1.1e-06, cache_read_input_token_cost: "3e-8" }
  - model_name: b
    litellm_params:
      model: openai/b
      input_cost_per_token: 7e-7
      output_cost_per_token: 0.0000028
      input_cost_per_token_above_200k_tokens: 0.0000014
  - { model_name: c, litellm_params: { model: openai/c, input_cost_per_token: 0, output_cost_per_token: 0 } }
  - { model_name: d, litellm_params: { model: openai/d, input_cost_per_token: 0.1 } }
`);
    expect(prices).toEqual([
      { match: 'openai/a', input: 421, output: 1.1, cache_read: 0.03 },
      {
        ...{ match: 'openai/b', input: 0.7, output: 2.8 },
        tiers: [{ above: 200_000, input: 1.4, output: 2.8 }],
      },
      { match: 'openai/c', free: true },
    ]);
    expect(notes).toEqual([
      expect.stringMatching(
        /^model_list\.3\.litellm_params\.input_cost_per_token was not imported/,
      ),
    ]);
  });

  it('keeps the prices of audio and images, and of service tiers as factors', () => {
    const { prices } = convert(`
model_list:
  - model_name: a
    litellm_params: { model: openai/a }
    model_info:
      input_cost_per_token: 4e-7
      output_cost_per_token: 1.6e-06
      output_cost_per_audio_token: 2e-05
      input_cost_per_image_token: 5e-7
      output_cost_per_image_token: 3e-05
      input_cost_per_token_priority: 7e-7
      output_cost_per_token_priority: 0.0000032
      output_cost_per_token_flex: 8e-7
      provider_specific_entry: { fast: 6.0, us: 1.1, none: 0, 'eu-1': 2 }
`);
    expect(prices).toEqual([
      {
        ...{ match: 'openai/a', input: 0.4, output: 1.6, audio_output: 20 },
        ...{ image_input: 0.5, image_output: 30 },
        services: { priority: 2, flex: 0.5, fast: 6, us: 1.1 },
      },
    ]);
  });

  describe('with fees beside its tokens', () => {
    const rates = { input_cost_per_token: 1e-6, output_cost_per_token: 2e-6 };
    const table = (low: number, high = low) => ({
      search_context_cost_per_query: {
        search_context_size_low: low,
        search_context_size_medium: low,
        search_context_size_high: high,
      },
    });
    const search = (model: string, info: object) =>
      convert({ model_list: [deployment('a', { model }, { ...rates, ...info })] });

    it.each([
      ['openai/gpt-5', table(0.01), { web_search: 10, file_search: 2.5 }],
      ['openai/gpt-5', { file_search_cost_per_1k_calls: 3 }, { web_search: 10, file_search: 3 }],
      ['openai/gpt-5', table(0), { web_search: 0, file_search: 2.5 }],
      ['openai/gpt-4o-search-preview', table(0.035), { request: 35 }],
      ['anthropic/claude-sonnet-4-5', table(0.0125), { web_search: 12.5 }],
      ['perplexity/sonar-pro', table(0.006), { request: 6 }],
      ['openrouter/a/b', table(0.004), { web_search: 4 }],
      ['gemini/gemini-2.5-flash', table(0.035), { grounded_prompt: 35, maps: 25 }],
      [
        'gemini/gemini-2.5-flash',
        { ...table(0.03), google_maps_grounding_cost_per_query: 0.02 },
        { grounded_prompt: 30, maps: 20 },
      ],
      ['gemini/gemini-3-flash-preview', table(0.014), { web_search: 14 }],
      [
        'gemini/gemini-new',
        { ...table(0.014), web_search_billing_unit: 'per_query' },
        { web_search: 14 },
      ],
    ])('imports those of %s with %j', (model, info, fees) => {
      const { prices, notes } = search(model, info);
      expect(notes).toEqual([]);
      expect(prices).toMatchObject([{ input: 1, output: 2 }]);
      expect(prices).toEqual([{ ...prices[0], fees }]);
    });

    it('imports the highest cost of a search, with a note', () => {
      const { prices, notes } = search('openai/gpt-5', table(0.03, 0.05));
      expect(prices).toMatchObject([{ fees: { web_search: 50 } }]);
      expect(notes).toEqual([
        expect.stringMatching(/search_context_cost_per_query was imported as its highest cost/),
      ]);
    });

    it('prefers those of the parameters', () => {
      const params = { model: 'anthropic/claude-sonnet-4-5', ...table(0.02) };
      const { prices } = convert({
        model_list: [deployment('a', params, { ...rates, ...table(0.01) })],
      });
      expect(prices).toMatchObject([{ fees: { web_search: 20 } }]);
    });

    it.each([
      ['without a price', { search_context_cost_per_query: { search_context_size_low: 0.01 } }],
      ['that are too high', { ...rates, ...table(2) }],
      ['of maps by the query', { ...rates, google_maps_grounding_cost_per_query: 0.014 }],
    ])('notes those %s', (_, info) => {
      const { imported, notes } = convert({
        model_list: [deployment('a', { model: 'gemini/gemini-3-flash-preview' }, info)],
      });
      expect(imported?.text).not.toContain('fees');
      expect(notes).toEqual([expect.stringMatching(/_per_query was not imported/)]);
    });
  });

  it('keeps order, weights and fallbacks', () => {
    const { models, notes } = convert({
      model_list: [
        deployment('a', { model: 'openai/a', rpm: 600 }),
        deployment('a', { model: 'openai/b', rpm: 900 }),
        deployment('b', { model: 'openai/c', order: 2 }),
        deployment(
          'b',
          { model: 'openai/d', order: 1 },
          { id: 'one', max_tokens: 100, supports_vision: false },
        ),
      ],
      router_settings: { fallbacks: [{ a: ['b', 'gone'] }], default_fallbacks: ['a'] },
    });
    expect(models['a']?.targets).toEqual([
      { upstream: 'openai', model: 'a', weight: 2 },
      { upstream: 'openai', model: 'b', weight: 3 },
      { upstream: 'openai', model: 'd', priority: 1 },
      { upstream: 'openai', model: 'c', priority: 2 },
    ]);
    expect(models['b']).toEqual({
      targets: [
        { upstream: 'openai', model: 'd' },
        { upstream: 'openai', model: 'c', priority: 1 },
        { upstream: 'openai', model: 'a', priority: 2, weight: 2 },
        { upstream: 'openai', model: 'b', priority: 2, weight: 3 },
      ],
      accepts_images: false,
      profile: { max_output_tokens: 100 },
    });
    expect(notes).toEqual([
      expect.stringMatching(/^model_list\.0\.litellm_params\.rpm is used as a weight only/),
      expect.stringMatching(/^model_list\.1\.litellm_params\.rpm is used as a weight only/),
      'router_settings.fallbacks.0.a leads to gone, which was not imported.',
    ]);
  });

  it('has what merge keys add, and the full names of models', () => {
    const { upstreams, models } = convert(`
shared: &shared { api_key: os.environ/TEAM_KEY, timeout: 20 }
model_list:
  - { model_name: a, litellm_params: { <<: *shared, model: openai/responses/gpt-5 } }
  - { model_name: b, litellm_params: { model: fireworks_ai/kimi } }
`);
    expect(upstreams['openai']).toEqual({
      ...{ provider: 'openai', credential: '${TEAM_KEY}', total_timeout: 20, models: ['gpt-5'] },
    });
    expect(models['b']?.targets).toEqual([
      { upstream: 'fireworks_ai', model: 'accounts/fireworks/models/kimi' },
    ]);
  });

  it('has patterns, and leaves out what Parley has not', () => {
    const { upstreams, groups, models, notes } = convert({
      model_list: [
        deployment('openrouter/*', { model: 'openrouter/*' }),
        deployment('*', { model: '*' }),
        deployment('b', { model: 'bedrock/claude', aws_region_name: 'x' }),
        deployment('constructor', { model: 'constructor/x' }),
        deployment('image', { model: 'openai/dall-e-3' }, { mode: 'image_generation' }),
        deployment('azure', { model: 'azure/mine', api_base: 'https://a.openai.azure.com/' }),
        deployment('agent', { model: 'claude-agent-sdk/sonnet' }),
        deployment('vertex', { model: 'gemini', custom_llm_provider: 'vertex_ai' }),
      ],
    });
    expect(upstreams).toEqual({
      openrouter: { provider: 'openrouter', credential: '${OPENROUTER_API_KEY}' },
      azure: {
        provider: 'azure',
        base_url: 'https://a.openai.azure.com/openai/v1',
        credential: '${AZURE_API_KEY}',
        models: ['mine'],
      },
    });
    expect(Object.keys(models)).toEqual(['azure']);
    expect(groups).toEqual({ default: { models: ['azure', 'openrouter/*'] } });
    expect(notes.map((note) => note.split(' ')[0])).toEqual(
      [1, 2, 3, 4, 6, 7].map((index) => `model_list.${String(index)}`),
    );
    expect(notes[1]).toContain('Parley calls amazon-bedrock with an API key and a base URL');
    expect(notes[2]).toContain('Parley does not know the provider.');
    expect(notes.at(-1)).toContain('Parley calls google-vertex with an API key');
  });
});

describe('claude-code-router', () => {
  it('tries fallbacks and the model for long contexts after the default one', () => {
    const { models, groups, notes } = convert({
      Providers: [
        { name: 'a', api_base_url: 'https://a.test/v1/chat/completions', models: ['x', 'y', 'z'] },
      ],
      Router: { default: 'a,x', longContext: 'a,z', think: 'a,y', background: 'b,x' },
      fallback: { default: ['a,y'] },
    });
    expect(models).toEqual({
      default: {
        targets: [
          { upstream: 'a', model: 'x' },
          { upstream: 'a', model: 'y', priority: 1 },
          { upstream: 'a', model: 'z', priority: 2 },
        ],
      },
    });
    expect(groups['default']).toMatchObject({ tiers: [{ match: 'glob', name: '*' }] });
    expect(notes).toEqual([
      'Router.longContext is tried after every failure of the default model.',
      expect.stringMatching(/^Router\.think was not imported/),
      'Router.background leads to b,x, which was not imported.',
      'Router.background was not imported, because no target of it was.',
    ]);
  });

  it('leaves out transformers that change requests', () => {
    const provider = { api_base_url: 'https://a.test/v1/chat/completions', models: ['x'] };
    const { upstreams, notes } = convert({
      Providers: [
        { ...provider, name: 'a', transformer: { use: ['deepseek', 'tooluse'], x: { use: [] } } },
        { ...provider, name: 'b', transformer: { use: ['vertex-gemini'] } },
      ],
    });
    expect(Object.keys(upstreams)).toEqual(['a']);
    expect(notes.map((note) => note.split(' ')[0])).toEqual([
      ...['Providers.0.transformer.use.1', 'Providers.0.transformer.x', 'Providers.1'],
    ]);
  });

  it('has the pools, prices and fallbacks of version 3', () => {
    const { upstreams, models, prices, notes } = convert({
      Providers: [
        {
          ...{ name: 'A', baseUrl: 'https://a.test/v1', type: 'openai_responses', models: ['x'] },
          credentials: [{ api_key: '$ONE' }, { api_key: '${TWO}', priority: 0, weight: 2 }],
          modelMetadata: {
            x: { pricing: { inputUsdPerMillionTokens: 1, outputUsdPerMillionTokens: 2 } },
          },
        },
        { name: 'off', enabled: false, models: ['x'] },
      ],
      Router: { fallback: { mode: 'model-chain', models: ['A/x'] }, rules: [{ type: 'script' }] },
    });
    expect(upstreams).toMatchObject({
      a: { provider: 'responses-compatible', credential: '${ONE}' },
      'a-2': { credential: '${TWO}' },
    });
    expect(models['A/x']?.targets).toEqual([
      { upstream: 'a', model: 'x' },
      { upstream: 'a-2', model: 'x', weight: 2 },
    ]);
    expect(prices).toEqual([
      { match: 'a/x', input: 1, output: 2 },
      { match: 'a-2/x', input: 1, output: 2 },
    ]);
    expect(notes).toEqual([
      'Providers.1 was not imported, because it is disabled.',
      expect.stringMatching(/^Router\.rules\.0 was not imported/),
    ]);
  });
});

describe('a config of Portkey', () => {
  it('keeps the shares and the order of nested targets', () => {
    const target = (provider: string, model: string, rest: object = {}) => ({
      ...{ provider, api_key: `key of ${provider}`, override_params: { model }, ...rest },
    });
    const { models, upstreams } = convert({
      strategy: { mode: 'fallback' },
      request_timeout: 2500,
      targets: [
        {
          strategy: { mode: 'loadbalance' },
          targets: [
            target('openai', 'a', { weight: 0.7 }),
            target('groq', 'b', { weight: 0.3 }),
            target('x-ai', 'c', { weight: 0 }),
          ],
        },
        target('anthropic', 'd'),
      ],
    });
    expect(models['a']?.targets).toEqual([
      { upstream: 'openai', model: 'a', weight: 7 },
      { upstream: 'groq', model: 'b', weight: 3 },
      { upstream: 'anthropic', model: 'd', priority: 1 },
    ]);
    expect(upstreams['openai']).toEqual({
      ...{ provider: 'openai', credential: '${PARLEY_OPENAI_CREDENTIAL}', models: ['a'] },
      total_timeout: 2.5,
    });
  });

  it('leaves the model to the client when no target names one', () => {
    const { models, upstreams } = convert({ provider: 'groq', virtual_key: 'groq-1' });
    expect([models, Object.keys(upstreams)]).toEqual([undefined, ['groq']]);
  });
});

it('has the groups, the keys and the order of the channels of new-api', () => {
  const channel = { type: 1, status: 1, auto_ban: 1 };
  const { models, groups, upstreams, notes } = convert([
    { ...channel, id: 7, name: '渠道', key: 'one\ntwo', models: 'm', group: 'default,vip' },
    { ...channel, id: 8, name: 'B', models: 'm', group: 'vip', priority: 3, type: 43 },
    { ...channel, id: 9, name: 'C', models: 'm', status: 2 },
    { ...channel, id: 10, name: 'D', models: 'd', type: 3, base_url: 'https://a.openai.azure.com' },
  ]);
  expect(models['m']?.targets).toEqual([
    { upstream: 'b', model: 'm' },
    { upstream: 'channel-7', model: 'm', priority: 1 },
    { upstream: 'channel-7-2', model: 'm', priority: 1 },
  ]);
  expect(groups).toEqual({ default: { models: ['m', 'd'] }, vip: { models: ['m'] } });
  expect(upstreams['b']).toMatchObject({ provider: 'deepseek' });
  expect(upstreams['d']).toMatchObject({
    provider: 'azure',
    base_url: 'https://a.openai.azure.com/openai/v1',
  });
  expect(notes).toEqual([
    'The file lists "m" in different channels for its groups; now each group uses all of them.',
    '2 was not imported, because it is disabled.',
  ]);
});

describe('secrets', () => {
  const own = { openai: { credential: '${OPENAI_API_KEY}' } };
  const base = 'https://api.openai.com/v1';

  it.each([
    ['LiteLLM', { model_list: [deployment('a', { model: 'openai/a', api_base: base })] }, own],
    [
      'claude-code-router',
      { Providers: [{ name: 'openai', api_base_url: base, api_key: '', models: ['a'] }] },
      own,
    ],
    ['Portkey', { provider: 'openai', custom_host: base, override_params: { model: 'a' } }, own],
    [
      'a cloud',
      {
        Providers: [
          {
            ...{ name: 'azure', api_base_url: 'https://a.openai.azure.com/openai/v1' },
            models: ['a'],
          },
        ],
      },
      { azure: { credential: '${AZURE_OPENAI_API_KEY}' } },
    ],
  ])(
    'that the source leaves out have the variable of the vendor: %s',
    (_name, source, expected) => {
      expect(convert(source).upstreams).toMatchObject(expected);
    },
  );

  it('are not made up for a server of the operator', () => {
    const providers = [
      { name: 'ollama', api_base_url: 'http://127.0.0.1:11434/v1', models: ['a'] },
    ];
    const { imported } = convert({ Providers: providers });
    expect(imported?.variables).toEqual([]);
  });

  it('get one variable each, and none that the source uses', () => {
    const { upstreams, imported } = convert({
      model_list: [
        deployment('a', { model: 'openai/a', api_key: 'same' }),
        deployment('b', { model: 'groq/b', api_key: 'same' }),
        deployment('c', { model: 'openai/c', api_key: 'os.environ/PARLEY_OPENAI_CREDENTIAL' }),
        deployment('d', { model: 'openai/d', api_base: 'https://user:pass@d.test/v1' }),
      ],
    });
    expect(upstreams).toMatchObject({
      openai: { credential: '${PARLEY_OPENAI_CREDENTIAL_2}' },
      groq: { credential: '${PARLEY_OPENAI_CREDENTIAL_2}' },
      'openai-2': { credential: '${PARLEY_OPENAI_CREDENTIAL}' },
      'openai-3': { base_url: '${PARLEY_OPENAI_3_BASE_URL}' },
    });
    expect(imported?.variables).toHaveLength(3);
  });

  it('are not shown by an error of syntax', () => {
    const broken = () => importConfiguration('source', '{"api_key": "hidden", "models": [');
    expect(broken).toThrow(/^source:1:\d+/);
    expect(broken).not.toThrow(/hidden/);
  });
});

it('writes names that look like variables as they are', () => {
  const { models } = convert({ model_list: [deployment('a', { model: 'openai/${A}' })] });
  expect(models['a']?.targets).toEqual([{ upstream: 'openai', model: '$${A}' }]);
});

it('recognises no other file', () => {
  for (const text of ['', 'a: 1', '[]', '[1]', 'upstreams: {}', '{"data": "x"}']) {
    expect(importConfiguration('source', text)).toBeUndefined();
  }
});
