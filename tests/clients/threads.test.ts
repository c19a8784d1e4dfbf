import Anthropic from '@anthropic-ai/sdk';
import { answerWith, jsonReply, rawReply } from '@parley/testkit';
import { describe, expect, it } from 'vitest';
import { shareTestGateway } from './shared-gateway.ts';
import { nameModel, upstreamFormats, type UpstreamFormat } from './test-gateway.ts';

// Conversations that Anthropic keeps, so that a request has only what is new.
const testGateway = shareTestGateway();

function startThread(format: UpstreamFormat) {
  const client = new Anthropic({
    apiKey: testGateway.parley.key,
    baseURL: testGateway.parley.url,
    maxRetries: 0,
  });
  const model = nameModel('claude', format);
  return client.beta.messages.thread({ model, max_tokens: 100, system: 'Be brief.' });
}

const say = (content: string) => ({ role: 'user', content }) as const;

function sent(field: string): unknown[] {
  const { requests } = testGateway.upstream;
  return requests.map(({ text }) => (JSON.parse(text) as Record<string, unknown>)[field]);
}

const usage = { input_tokens: 3, output_tokens: 2 };
const head = { type: 'message', role: 'assistant', model: 'm', stop_sequence: null, usage };

describe('a thread of the Anthropic library', () => {
  it('continues at a Messages upstream with what is new, also after a pause', async () => {
    const text = { type: 'text', text: 'One moment.' };
    testGateway.upstream.next(
      jsonReply({ ...head, id: 'msg_1', content: [text], stop_reason: 'pause_turn' }),
      jsonReply({ ...head, id: 'msg_2', content: [text], stop_reason: 'end_turn' }),
    );
    const thread = startThread('messages');
    await thread.send(say('Hi'));
    await thread.send();
    expect(sent('messages')).toMatchObject([[say('Hi')], []]);
    expect(sent('thread')).toEqual([
      { type: 'create' },
      { type: 'continue', previous_message_id: 'msg_1' },
    ]);
  });

  it('is sent whole again when the upstream has lost it', async () => {
    const details = { error_code: 'thread_not_found' };
    const error = { type: 'not_found_error', message: 'No such thread.', details };
    const lost = JSON.stringify({ type: 'error', error, request_id: 'req_1' });
    testGateway.upstream.next(
      answerWith({ text: 'Hello.' }),
      rawReply(404, { 'content-type': 'application/json' }, lost),
      answerWith({ text: 'Well.' }),
    );
    const thread = startThread('messages');
    await thread.send(say('Hi'));
    await thread.send(say('And?'));
    expect(sent('thread')).toMatchObject([{}, { type: 'continue' }, { type: 'create' }]);
    expect(sent('messages')[2]).toHaveLength(3);
  });

  it.each(upstreamFormats.filter((format) => format !== 'messages'))(
    'is sent whole each time over %s, whose upstream keeps none',
    async (format) => {
      testGateway.upstream.next(answerWith({ text: 'Hello.' }), answerWith({ text: 'Well.' }));
      const thread = startThread(format);
      await thread.send(say('Hi'));
      await thread.stream(say('And?')).finalMessage();
      expect(thread.messages).toHaveLength(4);
      expect(testGateway.upstream.requests).toHaveLength(2);
      const [, second] = testGateway.upstream.requests;
      for (const words of ['Be brief.', 'Hi', 'Hello.', 'And?'])
        expect(second?.text).toContain(words);
    },
  );
});
