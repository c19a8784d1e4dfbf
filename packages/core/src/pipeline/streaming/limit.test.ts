import { createArrayParser, createFrameParser } from '@parley/protocol';
import { answerWith, reshape, stallAfter } from '@parley/testkit';
import { describe, expect, it } from 'vitest';
import {
  inputNanoUsd,
  outputNanoUsd,
  pairs,
  plainPrices,
  promptBound,
  formatClients,
} from '../../testing/format-clients.ts';
import { openTestGateway } from '../../testing/open-test-gateway.ts';
import { callName, type TestGateway } from '../../testing/test-gateway.ts';

/** The output tokens that the quota of the key covers. */
const affordable = 100;
const words = Array.from({ length: 600 }, (_, index) => ` word${String(index % 7)}`);

describe.each(pairs)(
  'a %s client of a %s upstream that goes on beyond its limit',
  (client, format) => {
    const { streamPath, ask, cutMark, lint } = formatClients[client];
    const body = ask(2_000, true);

    async function arrange(nanoUsd: number): Promise<TestGateway> {
      const testGateway = await openTestGateway({
        formats: [format],
        configuration: plainPrices,
        key: { limits: { quota: { nanoUsd, reset: 'none' } } },
      });
      return testGateway;
    }

    it.each(['text', 'reasoning'] as const)(
      'gets a clean end, is told why, and pays for no more than it could (%s)',
      async (kind) => {
        const nanoUsd = promptBound(body) * inputNanoUsd + affordable * outputNanoUsd;
        const { post, store, upstream } = await arrange(nanoUsd);
        const script = answerWith({ text: 'Then.', [kind]: words });
        upstream.script(reshape(script, (answer) => stallAfter(answer, 500)));
        const response = await post(streamPath, body);
        const text = await response.text();
        await upstream.whenClientLeft(0);
        const parser = createFrameParser();
        const frames = [...parser.push(new TextEncoder().encode(text)), ...parser.end()];
        expect(lint(frames)).toEqual([]);
        expect(text).toContain(cutMark);
        expect(text).not.toContain('"error":{');
        expect(text).not.toContain('Then.');
        const [record] = store.exchanges;
        expect(record).toMatchObject({ outcome: 'completed', status: 200, pricing: 'priced' });
        expect(record?.chargedNanoUsd).toBeLessThanOrEqual(nanoUsd);
        const { output = 0, reasoning = 0 } = record?.usage ?? {};
        expect(output + reasoning).toBe(affordable);
        expect(record?.usage?.estimated).toBe(true);
        const { state } = (await store.readKey('key_1')) ?? {};
        expect(state).toMatchObject({ reservedNanoUsd: 0, spent: record?.chargedNanoUsd });
      },
    );

    it('is not ended while it stays within the limit', async () => {
      const nanoUsd = promptBound(body) * inputNanoUsd + 2_000 * outputNanoUsd;
      const { post, store, upstream } = await arrange(nanoUsd);
      upstream.script(answerWith({ text: words, usage: { input: 9, output: 1_200 } }));
      const text = await (await post(streamPath, body)).text();
      expect(text).not.toContain(cutMark);
      expect(text.replaceAll('\\u2028', '')).toContain('word6');
      expect(store.exchanges).toMatchObject([
        { outcome: 'completed', usage: { input: 9, output: 1_200 } },
      ]);
    });
  },
);

it('closes the JSON array of a Gemini client', async () => {
  const body = formatClients.gemini.ask(2_000, true);
  const nanoUsd = promptBound(body) * inputNanoUsd + affordable * outputNanoUsd;
  const testGateway = await openTestGateway({
    formats: ['gemini'],
    configuration: plainPrices,
    key: { limits: { quota: { nanoUsd, reset: 'none' } } },
  });
  testGateway.upstream.script(answerWith({ text: words }));
  const response = await testGateway.post(`/v1beta/models/${callName}:streamGenerateContent`, body);
  const text = await response.text();
  expect((JSON.parse(text) as unknown[]).length).toBeGreaterThan(50);
  const parser = createArrayParser();
  const frames = [...parser.push(new TextEncoder().encode(text)), ...parser.end()];
  expect(frames.at(-1)?.data).toContain('MAX_TOKENS');
});

it('does not end the streams of keys without a limit', async () => {
  const testGateway = await openTestGateway({ formats: ['chat'], configuration: plainPrices });
  testGateway.upstream.script(answerWith({ text: words }));
  const { streamPath, ask, cutMark } = formatClients.chat;
  expect(await (await testGateway.post(streamPath, ask(10, true))).text()).not.toContain(cutMark);
});
