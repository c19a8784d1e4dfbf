import {
  answerWith,
  failWith,
  rawReply,
  reshape,
  shortBody,
  type Answer,
  type Script,
} from '@parley/testkit';
import { describe, expect, it } from 'vitest';
import { formats, pairs, formatClients } from '../../testing/format-clients.ts';
import {
  chatRequest,
  type TestGateway,
  type TestGatewaySettings,
} from '../../testing/test-gateway.ts';
import { openTestGateway } from '../../testing/open-test-gateway.ts';

function arrange(settings: TestGatewaySettings): Promise<TestGateway> {
  return openTestGateway(settings);
}

const json = { 'content-type': 'application/json' };

function failure(status: number, error: Record<string, unknown>): Script {
  return rawReply(status, json, JSON.stringify({ type: 'error', error }));
}

const empty = { type: 'invalid_request_error', message: 'Your credit balance is too low.' };

/** What is wrong between the gateway and an upstream, and what no client may read of it. */
const faults: readonly (readonly [name: string, script: Script, hidden: RegExp])[] = [
  ['our account is empty (400)', failure(400, empty), /credit|balance/i],
  ['our account is empty (402)', failWith(402, { message: 'Insufficient Balance' }), /balance/i],
  [
    'our account is empty (429)',
    failure(429, { code: 'insufficient_quota', message: 'Check your billing details.' }),
    /quota|billing/i,
  ],
  [
    'our prepaid credits are used up',
    failWith(429, { message: 'Your prepayment credits are depleted.' }),
    /prepayment|credits/i,
  ],
  ['our key is refused', failWith(401, { message: 'Wrong key of Example Ltd' }), /Example Ltd/],
  ['the model is gone', failWith(404, { message: 'The model is gone.' }), /is gone/],
  ['there is no such path', rawReply(404, { 'content-type': 'text/html' }, '<html>'), /html/],
];

describe.each(formats)('a client of a %s upstream', (format) => {
  it.each(faults)('gets the answer of the next target when %s', async (_, script) => {
    const { post, upstreams, store } = await arrange({ formats: [format, 'chat'] });
    upstreams[0]?.script(script);
    upstreams[1]?.script(answerWith({ text: 'Second.' }));
    const response = await post('/v1/chat/completions', chatRequest);
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('Second.');
    expect(upstreams[0]?.requests).toHaveLength(1);
    expect(store.exchanges).toMatchObject([{ attempts: 2, upstream: 'up1' }]);
  });

  it.each(faults)('is told not to try again, and not why, when %s', async (_, script, hidden) => {
    const { post, upstream, store, log } = await arrange({ formats: [format] });
    upstream.script(script);
    for (const { path, ask } of Object.values(formatClients)) {
      const response = await post(path, ask(100, false));
      const text = await response.text();
      expect(response.status).toBe(502);
      expect(response.headers.get('x-should-retry')).toBe('false');
      expect(response.headers.get('retry-after')).toBeNull();
      expect(text).not.toMatch(hidden);
    }
    expect(upstream.requests).toHaveLength(formats.length);
    expect(log.join('\n')).toMatch(/refuses our credential|empty or closed|not have the model/);
    const [record] = store.exchanges;
    expect(record?.errorMessage).not.toMatch(hidden);
    expect(record?.attemptRecords[0]?.message).toMatch(/The upstream says: ./);
  });
});

describe.each(pairs)(
  'a %s client of a %s upstream with a conversation that is too long',
  (client, format) => {
    const { path, ask } = formatClients[client];
    const message = 'the request exceeds the available context size';
    const words = {
      chat: 'exceeds the context window',
      responses: 'exceeds the context window',
      messages: 'prompt is too long',
      gemini: 'input token count exceeds the maximum',
    }[client];

    it('gets a 400 in the words after which it shortens the conversation', async () => {
      const { post, upstream } = await arrange({ formats: [format] });
      upstream.script(failWith(400, { message }));
      const response = await post(path, ask(100, false));
      expect(response.status).toBe(400);
      expect(response.headers.get('x-should-retry')).toBe('false');
      const text = await response.text();
      expect(text).toContain(words);
      expect(text).toContain(message);
      expect(upstream.requests).toHaveLength(1);
    });

    it('gets the answer of a model with more room first', async () => {
      const { post, upstreams } = await arrange({ formats: [format, format] });
      upstreams[0]?.script(failWith(400, { message }));
      expect((await post(path, ask(100, false))).status).toBe(200);
    });
  },
);

