import { noUsage } from '@parley/protocol';
import {
  embeddingsReply,
  geminiBatchEmbedReply,
  geminiEmbedReply,
  jsonReply,
  rawReply,
} from '@parley/testkit';
import { describe, expect, it } from 'vitest';
import { openTestGateway } from '../../testing/open-test-gateway.ts';
import { callName } from '../../testing/test-gateway.ts';

describe('embeddings', () => {
  it('are forwarded to the chat family with only the model name changed, and are metered', async () => {
    const { post, upstream, store } = await openTestGateway({ formats: ['chat'] });
    const body = `{"model":"${callName}","input":["a","b"],"dimensions":8,"x":1.0}`;
    const response = await post('/v1/embeddings', body);
    expect(response.status).toBe(200);
    expect(upstream.requests[0]?.text).toBe(body.replace(`"${callName}"`, '"scripted-model"'));
    expect(store.exchanges[0]?.usage?.input).toBeGreaterThan(0);
  });

  it('are forwarded with the query of their client', async () => {
    const { post, upstream } = await openTestGateway({ formats: ['chat'] });
    await post('/v1/embeddings?trace=1', { model: callName, input: 'a' });
    expect(upstream.requests[0]?.target).toMatch(/\/embeddings\?trace=1$/);
  });

  it.each([
    ['chat', '/v1/embeddings', { model: callName, input: 'a' }],
    ['gemini', `/v1beta/models/${callName}:embedContent`, { content: { parts: [{ text: 'a' }] } }],
  ] as const)('of %s reserve nothing for a reply', async (format, path, body) => {
    const limits = { quota: { tokens: 500, reset: 'none' } } as const;
    const { post } = await openTestGateway({ formats: [format], key: { limits } });
    expect((await post(path, body)).status).toBe(200);
  });

  it('are charged by the tokens that the upstream reports', async () => {
    const { post, upstream, store } = await openTestGateway({ formats: ['chat'] });
    upstream.script(jsonReply({ data: [], usage: { prompt_tokens: 77, total_tokens: 77 } }));
    await post('/v1/embeddings', { model: callName, input: 'a' });
    expect(store.exchanges[0]?.usage).toEqual({ ...noUsage, input: 77 });
  });

  it.each([{ data: {} }, []])(
    'that the upstream answers with %j are a bad answer',
    async (body) => {
      const { post, upstream } = await openTestGateway({ formats: ['chat'] });
      upstream.script(jsonReply(body));
      const response = await post('/v1/embeddings', { model: callName, input: 'a' });
      expect(response.status).toBe(502);
      expect(await response.json()).toMatchObject({ error: { code: 'upstream_bad_answer' } });
    },
  );

  it.each([
    ['chat', '/v1/embeddings', { model: callName, input: 'a' }],
    ['gemini', `/v1beta/models/${callName}:embedContent`, { content: { parts: [{ text: 'a' }] } }],
    ['gemini', '/v1/embeddings', { model: callName, input: 'a' }],
  ] as const)('of %s at %s have the error that a 200 states', async (format, path, body) => {
    const { post, upstream } = await openTestGateway({ formats: [format] });
    upstream.script(jsonReply({ error: { code: 429, message: 'Too many.' }, data: [] }));
    const response = await post(path, body);
    expect(response.status).toBe(429);
    expect(await response.json()).toMatchObject({ error: { message: 'Too many.' } });
  });

  it.each([
    ['without input', { model: callName }],
    ['with nothing in it', { model: callName, input: [] }],
    ['of numbers and text', { model: callName, input: ['a', 1] }],
  ])('are refused %s', async (_name, body) => {
    const { post, upstream } = await openTestGateway({ formats: ['chat'] });
    const response = await post('/v1/embeddings', body);
    expect(response.status).toBe(400);
    const code = 'input' in body ? 'invalid_value' : 'missing_required_parameter';
    const message = `The field 'input' ${'input' in body ? 'is not valid' : 'is required'}.`;
    expect(await response.json()).toMatchObject({ error: { param: 'input', code, message } });
    expect(upstream.requests).toHaveLength(0);
  });

  it('show the call name, and nothing else is changed', async () => {
    const { post, upstream } = await openTestGateway({ formats: ['chat'] });
    const text = '{ "data": [], "model": "scripted-model", "usage": {} }';
    upstream.script(rawReply(200, { 'content-type': 'application/json' }, text));
    const response = await post('/v1/embeddings', { model: callName, input: [[1, 2], [3]] });
    expect(await response.text()).toBe(text.replace('scripted-model', callName));
    expect(upstream.requests[0]?.target).toBe('/v1/embeddings');
    expect(upstream.requests[0]?.headers['accept']).toBe('application/json');
  });

  it('are base64 where the client asks for it and the upstream ignores that', async () => {
    const { post, upstream } = await openTestGateway({ formats: ['chat'] });
    upstream.script(embeddingsReply({ dimensions: 2 }));
    const body = { model: callName, input: 'a', encoding_format: 'base64' };
    const response = await post('/v1/embeddings', body);
    const data = [{ object: 'embedding', index: 0, embedding: 'AACAvwAAYL8=' }];
    expect(await response.json()).toMatchObject({ data, model: callName });
  });

  it.each([undefined, 'float'])('are numbers where the client asks for %s', async (format) => {
    const { post, upstream } = await openTestGateway({ formats: ['chat'] });
    upstream.script(embeddingsReply({ dimensions: 2 }));
    const body = { model: callName, input: 'a', encoding_format: format };
    const response = await post('/v1/embeddings', body);
    expect(await response.json()).toMatchObject({ data: [{ embedding: [-1, -0.875] }] });
  });

  it.each([
    [{ model: callName, input: [] }, 'input'],
    [{ model: callName, input: [[]] }, 'input'],
    [{ model: callName, input: [-1] }, 'input'],
    [{ model: callName, input: [1.5] }, 'input'],
    [{ model: '', input: 'a' }, 'model'],
    [{ input: 'a' }, 'model'],
  ])('of %j are refused with the name of the field', async (body, param) => {
    const { post } = await openTestGateway({ formats: ['chat'] });
    const response = await post('/v1/embeddings', body);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { param } });
  });

  it.each(
    ['a', ['a'], [1], [1, 2], [[0]], [[0], [1, 2]]].map((input) => ({ model: callName, input })),
  )('of %j are accepted', async (body) => {
    const { post } = await openTestGateway({ formats: ['chat'] });
    expect((await post('/v1/embeddings', body)).status).toBe(200);
  });

  it('are rejected for a model without embeddings', async () => {
    const { post } = await openTestGateway({ formats: ['messages'] });
    const response = await post('/v1/embeddings', { model: callName, input: 'a' });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: {
        code: 'embeddings_not_supported',
        message: 'This model has no embeddings.',
        param: 'model',
      },
    });
  });
});

