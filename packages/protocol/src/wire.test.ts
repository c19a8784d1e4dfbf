import { describe, expect, it } from 'vitest';
import { dialectIds } from './canonical/dialect.ts';
import { codecOf, codecs } from './dialects.ts';

const address = { model: 'some-model', stream: false };

describe('the wire of a dialect', () => {
  it.each([
    ['..', '/models/..:generateContent'],
    ['a/../b', '/models/a%2F..%2Fb:generateContent'],
    ['../../v1/secret', '/models/..%2F..%2Fv1%2Fsecret:generateContent'],
    ['a?b#c%d', '/models/a%3Fb%23c%25d:generateContent'],
    ['models/gemini-x', '/models/gemini-x:generateContent'],
    ['tunedModels/mine', '/models/tunedModels/mine:generateContent'],
  ])('keeps the name %s a name in a native path', (model, path) => {
    expect(codecOf('gemini-generate').wire.paths.generate({ model, stream: false })).toBe(path);
  });

  it('asks for a stream in the path where the body cannot', () => {
    const { paths } = codecOf('gemini-generate').wire;
    expect(paths.generate({ ...address, stream: true })).toBe(
      '/models/some-model:streamGenerateContent?alt=sse',
    );
  });

  it.each(dialectIds)('of %s has a path to count tokens exactly if its codec can count', (id) => {
    const { tokenCounting, wire } = codecOf(id);
    expect(wire.paths.countTokens !== undefined).toBe(tokenCounting !== undefined);
  });

  it('lists aliases of models only to the clients that may show no other names', () => {
    const listing = dialectIds.filter((id) => codecOf(id).wire.modelList.aliases);
    expect(listing).toEqual(['anthropic-messages']);
  });

  it('refuses to count tokens in the exact body that clients of Anthropic Messages expect', () => {
    const refusals = dialectIds.map((id) => codecOf(id).tokenCounting?.encodeRefusal?.('No.'));
    expect(refusals.filter((body) => body !== undefined)).toEqual([
      { type: 'error', error: { type: 'not_found_error', message: 'No.' } },
    ]);
  });

  it.each(dialectIds)('of %s has paths that can be appended to any base URL', (id) => {
    const { paths, versions } = codecOf(id).wire;
    const all = [
      paths.generate(address),
      paths.countTokens?.('some-model'),
      paths.embed?.('some-model'),
      paths.models,
      ...versions,
    ].filter((path) => path !== undefined);
    expect(all.filter((path) => !/^\/[^/].*[^/]$/.test(path))).toEqual([]);
  });

  it.each(dialectIds)('of %s names headers in lower case', (id) => {
    const { wire } = codecOf(id);
    const { rateLimitHeaders: rates } = wire;
    const names = [
      ...Object.keys(wire.requiredHeaders),
      ...wire.forwardedHeaders,
      ...wire.clientHeaders,
      wire.authorization,
      ...(rates ? [rates.requests, rates.tokens] : []).flatMap((rate) => [
        rate.limit,
        rate.remaining,
        rate.reset,
      ]),
    ];
    expect(names.filter((name) => name !== name.toLowerCase())).toEqual([]);
  });

  it.each(dialectIds)('of %s lists the usual output limit field among all of them', (id) => {
    const { names, usual } = codecOf(id).wire.outputLimit;
    const fields = ['max_tokens', 'max_completion_tokens'] as const;
    expect(fields.map((outputLimitField) => usual({ outputLimitField }))).toEqual(
      id === 'openai-chat' ? fields : [names[0], names[0]],
    );
  });

  it('supports embeddings in two dialects, each at its own path', () => {
    const paths = Object.values(codecs).map(({ wire }) =>
      wire.paths.embed?.('some-model', 'batchEmbedContents'),
    );
    expect(paths.filter((path) => path !== undefined)).toEqual([
      '/embeddings',
      '/models/some-model:batchEmbedContents',
    ]);
  });
});
