import { describe, expect, it } from 'vitest';
import type { CanonicalRequest } from '../../../canonical/request.ts';
import { encodeGreeting } from '../testing/requests.ts';

const rejectedFields = [
  ...['n', 'seed', 'logprobs', 'store', 'prompt_cache_key', 'safety_identifier', 'stream_options'],
];

function encode(fields: Partial<CanonicalRequest>) {
  const { body, notes } = encodeGreeting(fields, { rejectedFields });
  return { fields: Object.keys(body), notes };
}

describe('a field that the upstream rejects', () => {
  it.each<[Partial<CanonicalRequest>, path: string]>([
    [{ candidates: 2 }, 'candidates'],
    [{ sampling: { seed: 7 } }, 'sampling.seed'],
    [{ cacheKey: 'k' }, 'cacheKey'],
    [{ user: 'u' }, 'user'],
    [{ store: true }, 'store'],
  ])('is left out with a note: %j', (request, path) => {
    const { fields, notes } = encode(request);
    expect(fields).toEqual(['model', 'messages']);
    expect(notes).toMatchObject([{ action: 'dropped', path }]);
  });

  it('needs no note where it changes nothing', () => {
    expect(encode({ candidates: 1, sampling: { logprobs: false }, store: false })).toEqual({
      fields: ['model', 'messages'],
      notes: [],
    });
  });

  it('needs no note where only the gateway asks for it, as for the usage of a stream', () => {
    expect(encode({ stream: true })).toEqual({
      fields: ['model', 'messages', 'stream'],
      notes: [],
    });
  });

  it('leaves all others as they are', () => {
    expect(encode({ verbosity: 'low' })).toEqual({
      fields: ['model', 'messages', 'verbosity'],
      notes: [],
    });
  });
});
