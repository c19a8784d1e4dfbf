import { describe, expect, it } from 'vitest';
import { ConfigurationError } from './problem.ts';
import { checkReferences } from './references.ts';
import { configurationSchema } from './schema.ts';

function check(configuration: unknown) {
  return checkReferences(configurationSchema.parse(configuration));
}

describe('checkReferences', () => {
  it('suggests the nearest provider for an unknown one', () => {
    expect(check({ upstreams: { a: { provider: 'gropq', credential: 'x' } } })).toEqual([
      {
        path: ['upstreams', 'a', 'provider'],
        message: 'There is no provider "gropq".',
        suggestion: 'Did you mean groq?',
      },
    ]);
  });

  it('suggests the generic providers when no name is near', () => {
    const [problem] = check({ upstreams: { a: { provider: 'my-very-own-server' } } });
    expect(problem?.suggestion).toBe(
      'Use openai-compatible, anthropic-compatible, gemini-compatible, or responses-compatible' +
        ' with a base_url.',
    );
  });

  it.each([
    ['openai-compatible', 'https://host.example/v1'],
    ['anthropic-compatible', 'https://host.example'],
    ['gemini-compatible', 'https://host.example'],
    ['responses-compatible', 'https://host.example/v1'],
    ['azure', 'https://my-resource.openai.azure.com/openai/v1'],
    ['amazon-bedrock', 'https://bedrock-runtime.eu-west-1.amazonaws.com/openai/v1'],
  ])('demands an address for %s', (provider, example) => {
    expect(check({ upstreams: { a: { provider } } })).toEqual([
      {
        path: ['upstreams', 'a', 'base_url'],
        message: `The provider ${provider} has no address of its own.`,
        suggestion: `Add a base_url, such as ${example}.`,
      },
    ]);
    expect(check({ upstreams: { a: { provider, base_url: example } } })).toEqual([]);
  });

  it('requires a URL in base_url', () => {
    expect(check({ upstreams: { a: { provider: 'google', base_url: {} } } })).toMatchObject([
      { path: ['upstreams', 'a', 'base_url'], message: 'The base_url holds no address.' },
    ]);
  });

  it('reports a dialect that the provider does not offer', () => {
    const upstream = { provider: 'openai', credential: 'x', dialect: 'anthropic-messages' };
    expect(check({ upstreams: { a: upstream } })).toMatchObject([
      {
        path: ['upstreams', 'a', 'dialect'],
        suggestion: 'It offers openai-chat and openai-responses.',
      },
    ]);
    expect(check({ upstreams: { a: { ...upstream, base_url: 'http://h' } } })).toEqual([]);
  });

  it.each([
    ['google', 'openai-responses', 'gemini-generate and openai-chat'],
    ['anthropic', 'gemini-generate', 'anthropic-messages'],
    ['deepseek', 'openai-responses', 'openai-chat and anthropic-messages'],
  ])('knows that %s does not offer %s', (provider, dialect, offered) => {
    const upstream = { provider, credential: 'x', dialect };
    expect(check({ upstreams: { a: upstream } })).toMatchObject([
      { message: `This upstream does not offer ${dialect}.`, suggestion: `It offers ${offered}.` },
    ]);
  });

  it.each([
    ['google', 'gemini-generate'],
    ['google', 'openai-chat'],
    ['openai', 'openai-responses'],
    ['openrouter', 'openai-responses'],
    ['demo', 'gemini-generate'],
  ])('knows that %s offers %s', (provider, dialect) => {
    expect(check({ upstreams: { a: { provider, credential: 'x', dialect } } })).toEqual([]);
  });

  it('reports a dialect without a base URL', () => {
    const baseUrls = { 'gemini-generate': 'http://h' };
    const upstream = { provider: 'google', dialect: 'openai-chat', base_url: baseUrls };
    expect(check({ upstreams: { a: upstream } })).toMatchObject([
      { path: ['upstreams', 'a', 'dialect'], suggestion: 'It offers gemini-generate.' },
    ]);
  });

  it('requires a credential for a vendor, but not for a self-hosted server', () => {
    expect(check({ upstreams: { a: { provider: 'groq' } } })).toMatchObject([
      { path: ['upstreams', 'a', 'credential'], suggestion: 'Add credential: ${GROQ_API_KEY}.' },
    ]);
    expect(check({ upstreams: { a: { provider: 'groq', base_url: 'http://h/v1' } } })).toEqual([]);
    expect(check({ upstreams: { a: { provider: 'ollama' } } })).toEqual([]);
  });

  it('takes a header in place of the credential, but not any header', () => {
    const headed = (provider: string, name: string) =>
      check({ upstreams: { a: { provider, headers: { [name]: 'token' } } } });
    expect(headed('groq', 'Authorization')).toEqual([]);
    expect(headed('anthropic', 'x-api-key')).toEqual([]);
    expect(headed('groq', 'x-team')).toMatchObject([{ path: ['upstreams', 'a', 'credential'] }]);
  });

  it('reports targets that do not exist', () => {
    const models = { fast: { targets: [{ upstream: 'demo' }, { upstream: 'dmo' }] } };
    expect(check({ upstreams: { demo: { provider: 'demo' } }, models })).toEqual([
      {
        path: ['models', 'fast', 'targets', 1, 'upstream'],
        message: 'There is no upstream "dmo".',
        suggestion: 'Did you mean demo?',
      },
    ]);
    expect(check({ models: { fast: { targets: [{ upstream: 'constructor' }] } } })).toHaveLength(1);
  });

  it('reports duplicate fingerprints, ignoring case', () => {
    const groups = {
      a: { fingerprint: 'Work' },
      b: { fingerprint: 'wORK' },
      c: { fingerprint: 'demo' },
    };
    const problems = check({ upstreams: { demo: { provider: 'demo' } }, groups });
    expect(problems.map(({ path }) => path[1])).toEqual(['b', 'c']);
  });

  it('reports nothing for a valid configuration', () => {
    expect(check({})).toEqual([]);
  });
});

describe('ConfigurationError', () => {
  it('has the path, the fault and the remedy in its message', () => {
    const problems = check({ upstreams: { a: { provider: 'gropq' } } });
    expect(new ConfigurationError(problems).message).toBe(
      'upstreams.a.provider: There is no provider "gropq". Did you mean groq?',
    );
  });
});
