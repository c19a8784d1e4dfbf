import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chatRequest, startTestGateway, type TestGateway } from '../testing/test-gateway.ts';

let testGateway: TestGateway;
beforeAll(async () => {
  testGateway = await startTestGateway({
    options: { limits: { requestBytes: 2_000, requestIdleMs: 100 } },
  });
});
afterAll(() => testGateway.close());

async function statusOf(body: BodyInit, headers: Record<string, string> = {}): Promise<number> {
  const init = { body, headers, duplex: 'half' };
  const response = await testGateway.post('/v1/chat/completions', '', init);
  expect(response.headers.get('content-type')).toBe('application/json');
  expect(await response.json()).toHaveProperty('error.message');
  expect(testGateway.upstream.requests).toHaveLength(0);
  return response.status;
}

function stream(...pieces: readonly string[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    pull(controller) {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
      controller.close();
    },
  });
}

const deep = (depth: number): string => '{"a":'.repeat(depth) + '1' + '}'.repeat(depth);

describe('a request body', () => {
  it.each([
    ['nothing', ''],
    ['half an object', '{"model":'],
    ['an array', '[]'],
    ['a number', '1'],
    ['a trailing comma', '{"model":"m",}'],
    ['two values', '{"model":"m"} {}'],
    ['a deciding field twice', '{"model":"m","model":"other","messages":[]}'],
    ['a deciding field in another case', '{"model":"m","Model":"other","messages":[]}'],
    ['an object that is nested too deeply', deep(129)],
    ['an array of arrays', '['.repeat(900) + ']'.repeat(900)],
  ])('is refused with 400 when it is %s', async (_, body) => {
    expect(await statusOf(body)).toBe(400);
  });

  it('is refused with 400 when it is not UTF-8', async () => {
    expect(await statusOf(new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d]))).toBe(400);
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'application/jsonp',
  ])('is refused when it is declared as %s', async (type) => {
    expect(await statusOf(JSON.stringify(chatRequest), { 'content-type': type })).toBe(415);
  });

  it('is refused when it is compressed', async () => {
    expect(await statusOf(JSON.stringify(chatRequest), { 'content-encoding': 'gzip' })).toBe(415);
  });

  it('is refused with 413 by its declared length and by its true one', async () => {
    expect(await statusOf('{}', { 'content-length': '5000000000' })).toBe(413);
    expect(await statusOf(stream(...Array.from({ length: 30 }, () => 'x'.repeat(100))))).toBe(413);
  });

  it.each(['a declared', 'no declared'])(
    'with %s length may have exactly as many bytes as the limit',
    async (kind) => {
      const text = JSON.stringify(chatRequest);
      const post = async (length: number): Promise<number> => {
        const body = text + ' '.repeat(length - text.length);
        const init =
          kind === 'a declared'
            ? { body, headers: { 'content-length': String(length) } }
            : { body: stream(body), duplex: 'half' };
        return (await testGateway.post('/v1/chat/completions', '', init)).status;
      };
      expect([await post(2_000), await post(2_001)]).toEqual([200, 413]);
      testGateway.upstream.clear();
    },
  );

  it('times out when it stalls', async () => {
    const stalled = new ReadableStream<Uint8Array>({
      start: (controller) => {
        controller.enqueue(new TextEncoder().encode('{"model":'));
      },
    });
    expect(await statusOf(stalled)).toBe(400);
  });
});
