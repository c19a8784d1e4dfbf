import { describe, expect, it } from 'vitest';
import { configurationSchema } from '../../configuration/schema.ts';
import { createSnapshot } from './snapshot.ts';
import { configuredHeaders } from './upstream.ts';

function vendorsOf(provider: string, fields: object): (string | undefined)[] {
  const configured = { provider, models: ['x'], ...fields };
  const upstreams = { a: configured, b: configured };
  const snapshot = createSnapshot(configurationSchema.parse({ upstreams }), new Map());
  return ['a', 'b'].map((name) => snapshot.upstreams.get(name)?.vendor);
}

describe('the provider state of a reply', () => {
  it.each(['anthropic', 'deepseek', 'openai'])(
    'is sent back to every upstream of %s',
    (provider) => {
      expect(vendorsOf(provider, { credential: 'k' })).toEqual([provider, provider]);
    },
  );

  it('is sent back to the same upstream alone when its vendor is unknown', () => {
    const [one, other] = vendorsOf('openai-compatible', { base_url: 'http://127.0.0.1:1/v1' });
    expect(one).not.toBe(other);
  });
});

it('gets the user and the password of a base URL in its dialect alone', () => {
  const base_url = {
    'openai-chat': 'https://me:secret@one.test/v1',
    'anthropic-messages': 'https://two.test',
  };
  const configured = { provider: 'openai-compatible', base_url, models: ['x'] };
  const snapshot = createSnapshot(configurationSchema.parse({ upstreams: { a: configured } }));
  const upstream = snapshot.upstreams.get('a');
  if (upstream === undefined) throw new Error('The upstream is not configured.');
  expect(upstream.baseUrls).toEqual({ ...base_url, 'openai-chat': 'https://one.test/v1' });
  const authorization = `Basic ${btoa('me:secret')}`;
  expect(configuredHeaders(upstream, 'openai-chat')).toEqual({ authorization });
  expect(configuredHeaders(upstream, 'anthropic-messages')).toEqual({});
});
