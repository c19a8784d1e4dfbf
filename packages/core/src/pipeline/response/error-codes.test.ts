// The code of an error, by which programs decide what to do, where a status alone says too little.
import { answerWith, rawReply } from '@parley/testkit';
import { expect, it } from 'vitest';
import { openTestGateway } from '../../testing/open-test-gateway.ts';
import { callName, chatRequest, type PostOptions } from '../../testing/test-gateway.ts';

const stalled = (): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start: (controller) => {
      controller.enqueue(new TextEncoder().encode('{"model":'));
    },
  });

it.each<readonly [string, string, () => PostOptions & { readonly duplex?: 'half' }]>([
  ['is not JSON', 'invalid_json', () => ({ body: '{"model":nul}' })],
  ['is not UTF-8', 'invalid_encoding', () => ({ body: new Uint8Array([0x7b, 0xff, 0x7d]) })],
  [
    'is not compressed as it declares',
    'invalid_content_encoding',
    () => ({ body: '{}', headers: { 'content-encoding': 'gzip' } }),
  ],
  ['stalls', 'body_timeout', () => ({ body: stalled(), duplex: 'half' })],
])('a request body that %s has the code %s', async (_, code, init) => {
  const { post } = await openTestGateway({ options: { limits: { requestIdleMs: 50 } } });
  const response = await post('/v1/chat/completions', '', init());
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ error: { code } });
});

it.each([
  ['redirects', 'upstream_redirect', rawReply(302, { location: 'http://192.0.2.1/' })],
  ['offers a choice', 'upstream_redirect', rawReply(300, {})],
  ['has no body', 'upstream_bad_answer', rawReply(204, {})],
  ['is too large', 'upstream_answer_too_large', answerWith({ text: 'x'.repeat(5_000) })],
])('an upstream response that %s has the code %s', async (_, code, script) => {
  const { post, upstream } = await openTestGateway({ options: { limits: { replyBytes: 4_000 } } });
  upstream.script(script);
  const response = await post('/v1/chat/completions', chatRequest);
  expect(response.status).toBe(502);
  expect(await response.json()).toMatchObject({ error: { code } });
});

it('embeddings of a model without any have the code embeddings_not_supported', async () => {
  const { post } = await openTestGateway({ formats: ['messages'] });
  const response = await post('/v1/embeddings', { model: callName, input: 'a' });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({
    error: { code: 'embeddings_not_supported', param: 'model' },
  });
});

it('native embeddings of nothing name the field that is missing', async () => {
  const { post } = await openTestGateway({ formats: ['gemini'] });
  const response = await post(`/v1beta/models/${callName}:embedContent`, {});
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({
    error: { status: 'INVALID_ARGUMENT', message: "The field 'content' is missing." },
  });
});

it('a response that has ended cannot be cancelled: response_not_cancellable', async () => {
  const { post } = await openTestGateway({ formats: ['responses'] });
  const { id } = (await (await post('/v1/responses', { model: callName, input: 'Hi' })).json()) as {
    readonly id: string;
  };
  const response = await post(`/v1/responses/${id}/cancel`, {});
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ error: { code: 'response_not_cancellable' } });
});

it('a response that is too large to be stored is answered, logged, and not found later', async () => {
  const { post, log } = await openTestGateway({
    formats: ['responses'],
    options: { limits: { keptResponseLength: 100 } },
  });
  const first = await post('/v1/responses', { model: callName, input: 'Hi' });
  expect(first.status).toBe(200);
  const { id } = (await first.json()) as { readonly id: string };
  const next = { model: callName, input: 'And?', previous_response_id: id };
  expect(await (await post('/v1/responses', next)).json()).toMatchObject({
    error: { code: 'previous_response_not_found' },
  });
  const lines = log.map((line) => JSON.parse(line) as { readonly message: string });
  expect(lines).toContainEqual(
    expect.objectContaining({
      level: 'warn',
      message: 'A response is too large to be stored.',
      response_id: id,
    }),
  );
});
