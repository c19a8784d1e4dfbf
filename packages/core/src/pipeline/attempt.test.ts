import {
  answerWith,
  brokenJson,
  delayHead,
  errorEvent,
  failWith,
  htmlAsStream,
  jsonReply,
  mapFrames,
  rawReply,
  holdRefusedPort,
  reshape,
  send,
  shortBody,
  stallAfter,
  truncate,
  withHeaders,
  type EarlyEnd,
  type Script,
} from '@parley/testkit';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openTestGateway } from '../testing/open-test-gateway.ts';
import {
  callName,
  chatRequest,
  credential,
  messagesRequest,
  type Format,
  type TestGateway,
  type TestGatewaySettings,
} from '../testing/test-gateway.ts';

async function arrange(settings: TestGatewaySettings = {}): Promise<TestGateway> {
  const testGateway = await openTestGateway(settings);
  onTestFinished(() => {
    expect(testGateway.upstreams.flatMap((upstream) => upstream.failures)).toEqual([]);
  });
  return testGateway;
}

const formats: readonly Format[] = ['chat', 'messages', 'gemini', 'responses'];

interface Failure {
  readonly error: { readonly message: string; readonly type: string };
}

describe.each(formats)(
  'an upstream that speaks %s and fails before its answer begins',
  (format) => {
    const json = { 'content-type': 'application/json' };
    const failures: readonly (readonly [name: string, script: Script, status: number])[] = [
      ['redirects', rawReply(302, { location: 'http://192.0.2.1/' }), 502],
      ['answers 204', rawReply(204, {}), 502],
      ['answers nothing', rawReply(200, json), 502],
      ['answers null', rawReply(200, json, 'null'), 502],
      ['answers {}', rawReply(200, json, '{}'), 502],
      ['answers HTML', rawReply(200, { 'content-type': 'text/html' }, '<html>'), 502],
      ['answers an error under 200', rawReply(200, json, '{"error":{"message":"no"}}'), 502],
      ['refuses our credential', failWith(401, { message: `bad key ${credential}` }), 502],
      ['is out of funds', failWith(402), 502],
      ['forbids us', failWith(403), 502],
      ['fails', failWith(500, { message: `trace ${credential}` }), 502],
      [
        'answers HTML with 502',
        rawReply(502, { 'content-type': 'text/html' }, '<html>nginx</html>'),
        502,
      ],
    ];

    it.each(failures)('that %s', async (_, script, status) => {
      const { upstream, post, store } = await arrange({ formats: [format] });
      upstream.script(script);
      for (const [path, body] of [
        ['/v1/chat/completions', chatRequest],
        ['/v1/messages', messagesRequest],
      ] as const) {
        const response = await post(path, body);
        const text = await response.text();
        expect(response.status).toBe(status);
        expect((JSON.parse(text) as Failure).error.message).toMatch(/\w/);
        expect(text).not.toMatch(/html|credential-of-ours|127\.0\.0\.1|192\.0\.2/);
      }
      expect(store.exchanges.map((record) => record.outcome)).toEqual(['failed', 'failed']);
    });

    // Frameworks such as NestJS answer a POST with 201 unless they are told otherwise.
    it.each([201, 203, 299])('accepts a reply with status %d', async (status) => {
      const { upstream, post } = await arrange({ formats: [format] });
      upstream.script(reshape(answerWith({ text: 'Hello' }), (answer) => ({ ...answer, status })));
      for (const stream of [false, true]) {
        const response = await post('/v1/chat/completions', { ...chatRequest, stream });
        expect(response.status).toBe(200);
        expect(await response.text()).toContain('Hello');
      }
      expect(upstream.requests).toHaveLength(2);
    });

    it('forwards the upstream’s message about the request, without our secrets', async () => {
      const { upstream, post } = await arrange({ formats: [format] });
      upstream.script(failWith(400, { message: `max_tokens is too large (${credential})` }));
      const response = await post('/v1/messages', messagesRequest);
      expect(response.status).toBe(400);
      expect(response.headers.get('x-should-retry')).toBe('false');
      expect(((await response.json()) as Failure).error.message).toBe(
        'max_tokens is too large ([redacted])',
      );
      expect(upstream.requests).toHaveLength(1);
    });

    it('forwards retry-after of a rate limit, and does not retry itself', async () => {
      const { upstream, post } = await arrange({ formats: [format] });
      upstream.script(failWith(429, { headers: { 'retry-after': '17' } }));
      const response = await post('/v1/chat/completions', chatRequest);
      expect(response.status).toBe(429);
      expect(response.headers.get('retry-after')).toBe('17');
      expect(upstream.requests).toHaveLength(1);
    });

    it('retries once after a transient failure', async () => {
      const { upstream, post, store } = await arrange({ formats: [format] });
      upstream.next(failWith(503));
      expect((await post('/v1/messages', messagesRequest)).status).toBe(200);
      expect(store.exchanges[0]).toMatchObject({ attempts: 2, outcome: 'completed', status: 200 });
    });

    it('does not repeat a call that was redirected', async () => {
      const { upstream, post } = await arrange({ formats: [format] });
      upstream.script(rawReply(307, { location: 'http://192.0.2.1/' }));
      expect((await post('/v1/messages', messagesRequest)).status).toBe(502);
      expect(upstream.requests).toHaveLength(1);
    });

    it.each([
      { sent: 498, status: 503, calls: 2 },
      { sent: 499, status: 502, calls: 2 },
      { sent: 524, status: 504, calls: 1 },
    ])('gives up on a $sent as on a failure of the upstream', async ({ sent, status, calls }) => {
      const { upstream, post } = await arrange({ formats: [format] });
      upstream.script(failWith(sent));
      const response = await post('/v1/chat/completions', chatRequest);
      expect(response.status).toBe(status);
      expect(response.headers.get('x-should-retry')).toBe('true');
      expect(upstream.requests).toHaveLength(calls);
    });

    it.each([498, 499, 524])('asks the next upstream after a %i', async (sent) => {
      const { upstreams, post } = await arrange({ formats: [format, format] });
      upstreams[0]?.script(failWith(sent));
      expect((await post('/v1/chat/completions', chatRequest)).status).toBe(200);
    });

    it('returns an error event that comes first as an HTTP error', async () => {
      const { upstream, post } = await arrange({ formats: [format] });
      const script = reshape(answerWith({ text: 'x' }), (answer, { dialect }) =>
        errorEvent(answer, {
          dialect,
          // Gemini's first chunk already contains text.
          after: format === 'gemini' ? 0 : 1,
          message: 'Overloaded',
          status: 503,
        }),
      );
      upstream.script(script);
      const response = await post('/v1/messages', { ...messagesRequest, stream: true });
      expect(response.status).toBeGreaterThanOrEqual(500);
      expect(response.headers.get('content-type')).toBe('application/json');
    });

    it('rejects a web page instead of a stream', async () => {
      const { upstream, post } = await arrange({ formats: [format] });
      upstream.script(htmlAsStream());
      const response = await post('/v1/chat/completions', { ...chatRequest, stream: true });
      expect(response.status).toBe(502);
    });

    it('streams a whole reply to a client that requested a stream', async () => {
      const { upstream, post } = await arrange({ formats: [format] });
      upstream.script((request) =>
        answerWith({ text: 'Good morning.' })({ ...request, stream: false }),
      );
      const response = await post('/v1/chat/completions', { ...chatRequest, stream: true });
      const text = await response.text();
      expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/);
      expect(text).toContain('Good morning.');
      expect(text.endsWith('data: [DONE]\n\n')).toBe(true);
    });

    it.each([
      ['a stream', true, { first_byte_timeout: 0.1 }],
      ['a whole reply', false, { first_byte_timeout: 0.05, total_timeout: 0.1 }],
    ] as const)('answers 504 when the upstream does not begin %s', async (_, stream, limits) => {
      const { upstream, post } = await arrange({ formats: [format], upstream: limits });
      upstream.script(
        reshape(answerWith({}), (answer) => ({ ...answer, before: [{ step: 'stall' }] })),
      );
      const response = await post('/v1/messages', { ...messagesRequest, stream });
      expect(response.status).toBe(504);
      await upstream.whenClientLeft(0);
    });

    it('waits for a whole reply that takes longer than the first byte of a stream may', async () => {
      const { upstream, post } = await arrange({
        formats: [format],
        upstream: { first_byte_timeout: 0.05 },
      });
      upstream.script(
        reshape(answerWith({ text: 'At last.' }), (answer) => delayHead(answer, 200)),
      );
      const response = await post('/v1/chat/completions', chatRequest);
      expect(response.status).toBe(200);
      expect(await response.text()).toContain('At last.');
    });
  },
);

