import { answerWith, createAnswer, type Answer } from '@parley/testkit';
import { describe, expect, it } from 'vitest';
import { formatClients } from '../../testing/format-clients.ts';
import { openTestGateway } from '../../testing/open-test-gateway.ts';
import { chatRequest, messagesRequest, type TestGateway } from '../../testing/test-gateway.ts';

/** A messages stream in which the provider runs a server tool, or does not. */
function messagesStream(hasServerTool: boolean): Answer {
  const start = { id: 'msg_1', type: 'message', role: 'assistant', content: [], model: 'm' };
  const search = { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: {} };
  const events = [
    { type: 'message_start', message: { ...start, usage: { input_tokens: 1, output_tokens: 1 } } },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Hi' } },
    { type: 'content_block_stop', index: 0 },
    ...(hasServerTool
      ? [
          { type: 'content_block_start', index: 1, content_block: search },
          { type: 'content_block_stop', index: 1 },
        ]
      : []),
    { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 2 } },
    { type: 'message_stop' },
  ];
  const text = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
  return createAnswer({ headers: { 'content-type': 'text/event-stream' }, body: text });
}

const streamedChat = { ...chatRequest, max_completion_tokens: 9, stream: true };

async function arrange(hasServerTool: boolean): Promise<TestGateway> {
  const testGateway = await openTestGateway({ formats: ['messages'] });
  testGateway.upstream.script(messagesStream(hasServerTool));
  return testGateway;
}

describe('a caller of a translated stream', () => {
  it('gets a comment with the losses before the end mark', async () => {
    const { post } = await arrange(true);
    const response = await post('/v1/chat/completions', streamedChat);
    expect(response.headers.get('parley-translation')).toBe('adapted');
    const text = await response.text();
    expect(text).toMatch(/^: parley-translation lossy; dropped parts$/m);
    expect(text.trimEnd().endsWith('data: [DONE]')).toBe(true);
  });

  it('gets a comment that nothing was lost', async () => {
    const { post } = await arrange(false);
    const response = await post('/v1/chat/completions', streamedChat, {
      headers: { 'parley-explain': 'notes' },
    });
    expect(JSON.parse(response.headers.get('parley-notes') ?? '')).toEqual({
      notes: [
        {
          path: 'stream',
          action: 'approximated',
          reason: 'What the translation changes is known at the end of the stream.',
        },
      ],
    });
    expect(await response.text()).toMatch(/^: parley-translation exact$/m);
  });
});

it('a caller whose format has no comments gets none', async () => {
  const { post, upstream } = await openTestGateway({ formats: ['chat'] });
  upstream.script(answerWith({ text: ['Good ', 'morning.'] }));
  for (const { streamPath, ask } of [formatClients.messages, formatClients.gemini]) {
    const response = await post(streamPath, ask(100, true));
    expect(await response.text()).not.toContain('parley-translation');
  }
});

it.each([10, 11, 12])('a comment on %i changes names ten of them', async (count) => {
  const { post, store } = await arrange(false);
  const named = { role: 'user', name: 'a', content: 'Hi' };
  const messages = [...chatRequest.messages, ...Array.from({ length: count }, () => named)];
  const response = await post('/v1/chat/completions', { ...streamedChat, messages });
  const text = await response.text();
  expect(store.exchanges[0]?.notes).toHaveLength(count);
  const [, comment = ''] = /^: parley-translation lossy; (.*)$/m.exec(text) ?? [];
  const more = count > 10 ? [`and ${String(count - 10)} more`] : [];
  expect(comment.split(', ').slice(10)).toEqual(more);
});

it('a stream without usage is charged by its text, and by its reasoning as such', async () => {
  const { post, upstream, store } = await arrange(false);
  const delta = (fields: object) => ({ type: 'content_block_delta', index: 0, delta: fields });
  const events = [
    { type: 'message_start', message: { id: 'm', role: 'assistant', content: [], model: 'm' } },
    { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '' } },
    delta({ type: 'thinking_delta', thinking: 'Two trains, one track.' }),
    { type: 'content_block_stop', index: 0 },
    { type: 'content_block_start', index: 1, content_block: { type: 'text', text: '' } },
    { ...delta({ type: 'text_delta', text: 'Noon.' }), index: 1 },
    { type: 'content_block_stop', index: 1 },
    { type: 'message_delta', delta: { stop_reason: 'end_turn' } },
    { type: 'message_stop' },
  ];
  const body = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
  upstream.script(createAnswer({ headers: { 'content-type': 'text/event-stream' }, body }));
  const text = await (await post('/v1/chat/completions', streamedChat)).text();
  expect(text).toContain('Noon.');
  const usage = store.exchanges[0]?.usage;
  expect(usage?.estimated).toBe(true);
  expect(usage?.output).toBeGreaterThan(0);
  expect(usage?.reasoning).toBeGreaterThan(usage?.output ?? 0);
});

describe('a caller of the same format', () => {
  it('gets the fidelity `exact` as a header, and no comment', async () => {
    const { post } = await arrange(true);
    const response = await post('/v1/messages', { ...messagesRequest, stream: true });
    expect(response.headers.get('parley-translation')).toBe('exact');
    expect(await response.text()).not.toContain('parley-translation');
  });
});
