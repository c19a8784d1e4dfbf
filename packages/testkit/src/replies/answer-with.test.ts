import { describe, expect, it } from 'vitest';
import { openPair } from '../testing/pair.ts';
import type { RawAnswer } from '../client/answer-reader.ts';
import type { RawRequest } from '../client/write-request.ts';
import { delayHead } from '../pacing/timing.ts';
import { answerWith, failWith, reshape } from './answer-with.ts';
import type { AnswerScript } from './answer-with.ts';
import { readFrames } from './frames.ts';

/** Asks an upstream with a script one thing after the other. */
async function openAsking(
  script: AnswerScript,
): Promise<(request: RawRequest) => Promise<RawAnswer>> {
  const { client } = await openPair({ script });
  return async (request) => {
    await client.request(request);
    return client.readAnswer();
  };
}

describe('answerWith', () => {
  it.each([
    ['/v1/models', {}, 'error.type'],
    ['/v1beta/models/m', {}, 'error.status'],
    ['/v1beta/models/m:unheardOf', {}, 'error.status'],
    ['/v1/responses/resp_1', {}, 'error.type'],
  ])('answers a POST to %s with 404', async (path, body, field) => {
    const ask = await openAsking(answerWith({ text: 'hello' }));
    const answer = await ask({ path, body });
    expect(answer.status).toBe(404);
    expect(JSON.parse(answer.text)).toHaveProperty(field);
  });

  it('answers only POST', async () => {
    const ask = await openAsking(answerWith({ text: 'hello' }));
    for (const path of ['/v1/responses', '/v1beta/models/m:generateContent', '/v1/embeddings']) {
      expect((await ask({ path })).status).toBe(404);
    }
  });

  it('answers in the format asked for, whole and streamed, as the model asked for', async () => {
    const { client } = await openPair({ script: answerWith({ text: 'hello' }) });
    const ask = async (path: string, body: Readonly<Record<string, unknown>>) => {
      await client.request({ path, body: { model: 'asked', ...body } });
      return (await client.readAnswer()).text;
    };
    const whole: unknown = JSON.parse(await ask('/v1/chat/completions', {}));
    expect(whole).toMatchObject({ object: 'chat.completion', model: 'asked' });
    const message: unknown = JSON.parse(await ask('/v1/messages', {}));
    expect(message).toMatchObject({ type: 'message', model: 'asked' });
    expect(readFrames(await ask('/v1/messages', { stream: true })).at(-1)?.event).toBe(
      'message_stop',
    );
    expect(await ask('/v1/chat/completions', { stream: true })).not.toContain('usage');
    const options = { stream: true, stream_options: { include_usage: true } };
    expect(await ask('/v1/chat/completions', options)).toContain('"choices":[],"usage":{');
    expect(await ask('/v1/messages/count_tokens', {})).toBe('{"input_tokens":12}');
  });

  it.each(['/v1', '/v1beta'])('generates below %s as the path requests', async (prefix) => {
    const ask = await openAsking(answerWith({ text: 'hello' }));
    const whole = await ask({
      path: `${prefix}/models/a/b:generateContent`,
      body: { stream: true },
    });
    expect(JSON.parse(whole.text)).toMatchObject({ modelVersion: 'a/b' });
    const path = `${prefix}/models/a%2Fb:streamGenerateContent`;
    const events = await ask({ path: `${path}?alt=sse`, body: {} });
    expect(events.headers['content-type']).toBe('text/event-stream');
    const last: unknown = JSON.parse(readFrames(events.text).at(-1)?.data ?? '');
    expect(last).toMatchObject({ modelVersion: 'a/b', candidates: [{ finishReason: 'STOP' }] });
    const list = await ask({ path, body: {} });
    expect(list.headers['content-type']).toContain('application/json');
    expect(JSON.parse(list.text)).toHaveLength(2);
  });

  it('returns encrypted reasoning only on request', async () => {
    const ask = await openAsking(answerWith({ reasoning: 'hm', signature: 'sealed' }));
    const path = '/v1/responses';
    const include = ['reasoning.encrypted_content'];
    const whole = await ask({ path, body: { model: 'asked', include } });
    expect(JSON.parse(whole.text)).toMatchObject({
      model: 'asked',
      output: [{ type: 'reasoning', encrypted_content: 'sealed' }],
    });
    expect((await ask({ path, body: {} })).text).not.toContain('encrypted_content');
    const frames = readFrames((await ask({ path, body: { stream: true, include } })).text);
    expect(frames.at(-1)?.event).toBe('response.completed');
    expect(frames.at(-1)?.data).toContain('"encrypted_content":"sealed"');
    const silent = await ask({ path, body: { stream: true } });
    expect(silent.text).not.toContain('encrypted_content');
  });

  it.each([
    ['/v1/messages/count_tokens', { input_tokens: 9 }],
    ['/v1/responses/input_tokens', { object: 'response.input_tokens', input_tokens: 9 }],
    [
      '/v1beta/models/m:countTokens',
      { totalTokens: 9, promptTokensDetails: [{ modality: 'TEXT', tokenCount: 9 }] },
    ],
  ])('counts on %s the tokens of the prompt described', async (path, body) => {
    const ask = await openAsking(answerWith({ usage: { input: 4, cacheRead: 5, output: 1 } }));
    expect(JSON.parse((await ask({ path, body: {} })).text)).toEqual(body);
  });

  it.each([
    ['one text', { input: 'a' }, [8]],
    ['texts', { input: ['a', 'b', 'c'] }, [8, 8, 8]],
    ['one list of tokens', { input: [1, 2, 3] }, [8]],
    ['lists of tokens', { input: [[1], [2]] }, [8, 8]],
    ['a size', { input: 'a', dimensions: 5 }, [5]],
    ['a size that is none', { input: 'a', dimensions: 1e9 }, [8]],
  ])('embeds %s', async (_, body, sizes) => {
    const ask = await openAsking(answerWith({ usage: { input: 6, output: 0 } }));
    const answer = await ask({ path: '/v1/embeddings', body: { model: 'asked', ...body } });
    const list = JSON.parse(answer.text) as { data: readonly { embedding: readonly number[] }[] };
    expect(list).toMatchObject({ model: 'asked', usage: { prompt_tokens: 6, total_tokens: 6 } });
    expect(list.data.map((entry) => entry.embedding.length)).toEqual(sizes);
  });

  it('embeds in the other forms', async () => {
    const ask = await openAsking(answerWith({}));
    const coded = { input: 'a', dimensions: 1, encoding_format: 'base64' };
    expect((await ask({ path: '/v1/embeddings', body: coded })).text).toContain('"AACAvw=="');
    const one = await ask({ path: '/v1/models/m:embedContent', body: { outputDimensionality: 2 } });
    expect(JSON.parse(one.text)).toHaveProperty('embedding.values.length', 2);
    const requests = [{ outputDimensionality: 3 }, { outputDimensionality: 3 }];
    const many = await ask({ path: '/v1beta/models/m:batchEmbedContents', body: { requests } });
    expect(JSON.parse(many.text)).toHaveProperty('embeddings.length', 2);
    expect(JSON.parse(many.text)).toHaveProperty('embeddings.1.values.length', 3);
  });
});

