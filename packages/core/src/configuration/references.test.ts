import { describe, expect, it } from 'vitest';
import { ConfigurationError } from './problem.ts';
import { checkReferences } from './references.ts';
import { configurationSchema } from './schema.ts';

function check(configuration: unknown) {
  return checkReferences(configurationSchema.parse(configuration));
}

describe('checkReferences', () => {
  it('proposes the nearest provider for an unknown one', () => {
    expect(check({ upstreams: { a: { provider: 'gropq', credential: 'x' } } })).toEqual([
      {
        path: ['upstreams', 'a', 'provider'],
        message: 'There is no provider "gropq".',
        suggestion: 'Did you mean groq?',
      },
    ]);
  });

  it('proposes the generic providers when nothing is near', () => {
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

  it('demands an address in a base_url', () => {
    expect(check({ upstreams: { a: { provider: 'google', base_url: {} } } })).toMatchObject([
      { path: ['upstreams', 'a', 'base_url'], message: 'The base_url holds no address.' },
    ]);
  });

  it('finds a dialect that is not offered', () => {
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

  it('finds a dialect without an address of its own', () => {
    const baseUrls = { 'gemini-generate': 'http://h' };
    const upstream = { provider: 'google', dialect: 'openai-chat', base_url: baseUrls };
    expect(check({ upstreams: { a: upstream } })).toMatchObject([
      { path: ['upstreams', 'a', 'dialect'], suggestion: 'It offers gemini-generate.' },
    ]);
  });

  it('misses the credential of a vendor, but not of a server of one’s own', () => {
    expect(check({ upstreams: { a: { provider: 'groq' } } })).toMatchObject([
      { path: ['upstreams', 'a', 'credential'], suggestion: 'Add credential: ${GROQ_API_KEY}.' },
    ]);
    expect(check({ upstreams: { a: { provider: 'groq', base_url: 'http://h/v1' } } })).toEqual([]);
    expect(check({ upstreams: { a: { provider: 'ollama' } } })).toEqual([]);
  });

  it('finds targets that lead nowhere', () => {
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

  it('finds fingerprints that are taken, whatever their case', () => {
    const groups = {
      a: { fingerprint: 'Work' },
      b: { fingerprint: 'wORK' },
      c: { fingerprint: 'demo' },
    };
    const problems = check({ upstreams: { demo: { provider: 'demo' } }, groups });
    expect(problems.map(({ path }) => path[1])).toEqual(['b', 'c']);
  });

  it('is silent about a sound configuration', () => {
    expect(check({})).toEqual([]);
  });
});

describe('ConfigurationError', () => {
  it('says place, fault and remedy in its message', () => {
    const problems = check({ upstreams: { a: { provider: 'gropq' } } });
    expect(new ConfigurationError(problems).message).toBe(
      'upstreams.a.provider: There is no provider "gropq". Did you mean groq?',
    );
  });
});
