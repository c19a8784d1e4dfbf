import { answerWith, insertAfter, reshape, send } from '@parley/testkit';
import { describe, expect, it } from 'vitest';
import { formatClients, pairs, plainPrices } from '../../testing/format-clients.ts';
import { openTestGateway } from '../../testing/open-test-gateway.ts';
import type { Format } from '../../testing/test-gateway.ts';

const pieces = ['It ', 'is ', 'noon ', 'in ', 'Lima.'];
const garbage = 'data: overloaded, try later\n\n';
const halfEvent = 'data: {"type":"content_block_delta","choices":[{"delta":{"content":"no\n\n';

/** What a client gets of a stream with one more frame between its texts, and what is recorded. */
async function streamWith(frame: string, client: Format, format: Format) {
  const testGateway = await openTestGateway({ formats: [format], configuration: plainPrices });
  const place = { chat: 3, messages: 5, gemini: 2, responses: 6 }[format];
  const script = reshape(answerWith({ text: pieces }), (answer) =>
    insertAfter(answer, place, [send(frame)]),
  );
  testGateway.upstream.script(script);
  const { streamPath, ask } = formatClients[client];
  const response = await testGateway.post(streamPath, ask(50, true));
  const text = await response.text();
  return { text, store: testGateway.store };
}

const ends: Readonly<Record<Format, string>> = {
  chat: 'data: [DONE]',
  messages: 'event: message_stop',
  gemini: '"finishReason":"STOP"',
  responses: 'event: response.completed',
};
const skipsComments: readonly Format[] = ['chat', 'responses'];

describe.each(pairs)('a stream for a client of %s from an upstream of %s', (client, format) => {
  it('loses what is no event, with a note for the record and for clients that skip comments', async () => {
    const { text, store } = await streamWith(garbage, client, format);
    expect(text).toContain(ends[client]);
    expect(text).toContain('noon ');
    expect(text).not.toContain('overloaded');
    expect(text.includes(': parley-translation lossy; dropped stream')).toBe(
      skipsComments.includes(client),
    );
    const [exchange] = store.exchanges;
    expect(exchange).toMatchObject({ outcome: 'completed' });
    expect(exchange?.notes).toContainEqual(
      expect.objectContaining({ path: 'stream', action: 'dropped' }),
    );
  });

  it('fails at half an event, and is charged for what came before', async () => {
    const { text, store } = await streamWith(halfEvent, client, format);
    expect(text).toContain('is ');
    expect(text).not.toContain('Lima');
    expect(text).not.toContain(ends[client]);
    expect(text.match(/"error":/g)?.length).toBeGreaterThan(0);
    expect(store.exchanges).toMatchObject([{ outcome: 'failed' }]);
    expect(store.exchanges[0]?.usage?.estimated).toBe(true);
  });
});
