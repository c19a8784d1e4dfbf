import { deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ExtensionContext, GatewayExtension } from '../../context.ts';
import { chatRequest, startTestGateway, type TestGateway } from '../../testing/test-gateway.ts';
import { openTestGateway } from '../../testing/open-test-gateway.ts';
import { readBody } from './body.ts';

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

const question = JSON.stringify(chatRequest);

const deep = (depth: number): string => '{"a":'.repeat(depth) + '1' + '}'.repeat(depth);

describe('a request body', () => {
  it.each([
    [
      question,
      { 'content-type': 'text/html' },
      'Send the body as application/json.',
      'unsupported_media_type',
    ],
    ['[]', {}, 'The request body is not a valid JSON object.', 'invalid_json'],
    ['{"model":nul}', {}, 'The body is not valid JSON.', 'invalid_json'],
    [new Uint8Array([0x7b, 0xff]), {}, 'The body is not valid UTF-8.', 'invalid_encoding'],
    [
      question,
      { 'content-encoding': 'gzip' },
      'The body does not have its content coding.',
      'invalid_content_encoding',
    ],
    ['"'.repeat(2_001), {}, 'The request body is larger than 2000 bytes.', 'request_too_large'],
  ] as const)(
    'is refused with what is wrong with it (%#)',
    async (body, headers, ...[message, code]) => {
      const response = await testGateway.post('/v1/chat/completions', '', { body, headers });
      expect(await response.json()).toMatchObject({ error: { message, code } });
    },
  );

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
    'text/html',
    'text/plainer',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'application/jsonp',
  ])('is refused when it is declared as %s', async (type) => {
    expect(await statusOf(question, { 'content-type': type })).toBe(415);
  });

  it.each(['compress', 'gzip, gzip', 'br', 'constructor'])(
    'is refused with 415 when its content coding is %s',
    async (coding) => {
      expect(await statusOf(question, { 'content-encoding': coding })).toBe(415);
    },
  );

  it('is refused with 400 when it does not have the content coding that it declares', async () => {
    const gzip = { 'content-encoding': 'gzip' };
    expect(await statusOf(question, gzip)).toBe(400);
    expect(await statusOf(gzipSync(question).subarray(0, -9), gzip)).toBe(400);
    expect(await statusOf(deflateSync(question), gzip)).toBe(400);
  });

  it('is refused with 413 when it is small only as long as it is compressed', async () => {
    const bomb = gzipSync(new Uint8Array(64 * 1024 * 1024));
    expect(await statusOf(bomb.subarray(0, 1_999), { 'content-encoding': 'gzip' })).toBe(413);
    expect(await statusOf(bomb, { 'content-encoding': 'gzip' })).toBe(413);
  });

  it('is refused with 413 by its declared length and by its true one', async () => {
    expect(await statusOf('{}', { 'content-length': '5000000000' })).toBe(413);
    expect(await statusOf(stream(...Array.from({ length: 30 }, () => 'x'.repeat(100))))).toBe(413);
  });

  it.each(['a declared', 'no declared'])(
    'with %s length may have exactly as many bytes as the limit',
    async (kind) => {
      const post = async (length: number): Promise<number> => {
        const body = question + ' '.repeat(length - question.length);
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
    const init = { body: stalled, duplex: 'half' };
    const response = await testGateway.post('/v1/chat/completions', '', init);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: { code: 'body_timeout', message: 'The body did not arrive in time.' },
    });
  });
});

describe('a request body that is accepted', () => {
  const send = async (body: BodyInit, headers: Record<string, string>) => {
    const init = { method: 'POST', body, headers: { 'x-api-key': testGateway.secret, ...headers } };
    const request = new Request('http://parley.test/v1/chat/completions', init);
    return (await testGateway.gateway.fetch(request)).status;
  };

  it.each(['application/json; charset=utf-8', 'text/plain', 'Text/Plain;charset=UTF-8'])(
    'has the content type %s',
    async (type) => {
      expect(await send(question, { 'content-type': type })).toBe(200);
    },
  );

  it('has no content type', async () => {
    expect(await send(new TextEncoder().encode(question), {})).toBe(200);
  });

  it.each([
    ['gzip', gzipSync],
    ['X-GZIP', gzipSync],
    ['deflate', deflateSync],
    ['identity', (text: string) => new TextEncoder().encode(text)],
  ])('has the content coding %s', async (coding, encode) => {
    expect(await send(new Uint8Array(encode(question)), { 'content-encoding': coding })).toBe(200);
  });

  it('has a content coding that the host decodes', async () => {
    const decoders = { rot13: async () => new TextEncoder().encode(question) };
    const extended = await startTestGateway({ options: { decoders } });
    const coded = { 'content-encoding': 'rot13' };
    expect((await extended.post('/v1/chat/completions', 'x', { headers: coded })).status).toBe(200);
    await extended.close();
  });
});

describe('a body that an extension reads', () => {
  const reading = (gateway: ExtensionContext): GatewayExtension => ({
    fetch: async ({ request }) => new Response(await readBody(gateway, request)),
  });

  it.each([
    ['{}', 'application/json', 200],
    [undefined, undefined, 200],
    ['', undefined, 200],
    ['{}', 'text/plain', 415],
    ['1', undefined, 415],
  ])('is JSON or nothing: %j as %s', async (text, type, status) => {
    const extended = await startTestGateway({ options: { extensions: [reading] } });
    const request = new Request('http://parley.test/mine', {
      method: 'POST',
      ...(text === undefined ? {} : { body: new TextEncoder().encode(text) }),
      ...(type === undefined ? {} : { headers: { 'content-type': type } }),
    });
    const response = await extended.gateway.fetch(request);
    expect(response.status).toBe(status);
    if (status === 200) expect(await response.text()).toBe(text ?? '');
    await extended.close();
  });
});

it.each([false, true])(
  'a client that disconnects while it sends its body has canceled its request (declared length: %s)',
  async (isDeclared) => {
    const headers: Record<string, string> = isDeclared ? { 'content-length': '100' } : {};
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        controller.error(new Error('The socket was closed.'));
      },
    });
    const init = { body, headers, duplex: 'half' };
    const response = await testGateway.post('/v1/chat/completions', '', init);
    expect(response.status).toBe(499);
    expect(await response.text()).not.toContain('socket');
    const record = testGateway.store.exchanges.at(-1);
    expect(record).toMatchObject({ outcome: 'canceled', errorCode: 'canceled' });
  },
);

describe('a body that still arrives when the gateway shuts down', () => {
  it.each([
    ['small', { 'content-length': '100' }],
    ['in pieces', {}],
  ])('ends at once with 503 and is recorded: %s', async (_, headers) => {
    const { gateway, post, store, log } = await openTestGateway();
    let begun: (() => void) | undefined;
    const reading = new Promise<void>((resolve) => (begun = resolve));
    const body = new ReadableStream({ pull: () => begun?.() }, { highWaterMark: 0 });
    const init = { body, headers, duplex: 'half' };
    const asking = post('/v1/chat/completions', '', init);
    await reading;
    await gateway.close(60_000);
    expect(store.exchanges).toMatchObject([{ errorReason: 'shutting_down', status: 503 }]);
    const response = await asking;
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('1');
    expect(log.join('')).not.toContain('"level":"error"');
  });

  it('is not read at all if it begins later', async () => {
    const { gateway, post } = await openTestGateway();
    await gateway.close();
    const init = { body: new ReadableStream(), duplex: 'half' };
    const response = await post('/v1/chat/completions', '', init);
    expect(response.status).toBe(503);
  });
});
