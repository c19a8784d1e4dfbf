import { noUsage } from '@parley/protocol';
import {
  answerWith,
  failWith,
  jsonReply,
  mapFrames,
  rawReply,
  reshape,
  send,
  stallAfter,
  truncate,
  type Answer,
} from '@parley/testkit';
import { describe, expect, it } from 'vitest';
import type { UpstreamTransport } from '../ports.ts';
import { StoreUnavailableError, type LedgerEntry } from '../store/index.ts';
import {
  formats,
  inputNanoUsd,
  outputNanoUsd,
  pairs,
  plainPrices,
  formatClients,
} from '../testing/format-clients.ts';
import {
  callName,
  chatRequest,
  messagesRequest,
  type TestGateway,
  type TestGatewaySettings,
} from '../testing/test-gateway.ts';
import { openTestGateway } from '../testing/open-test-gateway.ts';
import { createFetchTransport } from './upstream/fetch-transport.ts';

function arrange(settings: TestGatewaySettings = {}): Promise<TestGateway> {
  return openTestGateway({ configuration: plainPrices, ...settings });
}

/** The charges of the first exchange, in the order of its attempts. */
async function chargesOf({ store }: TestGateway): Promise<readonly LedgerEntry[]> {
  await expect.poll(() => store.exchanges.length).toBe(1);
  const exchangeId = store.exchanges[0]?.id ?? '';
  const entries = await store.listLedger({ exchangeId, limit: 100 });
  return [...entries].sort((one, other) => (one.attempt ?? 0) - (other.attempt ?? 0));
}

/** The cost of the usage that the testkit's replies report by default. */
const usualCost = 12 * inputNanoUsd + 5 * outputNanoUsd;
const pieces = ['Part one.', ' Part two.', ' Part', ' three.'];

function framesUntil(answer: Answer, awaited: string): number {
  const frames = answer.body.flatMap((step) =>
    'bytes' in step ? [new TextDecoder().decode(step.bytes)] : [],
  );
  return frames.findIndex((frame) => frame.includes(awaited)) + 1;
}

async function readUntil(response: Response, awaited: string): Promise<void> {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  for (let text = ''; !text.includes(awaited);) {
    const chunk = await reader?.read();
    if (chunk === undefined || chunk.done) throw new Error(`There is no ${awaited}: ${text}`);
    text += decoder.decode(chunk.value, { stream: true });
  }
  await reader?.cancel();
}

describe.each(pairs)('a %s client of a %s upstream', (client, format) => {
  const { path, streamPath, ask } = formatClients[client];

  it('gets the cost of a whole reply, and is charged it', async () => {
    const { post, store } = await arrange({ formats: [format] });
    const response = await post(path, ask(100, false));
    expect(response.headers.get('parley-cost')).toBe('0.000022');
    expect(store.exchanges).toMatchObject([
      {
        chargedNanoUsd: usualCost,
        listNanoUsd: usualCost,
        pricing: 'priced',
        accountId: 'default',
      },
    ]);
  });

  it('is charged for the prompt and the relayed text when the stream breaks off', async () => {
    const { post, upstream, store } = await arrange({ formats: [format] });
    upstream.script(
      reshape(answerWith({ text: pieces }), (answer) =>
        truncate(answer, { frames: framesUntil(answer, 'Part two.'), by: 'fin' }),
      ),
    );
    await (await post(streamPath, ask(100, true))).text();
    const { usage = noUsage, outcome, chargedNanoUsd } = store.exchanges[0] ?? {};
    expect(outcome).toBe('failed');
    expect(usage.estimated).toBe(true);
    expect(usage.input).toBeGreaterThan(0);
    expect(usage.output).toBeGreaterThanOrEqual(5);
    expect(usage.output).toBeLessThanOrEqual(7);
    expect(chargedNanoUsd).toBe(usage.input * inputNanoUsd + usage.output * outputNanoUsd);
  });

  it('is charged nothing when the stream breaks off after its head, before any content', async () => {
    const { post, upstream, store } = await arrange({
      formats: [format],
      options: { limits: { peekMs: 20 } },
    });
    upstream.script(
      reshape(answerWith({ text: pieces }), (answer) => {
        const begun = truncate(answer, { frames: format === 'gemini' ? 0 : 1, by: 'fin' });
        return { ...begun, after: [{ step: 'hold' }, ...begun.after] };
      }),
    );
    const response = await post(streamPath, ask(100, true));
    upstream.release();
    await response.text();
    expect(response.status).toBe(200);
    expect(store.exchanges).toMatchObject([{ outcome: 'failed', chargedNanoUsd: 0 }]);
  });

  it('is charged by estimate when the upstream reports nothing', async () => {
    const { post, upstream, store } = await arrange({ formats: [format] });
    upstream.script(answerWith({ text: pieces, usage: null }));
    await (await post(streamPath, ask(100, true))).text();
    await (await post(path, ask(100, false))).text();
    const used = { estimated: true };
    expect(store.exchanges).toMatchObject([{ usage: used }, { usage: used }]);
    for (const { usage } of store.exchanges) {
      expect(usage?.output).toBeGreaterThanOrEqual(7);
      expect(usage?.output).toBeLessThanOrEqual(11);
    }
  });

  it('is charged for its prompt when it disconnects before the upstream answers', async () => {
    const running = await arrange({ formats: [format] });
    running.upstream.script(
      reshape(answerWith({}), (answer) => ({ ...answer, before: [{ step: 'stall' }] })),
    );
    const leaving = new AbortController();
    const asking = running.post(streamPath, ask(100, true), { signal: leaving.signal });
    await running.upstream.nextRequest();
    leaving.abort();
    await asking.catch(() => undefined);
    expect(await chargesOf(running)).toMatchObject([{ attempt: 1, pricing: 'priced' }]);
    expect(running.store.exchanges[0]?.usage).toMatchObject({ output: 0, estimated: true });
    expect(running.store.exchanges[0]?.chargedNanoUsd).toBeGreaterThan(0);
  });
});

