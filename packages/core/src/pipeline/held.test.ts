import { answerWith, rawReply, stallBeforeHead } from '@parley/testkit';
import { describe, expect, it } from 'vitest';
import {
  inputNanoUsd,
  outputNanoUsd,
  plainPrices,
  promptBound,
  formatClients,
} from '../testing/format-clients.ts';
import { openTestGateway } from '../testing/open-test-gateway.ts';
import {
  callName,
  chatRequest,
  messagesRequest,
  type TestGateway,
  type TestGatewaySettings,
} from '../testing/test-gateway.ts';
import type { RequestedAmounts } from '../store/index.ts';

const plenty = 1_000_000_000_000;

async function arrange(nanoUsd: number, settings: TestGatewaySettings = {}) {
  const testGateway = await openTestGateway({
    configuration: plainPrices,
    key: { limits: { quota: { nanoUsd, reset: 'none' } } },
    ...settings,
  });
  const requested: RequestedAmounts[] = [];
  const { store } = testGateway;
  const reserve = store.reserve.bind(store);
  Object.assign(store, {
    reserve: (request: Parameters<typeof reserve>[0]) => {
      requested.push(request.amounts);
      return reserve(request);
    },
  });
  return { ...testGateway, requested };
}

/** The exact cost of the prompt and the given number of output tokens. */
function priceOf(body: unknown, outputTokens: number): number {
  return promptBound(body) * inputNanoUsd + outputTokens * outputNanoUsd;
}

function sentBody({ upstream }: TestGateway, index = 0): unknown {
  return upstream.requests[index]?.body;
}

describe('the cost of an exchange never exceeds its reservation', () => {
  it('also when the first upstreams report prompt tokens before they fail', async () => {
    const body = { ...messagesRequest, max_tokens: 100, stream: true };
    const input = promptBound(body);
    const nanoUsd = priceOf(body, 100);
    const { post, upstreams, store } = await arrange(nanoUsd, {
      formats: ['messages', 'messages', 'messages'],
    });
    const usage = { input_tokens: input, output_tokens: 1 };
    const message = { id: 'x', type: 'message', role: 'assistant', model: 'y', content: [], usage };
    const broken = [
      `event: message_start\ndata: ${JSON.stringify({ type: 'message_start', message })}\n\n`,
      'event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"No"}}\n\n',
    ].join('');
    const head = { 'content-type': 'text/event-stream' };
    upstreams[0]?.script(rawReply(200, head, broken));
    upstreams[1]?.script(rawReply(200, head, broken));
    upstreams[2]?.script(answerWith({ text: 'Yes.', usage: { input, output: 100 } }));
    await (await post('/v1/messages', body)).text();
    expect(store.exchanges).toMatchObject([{ attempts: 3, chargedNanoUsd: nanoUsd }]);
  });

  it.each([
    ['too long a prompt', { prompt_tokens: 900_000_000, completion_tokens: 5 }],
    ['too long an answer', { prompt_tokens: 5, completion_tokens: 900_000_000 }],
    ['numbers that are none', { prompt_tokens: 1e300, completion_tokens: '5' }],
    ['numbers below nothing', { prompt_tokens: -10, completion_tokens: -5 }],
  ])('although the upstream claims %s', async (_, rawUsage) => {
    const body = { ...chatRequest, max_tokens: 100 };
    const nanoUsd = priceOf(body, 100);
    const { post, upstream, store } = await arrange(nanoUsd);
    upstream.script(answerWith({ text: 'Yes.', rawUsage }));
    expect((await post('/v1/chat/completions', body)).status).toBe(200);
    const [record] = store.exchanges;
    expect(record?.usage).toMatchObject({ estimated: true });
    expect(record?.chargedNanoUsd).toBeGreaterThan(0);
    expect(record?.chargedNanoUsd).toBeLessThanOrEqual(nanoUsd);
  });

  it('and usage beyond the reservation is logged', async () => {
    const { post, upstream, log } = await arrange(plenty);
    upstream.script(answerWith({ usage: { input: 9_999_999, output: 1 } }));
    await post('/v1/chat/completions', chatRequest);
    expect(log.join('\n')).toMatch(
      /"An upstream reports more than was held for the call; the rest is not charged\.".*9999999/,
    );
  });

  it.each([
    [1_234, 1, '1234 prompt tokens'],
    [5, 70_000, '70000 output tokens'],
    [1_234, 70_000, '1234 prompt tokens and 70000 output tokens'],
  ])('and a report of %i and %i tokens is in its record', async (input, output, counts) => {
    const { post, upstream, store } = await arrange(plenty);
    upstream.script(answerWith({ usage: { input, output } }));
    await post('/v1/chat/completions', { ...chatRequest, max_tokens: 100 });
    expect(store.exchanges[0]?.notes).toContainEqual({
      path: 'usage',
      action: 'corrected',
      reason: `The upstream reports more than was reserved, and the rest is not charged: ${counts}.`,
    });
  });

  it('and is given back when the end cannot be recorded, as where the log fails', async () => {
    const lines: string[] = [];
    const log = (_: string, message: string): void => {
      lines.push(message);
      if (message.includes('reports more than was held')) throw new Error('The log is full.');
    };
    const { post, upstream, store } = await arrange(plenty, { options: { log } });
    upstream.script(answerWith({ usage: { input: 9_999_999, output: 1 } }));
    await post('/v1/chat/completions', chatRequest);
    expect(lines).toContain('An exchange could not be recorded.');
    const readReserved = async () => (await store.readKey('key_1'))?.state.reservedNanoUsd;
    await expect.poll(readReserved, { timeout: 30_000 }).toBe(0);
  });

  it('and a partial usage report is completed by an estimate', async () => {
    const { post, upstream, store } = await arrange(plenty);
    upstream.script(answerWith({ text: 'Words that cost.', rawUsage: { prompt_tokens: 9 } }));
    await post('/v1/chat/completions', chatRequest);
    expect(store.exchanges[0]?.usage).toMatchObject({ input: 9, estimated: true });
    expect(store.exchanges[0]?.usage?.output).toBeGreaterThan(2);
  });
});

