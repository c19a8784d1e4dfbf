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
    expect(problem?.suggestion).toContain('openai-compatible');
  });

  it.each(['openai-compatible', 'anthropic-compatible'])(
    'demands an address for %s',
    (provider) => {
      expect(check({ upstreams: { a: { provider } } })).toMatchObject([
        {
          path: ['upstreams', 'a', 'base_url'],
          suggestion: expect.stringContaining('base_url') as string,
        },
      ]);
      expect(check({ upstreams: { a: { provider, base_url: 'http://h/v1' } } })).toEqual([]);
    },
  );

  it('finds a dialect that is not offered', () => {
    const upstream = { provider: 'openai', credential: 'x', dialect: 'anthropic-messages' };
    expect(check({ upstreams: { a: upstream } })).toMatchObject([
      { path: ['upstreams', 'a', 'dialect'], suggestion: 'It offers openai-chat.' },
    ]);
    expect(check({ upstreams: { a: { ...upstream, base_url: 'http://h' } } })).toEqual([]);
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
