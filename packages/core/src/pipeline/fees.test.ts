import { answerWith, errorEvent, reshape, type Answer } from '@parley/testkit';
import { describe, expect, it } from 'vitest';
import { explainCost } from '../billing/cost/explain-cost.ts';
import { formatClients, inputNanoUsd, outputNanoUsd } from '../testing/format-clients.ts';
import { openTestGateway } from '../testing/open-test-gateway.ts';
import { callName, type Format } from '../testing/test-gateway.ts';

const fees = { web_search: 10, maps: 25 };
const price = { match: '*', input: 1, output: 2, fees };
const usage = { input: 1_000, output: 100 };
const tokens = usage.input * inputNanoUsd + usage.output * outputNanoUsd;
const search = 10_000_000;

/** How the scripted upstreams report two searches. */
const reports = [
  ['chat', { '"prompt_tokens":': '"server_tool_use":{"web_search_requests":2},"prompt_tokens":' }],
  ['messages', { '"server_tool_use":null': '"server_tool_use":{"web_search_requests":2}' }],
  [
    'gemini',
    {
      '"finishReason":"STOP"':
        '"finishReason":"STOP","groundingMetadata":{"webSearchQueries":["a","b"]}',
    },
  ],
  ['responses', { '"usage":{': '"tool_usage":{"web_search":{"num_requests":2}},"usage":{' }],
] as const satisfies readonly (readonly [Format, Readonly<Record<string, string>>])[];

function replaceText(answer: Answer, replacements: Readonly<Record<string, string>>): Answer {
  const body = answer.body.map((step) => {
    if (step.step !== 'send') return step;
    let text = Buffer.from(step.bytes).toString();
    for (const [from, to] of Object.entries(replacements)) text = text.replaceAll(from, to);
    return { ...step, bytes: Buffer.from(text) };
  });
  return { ...answer, body };
}

function searching(replacements: Readonly<Record<string, string>>) {
  return reshape(answerWith({ text: 'Yes.', usage }), (answer) =>
    replaceText(answer, replacements),
  );
}

describe.each(reports)('searches that %s reports', (format, replacements) => {
  it.each([
    ['whole, to its own clients', format, false],
    ['as a stream, to its own clients', format, true],
    ['whole, to other clients', format === 'chat' ? 'messages' : 'chat', false],
    ['as a stream, to other clients', format === 'chat' ? 'messages' : 'chat', true],
  ] as const)('are charged %s', async (_, client, stream) => {
    const { post, store, upstream } = await openTestGateway({
      formats: [format],
      configuration: { prices: [price] },
    });
    upstream.script(searching(replacements));
    const { path, streamPath, ask } = formatClients[client];
    await (await post(stream ? streamPath : path, ask(200, stream))).text();
    await expect
      .poll(() => store.exchanges)
      .toMatchObject([{ chargedNanoUsd: tokens + 2 * search }]);
    expect((await store.checkLedger()).faults).toEqual([]);
    const [entry] = await store.listLedger({ limit: 1 });
    expect(explainCost(entry?.arithmetic ?? '')).toContain('2 web searches × $10.00/1,000 = $0.02');
  });
});

const twoSearches = reports[1][1];
const path = '/v1/messages';

function ask(more: object = {}) {
  const messages = [{ role: 'user', content: 'Hi' }];
  return { model: callName, max_tokens: 100, messages, ...more };
}

function searchTool(more: object = {}) {
  return { tools: [{ type: 'web_search_20250305', name: 'web_search', ...more }] };
}