describe('the output limit that is sent upstream', () => {
  it('is that of its model where the client sets none', async () => {
    const running = await arrange(plenty);
    await running.post('/v1/chat/completions', chatRequest);
    expect(sentBody(running)).toMatchObject({ max_tokens: 8_192 });
  });

  it('is absent where the client sets none and the model is free', async () => {
    const running = await arrange(plenty, {
      configuration: { prices: [{ match: '*', free: true }] },
    });
    await running.post('/v1/chat/completions', chatRequest);
    expect(sentBody(running)).not.toHaveProperty('max_tokens');
  });

  it('is the same in every field that sets it', async () => {
    const running = await arrange(plenty);
    const limits = { max_tokens: 5_000, max_completion_tokens: 10 };
    await running.post('/v1/chat/completions', { ...chatRequest, ...limits });
    expect(sentBody(running)).toMatchObject({ max_tokens: 10, max_completion_tokens: 10 });
  });

  it('does not change the client’s other fields', async () => {
    const running = await arrange(plenty);
    await running.post('/v1/chat/completions', { ...chatRequest, max_completion_tokens: 10 });
    expect(sentBody(running)).toEqual({
      ...chatRequest,
      model: 'scripted-model',
      max_completion_tokens: 10,
    });
  });
});

describe('the reservation', () => {
  it('includes the reasoning tokens beside a small limit, also when a tier requests them', async () => {
    const running = await arrange(plenty, {
      formats: ['messages'],
      model: 'claude-sonnet-4-5',
      group: { tiers: [{ match: 'tier', tier: 'opus', to: callName, effort: 'high' }] },
    });
    const { post, requested } = running;
    for (const limit of [100, 2_000]) {
      const body = { ...chatRequest, model: 'claude-opus-4-8', max_tokens: limit };
      await post('/v1/chat/completions', body);
      const amounts = requested.at(-1)?.bound?.nanoUsd ?? 0;
      const sent = sentBody(running, requested.length - 1);
      expect(sent).toMatchObject({ max_tokens: limit + 1_024 });
      expect(amounts).toBe(priceOf(body, limit + 1_024));
    }
  });

  it('is the stated limit, also below the minimum of a Responses upstream', async () => {
    const running = await arrange(plenty, { formats: ['responses'] });
    const body = { ...chatRequest, max_tokens: 1 };
    await running.post('/v1/chat/completions', body);
    expect(sentBody(running)).toMatchObject({ max_output_tokens: 16 });
    expect(running.requested[0]?.bound?.nanoUsd).toBe(priceOf(body, 1));
  });

  it('takes in a prompt that only the provider has', async () => {
    const { post, requested } = await arrange(plenty, { formats: ['responses'] });
    const { path, ask } = formatClients.responses;
    const body = { ...ask(100, false), prompt: { id: 'pmpt_1' } };
    expect((await post(path, body)).status).toBe(200);
    expect(requested[0]?.nanoUsd).toBeGreaterThan(1_000_000 * inputNanoUsd);
  });

  it('is that of the items of a conversation, too', async () => {
    const { post, requested } = await arrange(plenty, { formats: ['responses'] });
    const { path, ask } = formatClients.responses;
    const items = [{ type: 'message', role: 'user', content: 'x'.repeat(10_000) }];
    const opened = (await (await post('/v1/conversations', { items })).json()) as { id: string };
    const bounds: number[] = [];
    for (const conversation of [undefined, opened.id]) {
      expect((await post(path, { ...ask(100, false), conversation })).status).toBe(200);
      bounds.push(requested.at(-1)?.bound?.nanoUsd ?? 0);
    }
    const [alone = 0, continued = 0] = bounds;
    expect(continued - alone).toBeGreaterThan(10_000 * inputNanoUsd);
    expect(continued - alone).toBeLessThan(11_000 * inputNanoUsd);
  });
});

