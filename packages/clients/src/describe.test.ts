import { Script } from 'node:vm';
import fc from 'fast-check';
import { parse as parseToml } from 'smol-toml';
import { describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import type { Client, FullConnection, Step } from './client.ts';
import { configurableClients } from './configurable.ts';
import { describeClients } from './describe.ts';
import { hostileLine } from './testing/hostile.ts';

const friendly: FullConnection = {
  url: 'http://127.0.0.1:8787',
  key: 'sk-parley-invented',
  model: 'demo/echo',
  models: ['demo/echo', 'demo/lorem'],
};

/** Any values that an operator, or the model list of an upstream, can put into the settings. */
const hostile = fc.record({
  url: fc.constantFrom('http://127.0.0.1:8787', 'https://gateway.example/a%20b', 'http://[::1]:1'),
  key: hostileLine.map((text) => `k${text}`),
  model: hostileLine.map((text) => `m${text}`),
  models: fc.array(hostileLine, { maxLength: 3 }),
});

function findClient(id: string, connection = friendly): Client {
  const client = describeClients(connection).find((each) => each.id === id);
  if (client === undefined) throw new Error(`There is no client ${id}.`);
  return client;
}

function findStep(id: string, language: Step['language'], connection = friendly): Step {
  const step = findClient(id, connection).steps.find((each) => each.language === language);
  if (step === undefined) throw new Error(`${id} has no step in ${language}.`);
  return step;
}

/** Each call name once, the chosen one first. */
function listNames(model: string, models: readonly string[]): readonly string[] {
  return [...new Set([model, ...models])];
}

function readJson(id: string, connection: FullConnection): unknown {
  return JSON.parse(findStep(id, 'json', connection).code);
}

describe('every client', () => {
  const clients = describeClients(friendly);

  it('has a unique name', () => {
    expect(new Set(clients.map(({ id }) => id)).size).toBe(clients.length);
  });

  it.each(clients)('$id has the page of its vendor, its formats and its steps', (client) => {
    expect(client.documentation).toMatch(/^https:\/\//);
    expect(client.dialects.length).toBeGreaterThan(0);
    expect(client.steps.length).toBeGreaterThan(0);
  });

  it.each(clients)('$id has the gateway, the key and the model in its settings', ({ steps }) => {
    const text = decodeURIComponent(steps.map(({ code }) => code).join('\n'));
    expect(text).toMatch(/(127\.0\.0\.1|host\.docker\.internal):8787/);
    expect(text).toContain(friendly.key);
    expect(text).toContain(friendly.model);
  });

  it.each(clients)('$id has distinct titles for its steps', ({ steps }) => {
    expect(new Set(steps.map(({ title }) => title)).size).toBe(steps.length);
  });

  it.each(clients)('$id has each set of variables for every shell', ({ steps }) => {
    for (const { code, variants } of steps.filter((step) => step.variants)) {
      expect(variants?.map(({ title }) => title)).toEqual([
        'bash, zsh',
        'fish',
        'PowerShell',
        'cmd',
      ]);
      expect(variants?.[0]?.code).toBe(code);
    }
  });
});

describe('any characters in a key and the name of a model', () => {
  it.each<[id: string, describe: (connection: FullConnection) => unknown]>([
    [
      'opencode',
      ({ url, model, models }) => ({
        $schema: 'https://opencode.ai/config.json',
        model: `parley/${model}`,
        provider: {
          parley: {
            npm: '@ai-sdk/openai-compatible',
            name: 'Parley',
            options: { baseURL: `${url}/v1`, apiKey: '{env:PARLEY_KEY}' },
            models: Object.fromEntries(
              [model, ...models].map((name) => [name, expect.objectContaining({ name })]),
            ),
          },
        },
      }),
    ],
    [
      'qwen',
      ({ url, model }) => ({
        security: { auth: { selectedType: 'openai' } },
        model: { name: model },
        modelProviders: {
          openai: [{ id: model, name: model, baseUrl: `${url}/v1`, envKey: 'PARLEY_KEY' }],
        },
      }),
    ],
    [
      'claude',
      ({ url, key, model }) => ({
        env: expect.objectContaining({
          ANTHROPIC_BASE_URL: url,
          ANTHROPIC_AUTH_TOKEN: key,
          ANTHROPIC_MODEL: model,
        }) as unknown,
      }),
    ],
    [
      'vscode',
      ({ url, model, models }) =>
        listNames(model, models).map((name) => ({
          ...{ id: name, name, url: `${url}/v1/chat/completions` },
          ...{ toolCalling: true, vision: true, maxInputTokens: 112_000, maxOutputTokens: 16_000 },
        })),
    ],
    [
      'zed',
      ({ url, model, models }) => ({
        language_models: {
          openai_compatible: {
            parley: {
              api_url: `${url}/v1`,
              available_models: listNames(model, models).map((name) => ({
                name,
                max_tokens: 112_000,
              })),
            },
          },
        },
      }),
    ],
  ])('the JSON of %s says it', (id, describe) => {
    fc.assert(
      fc.property(hostile, (connection) => {
        expect(readJson(id, connection)).toEqual(describe(connection));
      }),
    );
  });

  it('are escaped in the TOML of Codex', () => {
    fc.assert(
      fc.property(hostile, (connection) => {
        expect(parseToml(findStep('codex', 'toml', connection).code)).toEqual({
          model: connection.model,
          model_provider: 'parley',
          model_providers: {
            parley: {
              name: 'Parley',
              base_url: `${connection.url}/v1`,
              env_key: 'PARLEY_KEY',
              wire_api: 'responses',
            },
          },
        });
      }),
    );
  });

  it('are escaped in the YAML of Continue', () => {
    fc.assert(
      fc.property(hostile, (connection) => {
        const { url, key, model } = connection;
        const settings: unknown = parseYaml(findStep('continue', 'yaml', connection).code);
        expect(settings).toMatchObject({
          schema: 'v1',
          models: [{ name: model, provider: 'openai', model, apiBase: `${url}/v1`, apiKey: key }],
        });
      }),
    );
  });

  it.each(['cursor', 'cline', 'open-webui', 'cherry-studio'])(
    'are escaped in the fields of %s',
    (id) => {
      fc.assert(
        fc.property(hostile, (connection) => {
          const { steps } = findClient(id, connection);
          const fields = steps.filter(({ language, isLink }) => language === 'text' && !isLink);
          const values = fields.map(({ code }) => code);
          expect(values).toContain(connection.key);
          expect(values).toContain(connection.model);
          expect(values.map((value) => value.replace(/\/v1$/, ''))).toContain(connection.url);
        }),
      );
    },
  );

  it.each([
    ['claude', ''],
    ['codex', '/v1'],
    ['gemini', ''],
    ['opencode', '/v1'],
  ])('the link of CC Switch for %s says it', (app, path) => {
    fc.assert(
      fc.property(hostile, (connection) => {
        const links = findClient('cc-switch', connection).steps.map(({ code }) => new URL(code));
        const link = links.find(({ searchParams }) => searchParams.get('app') === app);
        expect([link?.protocol, link?.host, link?.pathname]).toEqual([
          'ccswitch:',
          'v1',
          '/import',
        ]);
        expect(Object.fromEntries(link?.searchParams ?? [])).toEqual({
          resource: 'provider',
          app,
          name: 'Parley',
          endpoint: connection.url + path,
          apiKey: connection.key,
          model: connection.model,
        });
      }),
    );
  });

  it('are escaped in the link of Cherry Studio, for how it decodes quotes, brackets and base64', () => {
    fc.assert(
      fc.property(hostile, (connection) => {
        const { code } = findClient('cherry-studio', connection).steps[0] ?? {};
        const { search, host, pathname } = new URL(code ?? '');
        const data = new URLSearchParams(search.replaceAll('+', '_').replaceAll('/', '-'))
          .get('data')
          ?.replaceAll('_', '+')
          .replaceAll('-', '/');
        const json = Buffer.from(data ?? '', 'base64').toString('utf8');
        const read: unknown = JSON.parse(json.replaceAll("'", '"').replaceAll(/[()]/g, ''));
        expect([host, pathname]).toEqual(['providers', '/api-keys']);
        expect(read).toMatchObject({ baseUrl: connection.url, apiKey: connection.key });
      }),
    );
  });

  it.each(['vercel', 'langchain', 'openai', 'anthropic', 'google'])(
    'the TypeScript of %s is well-formed',
    (id) => {
      fc.assert(
        fc.property(hostile, (connection) => {
          const { steps } = findClient(id, connection);
          for (const { code } of steps.filter(({ language }) => language === 'ts')) {
            // Wrapped in an async function, because a module may await; the imports are removed.
            const body = code.replaceAll(/^import .*$/gm, '');
            expect(() => new Script(`async () => {${body}\n}`)).not.toThrow();
          }
        }),
        { numRuns: 30 },
      );
    },
  );
});

describe('the limits of the model', () => {
  const facts = new Map([['demo/echo', { contextTokens: 64_000, outputTokens: 8_000 }]]);
  const limited = { ...friendly, facts };

  it.each([
    ['claude', 'sh', "export CLAUDE_CODE_MAX_CONTEXT_TOKENS='64000'"],
    ['claude', 'json', '"CLAUDE_CODE_MAX_CONTEXT_TOKENS": "64000"'],
    ['codex', 'toml', '\nmodel_context_window = 64000\n'],
    ['qwen', 'json', '"contextWindowSize": 64000'],
    ['copilot', 'sh', "export COPILOT_PROVIDER_MAX_PROMPT_TOKENS='64000'"],
    ['copilot', 'sh', "export COPILOT_PROVIDER_MAX_OUTPUT_TOKENS='8000'"],
    ['continue', 'yaml', 'contextLength: 64000'],
    ['vscode', 'json', '"maxInputTokens": 64000'],
    ['vscode', 'json', '"maxOutputTokens": 8000'],
    ['zed', 'json', '"max_tokens": 64000'],
  ] as const)('are told to %s, if they are known', (id, language, words) => {
    expect(findStep(id, language, limited).code).toContain(words);
    expect(JSON.stringify(findClient(id))).not.toMatch(/64000|undefined/);
  });

  it('stay valid TOML, above the first table', () => {
    expect(parseToml(findStep('codex', 'toml', limited).code)).toMatchObject({
      model_context_window: 64_000,
      model_providers: { parley: { wire_api: 'responses' } },
    });
  });

  it('are told to opencode with each model that has any', () => {
    const only = new Map([['demo/lorem', { contextTokens: 1_000 }]]);
    expect(readJson('opencode', { ...friendly, facts: only })).toMatchObject({
      provider: {
        parley: {
          models: {
            'demo/echo': { name: 'demo/echo' },
            'demo/lorem': { name: 'demo/lorem', limit: { context: 1_000, output: 0 } },
          },
        },
      },
    });
  });
});

describe('images', () => {
  const knowing = (acceptsImages: boolean) => ({
    ...friendly,
    facts: new Map([['demo/echo', { acceptsImages }]]),
  });

  it.each([
    ['continue', 'yaml', 'image_input'],
    ['opencode', 'json', '"attachment": true'],
    ['vscode', 'json', '"vision": true'],
    ['qwen', 'json', '"image": true'],
  ] as const)('are sent by %s if the model accepts them', (id, language, words) => {
    const write = (connection: typeof friendly) => {
      const { code } = findStep(id, language, { ...connection, models: [connection.model] });
      return code.includes(words);
    };
    expect(write(knowing(true))).toBe(true);
    expect(write(knowing(false))).toBe(false);
    // Without a setting, Qwen Code decides by the name of the model.
    expect(write(friendly)).toBe(id !== 'qwen');
  });
});

describe('the settings of Gemini CLI', () => {
  it('have the chosen model do what it would ask models of Google', () => {
    const { modelConfigs } = readJson('gemini', friendly) as {
      readonly modelConfigs: { readonly customOverrides: readonly object[] };
    };
    expect(modelConfigs.customOverrides).toContainEqual({
      match: { model: 'chat-compression-default' },
      modelConfig: { model: 'demo/echo' },
    });
  });

  it('leave its own models without a chosen one', () => {
    const { url, key } = friendly;
    const gemini = configurableClients.find(({ id }) => id === 'gemini');
    expect(gemini?.setUp({ url, key }).settings?.content).not.toContain('modelConfigs');
  });
});

describe('images', () => {
  it('and tools are known to Continue', () => {
    expect(parseYaml(findStep('continue', 'yaml', friendly).code)).toMatchObject({
      models: [{ capabilities: ['tool_use', 'image_input'] }],
    });
  });

  it('are accepted by every model that opencode lists', () => {
    const model = { attachment: true, modalities: { input: ['text', 'image'], output: ['text'] } };
    expect(readJson('opencode', friendly)).toMatchObject({
      provider: { parley: { models: { 'demo/echo': model, 'demo/lorem': model } } },
    });
  });
});

describe('characters that cannot be written', () => {
  it('are rejected: a key with NUL', () => {
    expect(() => describeClients({ ...friendly, key: 'a\0b' })).toThrow(RangeError);
  });

  it('become U+FFFD: an unpaired surrogate', () => {
    expect(findStep('cline', 'text', { ...friendly, key: 'a\uDC00' }).code).toBe(
      'OpenAI Compatible',
    );
    expect(JSON.stringify(describeClients({ ...friendly, key: 'a\uDC00' }))).toContain('a\uFFFD');
  });
});

describe('prerequisites', () => {
  it.each([
    ['cursor', '127.0.0.1'],
    ['codex', 'Responses only'],
    ['codex', 'WebSocket'],
    ['cc-switch', 'holds the key'],
    ['cherry-studio', 'holds the key'],
    ['open-webui', 'host.docker.internal'],
    ['claude', 'ANTHROPIC_API_KEY'],
  ])('%s says it in a note', (id, words) => {
    expect(
      findClient(id)
        .steps.map(({ note }) => note)
        .join('\n'),
    ).toContain(words);
  });
});
