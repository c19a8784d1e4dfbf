import { answerWith, holdAfter, reshape } from '@parley/testkit';
import { describe, expect, it } from 'vitest';
import { estimateTextTokens } from '../billing/tokens/estimate-text.ts';
import { StoreUnavailableError } from '../store/index.ts';
import { type TestGateway, type TestGatewaySettings } from '../testing/test-gateway.ts';
import { openTestGateway } from '../testing/open-test-gateway.ts';

const dollar = 1_000_000_000;
const prices = [{ match: '*', input: 3, output: 15 }];

function arrange(nanoUsd: number, settings: TestGatewaySettings = {}): Promise<TestGateway> {
  return openTestGateway({
    formats: ['messages'],
    model: 'claude-sonnet-4-5',
    configuration: { prices },
    key: { limits: { quota: { nanoUsd, reset: 'none' } } },
    options: { limits: { quotaWaitMs: 100 } },
    ...settings,
  });
}

/** What a coding assistant sends: instructions, tools and files of source, and a long output limit. */
const source = 'export function readLines(path: string): string[] {\n  return read(path);\n}\n';
const code = source.repeat(1_500);
const codeTokens = estimateTextTokens(code, 'older-claude');
const assistant = {
  model: 'm',
  stream: true,
  max_tokens: 32_000,
  thinking: { type: 'enabled', budget_tokens: 31_999 },
  messages: [{ role: 'user', content: code }],
};
/** About $0.11. */
const usage = { input: codeTokens, output: 800 };

function spentOf({ store }: TestGateway): Promise<number | undefined> {
  return store.readKey('key_1').then((key) => key?.state.spent);
}

describe('a coding assistant', () => {
  it('runs on a key with half a dollar', async () => {
    const running = await arrange(dollar / 2);
    running.upstream.script(answerWith({ text: 'Done.', usage }));
    for (const count of [1, 2]) {
      const response = await running.post('/v1/messages', assistant);
      expect(response.status).toBe(200);
      expect(await response.text()).toContain('message_stop');
      expect(await spentOf(running)).toBe(count * (usage.input * 3_000 + usage.output * 15_000));
    }
    expect(running.upstream.requests[0]?.body).toMatchObject({ max_tokens: 32_000 });
  });

  it.each([false, true])(
    'makes ten calls at once with five dollars, where they cost about one (prepaid: %s)',
    async (prepaid) => {
      const running = await arrange(5 * dollar, prepaid ? { key: {} } : {});
      const { post, upstream, store } = running;
      await store.changeAccount('default', { prepaid });
      await store.credit({ id: 'c', kind: 'top-up', accountId: 'default', nanoUsd: 5 * dollar });
      upstream.script(reshape(answerWith({ text: 'Done.', usage }), (one) => holdAfter(one, 0)));
      const calls = Array.from({ length: 10 }, () => post('/v1/messages', assistant));
      await expect.poll(() => upstream.requests.length, { timeout: 30_000 }).toBe(10);
      upstream.release();
      const statuses = await Promise.all(calls.map(async (call) => (await call).status));
      expect(statuses).toEqual(Array(10).fill(200));
      await Promise.all(calls.map(async (call) => (await call).text()));
      // What was held ahead is given back after a second without use.
      await expect
        .poll(() => store.checkLedger(), { timeout: 30_000 })
        .toMatchObject({ openReservations: 0, faults: [] });
      expect(await spentOf(running)).toBeLessThan(1.3 * dollar);
    },
  );

  it('is told what its call may cost and what is left, where that is too little', async () => {
    const { post, upstream } = await arrange(dollar / 20);
    const response = await post('/v1/messages', assistant);
    expect(response.status).toBe(429);
    expect(await response.text()).toMatch(
      /has not enough left for this request\. The request may cost up to \$0\.\d+, and \$0\.05 is left\./,
    );
    expect(upstream.requests).toHaveLength(0);
  });
});

describe('a conversation that the vendor compacts', () => {
  const edits = [{ type: 'compact_20260112' }];
  const message = { type: 'message', input_tokens: 23_000, output_tokens: 1_000 };
  const compaction = { type: 'compaction', input_tokens: 180_000, output_tokens: 3_500 };
  const rawUsage = { ...message, iterations: [compaction, message] };

  it.each([false, true])('costs what its summary took, too (streamed: %s)', async (stream) => {
    const running = await arrange(2 * dollar);
    running.upstream.script(answerWith({ text: 'Done.', rawUsage }));
    const response = await running.post('/v1/messages', {
      ...{ model: 'm', stream, max_tokens: 8_000, context_management: { edits } },
      messages: [{ role: 'user', content: 'Go on.' }],
    });
    expect(await response.text()).toContain('compaction');
    expect(await spentOf(running)).toBe(203_000 * 3_000 + 4_500 * 15_000);
  });
});