describe('the log', () => {
  const levelOf = ({ log }: TestGateway, message: string) => {
    const lines = log.map((line) => JSON.parse(line) as { level: string; message: string });
    return lines.find((line) => line.message === message)?.level;
  };

  it.each([
    ['An attempt failed.', 'warn', failWith(500)],
    ['The upstream refuses our credential.', 'error', failWith(401)],
    ['Our account at the upstream is empty or closed.', 'error', failWith(402)],
    ['The upstream does not have the model.', 'error', failWith(404)],
    [
      'The conversation is too long for the model.',
      'warn',
      failWith(400, { message: 'the request exceeds the available context size' }),
    ],
  ])('says of a failed attempt: %s (%s)', async (message, level, script) => {
    const running = await arrange();
    running.upstream.script(script);
    await running.post('/v1/chat/completions', chatRequest);
    expect(levelOf(running, message)).toBe(level);
  });

  it.each([
    ['info', answerWith({ text: 'Yes.' })],
    ['info', failWith(400)],
    ['warn', failWith(500)],
  ])('has the exchange as %s', async (level, script) => {
    const running = await arrange();
    running.upstream.script(script);
    await running.post('/v1/chat/completions', chatRequest);
    expect(levelOf(running, 'exchange')).toBe(level);
  });
});

