import { embeddingsReply, geminiBatchEmbedReply, jsonReply } from '@parley/testkit';
import { describe, expect, it } from 'vitest';
import { openTestGateway } from '../../testing/open-test-gateway.ts';
import { callName } from '../../testing/test-gateway.ts';

const path = '/v1/embeddings';
const native = (action: string) => `/v1beta/models/${callName}:${action}`;
const content = (text: string) => ({ parts: [{ text }] });

describe('embeddings of an upstream that speaks Gemini', () => {
  it('reach a client of OpenAI', async () => {
    const { post, upstream, store } = await openTestGateway({ formats: ['gemini'] });
    upstream.script(geminiBatchEmbedReply({ count: 2, dimensions: 2, tokens: 9 }));
    const response = await post(path, { model: callName, input: ['a', 'b'], dimensions: 2 });
    expect(response.headers.get('parley-translation')).toBe('exact');
    expect(await response.json()).toEqual({
      object: 'list',
      data: [
        { object: 'embedding', index: 0, embedding: [-1, -0.875] },
        { object: 'embedding', index: 1, embedding: [-0.875, -0.75] },
      ],
      model: callName,
      usage: { prompt_tokens: 9, total_tokens: 9 },
    });
    const [sent] = upstream.requests;
    expect(sent?.target).toBe('/v1beta/models/scripted-model:batchEmbedContents');
    const one = { model: 'models/scripted-model', outputDimensionality: 2 };
    expect(sent?.body).toEqual({
      requests: [
        { ...one, content: content('a') },
        { ...one, content: content('b') },
      ],
    });
    expect(store.exchanges[0]?.usage?.input).toBe(9);
  });

  it('are base64 where the client asks for it, and estimated where no tokens are reported', async () => {
    const { post, upstream } = await openTestGateway({ formats: ['gemini'] });
    upstream.script(geminiBatchEmbedReply({ dimensions: 2, tokens: null }));
    const body = { model: callName, input: 'some text', encoding_format: 'base64' };
    const reply = (await (await post(path, body)).json()) as { usage: { prompt_tokens: number } };
    expect(reply).toMatchObject({ data: [{ embedding: 'AACAvwAAYL8=' }] });
    expect(reply.usage.prompt_tokens).toBeGreaterThan(0);
  });

  it('are not those of token ids', async () => {
    const { post, upstream } = await openTestGateway({ formats: ['gemini'] });
    const response = await post(path, { model: callName, input: [1, 2] });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { param: 'input' } });
    expect(upstream.requests).toHaveLength(0);
  });

  it('lack what only the format of the client has, and say so', async () => {
    const { post, upstream } = await openTestGateway({ formats: ['gemini'] });
    upstream.script(geminiBatchEmbedReply());
    const body = { model: callName, input: 'a', user: 'u' };
    const response = await post(path, body);
    expect(response.headers.get('parley-translation')).toBe('lossy');
    const refused = await post(path, body, { headers: { 'parley-strict': 'true' } });
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({ error: { param: 'user' } });
  });

  it.each([{ embeddings: [] }, { embeddings: [{ values: ['x'] }] }, { error: {} }, []])(
    'that it answers with %j are a bad answer',
    async (reply) => {
      const { post, upstream } = await openTestGateway({ formats: ['gemini'] });
      upstream.script(jsonReply(reply));
      const response = await post(path, { model: callName, input: 'a' });
      expect(response.status).toBe(502);
    },
  );
});

describe('embeddings of an upstream that speaks OpenAI', () => {
  it.each([
    ['embedContent', { content: content('a'), outputDimensionality: 2 }, 'a'],
    ['batchEmbedContents', { requests: [{ content: content('a') }] }, 'a'],
  ])('reach a client of Gemini by %s', async (action, body, input) => {
    const { post, upstream, store } = await openTestGateway({ formats: ['chat'] });
    upstream.script(embeddingsReply({ dimensions: 2, tokens: 9 }));
    const response = await post(native(action), body);
    const vector = { values: [-1, -0.875] };
    expect(await response.json()).toEqual({
      ...(action === 'embedContent' ? { embedding: vector } : { embeddings: [vector] }),
      usageMetadata: { promptTokenCount: 9 },
    });
    const [sent] = upstream.requests;
    expect(sent?.target).toBe('/v1/embeddings');
    const dimensions = action === 'embedContent' ? { dimensions: 2 } : {};
    expect(sent?.body).toEqual({ model: 'scripted-model', input: [input], ...dimensions });
    expect(store.exchanges[0]?.usage?.input).toBe(9);
  });

  it('are tried after an upstream of the format of the client', async () => {
    const { post, upstreams } = await openTestGateway({ formats: ['gemini', 'chat'] });
    upstreams[0]?.script(jsonReply({}));
    const response = await post(native('embedContent'), { content: content('a') });
    expect(response.status).toBe(200);
    expect(upstreams.map(({ requests }) => requests.length)).toEqual([1, 1]);
  });
});