/** What may become of the body of an error. */
const brokenBodies: readonly (readonly [name: string, change: (answer: Answer) => Answer])[] = [
  ['breaks off', (answer) => shortBody(answer, 5)],
  ['stays away', (answer) => ({ ...shortBody(answer, 5), after: [{ step: 'stall' }] })],
  ['is too large', (answer) => ({ ...answer, ...rawReply(answer.status, {}, 'x'.repeat(2_000)) })],
];

describe.each(brokenBodies)('an error of an upstream whose body %s', (_name, change) => {
  const errorOf = (status: number) =>
    reshape(failWith(status, { headers: { 'retry-after': '9' } }), change);
  const settings = {
    upstream: { idle_timeout: 0.5 },
    options: { limits: { errorBytes: 1_000 } },
  } as const;

  it.each([
    { sent: 429, status: 429, retry: 'true', calls: 1 },
    { sent: 401, status: 502, retry: 'false', calls: 1 },
    { sent: 400, status: 400, retry: 'false', calls: 1 },
    { sent: 503, status: 503, retry: 'true', calls: 2 },
  ])('with status $sent is still one of this status', async ({ sent, status, retry, calls }) => {
    const { post, upstream } = await arrange(settings);
    upstream.script(errorOf(sent));
    const response = await post('/v1/chat/completions', chatRequest);
    expect(response.status).toBe(status);
    expect(response.headers.get('x-should-retry')).toBe(retry);
    expect(upstream.requests).toHaveLength(calls);
  });

  it('begins a cooldown where it says how long', async () => {
    const { post, upstreams } = await arrange({ ...settings, formats: ['chat', 'chat'] });
    upstreams[0]?.script(errorOf(429));
    upstreams[1]?.script(answerWith({ text: 'Second.' }));
    for (let call = 0; call < 2; call += 1) {
      expect(await (await post('/v1/chat/completions', chatRequest)).text()).toContain('Second.');
    }
    expect(upstreams[0]?.requests).toHaveLength(1);
  });
});

describe('several targets that fail', () => {
  it('end in the error that a retry may cure', async () => {
    const { post, upstreams } = await arrange({ formats: ['chat', 'chat'] });
    upstreams[0]?.script(failWith(429, { headers: { 'retry-after': '9' } }));
    upstreams[1]?.script(failWith(401));
    const response = await post('/v1/chat/completions', chatRequest);
    expect(response.status).toBe(429);
    expect(response.headers.get('x-should-retry')).toBe('true');
    expect(response.headers.get('retry-after')).toBe('9');
  });
});

describe('a model that its upstream does not have', () => {
  it('is unknown to a caller that named upstream and model itself', async () => {
    const { post, upstream } = await arrange({ upstream: { models: ['gone'] } });
    upstream.script(failWith(404, { message: 'The model `gone` does not exist' }));
    const response = await post('/v1/chat/completions', { ...chatRequest, model: 'up0/gone' });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ error: { code: 'model_not_found' } });
  });

  it('begins no cooldown of its upstream for other models', async () => {
    const { post, upstream } = await arrange({
      formats: ['chat', 'chat'],
      upstream: { models: ['gone'] },
    });
    upstream.script(failWith(404, { message: 'The model `gone` does not exist' }));
    for (let call = 0; call < 5; call += 1) {
      await post('/v1/chat/completions', { ...chatRequest, model: 'up0/gone' });
    }
    upstream.script(answerWith({ text: 'Here.' }));
    const response = await post('/v1/chat/completions', chatRequest);
    expect(response.headers.get('parley-provider')).toBe('up0');
  });
});