describe('an error', () => {
  it('names its upstream and the number of attempts', async () => {
    const { upstream, post } = await arrange();
    upstream.script(failWith(400));
    const { status, headers } = await post('/v1/chat/completions', chatRequest);
    expect(status).toBe(400);
    expect(headers.get('parley-provider')).toBe('up0');
    expect(headers.get('parley-attempts')).toBe('1');
  });

  it('names no upstream when none was called', async () => {
    const { post } = await arrange();
    const { headers } = await post('/v1/chat/completions', { ...chatRequest, model: 'nope' });
    expect([...headers.keys()].filter((name) => name.startsWith('parley-'))).toEqual([]);
  });
});

describe('several targets', () => {
  const strict = { 'parley-strict': 'true' };
  const strictBody = { ...chatRequest, seed: 7 };

  it('goes to the next one before the first byte, across dialects', async () => {
    const { upstreams, post, store } = await arrange({ formats: ['chat', 'messages'] });
    upstreams[0]?.script(failWith(500));
    const response = await post('/v1/chat/completions', chatRequest);
    expect(response.status).toBe(200);
    expect(response.headers.get('parley-attempts')).toBe('2');
    expect(store.exchanges[0]).toMatchObject({
      attempts: 2,
      upstream: 'up1',
      outbound: 'anthropic-messages',
    });
  });

  it('goes to the next one when nothing listens', async () => {
    const dead = await holdRefusedPort();
    const { gateway, upstream, post } = await arrange();
    const { configurationSchema } = await import('../configuration/schema.ts');
    gateway.reload(
      configurationSchema.parse({
        upstreams: {
          dead: {
            provider: 'openai',
            base_url: `http://127.0.0.1:${String(dead.port)}/v1`,
            models: [],
          },
          alive: { provider: 'openai', base_url: `${upstream.url}/v1`, models: [] },
        },
        models: { m: { targets: [{ upstream: 'dead' }, { upstream: 'alive', priority: 1 }] } },
      }),
    );
    expect((await post('/v1/chat/completions', chatRequest)).status).toBe(200);
  });

  it('does not repeat a request that was rejected', async () => {
    const { upstreams, post } = await arrange({ formats: ['chat', 'chat'] });
    upstreams[0]?.script(failWith(400));
    expect((await post('/v1/chat/completions', chatRequest)).status).toBe(400);
    expect(upstreams[1]?.requests).toHaveLength(0);
  });

  it.each([
    { formats: ['chat', 'responses'], path: '/v1/responses', body: { prompt: { id: 'pmpt_1' } } },
    { formats: ['messages', 'chat'], path: '/v1/chat/completions', body: strictBody },
    { formats: ['messages', 'chat'], path: '/v1/embeddings', body: { input: 'a' } },
  ] as const)(
    'goes to the next one when $formats cannot be told everything at $path',
    async ({ formats, path, body }) => {
      const { post, upstreams } = await arrange({ formats });
      const response = await post(path, { model: callName, ...body }, { headers: strict });
      expect(response.status).toBe(200);
      expect(upstreams.map(({ requests }) => requests.length)).toEqual([0, 1]);
    },
  );

  it('has the error of one that was called rather than of one that cannot be', async () => {
    const { post, upstreams } = await arrange({ formats: ['chat', 'messages'] });
    upstreams[0]?.script(failWith(429));
    const headers = strict;
    const response = await post('/v1/chat/completions', strictBody, { headers });
    expect(response.status).toBe(429);
    const only = await arrange({ formats: ['messages', 'messages'] });
    const refused = await only.post('/v1/chat/completions', strictBody, { headers });
    expect(await refused.json()).toMatchObject({ error: { code: 'lossy_translation' } });
  });

  it('has the error that a retry may cure when not all of them limit the rate', async () => {
    const { upstreams, post } = await arrange({ formats: ['chat', 'chat'] });
    upstreams[0]?.script(failWith(429, { headers: { 'retry-after': '9' } }));
    upstreams[1]?.script(failWith(500));
    const response = await post('/v1/chat/completions', chatRequest);
    expect(response.status).toBe(502);
    expect(response.headers.get('retry-after')).toBeNull();
  });

  it('has the shortest retry-after when all of them limit the rate', async () => {
    const { upstreams, post } = await arrange({ formats: ['chat', 'chat'] });
    upstreams[0]?.script(failWith(429, { headers: { 'retry-after': '9' } }));
    upstreams[1]?.script(failWith(429, { headers: { 'retry-after': '30' } }));
    const response = await post('/v1/chat/completions', chatRequest);
    expect(response.headers.get('retry-after')).toBe('9');
  });

  it('has the last error of those that end at the same time', async () => {
    const { upstreams, post } = await arrange({ formats: ['chat', 'chat'] });
    const headers = { 'retry-after': '9' };
    upstreams[0]?.script(failWith(429, { headers, message: 'The first limit.' }));
    upstreams[1]?.script(failWith(429, { headers, message: 'The second limit.' }));
    const response = await post('/v1/chat/completions', chatRequest);
    expect(await response.json()).toMatchObject({ error: { message: 'The second limit.' } });
  });

  it('has a stated wait instead of one that is not', async () => {
    const { upstreams, post } = await arrange({ formats: ['chat', 'chat'] });
    upstreams[0]?.script(failWith(429, { headers: { 'retry-after': '9' } }));
    upstreams[1]?.script(failWith(429));
    const response = await post('/v1/chat/completions', chatRequest);
    expect(response.headers.get('retry-after')).toBe('9');
  });

  it('never generates a second response in the background when the first cannot be stored', async () => {
    const { upstreams, post, store } = await arrange({ formats: ['responses', 'responses'] });
    upstreams[0]?.script(jsonReply({ id: 'resp_1', object: 'response', status: 'queued' }));
    store.saveResponse = () => Promise.reject(new Error('The disk is full.'));
    const body = { model: callName, input: 'Hi', background: true };
    expect((await post('/v1/responses', body)).status).toBe(503);
    expect(upstreams.map(({ requests }) => requests.length)).toEqual([2, 0]);
  });

  it('never changes the target after the first byte', async () => {
    const { upstreams, post } = await arrange({ formats: ['chat', 'chat'] });
    const broken = reshape(answerWith({ text: ['Part one.', 'Part two.'] }), (answer) =>
      truncate(answer, { frames: 3, by: 'fin' }),
    );
    upstreams[0]?.script(broken);
    const response = await post('/v1/chat/completions', { ...chatRequest, stream: true });
    expect(await response.text()).toContain('event: error');
    expect(upstreams[1]?.requests).toHaveLength(0);
  });
});

