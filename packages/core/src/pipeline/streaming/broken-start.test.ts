// What a client gets of a stream that breaks before the reply has begun, when there is no other target.
import {
  answerWith,
  readContent,
  readFrames,
  reshape,
  truncate,
  type EarlyEnd,
} from '@parley/testkit';
import { expect, it } from 'vitest';
import { formatClients, pairs, plainPrices } from '../../testing/format-clients.ts';
import { openTestGateway } from '../../testing/open-test-gateway.ts';
import { chatRequest } from '../../testing/test-gateway.ts';

it.each<readonly [EarlyEnd, string]>([
  ['fin', 'upstream_unreachable'],
  ['reset', 'upstream_unreachable'],
  ['clean', 'stream_interrupted'],
])('a stream that ends by %s before its text is an error with status 502', async (by, code) => {
  const testGateway = await openTestGateway();
  const { upstream, post } = testGateway;
  upstream.script(
    reshape(answerWith({ text: 'Hello.' }), (each) => truncate(each, { frames: 1, by })),
  );
  const response = await post('/v1/chat/completions', { ...chatRequest, stream: true });
  expect(response.status).toBe(502);
  expect(await response.json()).toMatchObject({ error: { code } });
});

it.each(pairs)(
  'a %s client of a %s upstream gets and pays nothing of a reply that breaks before its text',
  async (client, format) => {
    const { upstream, post, store } = await openTestGateway({ formats: [format], ...plainPrices });
    const { streamPath, ask } = formatClients[client];
    upstream.script(
      reshape(answerWith({ text: ['Hello.'] }), (each) => {
        const frames = readFrames(Buffer.from(readContent(each)).toString());
        const textAt = frames.findIndex(({ data }) => data.includes('Hello.'));
        return truncate(each, { frames: textAt, by: 'clean' });
      }),
    );
    const response = await post(streamPath, ask(64, true));
    expect(response.status).toBe(502);
    expect(store.exchanges).toMatchObject([{ outcome: 'failed', chargedNanoUsd: 0 }]);
  },
);
