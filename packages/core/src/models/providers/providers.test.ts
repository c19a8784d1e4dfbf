import { dialectIds } from '@parley/protocol';
import { describe, expect, it } from 'vitest';
import { compatible } from './compatible.ts';
import { firstDialect } from './addresses.ts';
import { local } from './local.ts';
import type { Provider } from './provider.ts';
import { findProvider, providers } from './providers.ts';
import { baseUrlVariables } from './addresses.ts';

const atHome = new Set(local.map(({ id }) => id));

function addressesOf(provider: Provider): string[] {
  return Object.values(provider.baseUrls);
}

describe('the list of providers', () => {
  it('finds nothing for inherited object members', () => {
    for (const id of ['', 'OpenAI', 'constructor', '__proto__', 'openai ']) {
      expect(findProvider(id)).toBeUndefined();
    }
  });

  it('has a unique, valid id for every provider', () => {
    const ids = providers.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[a-z0-9][a-z0-9_.-]*$/);
  });

  it('has about a hundred vendors of the chat dialect', () => {
    const chat = providers.filter(({ baseUrls }) => baseUrls['openai-chat'] !== undefined);
    expect(chat.length).toBeGreaterThanOrEqual(110);
  });

  it.each(providers)('$id has only valid URLs', (provider) => {
    for (const address of addressesOf(provider)) {
      const url = new URL(address);
      const scheme = atHome.has(provider.id) ? 'http:' : 'https:';
      expect(url.protocol).toBe(provider.builtIn === undefined ? scheme : 'demo:');
      expect(address).not.toMatch(/\/$|\s|\$|\/chat\/completions$/);
      expect(url.search + url.hash + url.username).toBe('');
    }
    expect(provider.baseUrls['anthropic-messages'] ?? '').not.toMatch(/\/v1$/);
    expect(provider.baseUrls['gemini-generate'] ?? '').not.toMatch(/\/v1(?:beta|alpha)?$/);
  });

  it.each(providers)('$id has conventional variable names', (provider) => {
    const addresses = [...baseUrlVariables(provider).values()];
    for (const each of [provider.credentialEnvironment, ...addresses]) {
      for (const name of each) expect(name).toMatch(/^[A-Z0-9]+(?:_[A-Z0-9]+)+$/);
      expect(new Set(each).size).toBe(each.length);
    }
    const credentials = new Set(provider.credentialEnvironment);
    expect(addresses.flat().filter((name) => credentials.has(name))).toEqual([]);
  });

  it.each(providers)(
    '$id needs a credential unless it is at home or takes an address',
    (provider) => {
      const free = provider.credentialEnvironment.length === 0;
      const may =
        atHome.has(provider.id) || compatible.includes(provider) || provider.id === 'demo';
      expect(free).toBe(may);
    },
  );

  it.each(providers)('$id sends its credential in a header with no other use', (provider) => {
    expect(provider.authorization ?? 'bearer').toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
    expect([
      'accept',
      'accept-encoding',
      'anthropic-version',
      'content-type',
      'host',
      'user-agent',
    ]).not.toContain(provider.authorization);
  });

  it.each([
    ['openai', ['openai-chat', 'openai-responses']],
    ['google', ['gemini-generate', 'openai-chat']],
    ['xai', ['openai-chat', 'openai-responses']],
    ['groq', ['openai-chat']],
    ['fireworks-ai', ['openai-chat', 'openai-responses']],
    ['openrouter', ['openai-chat', 'anthropic-messages', 'openai-responses']],
    ['vercel', ['openai-chat', 'anthropic-messages', 'openai-responses']],
    ['huggingface', ['openai-chat', 'openai-responses']],
  ])('knows what %s speaks, preferred first', (id, dialects) => {
    expect(Object.keys(findProvider(id)?.baseUrls ?? {})).toEqual(dialects);
  });

  it('has a provider for self-hosted servers of every dialect', () => {
    expect(compatible.map(firstDialect).toSorted()).toEqual(dialectIds.toSorted());
  });

  it('never shares a base URL variable between different credentials', () => {
    const owners = new Map<string, string | undefined>();
    for (const provider of providers) {
      const [credential] = provider.credentialEnvironment;
      for (const name of [...baseUrlVariables(provider).values()].flat()) {
        if (owners.has(name)) expect(owners.get(name)).toBe(credential);
        owners.set(name, credential);
      }
    }
  });
});

describe('baseUrlVariables', () => {
  it('follows the credential, or the id where there is none', () => {
    const namesOf = (id: string) => {
      const provider = findProvider(id);
      return provider && [...baseUrlVariables(provider)];
    };
    const openai = ['OPENAI_BASE_URL', 'OPENAI_API_BASE'];
    expect(namesOf('openai')).toEqual([
      ['openai-chat', openai],
      ['openai-responses', openai],
    ]);
    expect(namesOf('google')).toEqual([
      ['gemini-generate', ['GOOGLE_GEMINI_BASE_URL', 'GEMINI_BASE_URL']],
    ]);
    expect(namesOf('gemini-compatible')).toEqual([
      ['gemini-generate', ['GEMINI_COMPATIBLE_BASE_URL']],
    ]);
    expect(namesOf('anthropic')).toEqual([['anthropic-messages', ['ANTHROPIC_BASE_URL']]]);
    expect(namesOf('deepseek')).toEqual([['openai-chat', ['DEEPSEEK_BASE_URL']]]);
    expect(namesOf('groq')).toEqual([['openai-chat', ['GROQ_BASE_URL']]]);
    expect(namesOf('xai')).toEqual([
      ['openai-chat', ['XAI_BASE_URL']],
      ['openai-responses', ['XAI_BASE_URL']],
    ]);
    expect(namesOf('huggingface')).toContainEqual(['openai-chat', ['HF_BASE_URL']]);
    expect(namesOf('clarifai')).toEqual([['openai-chat', ['CLARIFAI_BASE_URL']]]);
    expect(namesOf('ollama')).toEqual([['openai-chat', ['OLLAMA_BASE_URL']]]);
    expect(namesOf('azure')).toEqual([
      ['openai-chat', ['AZURE_OPENAI_BASE_URL']],
      ['openai-responses', ['AZURE_OPENAI_BASE_URL']],
    ]);
    expect(namesOf('google-vertex')).toEqual([['gemini-generate', ['GOOGLE_VERTEX_BASE_URL']]]);
    expect(namesOf('demo')).toEqual([]);
  });
});
