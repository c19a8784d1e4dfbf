import { answerWith, failWith } from '@parley/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callName, startTestGateway, type TestGateway } from '../../testing/test-gateway.ts';

let testGateway: TestGateway;
beforeAll(async () => {
  testGateway = await startTestGateway({ formats: ['chat'] });
});
afterAll(() => testGateway.close());

const question = { contents: [{ role: 'user', parts: [{ text: 'Hi' }] }] };
const headers = () => ({
  'x-goog-api-key': testGateway.secret,
  'content-type': 'application/json',
});

function post(path: string, more: Record<string, string> = headers()): Promise<Response> {
  const init = { method: 'POST', headers: more, body: JSON.stringify(question) };
  return testGateway.gateway.fetch(new Request(`http://parley.test${path}`, init));
}

describe('a native path', () => {
  it.each([
    '/v1beta/models/m',
    '/v1beta/models/m:unheardOf',
    '/v1beta/models/m:generateContent/x',
    '/v1beta/models/:generateContent',
    '/v1beta/models/..%2f..%2fadmin:generateContent',
    '/v1beta/models/m%0d%0ax:generateContent',
  ])('%s is 404 in its own envelope', async (path) => {
    const response = await post(path);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ error: { code: 404, status: 'NOT_FOUND' } });
  });

  it.each(['/v1beta', '/v1'])(
    'answers below %s, whole and streamed in both forms',
    async (root) => {
      testGateway.upstream.script(answerWith({ text: ['Good ', 'morning.'] }));
      const whole = await post(`${root}/models/${callName}:generateContent`);
      expect(await whole.json()).toMatchObject({
        candidates: [{ content: { parts: [{ text: 'Good morning.' }] }, finishReason: 'STOP' }],
      });
      const events = await post(`${root}/models/${callName}:streamGenerateContent?alt=sse`);
      expect(events.headers.get('content-type')).toMatch(/^text\/event-stream/);
      expect(await events.text()).not.toMatch(/^event:|\[DONE\]/m);
      const array = await post(`${root}/models/${callName}:streamGenerateContent`);
      expect(array.headers.get('content-type')).toBe('application/json');
      const elements = (await array.json()) as { candidates: object[] }[];
      expect(elements.at(-1)).toMatchObject({ candidates: [{ finishReason: 'STOP' }] });
    },
  );

  it('accepts its key in the query, which other paths reject', async () => {
    const json = { 'content-type': 'application/json' };
    const key = `key=${testGateway.secret}`;
    expect((await post(`/v1beta/models/${callName}:generateContent?${key}`, json)).status).toBe(
      200,
    );
    const other = await post(`/v1/chat/completions?${key}`, json);
    expect(other.status).toBe(400);
    expect(await other.text()).not.toContain(testGateway.secret);
  });

  it('rejects a key under another name in the query', async () => {
    const path = `/v1beta/models/${callName}:generateContent?api_key=${testGateway.secret}`;
    const response = await post(path);
    expect(response.status).toBe(400);
    expect(await response.text()).not.toContain(testGateway.secret);
  });

  it('returns upstream errors in Google’s format', async () => {
    testGateway.upstream.next(failWith(429, { headers: { 'retry-after': '7' } }));
    const response = await post(`/v1beta/models/${callName}:generateContent`);
    expect(response.headers.get('retry-after')).toBe('7');
    expect(await response.json()).toMatchObject({
      error: { code: 429, status: 'RESOURCE_EXHAUSTED' },
    });
  });

  it('lists models as Google does, to Google’s clients', async () => {
    for (const path of ['/v1beta/models', '/v1/models']) {
      const request = new Request(`http://parley.test${path}`, { headers: headers() });
      const list = (await (await testGateway.gateway.fetch(request)).json()) as {
        models: object[];
      };
      expect(list.models).toContainEqual(expect.objectContaining({ name: `models/${callName}` }));
    }
  });
});
