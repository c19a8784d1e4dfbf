import { answerWith } from '@parley/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callName, startTestGateway, type TestGateway } from '../../testing/test-gateway.ts';

let testGateway: TestGateway;
beforeAll(async () => {
  testGateway = await startTestGateway({ formats: ['messages'] });
});
afterAll(() => testGateway.close());

const ask = (body: object, headers: Record<string, string> = {}) =>
  testGateway.post('/v1/completions', { model: callName, prompt: 'Once', ...body }, { headers });

describe('text completions', () => {
  it.each([
    ['no prompt', { prompt: null }, 'prompt'],
    ['several prompts', { prompt: ['a', 'b'] }, 'prompt'],
    ['a wrong field of Chat Completions', { temperature: 3 }, 'temperature'],
  ])('are refused with %s, before an upstream is called', async (_, body, param) => {
    testGateway.upstream.clear();
    const response = await ask(body);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { param } });
    expect(testGateway.upstream.requests).toHaveLength(0);
  });

  it('are refused to a client that accepts no loss, when there would be one', async () => {
    const response = await ask({ best_of: 2 }, { 'parley-strict': 'true' });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: { code: 'lossy_translation', param: 'best_of' },
    });
  });

  it('say that a chat model answers, and are recorded as what they are', async () => {
    const response = await ask({}, { 'parley-explain': 'notes' });
    expect(response.headers.get('parley-translation')).toBe('adapted');
    expect(response.headers.get('parley-notes')).toContain('"path":"prompt"');
    const record = await testGateway.store.findExchange(response.headers.get('x-request-id') ?? '');
    expect(record).toMatchObject({ endpoint: '/v1/completions', status: 200 });
  });

  it('stream their text, their usage and their end', async () => {
    testGateway.upstream.next(answerWith({ text: [' upon', ' a time'] }));
    const options = { stream: true, echo: true, stream_options: { include_usage: true } };
    const text = await (await ask(options)).text();
    const chunks = [...text.matchAll(/^data: (\{.*)$/gm)].map(
      ([, data = '']) => JSON.parse(data) as { object: string; choices: { text: string }[] },
    );
    expect(chunks.map(({ choices }) => choices[0]?.text ?? '').join('')).toBe('Once upon a time');
    expect(new Set(chunks.map(({ object }) => object))).toEqual(new Set(['text_completion']));
    expect(chunks.at(-1)).toMatchObject({
      choices: [],
      usage: { total_tokens: expect.any(Number) as number },
    });
    expect(text.trimEnd()).toMatch(/data: \[DONE\]$/);
  });
});
