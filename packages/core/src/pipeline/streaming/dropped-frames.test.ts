import { answerWith, insertAfter, reshape, send } from '@parley/testkit';
import { expect, it } from 'vitest';
import { openTestGateway } from '../../testing/open-test-gateway.ts';
import { messagesRequest } from '../../testing/test-gateway.ts';

it('garbage in a stream of the client’s own format is dropped, and the record has a note on it', async () => {
  const testGateway = await openTestGateway({ formats: ['messages'] });
  const { upstream, post, store } = testGateway;
  upstream.script(
    reshape(answerWith({ text: 'Hello.' }), (answer) =>
      insertAfter(answer, 1, [send('data: overloaded, try later\n\n')]),
    ),
  );
  const response = await post('/v1/messages', { ...messagesRequest, stream: true });
  const text = await response.text();
  expect(text).toContain('event: message_stop');
  expect(text).not.toContain('overloaded');
  expect(store.exchanges).toMatchObject([
    { outcome: 'completed', notes: [{ path: 'stream', action: 'dropped' }] },
  ]);
});