describe('a fee', () => {
  it('without a price is not charged, and the bill says so', async () => {
    const { post, store, upstream } = await openTestGateway({
      formats: ['messages'],
      configuration: { prices: [{ ...price, fees: { maps: 25 } }] },
    });
    upstream.script(searching(twoSearches));
    await (await post(path, ask())).text();
    await expect.poll(() => store.exchanges).toMatchObject([{ chargedNanoUsd: tokens }]);
    const [entry] = await store.listLedger({ limit: 1 });
    expect(explainCost(entry?.arithmetic ?? '')).toContain('2 web searches: no price, not charged');
  });

  it('for a grounded prompt is charged once', async () => {
    const { post, store, upstream } = await openTestGateway({
      formats: ['messages'],
      configuration: { prices: [{ ...price, fees: { grounded_prompt: 35 } }] },
    });
    upstream.script(searching(twoSearches));
    await (await post(path, ask())).text();
    await expect
      .poll(() => store.exchanges)
      .toMatchObject([{ chargedNanoUsd: tokens + 35_000_000 }]);
  });

  it('is not charged for a search after which the upstream fails', async () => {
    const { post, store, upstream } = await openTestGateway({
      formats: ['messages'],
      configuration: { prices: [{ ...price, fees: { ...fees, request: 25 } }] },
    });
    const searches = searching(twoSearches);
    upstream.script((request) =>
      errorEvent(searches(request) as Answer, { dialect: 'anthropic-messages', after: 1 }),
    );
    await (await post(path, ask({ stream: true }))).text();
    await expect
      .poll(() => store.exchanges)
      .toMatchObject([{ outcome: 'failed', chargedNanoUsd: 0 }]);
  });

  it('for a request is charged whatever it uses, and multiplied by the group', async () => {
    const { post, store, upstream } = await openTestGateway({
      formats: ['messages'],
      configuration: { prices: [{ ...price, fees: { request: 25 } }] },
      group: { multiplier: 2 },
    });
    upstream.script(answerWith({ text: 'Yes.', usage }));
    await (await post(path, ask())).text();
    await expect
      .poll(() => store.exchanges)
      .toMatchObject([{ chargedNanoUsd: 2 * (tokens + 25_000_000) }]);
  });

  it('whose count cannot be right is not charged, with a note', async () => {
    const { post, store, upstream } = await openTestGateway({
      formats: ['messages'],
      configuration: { prices: [price] },
    });
    const wrong = { '"server_tool_use":null': '"server_tool_use":{"web_search_requests":-2}' };
    upstream.script(searching(wrong));
    await (await post(path, ask())).text();
    const reason = expect.stringMatching(/implausible number of tool uses\.$/) as string;
    await expect
      .poll(() => store.exchanges)
      .toMatchObject([
        { chargedNanoUsd: tokens, notes: [{ path: 'usage', action: 'corrected', reason }] },
      ]);
  });
});

describe('a request with a search tool', () => {
  it.each([
    ['five searches, if it states no limit', {}, 51, 200],
    ['five searches at most', { max_uses: 9 }, 51, 200],
    ['no fewer than five', {}, 49, 429],
    ['as many searches as it may make', { max_uses: 2 }, 21, 200],
    ['no fewer than it may make', { max_uses: 2 }, 19, 429],
  ])('reserves %s', async (...[, settings, millis, status]) => {
    const { post } = await openTestGateway({
      formats: ['messages'],
      configuration: { prices: [{ ...price, input: 0, output: 0 }] },
      key: { limits: { quota: { nanoUsd: millis * 1_000_000, reset: 'none' } } },
    });
    expect((await post(path, ask(searchTool(settings)))).status).toBe(status);
  });

  it.each([
    ['one-call', 2],
    ['none', 1],
  ] as const)('that uses more than is left is charged by overdraft %s', async (overdraft, paid) => {
    const { post, store, upstream } = await openTestGateway({
      formats: ['messages'],
      configuration: { prices: [{ ...price, input: 0, output: 0 }], pricing: { overdraft } },
      key: { limits: { quota: { nanoUsd: search + 1, reset: 'none' } } },
    });
    upstream.script(searching(twoSearches));
    await (await post(path, ask(searchTool({ max_uses: 1 })))).text();
    await expect.poll(() => store.exchanges).toMatchObject([{ chargedNanoUsd: paid * search }]);
    expect((await store.checkLedger()).faults).toEqual([]);
  });
});