describe('native embeddings', () => {
  const single = `/v1beta/models/${callName}:embedContent`;
  const content = { parts: [{ text: 'a' }] };

  it('answer with the text of the upstream, and are charged by an estimate', async () => {
    const { post, upstream, store } = await openTestGateway({ formats: ['gemini'] });
    const text = '{ "embedding": {"values":[0.10]} }';
    upstream.script(rawReply(200, { 'content-type': 'application/json' }, text));
    const response = await post(single, { content });
    expect(await response.text()).toBe(text);
    expect(upstream.requests[0]?.target).toBe('/v1beta/models/scripted-model:embedContent');
    expect(upstream.requests[0]?.body).toEqual({ content });
    expect(store.exchanges[0]?.usage).toMatchObject({ estimated: true, output: 0 });
    expect(store.exchanges[0]?.usage?.input).toBeGreaterThan(0);
    expect(store.exchanges[0]).toMatchObject({ stream: false, outcome: 'completed' });
  });

  it.each(['embedContent', 'batchEmbedContents'])(
    'are charged by the tokens that the upstream reports for %s',
    async (action) => {
      const { post, upstream, store } = await openTestGateway({ formats: ['gemini'] });
      const reply = action === 'embedContent' ? geminiEmbedReply : geminiBatchEmbedReply;
      upstream.script(reply({ tokens: 258 }));
      await post(`/v1beta/models/${callName}:${action}`, { content, requests: [{ content }] });
      expect(store.exchanges[0]?.usage).toEqual({ ...noUsage, input: 258 });
    },
  );

  it('are sent with the model’s prefix once', async () => {
    const { post, upstream } = await openTestGateway({
      formats: ['gemini'],
      model: 'models/embedder',
    });
    await post(single, { model: `models/${callName}`, content });
    expect(upstream.requests[0]?.body).toEqual({ model: 'models/embedder', content });
  });

  it.each([
    [{ embeddings: [{ values: [] }] }, 200],
    [{ embedding: null }, 502],
    [{ other: 1 }, 502],
    [[], 502],
  ])('that the upstream answers with %j have the status %i', async (body, status) => {
    const { post, upstream } = await openTestGateway({ formats: ['gemini'] });
    upstream.script(jsonReply(body));
    const response = await post(single, { content });
    expect(response.status).toBe(status);
    if (status !== 200) expect(await response.text()).toContain('no usable response');
  });

  it('without content are recorded as a request that lacks a field', async () => {
    const { post, store } = await openTestGateway({ formats: ['gemini'] });
    const response = await post(single, {});
    expect(await response.json()).toMatchObject({
      error: { message: "The field 'content' is missing." },
    });
    expect(store.exchanges).toMatchObject([{ status: 400, errorReason: 'missing_field' }]);
  });

  it.each([[{}], [{ content: null }], [[]], [{ contents: content }]])(
    'of %j are refused before any upstream is called',
    async (body) => {
      const { post, upstream } = await openTestGateway({ formats: ['gemini'] });
      const response = await post(single, body);
      expect(response.status).toBe(400);
      expect(upstream.requests).toEqual([]);
    },
  );

  it('are sent with the upstream’s model name in every field', async () => {
    const { post, upstream } = await openTestGateway({ formats: ['gemini'] });
    const content = { parts: [{ text: 'a' }] };
    const requests = [{ model: `models/${callName}`, content }, { content }];
    await post(`/v1beta/models/${callName}:batchEmbedContents`, { requests });
    expect(upstream.requests[0]?.body).toEqual({
      requests: [{ model: 'models/scripted-model', content }, { content }],
    });
  });
});