describe('an upstream with a rate limit', () => {
  it('is asked once more at its next limit after an answer, as at its first', async () => {
    const { upstream, post } = await arrange();
    const limited = failWith(429, { headers: { 'retry-after': '60' } });
    upstream.script(limited);
    upstream.next(limited, answerWith({ text: 'Yes.' }));
    const statuses: number[] = [];
    for (let call = 0; call < 5; call += 1) {
      statuses.push((await post('/v1/chat/completions', chatRequest)).status);
    }
    expect(statuses).toEqual([429, 200, 429, 429, 429]);
    expect(upstream.requests).toHaveLength(4);
  });

  it.each([
    [1, [3]],
    [2, [1, 3]],
  ])(
    'is asked again after it said that nothing is left only if it is the only one (%i)',
    async (count, counts) => {
      const { upstreams, post } = await arrange({ formats: Array<Format>(count).fill('chat') });
      const spent = { 'x-ratelimit-remaining-requests': '0', 'x-ratelimit-reset-requests': '60s' };
      const limited = failWith(429, { headers: { 'retry-after': '60' } });
      upstreams[0]?.script(limited);
      upstreams[0]?.next(
        reshape(answerWith({ text: 'Yes.' }), (answer) => withHeaders(answer, spent)),
      );
      for (let call = 0; call < 4; call += 1) await post('/v1/chat/completions', chatRequest);
      expect(upstreams.map(({ requests }) => requests.length)).toEqual(counts);
    },
  );
});

