import { describe, expect, it } from 'vitest';
import { configurationFromEnvironment } from './environment.ts';
import { ConfigurationError } from './problem.ts';
import { checkReferences } from './references.ts';

function upstreamsOf(environment: Record<string, string | undefined>) {
  const { upstreams } = configurationFromEnvironment(environment);
  return Object.fromEntries(Object.entries(upstreams).filter(([name]) => name !== 'demo'));
}

function problemsOf(environment: Record<string, string>): unknown {
  try {
    configurationFromEnvironment(environment);
    return undefined;
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigurationError);
    return error instanceof ConfigurationError ? error.problems : error;
  }
}

describe('configurationFromEnvironment', () => {
  it('names the variable whose value is not a URL, and does not show the value', () => {
    const problems = problemsOf({ OPENAI_API_KEY: 'sk-x', OPENAI_BASE_URL: 'localhost:1234' });
    expect(problems).toMatchObject([{ path: ['OPENAI_BASE_URL'] }]);
    expect(JSON.stringify(problems)).not.toContain('localhost');
  });

  it('names a variable once that is the base URL of two dialects', () => {
    expect(problemsOf({ OPENAI_API_KEY: 'sk-x', OPENAI_BASE_URL: 'ftp://a' })).toHaveLength(1);
  });

  it('rejects a credential that is not legal in a header, without showing it', () => {
    const problems = problemsOf({ GROQ_API_KEY: 'gsk\r\nx-evil: 1' });
    expect(problems).toMatchObject([{ path: ['GROQ_API_KEY'] }]);
    expect(JSON.stringify(problems)).not.toContain('gsk');
  });

  it('ignores credentials that are commonly set for other purposes', () => {
    expect(upstreamsOf({ GITHUB_TOKEN: 'ghp_x', DIGITALOCEAN_ACCESS_TOKEN: 'dop_x' })).toEqual({});
  });

  it('creates no upstream from a base URL variable that only Parley defines', () => {
    const environment = { NOVA_BASE_URL: 'not an address', GITHUB_BASE_URL: 'https://a.example' };
    expect(upstreamsOf(environment)).toEqual({});
    expect(upstreamsOf({ NOVA_API_KEY: 'k', NOVA_BASE_URL: 'https://a.example/v1' })).toEqual({
      nova: {
        provider: 'nova',
        credential: 'k',
        base_url: { 'openai-chat': 'https://a.example/v1' },
      },
    });
  });

  it('has the demo upstream, and only that, in an empty environment', () => {
    const { upstreams, models, groups } = configurationFromEnvironment({});
    expect(upstreams).toEqual({ demo: { provider: 'demo' } });
    expect([models, groups]).toEqual([{}, {}]);
  });

  it('counts empty and blank variables as unset', () => {
    expect(
      upstreamsOf({ OPENAI_API_KEY: '', ANTHROPIC_API_KEY: '  ', GROQ_API_KEY: undefined }),
    ).toEqual({});
  });

  it('creates an upstream for every credential', () => {
    expect(
      upstreamsOf({ OPENAI_API_KEY: ' sk-1\n', ANTHROPIC_API_KEY: 'sk-2', GROQ_API_KEY: 'gsk' }),
    ).toEqual({
      openai: { provider: 'openai', credential: 'sk-1' },
      anthropic: { provider: 'anthropic', credential: 'sk-2' },
      groq: { provider: 'groq', credential: 'gsk' },
    });
  });

  it('creates an upstream from a base URL alone', () => {
    expect(
      upstreamsOf({
        OPENAI_BASE_URL: 'http://127.0.0.1:1234/v1/',
        OLLAMA_BASE_URL: 'http://box:11434/v1',
      }),
    ).toEqual({
      openai: {
        provider: 'openai',
        base_url: {
          'openai-chat': 'http://127.0.0.1:1234/v1',
          'openai-responses': 'http://127.0.0.1:1234/v1',
        },
      },
      ollama: { provider: 'ollama', base_url: { 'openai-chat': 'http://box:11434/v1' } },
    });
  });

  it('uses the base URL variable of Google’s client, and no other beside it', () => {
    for (const name of ['GOOGLE_GEMINI_BASE_URL', 'GEMINI_BASE_URL']) {
      expect(upstreamsOf({ [name]: 'http://127.0.0.1:1234' })).toEqual({
        google: { provider: 'google', base_url: { 'gemini-generate': 'http://127.0.0.1:1234' } },
      });
    }
  });

  it('uses a base URL variable of Parley for all dialects of the provider', () => {
    const address = 'https://a.example/v1';
    const both = { 'openai-chat': address, 'openai-responses': address };
    expect(upstreamsOf({ XAI_API_KEY: 'k', XAI_BASE_URL: address })).toEqual({
      xai: { provider: 'xai', credential: 'k', base_url: both },
    });
    expect(upstreamsOf({ DEEPSEEK_API_KEY: 'k', DEEPSEEK_BASE_URL: address })).toEqual({
      deepseek: { provider: 'deepseek', credential: 'k', base_url: { 'openai-chat': address } },
    });
  });

  it('creates no upstream for the credential of a cloud without the address of the account', () => {
    const address = 'https://team.openai.azure.com/openai/v1';
    const both = { 'openai-chat': address, 'openai-responses': address };
    expect(upstreamsOf({ AZURE_OPENAI_API_KEY: 'k', AWS_BEARER_TOKEN_BEDROCK: 'k' })).toEqual({});
    expect(upstreamsOf({ AZURE_OPENAI_BASE_URL: address })).toEqual({});
    expect(upstreamsOf({ AZURE_API_KEY: 'k', AZURE_OPENAI_BASE_URL: address })).toEqual({
      azure: { provider: 'azure', credential: 'k', base_url: both },
    });
  });

  it('uses a shared credential for one base URL only', () => {
    expect(Object.keys(upstreamsOf({ MOONSHOT_API_KEY: 'k' }))).toEqual(['moonshotai']);
    expect(Object.keys(upstreamsOf({ ZHIPU_API_KEY: 'k' }))).toEqual(['zhipuai']);
    expect(
      Object.keys(
        upstreamsOf({ MOONSHOT_API_KEY: 'k', MOONSHOT_BASE_URL: 'https://a.example/v1' }),
      ),
    ).toEqual(['moonshotai']);
  });

  it('uses the first of several names of a credential', () => {
    expect(upstreamsOf({ GOOGLE_API_KEY: 'second', GEMINI_API_KEY: 'first' })).toEqual({
      google: { provider: 'google', credential: 'first' },
    });
  });

  it('returns a configuration that passes the reference check', () => {
    const configuration = configurationFromEnvironment({
      OPENAI_API_KEY: 'a',
      DEEPSEEK_API_KEY: 'b',
      GEMINI_API_KEY: 'c',
      RESPONSES_COMPATIBLE_BASE_URL: 'http://h/v1',
      VLLM_BASE_URL: 'http://h/v1',
    });
    expect(checkReferences(configuration)).toEqual([]);
  });
});
