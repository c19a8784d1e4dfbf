import { answerWith } from '@parley/testkit';
import { expect, it } from 'vitest';
import { openTestGateway } from '../testing/open-test-gateway.ts';
import { chatRequest, messagesRequest } from '../testing/test-gateway.ts';

it('of two equal targets, the one that speaks the format of the client answers', async () => {
  const targets = ['up0', 'up1'].map((upstream) => ({ upstream, model: 'scripted-model' }));
  const { post, upstreams } = await openTestGateway({
    formats: ['chat', 'messages'],
    configuration: { models: { both: { targets } } },
  });
  for (const upstream of upstreams) upstream.script(answerWith({ text: 'Fine.' }));
  await post('/v1/chat/completions', { ...chatRequest, model: 'both' });
  expect(upstreams.map(({ requests }) => requests.length)).toEqual([1, 0]);
  await post('/v1/messages', { ...messagesRequest, model: 'both' });
  expect(upstreams.map(({ requests }) => requests.length)).toEqual([1, 1]);
});
