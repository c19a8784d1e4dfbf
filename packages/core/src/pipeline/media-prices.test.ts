import { answerWith, rawReply } from '@parley/testkit';
import { describe, expect, it } from 'vitest';
import { formatClients } from '../testing/format-clients.ts';
import { openTestGateway } from '../testing/open-test-gateway.ts';
import { callName } from '../testing/test-gateway.ts';

const own = { audio_input: 10, audio_output: 20, image_input: 5, image_output: 30, video_input: 3 };
const prices = [{ match: '*', input: 1, output: 2, ...own }];
/** 600 text, 100 audio, 200 image and 100 video tokens in the prompt; 10 text and 90 image tokens in the reply. */
const charged = (600 * 1 + 100 * 10 + 200 * 5 + 100 * 3 + 10 * 2 + 90 * 30) * 1_000;

const reports = [
  [
    'chat',
    {
      ...{ prompt_tokens: 1_000, completion_tokens: 100, total_tokens: 1_100 },
      prompt_tokens_details: { audio_tokens: 100, image_tokens: 200, video_tokens: 100 },
      completion_tokens_details: { image_tokens: 90 },
    },
  ],
  [
    'gemini',
    {
      ...{ promptTokenCount: 1_000, candidatesTokenCount: 100, totalTokenCount: 1_100 },
      promptTokensDetails: [
        { modality: 'TEXT', tokenCount: 600 },
        { modality: 'AUDIO', tokenCount: 100 },
        { modality: 'IMAGE', tokenCount: 200 },
        { modality: 'VIDEO', tokenCount: 100 },
      ],
      candidatesTokensDetails: [{ modality: 'IMAGE', tokenCount: 90 }],
    },
  ],
  [
    'responses',
    {
      ...{ input_tokens: 1_000, output_tokens: 100, total_tokens: 1_100 },
      input_tokens_details: { audio_tokens: 100, image_tokens: 200, video_tokens: 100 },
      output_tokens_details: { image_tokens: 90 },
    },
  ],
] as const;

describe.each(reports)('audio and images that %s reports', (format, rawUsage) => {
  it.each([
    ['whole, to its own clients', format, false],
    ['as a stream, to its own clients', format, true],
    ['whole, to other clients', 'messages', false],
    ['as a stream, to other clients', 'messages', true],
  ] as const)('are charged at their own prices %s', async (_, client, stream) => {
    const { post, store, upstream } = await openTestGateway({
      formats: [format],
      configuration: { prices },
    });
    upstream.script(answerWith({ text: 'Yes.', rawUsage }));
    const { path, streamPath, ask } = formatClients[client];
    await (await post(stream ? streamPath : path, ask(200, stream))).text();
    await expect.poll(() => store.exchanges).toMatchObject([{ chargedNanoUsd: charged }]);
    expect((await store.checkLedger()).faults).toEqual([]);
  });
});

it('media that are embedded are charged at their own prices', async () => {
  const { post, store, upstream } = await openTestGateway({
    formats: ['gemini'],
    configuration: { prices },
  });
  const promptTokensDetails = [{ modality: 'VIDEO', tokenCount: 60 }];
  const usageMetadata = { promptTokenCount: 100, promptTokensDetails };
  const reply = JSON.stringify({ embedding: { values: [1] }, usageMetadata });
  upstream.script(rawReply(200, { 'content-type': 'application/json' }, reply));
  const parts = [{ text: 'A cat.' }, { inlineData: { mimeType: 'video/mp4', data: 'AAAA' } }];
  await post(`/v1beta/models/${callName}:embedContent`, { content: { parts } });
  await expect.poll(() => store.exchanges).toMatchObject([{ chargedNanoUsd: 220_000 }]);
});

it.each([
  [{}, 200],
  [{ image_output: 30 }, 429],
])('an image that a model may reply with is reserved: %j', async (image, status) => {
  const { post } = await openTestGateway({
    configuration: {
      prices: [{ match: '*', input: 1, output: 2, ...image }],
      pricing: { overdraft: 'none' },
    },
    key: { limits: { quota: { nanoUsd: 2_000_000, reset: 'none' } } },
  });
  const messages = [{ role: 'user', content: 'A cat.' }];
  const asked = { model: callName, messages, max_completion_tokens: 500 };
  expect((await post('/v1/chat/completions', asked)).status).toBe(status);
});