it('a reply that is larger than it may be is left at once', async () => {
  const { post, upstream } = await arrange({ options: { limits: { replyBytes: 20 } } });
  const inTwo = (bytes: Uint8Array) => [send(bytes.subarray(0, 21)), send(bytes.subarray(21))];
  upstream.script(
    reshape(answerWith({ text: 'Yes.' }), (answer) =>
      stallAfter({ ...mapFrames(answer, inTwo), framing: 'chunked' }, 1),
    ),
  );
  const response = await post('/v1/chat/completions', chatRequest);
  expect(response.status).toBe(502);
  expect(await response.text()).toContain('upstream_answer_too_large');
  await upstream.whenClientLeft(0);
});

describe('an upstream whose body breaks off', () => {
  const whole = answerWith({ text: 'Good morning.' });

  it.each<readonly [string, Script, string]>([
    [
      'is shorter than declared',
      reshape(whole, (each) => shortBody(each, 40)),
      'upstream_unreachable',
    ],
    ['is half a JSON object', reshape(whole, brokenJson), 'upstream_bad_answer'],
  ])('gives the code of its failure when a whole one %s', async (_, script, code) => {
    const { post, upstream } = await arrange();
    upstream.script(script);
    const response = await post('/v1/chat/completions', chatRequest);
    expect(response.status).toBe(502);
    expect(await response.json()).toMatchObject({ error: { code } });
  });

  it.each<readonly [EarlyEnd, string]>([
    ['fin', 'upstream_unreachable'],
    ['reset', 'upstream_unreachable'],
    ['clean', 'stream_interrupted'],
  ])('gives the code of its failure within a stream that ends by %s', async (by, code) => {
    const { post, upstream } = await arrange();
    const script = answerWith({ text: ['Good ', 'morning.'] });
    upstream.script(reshape(script, (each) => truncate(each, { frames: 3, by })));
    const text = await (
      await post('/v1/chat/completions', { ...chatRequest, stream: true })
    ).text();
    const [, data = '{}'] = /^event: error\ndata: (.*)$/m.exec(text) ?? [];
    expect(JSON.parse(data)).toMatchObject({ error: { code } });
  });
});

describe('the pause before a retry', () => {
  it.each([
    [0, 100],
    [255, 100 + (100 * 255) / 256],
  ])('is between 100 and 200 ms, by the chance %d', async (chance, expected) => {
    const { post, upstream } = await arrange();
    let calls = 0;
    upstream.script((request) => (calls++ === 0 ? failWith(503) : answerWith({}))(request));
    const getRandomValues = crypto.getRandomValues.bind(crypto);
    vi.spyOn(crypto, 'getRandomValues').mockImplementation((array) =>
      array instanceof Uint8Array && array.length === 1
        ? array.fill(chance)
        : getRandomValues(array),
    );
    const timers = vi.spyOn(globalThis, 'setTimeout');
    expect((await post('/v1/chat/completions', chatRequest)).status).toBe(200);
    expect(timers.mock.calls.map(([, ms]) => ms)).toContain(expected);
    expect(upstream.requests).toHaveLength(2);
  });
});
