import { describe, expect, it } from 'vitest';
import { configurationSchema } from '../../configuration/schema.ts';
import { createSnapshot } from './snapshot.ts';

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