describe('a streamed reply that is longer than what was reserved at first', () => {
  const words = Array.from({ length: 12_000 }, (_, index) => ` word${String(index % 7)}`);
  const longReply = { text: words, usage: { input: 10, output: 12_000 } };
  const body = { ...assistant, thinking: undefined, messages: [{ role: 'user', content: 'Hi' }] };

  it('is ended where no more can be reserved, and costs no more than that', async () => {
    const quota = dollar / 10;
    const running = await arrange(quota);
    running.upstream.script(answerWith(longReply));
    const text = await (await running.post('/v1/messages', body)).text();
    expect(text).toContain('"stop_reason":"max_tokens"');
    const spent = (await spentOf(running)) ?? 0;
    expect(spent).toBeLessThanOrEqual(quota);
    expect(spent).toBeGreaterThan(0.9 * quota);
    expect((await running.store.readKey('key_1'))?.state.reservedNanoUsd).toBe(0);
  });

  it('is ended at what is reserved while the store is down', async () => {
    const running = await arrange(5 * dollar);
    running.upstream.script(answerWith(longReply));
    Object.assign(running.store, {
      extendReservation: () => Promise.reject(new StoreUnavailableError('down')),
    });
    const text = await (await running.post('/v1/messages', body)).text();
    expect(text).toContain('"stop_reason":"max_tokens"');
    expect(running.store.exchanges[0]?.usage?.output).toBe(4_096);
    expect(running.log.join('\n')).toContain('could not be extended');
  });

  it.each(['messages', 'chat'] as const)('goes on to its end (%s upstream)', async (format) => {
    const running = await arrange(5 * dollar, { formats: [format] });
    running.upstream.script(answerWith(longReply));
    const text = await (await running.post('/v1/messages', body)).text();
    expect(text).not.toContain('"stop_reason":"max_tokens"');
    expect(running.store.exchanges).toMatchObject([
      { outcome: 'completed', usage: { output: 12_000 } },
    ]);
  });
});

describe('a call that costs more than expected', () => {
  const body = { model: 'm', max_tokens: 100, messages: [{ role: 'user', content: code }] };
  /** Within the bytes of the body, but far beyond any estimate of its text. */
  const surprising = { input: 110_000, output: 100 };
  const cost = surprising.input * 3_000 + surprising.output * 15_000;

  async function run(nanoUsd: number, overdraft: 'none' | 'one-call') {
    const configuration = { prices, pricing: { overdraft } };
    const running = await arrange(nanoUsd, { configuration });
    const { upstream, post } = running;
    upstream.script(reshape(answerWith({ usage: surprising }), (one) => holdAfter(one, 0)));
    const calls = [post('/v1/messages', body), post('/v1/messages', body)];
    await expect.poll(() => upstream.requests.length, { timeout: 30_000 }).toBe(2);
    upstream.release();
    const statuses = await Promise.all(calls.map(async (call) => (await call).status));
    expect(statuses).toEqual([200, 200]);
    return running;
  }

  it('exceeds a limit at most once, and is charged as reserved after that', async () => {
    const quota = 0.45 * dollar;
    const running = await run(quota, 'one-call');
    const spent = (await spentOf(running)) ?? 0;
    expect(spent).toBeGreaterThan(quota);
    expect(spent).toBeLessThanOrEqual(quota + cost);
    const charged = running.store.exchanges.map(({ chargedNanoUsd }) => chargedNanoUsd);
    expect(charged).toContain(cost);
    expect(Math.min(...charged)).toBeLessThan(cost);
    expect((await running.post('/v1/messages', body)).status).toBe(429);
    expect(running.log.join('\n')).toMatch(/reports more than was held/);
  });

  it('is charged in full where there is room for it', async () => {
    const running = await run(5 * dollar, 'one-call');
    expect(await spentOf(running)).toBe(2 * cost);
  });

  it('never exceeds a limit without an overdraft', async () => {
    const running = await run(1.5 * dollar, 'none');
    expect(await spentOf(running)).toBe(2 * cost);
    running.upstream.script(answerWith({ usage: surprising }));
    const last = await Promise.all([1, 2, 3, 4].map(() => running.post('/v1/messages', body)));
    expect(last.map(({ status }) => status)).toContain(429);
    expect(await spentOf(running)).toBeLessThanOrEqual(1.5 * dollar);
  });
});