describe('failWith', () => {
  it.each([
    ['/v1/chat/completions', { error: { type: 'rate_limit_error', code: 'rate_limit_exceeded' } }],
    ['/v1/messages', { type: 'error', error: { type: 'rate_limit_error' } }],
    ['/v1/responses', { error: { type: 'rate_limit_error', code: 'rate_limit_exceeded' } }],
    ['/v1/embeddings', { error: { type: 'rate_limit_error', code: 'rate_limit_exceeded' } }],
    ['/v1/models/m:generateContent', { error: { code: 429, status: 'RESOURCE_EXHAUSTED' } }],
    ['/v1/models/m:streamGenerateContent?alt=sse', { error: { code: 429 } }],
    ['/v1/models/m:streamGenerateContent', [{ error: { code: 429 } }]],
  ])('fails on %s in its envelope', async (path, body) => {
    const { client } = await openPair({
      script: failWith(429, { headers: { 'retry-after': '2' } }),
    });
    await client.request({ path, body: {} });
    const answer = await client.readAnswer();
    expect(answer).toMatchObject({ status: 429, reason: 'Too Many Requests' });
    expect(answer.headers['retry-after']).toBe('2');
    expect(JSON.parse(answer.text)).toMatchObject(body);
  });
});

describe('reshape', () => {
  it('changes what a script answers', async () => {
    const script = reshape(answerWith({ text: 'hello' }), (answer) => delayHead(answer, 30));
    const { upstream, client } = await openPair({ script });
    await client.request({ path: '/v1/messages', body: {} });
    expect((await client.readAnswer()).text).toContain('hello');
    const request = upstream.requests[0];
    expect((request?.endedAt ?? 0) - (request?.receivedAt ?? 0)).toBeGreaterThanOrEqual(25);
  });
});