describe('nothing stays reserved', () => {
  const question = { ...chatRequest, max_tokens: 100 };
  const full = priceOf(question, 100);

  async function expectNothingHeld({ store }: TestGateway, count: number): Promise<void> {
    await expect.poll(() => store.exchanges.length).toBe(count);
    expect((await store.readKey('key_1'))?.state).toMatchObject({ reservedNanoUsd: 0, running: 0 });
    expect(await store.checkLedger()).toMatchObject({ openReservations: 0, faults: [] });
  }

  function leave(running: TestGateway, body: unknown) {
    const leaving = new AbortController();
    const asking = running.post('/v1/chat/completions', body, { signal: leaving.signal });
    return { leaving, asking };
  }

  it('when clients disconnect while they wait for quota or for the upstream', async () => {
    const running = await arrange(full);
    running.upstream.script(stallBeforeHead());
    const first = leave(running, question);
    await running.upstream.nextRequest();
    const second = leave(running, question);
    const third = leave(running, question);
    await new Promise((resolve) => setTimeout(resolve, 60));
    for (const { leaving } of [second, third, first]) leaving.abort();
    await Promise.all([first.asking, second.asking, third.asking].map((one) => one.catch(() => 0)));
    await expectNothingHeld(running, 3);
    expect(running.upstream.requests).toHaveLength(1);
  });

  it('when the gateway closes while requests run and wait', async () => {
    const running = await arrange(full);
    running.upstream.script(stallBeforeHead());
    const first = running.post('/v1/chat/completions', question);
    await running.upstream.nextRequest();
    const second = running.post('/v1/chat/completions', question);
    await new Promise((resolve) => setTimeout(resolve, 60));
    await running.gateway.close();
    expect((await first).status).toBe(503);
    expect((await second).status).toBe(503);
    await expectNothingHeld(running, 2);
  });

  it('when the upstream is too slow', async () => {
    const running = await arrange(full, { upstream: { total_timeout: 0.05 } });
    running.upstream.script(stallBeforeHead());
    expect((await running.post('/v1/chat/completions', question)).status).toBe(504);
    await expectNothingHeld(running, 1);
  });

  it.each([
    ['the request cannot be written for it', { 'parley-strict': 'true' }, 400],
    ['its answer is none', {}, 502],
  ])('when %s', async (_, headers, status) => {
    const running = await arrange(plenty, { formats: ['messages'] });
    const json = { 'content-type': 'application/json' };
    running.upstream.script(rawReply(200, json, '{"type":"message","content":7}'));
    const body = { ...question, logit_bias: { 5: 1 } };
    const response = await running.post('/v1/chat/completions', body, { headers });
    expect(response.status).toBe(status);
    await expectNothingHeld(running, 1);
  });
});

it('is not reported as exhausted while running requests reserve it', async () => {
  const body = { ...chatRequest, max_tokens: 100 };
  const running = await arrange(priceOf(body, 100), { options: { limits: { quotaWaitMs: 100 } } });
  running.upstream.script(stallBeforeHead());
  const first = running.post('/v1/chat/completions', body);
  await running.upstream.nextRequest();
  const second = await running.post('/v1/chat/completions', body);
  expect(second.status).toBe(429);
  expect(second.headers.get('x-should-retry')).toBe('true');
  expect(second.headers.get('retry-after')).toBe('5');
  expect(await second.json()).toMatchObject({ error: { code: 'quota_held' } });
  await running.gateway.close();
  await first;
});