describe('attempts', () => {
  it('have a row each: what failed costs nothing', async () => {
    const running = await arrange({ formats: ['chat', 'messages'] });
    running.upstreams[0]?.script(failWith(500));
    await running.post('/v1/chat/completions', chatRequest);
    const place = { keyId: 'key_1', accountId: 'default', upstreamModel: 'scripted-model' };
    expect(await chargesOf(running)).toMatchObject([
      { ...place, attempt: 1, upstream: 'up0', nanoUsd: 0 },
      { ...place, attempt: 2, upstream: 'up1', nanoUsd: usualCost, pricing: 'priced' },
    ]);
    const [record] = running.store.exchanges;
    expect(record).toMatchObject({ attempts: 2, chargedNanoUsd: usualCost });
  });

  it('without a usable reply cost nothing, even if they were accepted', async () => {
    const running = await arrange({ formats: ['chat', 'chat'] });
    const json = { 'content-type': 'application/json' };
    running.upstreams[0]?.script(rawReply(200, json, '{"choices":'));
    await running.post('/v1/chat/completions', chatRequest);
    expect((await chargesOf(running)).map(({ nanoUsd }) => nanoUsd)).toEqual([0, usualCost]);
  });

  it('have no row when no upstream was called', async () => {
    const running = await arrange();
    await running.post('/v1/chat/completions', { ...chatRequest, model: 'nobody' });
    expect(await chargesOf(running)).toEqual([]);
    expect(running.store.exchanges).toMatchObject([{ outcome: 'failed', chargedNanoUsd: 0 }]);
  });
});

describe('a client that disconnects during a whole reply', () => {
  it('is charged for the prompt', async () => {
    let begin: (() => void) | undefined;
    const reading = new Promise<void>((resolve) => (begin = resolve));
    const transport = createFetchTransport();
    const watched: UpstreamTransport['send'] = async (call) => {
      const answer = await transport.send(call);
      const read = () => {
        begin?.();
        return answer.body.read();
      };
      return { ...answer, body: { ...answer.body, read } };
    };
    const running = await arrange({ options: { transport: { ...transport, send: watched } } });
    const inTwo = (bytes: Uint8Array) => [send(bytes.subarray(0, 9)), send(bytes.subarray(9))];
    running.upstream.script(
      reshape(answerWith({}), (answer) =>
        stallAfter({ ...mapFrames(answer, inTwo), framing: 'chunked' }, 1),
      ),
    );
    const leaving = new AbortController();
    const asking = running.post('/v1/chat/completions', chatRequest, { signal: leaving.signal });
    await reading;
    leaving.abort();
    await asking.catch(() => undefined);
    const [charge] = await chargesOf(running);
    expect(charge?.usage).toMatchObject({ output: 0, estimated: true });
    expect(charge?.nanoUsd).toBe((charge?.usage?.input ?? 0) * inputNanoUsd);
    expect(charge?.nanoUsd).toBeGreaterThan(0);
  });
});

