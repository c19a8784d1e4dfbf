import { answerWith, reshape, type Answer } from '@parley/testkit';
import { describe, expect, it } from 'vitest';
import { openTestGateway } from '../testing/open-test-gateway.ts';
import { formatClients, inputNanoUsd, outputNanoUsd } from '../testing/format-clients.ts';
import { callName, type Format } from '../testing/test-gateway.ts';

const services = { priority: 2, ultrafast: 6, fast: 3, us: 1.1 };
const prices = [{ match: '*', input: 1, output: 2, services }];
const usage = { input: 1_000, output: 100 };
const usual = usage.input * inputNanoUsd + usage.output * outputNanoUsd;

/** How the scripted upstreams report the usual service, and another one; and the factor of the price for it. */
const reports = [
  ['chat', { '"service_tier":"default"': '"service_tier":"priority"' }, 2],
  [
    'messages',
    { '"inference_geo":null': '"inference_geo":"us"', '"speed":null': '"speed":"fast"' },
    3.3,
  ],
  ['gemini', { '"usageMetadata":{': '"usageMetadata":{"serviceTier":"PRIORITY",' }, 2],
  ['responses', { '"service_tier":"default"': '"service_tier":"ultrafast"' }, 6],
] as const satisfies readonly (readonly [Format, Readonly<Record<string, string>>, number])[];

function replaceText(answer: Answer, replacements: Readonly<Record<string, string>>): Answer {
  const body = answer.body.map((step) => {
    if (step.step !== 'send') return step;
    let text = Buffer.from(step.bytes).toString();
    for (const [from, to] of Object.entries(replacements)) text = text.replaceAll(from, to);
    return { ...step, bytes: Buffer.from(text) };
  });
  return { ...answer, body };
}

describe.each(reports)('a service that %s reports', (format, replacements, factor) => {
  it.each([
    ['whole, to its own clients', format, false],
    ['as a stream, to its own clients', format, true],
    ['whole, to other clients', format === 'chat' ? 'messages' : 'chat', false],
    ['as a stream, to other clients', format === 'chat' ? 'messages' : 'chat', true],
  ] as const)('is charged %s', async (_, client, stream) => {
    const { post, store, upstream } = await openTestGateway({
      formats: [format],
      configuration: { prices },
    });
    upstream.script(
      reshape(answerWith({ text: 'Yes.', usage }), (answer) => replaceText(answer, replacements)),
    );
    const { path, ask } = formatClients[client];
    await (await post(path, ask(200, stream))).text();
    await expect.poll(() => store.exchanges).toMatchObject([{ chargedNanoUsd: factor * usual }]);
    expect((await store.checkLedger()).faults).toEqual([]);
  });
});

describe('a service that a request asks for', () => {
  const asked = { model: callName, messages: [{ role: 'user', content: 'Hi' }] };

  it.each([
    ['default', 200],
    ['priority', 200],
    ['ultrafast', 429],
  ])('is reserved at its price: %s', async (service_tier, status) => {
    const { post, upstream } = await openTestGateway({
      configuration: { prices, pricing: { overdraft: 'none' } },
      key: { limits: { quota: { nanoUsd: 1_000_000, reset: 'none' } } },
    });
    const response = await post('/v1/chat/completions', { ...asked, service_tier });
    expect(response.status).toBe(status);
    expect(upstream.requests).toHaveLength(status === 200 ? 1 : 0);
  });

  it('is charged when the upstream does not report what the reply used', async () => {
    const { post, store, upstream } = await openTestGateway({ configuration: { prices } });
    upstream.script(answerWith({ text: 'Yes.', usage: null }));
    for (const service_tier of ['default', 'ultrafast']) {
      await post('/v1/chat/completions', { ...asked, service_tier });
    }
    const [usualCall, fastCall] = store.exchanges;
    expect(fastCall?.chargedNanoUsd).toBe(6 * (usualCall?.chargedNanoUsd ?? 0));
    expect(usualCall?.chargedNanoUsd).toBeGreaterThan(0);
  });
});
