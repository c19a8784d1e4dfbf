import { parseJson, type JsonObject } from '@parley/protocol';
import { describe, expect, it } from 'vitest';
import { embeddingsUrl, geminiUrl } from './testing/addresses.ts';
import { createDemoTransport } from './transport.ts';
import { embedText, encodeVector } from './vector.ts';

async function post(url: string, body: unknown) {
  const answer = await createDemoTransport().send({
    method: 'POST',
    url,
    body: JSON.stringify(body),
    signal: new AbortController().signal,
  });
  const bytes = await answer.body.read();
  const text = new TextDecoder().decode(bytes);
  return { status: answer.status, body: parseJson(text) as JsonObject };
}

const embed = (body: object) => post(embeddingsUrl, body);
const embedForGemini = (model: string, action: string, body: object) =>
  post(geminiUrl(model, action), body);

describe('embeddings in the chat family', () => {
  it.each([
    [{ model: 'embed' }, 400, 'input'],
    [{ model: 'embed', input: [] }, 400, 'input'],
    [{ model: 'embed', input: '' }, 400, 'input'],
    [{ model: 'embed', input: [1, 'a'] }, 400, 'input'],
    [{ model: 'embed', input: 'a', encoding_format: 'hex' }, 400, 'encoding_format'],
    [{ model: 'embed', input: 'a', dimensions: 0 }, 400, 'dimensions'],
    [{ model: 'embed', input: 'a', dimensions: 1_025 }, 400, 'dimensions'],
    [{ input: 'a' }, 400, 'model'],
    [{ model: 'echo', input: 'a' }, 400, 'model'],
    [{ model: 'error-429', input: 'a' }, 429, null],
  ])('refuses %j', async (body, status, param) => {
    expect(await embed(body)).toMatchObject({ status, body: { error: { param } } });
  });

  it('rejects an unknown model', async () => {
    expect(await embed({ model: 'nobody', input: 'a' })).toMatchObject({
      status: 404,
      body: { error: { code: 'model_not_found' } },
    });
  });

  it('answers one vector for one text', async () => {
    expect(await embed({ model: 'embed', input: 'a few words' })).toEqual({
      status: 200,
      body: {
        object: 'list',
        data: [{ object: 'embedding', index: 0, embedding: embedText('a few words') }],
        model: 'embed',
        usage: { prompt_tokens: 3, total_tokens: 3 },
      },
    });
  });

  it('keeps the order of several texts, and writes them as the caller asks', async () => {
    const input = ['one', 'two'];
    const asked = { model: 'embed', input, encoding_format: 'base64', dimensions: 8 };
    expect((await embed(asked)).body).toMatchObject({
      data: input.map((text, index) => ({ index, embedding: encodeVector(embedText(text, 8)) })),
      usage: { prompt_tokens: 2 },
    });
  });

  it('takes token numbers, in one list or in several', async () => {
    const one = (await embed({ model: 'embed', input: [17, 4] })).body;
    expect(one).toMatchObject({ data: [{ index: 0 }], usage: { prompt_tokens: 2 } });
    const two = (await embed({ model: 'embed', input: [[17, 4], [9]] })).body;
    expect(two).toMatchObject({ data: [{ index: 0 }, { index: 1 }], usage: { prompt_tokens: 3 } });
  });
});

describe('embeddings in Google’s form', () => {
  const content = (text: string) => ({ content: { parts: [{ text }] } });

  it.each([
    ['embed', {}, 400],
    ['embed', { content: { parts: [] } }, 400],
    ['embed', { requests: [] }, 400],
    ['echo', content('a'), 400],
    ['nobody', content('a'), 404],
  ])('refuses %s for %j', async (model, body, status) => {
    const answer = await embedForGemini(model, 'embedContent', body);
    expect(answer).toMatchObject({ status, body: { error: { code: status } } });
  });

  it('answers one vector', async () => {
    const body = { ...content('a few words'), outputDimensionality: 4 };
    expect(await embedForGemini('embed', 'embedContent', body)).toEqual({
      status: 200,
      body: { embedding: { values: embedText('a few words', 4) } },
    });
  });

  it('answers several vectors in order', async () => {
    const requests = ['one', 'two'].map((text) => ({ model: 'models/embed', ...content(text) }));
    expect(await embedForGemini('embed', 'batchEmbedContents', { requests })).toEqual({
      status: 200,
      body: { embeddings: ['one', 'two'].map((text) => ({ values: embedText(text) })) },
    });
  });
});