describe('embeddings and token counts', () => {
  it('are charged by their prompt, and free', async () => {
    const running = await arrange();
    const response = await running.post('/v1/embeddings', { model: callName, input: 'Hello' });
    expect(response.status).toBe(200);
    const [charge] = await chargesOf(running);
    expect(charge?.usage?.output).toBe(0);
    expect(charge?.nanoUsd).toBe((charge?.usage?.input ?? 0) * inputNanoUsd);
    expect(response.headers.get('parley-cost')).toMatch(/^0\.0\d+$/);
  });

  it('need no reservation to be counted', async () => {
    const { post, store } = await arrange({
      formats: ['messages'],
      key: { limits: { quota: { nanoUsd: 0, reset: 'none' } } },
    });
    const { max_tokens: _, ...question } = messagesRequest;
    expect((await post('/v1/messages/count_tokens', question)).status).toBe(200);
    expect(store.exchanges).toEqual([]);
  });

  it('are reserved as everything else', async () => {
    const { post } = await arrange({ key: { limits: { quota: { nanoUsd: 10, reset: 'none' } } } });
    const response = await post('/v1/embeddings', { model: callName, input: 'Hello' });
    expect(response.status).toBe(429);
  });
});

describe('a reply that costs more than was reserved', () => {
  it('is charged in full where there is room for it', async () => {
    const { post, upstream, store } = await arrange({
      key: { limits: { quota: { nanoUsd: 200_000_000, reset: 'none' } } },
    });
    // Within the bytes of the body, but far beyond any estimate of its text.
    const used = { input: 30_000, output: 100 };
    upstream.script(answerWith({ usage: used }));
    const content = 'The tide turned and they rowed home. '.repeat(1_000);
    const messages = [{ role: 'user', content }];
    const question = { ...chatRequest, messages, max_completion_tokens: 100 };
    expect((await post('/v1/chat/completions', question)).status).toBe(200);
    expect(store.exchanges).toMatchObject([
      { chargedNanoUsd: used.input * inputNanoUsd + used.output * outputNanoUsd },
    ]);
  });
});

describe('a response in the background', () => {
  it('is not charged while it goes on', async () => {
    const { post, upstream, store } = await arrange({ formats: ['responses'] });
    upstream.script(jsonReply({ id: 'resp_1', object: 'response', status: 'queued' }));
    const body = { model: callName, input: 'Hello', background: true };
    expect((await post('/v1/responses', body)).status).toBe(200);
    expect(store.exchanges).toEqual([]);
  });
});

describe('a store that is unavailable at the end', () => {
  it('does not fail the response, and gets the settlement when it is back', async () => {
    const { post, store, log } = await arrange();
    const settle = store.settle.bind(store);
    Object.assign(store, { settle: () => Promise.reject(new StoreUnavailableError('down')) });
    expect((await post('/v1/chat/completions', chatRequest)).status).toBe(200);
    expect(store.exchanges).toEqual([]);
    expect(log.join('\n')).toContain('settlements are kept for later');
    Object.assign(store, { settle });
    await expect
      .poll(() => store.exchanges, { timeout: 30_000 })
      .toMatchObject([{ chargedNanoUsd: usualCost }]);
  });

  it('rejects new requests when the settlement queue is full', async () => {
    const { post, store } = await arrange({ options: { limits: { keptSettlements: 1 } } });
    Object.assign(store, { settle: () => Promise.reject(new StoreUnavailableError('down')) });
    expect((await post('/v1/chat/completions', chatRequest)).status).toBe(200);
    const refused = await post('/v1/chat/completions', chatRequest);
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).not.toBeNull();
  });
});

describe.each(formats)('a %s client that disconnects in the middle', (client) => {
  const { streamPath, ask } = formatClients[client];

  it('has its whole reservation released', async () => {
    const running = await arrange({
      formats: [client],
      key: { limits: { quota: { nanoUsd: 10_000_000, reset: 'none' }, concurrency: 1 } },
    });
    running.upstream.script(
      reshape(answerWith({ text: pieces }), (answer) =>
        stallAfter(answer, framesUntil(answer, 'Part two.')),
      ),
    );
    await readUntil(await running.post(streamPath, ask(100, true)), 'Part two.');
    await running.upstream.whenClientLeft(0);
    const [charge] = await chargesOf(running);
    const key = await running.store.readKey('key_1');
    expect(key?.state).toMatchObject({ reservedNanoUsd: 0, running: 0, spent: charge?.nanoUsd });
    running.upstream.script(answerWith({}));
    const again = await running.post(streamPath, ask(100, true));
    expect(again.status).toBe(200);
    await again.text();
  });
});

describe('the name in the record', () => {
  it.each([
    ['that of the model, however the caller wrote it', `${callName}[1m]`, callName],
    ['what the caller wrote where there is no such model', 'gpt-unknown', 'gpt-unknown'],
    ['empty where that would disturb a log', 'gpt\u0000\u001b[2J', ''],
    ['empty where that is endless', 'x'.repeat(10_000), ''],
  ])('is %s', async (_, model, recorded) => {
    const { post, store, upstream } = await arrange();
    upstream.script(answerWith({ text: 'Yes.' }));
    await (await post('/v1/chat/completions', { ...chatRequest, model })).text();
    await expect.poll(() => store.exchanges.map((record) => record.callName)).toEqual([recorded]);
  });
});
