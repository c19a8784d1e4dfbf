import { describe, expect, it } from 'vitest';
import type { Entity } from '../../configuration/entities.ts';
import {
  addressesOf,
  hasOnlyDemo,
  joinUpstreams,
  proposeName,
  type Health,
  type Provider,
} from './upstream-facts.ts';

function createEntity(name: string, configuration: Entity['configuration']): Entity {
  return {
    object: 'upstream',
    etag: '"1"',
    name,
    managed: 'store',
    updated_at: null,
    configuration,
    credential: 'none',
  };
}

function createHealth(upstream: string, state: Health['state']): Health {
  return {
    object: 'upstream.health',
    upstream,
    provider: 'openai',
    state,
    failures: 0,
    resting_until: null,
    last_success_at: null,
    last_failure: null,
    models: null,
    credential: 'none',
  };
}

const openai: Provider = {
  object: 'provider',
  id: 'openai',
  name: 'OpenAI',
  base_urls: {
    'openai-chat': 'https://api.example/v1',
    'openai-responses': 'https://api.example/v1',
  },
  dialect: 'openai-chat',
  base_url_dialects: ['openai-chat'],
  base_url_examples: {
    'openai-chat': 'https://host.example/v1',
    'openai-responses': 'https://host.example/v1',
    'anthropic-messages': 'https://host.example',
    'gemini-generate': 'https://host.example',
  },
  lists_models: true,
  variables: ['OPENAI_API_KEY'],
  base_url_variables: [],
  credential: 'required',
  local: false,
  in_use: false,
};

describe('the cards of upstreams', () => {
  it('begin with those whose circuit breaker is open or that the gateway excludes', () => {
    const entities = ['a', 'b', 'c'].map((name) => createEntity(name, { provider: 'openai' }));
    const health = [createHealth('a', 'ready'), createHealth('c', 'resting')];
    const readings = { entities, health, providers: [openai], parts: [] };
    const cards = joinUpstreams(readings);
    expect(
      cards.map(({ entity, health, isLeftOut }) => [entity.name, health?.state, isLeftOut]),
    ).toEqual([
      ['b', undefined, true],
      ['c', 'resting', false],
      ['a', 'ready', false],
    ]);
    expect(cards[0]?.provider).toBe(openai);
    expect(joinUpstreams({ ...readings, health: undefined })[0]?.isLeftOut).toBe(false);
  });

  it('know what declares an upstream, from its provider', () => {
    const entities = ['demo', 'mine'].map((name) => createEntity(name, { provider: name }));
    const origin = { value: 'demo', from: 'default', detail: 'built in' } as const;
    const part = { path: 'upstreams.demo.provider', ...origin };
    const parts = [{ ...part, path: 'upstreams.demo' }, part];
    const cards = joinUpstreams({ entities, health: undefined, providers: [], parts });
    expect(cards.map(({ origin }) => origin)).toEqual([part, undefined]);
  });

  it('are none of a real provider while there is only the built-in one', () => {
    expect(hasOnlyDemo(['demo'])).toBe(true);
    expect(hasOnlyDemo(['demo', 'openai'])).toBe(false);
  });

  it('show the base URL of an upstream before that of its provider, each once', () => {
    const facts = { health: undefined, isLeftOut: false, provider: openai, origin: undefined };
    const show = (configuration: Entity['configuration']) =>
      addressesOf({ ...facts, entity: createEntity('a', configuration) });
    expect(show({})).toEqual(['https://api.example/v1']);
    expect(show({ base_url: 'http://rack/v1' })).toEqual(['http://rack/v1']);
    expect(show({ base_url: { 'openai-chat': 'http://rack/v1' } })).toEqual([
      'http://rack/v1',
      'https://api.example/v1',
    ]);
  });
});

describe('the proposed name', () => {
  it('is not used yet', () => {
    expect(proposeName('groq', [])).toBe('groq');
    expect(proposeName('groq', ['groq', 'groq-2'])).toBe('groq-3');
  });
});
