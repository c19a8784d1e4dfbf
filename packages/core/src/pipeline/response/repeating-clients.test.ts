import { answerWith, delayHead, failWith, reshape, truncate } from '@parley/testkit';
import { describe, expect, it } from 'vitest';
import { formatClients, formats, plainPrices } from '../../testing/format-clients.ts';
import { callName, chatRequest } from '../../testing/test-gateway.ts';
import { openTestGateway } from '../../testing/open-test-gateway.ts';

/** What the clients send that were seen to repeat a 502 with `x-should-retry: false`. */
const repeating = [
  'codex_exec/0.169.0 (Debian 12.0.0; x86_64) dumb (codex_exec; 0.169.0)',
  'codex_cli_rs/0.169.0 (Mac OS 26.0.0; arm64) unknown',
  'GeminiCLI/0.61.0/gemini-3.8-flash (linux; x64; terminal)',
  'GeminiCLI-headless/0.61.0/gemini-3.8-flash (linux; x64)',
  'QwenCode/0.24.4 (linux; x64)',
  'pi (linux 6.18.44; x64)',
  'pi/1.6.0 (linux; node/v26.12.1; x64)',
  'opencode/1.18.33 ai-sdk/provider-utils/4.0.23 runtime/bun/1.3.14',
  'kimi-code-cli/2.1.0',
  'factory-cli/0.215.0',
  'Kilo-Code/7.7.9 ai-sdk/provider-utils/4.0.27 runtime/bun/1.3.14',
];

/** Clients that obey the header, libraries, which give up soon, and unknown ones. */
const others = [
  'OpenAI/JS 7.55.0',
  'claude-cli/2.1.329 (external, cli)',
  'copilot/1.0.102',
  'curl/8.14.1',
  'ai/7.0.173 ai-sdk/openai/4.0.60 runtime/node.js/24',
  'pip/26.0 (pi)',
  'pineapple/1.0 codexplorer/2',
  'satisfactory-cli/1.0',
  '',
];

/** What no retry can cure: the credential is refused, the account is empty, the model is gone. */
const faults = [401, 402, 404];

const spentLimits = [
  { limits: { quota: { tokens: 0, reset: 'none' } }, code: 'key_tokens_exhausted' },
  { limits: { windows: { '5h': 0 } }, code: 'window_5h_exceeded' },
] as const;

describe.each(repeating)('%s', (agent) => {
  const headers = { 'user-agent': agent };

  it.each(faults)(
    'gets 400 in its own format when the upstream refuses with %i',
    async (status) => {
      const { post, upstream, store } = await openTestGateway();
      upstream.script(failWith(status, { message: 'Words about our account.' }));
      for (const { path, ask } of formats.map((format) => formatClients[format])) {
        const response = await post(path, ask(100, false), { headers });
        expect(response.status).toBe(400);
        expect(response.headers.get('x-should-retry')).toBe('false');
        const text = await response.text();
        expect(text).toMatch(/operator of the gateway|whose operator/);
        expect(text).not.toContain('Words about our account.');
      }
      expect(upstream.requests).toHaveLength(formats.length);
      for (const exchange of store.exchanges) {
        expect(exchange).toMatchObject({ status: 400, errorCode: 'upstream-unavailable' });
      }
    },
  );

  it.each(spentLimits)(
    'gets 400 and the reason $code when a limit is used up',
    async ({ limits, code }) => {
      const settings = { configuration: plainPrices, key: { limits } };
      const { post, upstream, store } = await openTestGateway(settings);
      for (const { path, ask } of formats.map((format) => formatClients[format])) {
        const response = await post(path, ask(100, false), { headers });
        expect(response.status).toBe(400);
        expect(response.headers.get('x-should-retry')).toBe('false');
        expect(await response.text()).toMatch(
          new RegExp(`Quota exceeded: The .* is used up.*${code}`, 'i'),
        );
      }
      expect(upstream.requests).toEqual([]);
      for (const exchange of store.exchanges) {
        expect(exchange).toMatchObject({ status: 400, errorCode: 'quota-exhausted' });
      }
    },
  );

  it('gets 429 when it asks too often', async () => {
    const { post } = await openTestGateway({ key: { limits: { requestsPerMinute: 1 } } });
    await post('/v1/chat/completions', chatRequest, { headers });
    const response = await post('/v1/chat/completions', chatRequest, { headers });
    expect(response.status).toBe(429);
    expect(response.headers.get('x-should-retry')).toBe('true');
  });

  it('gets 502 when a retry may help', async () => {
    const { post, upstream } = await openTestGateway();
    upstream.script(failWith(500));
    const response = await post('/v1/chat/completions', chatRequest, { headers });
    expect(response.status).toBe(502);
    expect(response.headers.get('x-should-retry')).toBe('true');
  });

  it('gets the answer of the next target', async () => {
    const { post, upstreams } = await openTestGateway({ formats: ['chat', 'chat'] });
    upstreams[0]?.script(failWith(401));
    upstreams[1]?.script(answerWith({ text: 'Second.' }));
    const response = await post('/v1/chat/completions', chatRequest, { headers });
    expect(response.status).toBe(200);
  });
});

