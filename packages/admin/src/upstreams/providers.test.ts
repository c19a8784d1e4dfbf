import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProviderView } from './providers.ts';
import { providers } from '@parley/core/extension';
import { createAdminHarness, type AdminHarness } from '../testing/admin-harness.ts';

let harness: AdminHarness;
let listed: readonly ProviderView[];
beforeAll(async () => {
  harness = await createAdminHarness();
  listed = ((await harness.call('GET', '/providers')).body as { data: readonly ProviderView[] })
    .data;
});
afterAll(() => harness.testGateway.close());

const find = (id: string) => listed.find((provider) => provider.id === id);

describe('GET /admin/v1/providers', () => {
  it('lists every provider that an upstream can name', () => {
    expect(listed.map(({ id }) => id)).toEqual(providers.map(({ id }) => id));
  });

  it('shows which fields an upstream must set', () => {
    expect(find('openai')).toMatchObject({
      name: 'OpenAI',
      base_urls: { 'openai-chat': 'https://api.openai.com/v1' },
      variables: ['OPENAI_API_KEY'],
      base_url_variables: ['OPENAI_BASE_URL', 'OPENAI_API_BASE'],
      credential: 'required',
      local: false,
    });
    expect(find('ollama')).toMatchObject({ credential: 'optional', local: true });
    expect(find('demo')).toMatchObject({ credential: 'none', local: false });
    expect(find('anthropic-compatible')).toMatchObject({
      base_urls: {},
      dialect: 'anthropic-messages',
      credential: 'optional',
    });
  });

  it('shows what the address of an account looks like, in each format', () => {
    expect(find('azure')).toMatchObject({
      base_urls: {},
      base_url_dialects: ['openai-chat', 'openai-responses'],
      base_url_examples: {
        'openai-chat': 'https://my-resource.openai.azure.com/openai/v1',
        'anthropic-messages': 'https://my-resource.services.ai.azure.com/anthropic',
        'gemini-generate': 'https://host.example',
      },
      lists_models: false,
    });
    expect(find('openai')).toMatchObject({
      base_url_dialects: ['openai-chat'],
      lists_models: true,
    });
  });

  it('shows which providers are in use', () => {
    expect(listed.filter((provider) => provider.in_use).map(({ id }) => id)).toEqual(['openai']);
  });
});
