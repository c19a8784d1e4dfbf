import { answerWith } from '@parley/testkit';
import { expect, it } from 'vitest';
import { inputNanoUsd, outputNanoUsd, plainPrices } from '../testing/format-clients.ts';
import { openTestGateway } from '../testing/open-test-gateway.ts';
import { callName, type Format } from '../testing/test-gateway.ts';

const usage = { input: 20_000, output: 10 };
const user = { role: 'user', content: 'Hi' };

function chat(more: object) {
  return ['chat', { messages: [user], max_completion_tokens: 50, ...more }] as const;
}

function respond(...items: readonly object[]) {
  return ['responses', { input: [user, ...items, user], max_output_tokens: 50 }] as const;
}

const paths: Partial<Record<Format, string>> = {
  chat: '/v1/chat/completions',
  responses: '/v1/responses',
};

async function chargeOf(format: Format, body: object): Promise<number | undefined> {
  const { post, store, upstream } = await openTestGateway({
    formats: [format],
    configuration: plainPrices,
    key: { limits: { quota: { nanoUsd: 1_000_000_000, reset: 'none' } } },
  });
  upstream.script(answerWith({ text: 'Yes.', usage }));
  const response = await post(paths[format] ?? '', { model: callName, ...body });
  expect(response.status).toBe(200);
  await response.text();
  await expect.poll(() => store.exchanges.length).toBe(1);
  return store.exchanges[0]?.chargedNanoUsd;
}

it.each([
  ['a search plugin', ...chat({ plugins: [{ id: 'web' }] })],
  ['data of the provider', ...chat({ data_sources: [{ type: 'azure_search' }] })],
  ['a search', ...chat({ enable_search: true })],
  ['audio of an earlier reply', ...chat({ messages: [user, spoken(), user] })],
  ['a part of another kind', ...chat({ messages: [{ ...user, content: [{ type: 'x' }] }] })],
  ['an image that was generated', ...respond({ type: 'image_generation_call', id: 'ig_1' })],
  ['a screenshot', ...respond(screenshot())],
])('a prompt with %s, by name, is charged as it is reported', async (_, format, body) => {
  const charge = usage.input * inputNanoUsd + usage.output * outputNanoUsd;
  expect(await chargeOf(format, body)).toBe(charge);
});

function spoken() {
  return { role: 'assistant', audio: { id: 'audio_1' } };
}

function screenshot() {
  const output = { type: 'computer_screenshot', file_id: 'file_1' };
  return { type: 'computer_call_output', call_id: 'call_1', output };
}

it.each([
  chat({}),
  chat({ plugins: [{ id: 'response-healing' }], data_sources: [], enable_search: false }),
  respond({ type: 'web_search_call', id: 'ws_1', status: 'completed' }),
])('any other prompt is charged up to its bytes: %j', async (format, body) => {
  expect(await chargeOf(format, body)).toBeLessThan(1_000 * inputNanoUsd);
});