describe.each(others)('"%s"', (agent) => {
  it('gets 429 when its quota is spent', async () => {
    const [{ limits }] = spentLimits;
    const { post } = await openTestGateway({ key: { limits } });
    const headers = { 'user-agent': agent };
    const response = await post('/v1/chat/completions', chatRequest, { headers });
    expect(response.status).toBe(429);
    expect(response.headers.get('x-should-retry')).toBe('false');
  });

  it.each(faults)('gets 502 when the upstream refuses with %i', async (status) => {
    const { post, upstream } = await openTestGateway();
    upstream.script(failWith(status));
    const headers = { 'user-agent': agent };
    const response = await post('/v1/chat/completions', chatRequest, { headers });
    expect(response.status).toBe(502);
    expect(response.headers.get('x-should-retry')).toBe('false');
  });
});

describe('a refusal of what the client itself sent', () => {
  const codex = { 'user-agent': 'codex_exec/0.171.0 (Debian 12.0.0; x86_64)' };
  const refusals = [
    { change: { authorization: 'Bearer sk-other' }, status: 401, code: 'invalid_api_key' },
    { model: 'no-such-model', status: 404, code: 'model_not_found' },
    { limits: { requestBytes: 10 }, status: 413, code: 'request_too_large' },
    { sent: 422, status: 422, code: 'too_odd' },
  ];

  it.each(refusals)(
    'with $status is 400 for Codex, which repeats everything else',
    async ({ change, model = 'm', limits = {}, sent = 200, status, code }) => {
      const { post, upstream, store } = await openTestGateway({ options: { limits } });
      const error = { message: 'Too odd.', code: 'too_odd' };
      upstream.script(sent === 200 ? answerWith({}) : failWith(sent, error));
      const body = { model, input: 'Hi' };
      for (const [headers, expected] of [
        [{ ...change, ...codex }, 400],
        [{ ...change }, status],
      ] as const) {
        const response = await post('/v1/responses', body, { headers });
        expect(response.status).toBe(expected);
        expect(response.headers.get('x-should-retry')).toBe('false');
        expect(await response.json()).toMatchObject({ error: { code } });
      }
      for (const { errorCode } of store.exchanges) expect(errorCode).not.toBe('invalid-request');
    },
  );
});

it('is told the same by the error event of a response that began early', async () => {
  const { post, upstream } = await openTestGateway({ options: { limits: { keepAliveMs: 20 } } });
  upstream.script(reshape(failWith(401), (answer) => delayHead(answer, 100)));
  const body = { ...chatRequest, stream: true };
  const response = await post('/v1/chat/completions', body, {
    headers: { 'user-agent': 'opencode/1.18.33' },
  });
  expect(response.status).toBe(200);
  expect(await response.text()).toContain('"type":"invalid_request_error"');
});

const brokenAfter = (frames: number) =>
  reshape(answerWith({ text: ['Part one.', 'Part two.'] }), (answer) =>
    truncate(answer, { frames, by: 'fin' }),
  );

describe('a Responses stream that breaks', () => {
  it.each([
    ['responses', 'codex_exec/0.171.0 (Debian 12.0.0; x86_64)', 'response.failed'],
    ['messages', 'codex_cli_rs/0.171.0 (Mac OS 26.0.0; arm64)', 'response.failed'],
    ['responses', 'OpenAI/JS 7.59.0', 'error'],
    ['messages', 'opencode/1.18.33', 'error'],
  ] as const)('over %s ends for %s with %s', async (format, agent, event) => {
    const { post, upstream } = await openTestGateway({ formats: [format] });
    upstream.script(brokenAfter(5));
    const headers = { 'user-agent': agent };
    const response = await post('/v1/responses', formatClients.responses.ask(100, true), {
      headers,
    });
    const events = [...(await response.text()).matchAll(/^event: (.*)$/gm)].map(([, name]) => name);
    expect(events.at(-1)).toBe(event);
    expect(events.filter((name) => name === 'error' || name === 'response.failed')).toHaveLength(1);
  });
});

describe('a Gemini stream that breaks', () => {
  const path = `/v1beta/models/${callName}:streamGenerateContent`;
  const ask = { contents: [{ role: 'user', parts: [{ text: 'Hi' }] }] };

  it.each([
    ['gemini', 'google-genai-sdk/1.69.0 gl-go/go1.24.4', true],
    ['messages', 'mine/1.0 google-genai-sdk/1.69.0 gl-go/go1.24.4', true],
    ['gemini', 'google-genai-sdk/2.25.0 gl-python/3.11.7', false],
    ['messages', 'google-genai-sdk/3.3.0 gl-node/v26.12.1', false],
  ] as const)('over %s ends for %s with bare JSON: %s', async (format, agent, isRepeated) => {
    const { post, upstream } = await openTestGateway({ formats: [format] });
    upstream.script(brokenAfter(format === 'gemini' ? 1 : 5));
    const headers = { 'user-agent': agent };
    const text = await (await post(`${path}?alt=sse`, ask, { headers })).text();
    const [, error = '', bare] =
      /data: (\{"error":\{"code":503,.*\})\n\n(?:(.*)\n\n)?$/.exec(text) ?? [];
    expect(error).toContain('"status":"UNAVAILABLE"');
    expect(bare).toBe(isRepeated ? error : undefined);
  });

  it('is one array without events, whatever the client is', async () => {
    const { post, upstream } = await openTestGateway({ formats: ['gemini'] });
    upstream.script(brokenAfter(1));
    const headers = { 'user-agent': 'google-genai-sdk/1.69.0 gl-go/go1.24.4' };
    const response = await post(path, ask, { headers });
    const chunks = (await response.json()) as readonly object[];
    expect(chunks.filter((chunk) => 'error' in chunk)).toHaveLength(1);
  });
});
