import { failWith, stallBeforeHead } from '@parley/testkit';
import { describe, expect, it } from 'vitest';
import { openTestGateway } from '../testing/open-test-gateway.ts';
import { callName, chatRequest } from '../testing/test-gateway.ts';

const path = '/v1/chat/completions';

describe('an error', () => {
  it('after an attempt names its upstream, and before one names none', async () => {
    const { post, upstream } = await openTestGateway();
    upstream.script(failWith(400, { message: 'No.' }));
    const failed = await post(path, chatRequest);
    expect(failed.headers.get('parley-attempts')).toBe('1');
    expect(failed.headers.get('parley-provider')).toBe('up0');
    const refused = await post(path, { ...chatRequest, model: 'nope' });
    expect(refused.headers.has('parley-attempts')).toBe(false);
    expect(refused.headers.has('parley-provider')).toBe(false);
  });

  it('states the limits of the key', async () => {
    const limits = { requestsPerMinute: 1 };
    const { post } = await openTestGateway({ key: { limits } });
    const answered = await post(path, chatRequest);
    expect(answered.headers.get('x-ratelimit-remaining-requests')).toBe('0');
    const refused = await post(path, chatRequest);
    expect(refused.status).toBe(429);
    expect(refused.headers.get('x-ratelimit-limit-requests')).toBe('1');
  });

  it('of a slow reply without keep-alive frames has its own status', async () => {
    const { post, upstream } = await openTestGateway({
      formats: ['gemini'],
      upstream: { first_byte_timeout: 0.15 },
      options: { limits: { keepAliveMs: 20 } },
    });
    upstream.script(stallBeforeHead());
    const gemini = `/v1beta/models/${callName}:streamGenerateContent?alt=sse`;
    const contents = [{ role: 'user', parts: [{ text: 'Hi' }] }];
    expect((await post(gemini, { contents })).status).toBe(504);
  });
});

it('request bodies count until their exchange has ended', async () => {
  const length = JSON.stringify(chatRequest).length;
  const { post, upstream } = await openTestGateway({
    options: { limits: { bodyBytesInFlight: 2 * length - 1 } },
  });
  upstream.script(stallBeforeHead());
  const leaving = new AbortController();
  const first = post(path, chatRequest, { signal: leaving.signal });
  await upstream.nextRequest();
  const refused = await post(path, chatRequest);
  expect(refused.status).toBe(503);
  expect(await refused.json()).toMatchObject({ error: { code: 'too_many_body_bytes' } });
  leaving.abort();
  await first.catch(() => undefined);
  upstream.script(failWith(400, { message: 'No.' }));
  for (let round = 0; round < 3; round++) expect((await post(path, chatRequest)).status).toBe(400);
});
