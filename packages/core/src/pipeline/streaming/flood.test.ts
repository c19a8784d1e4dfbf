import { describe, expect, it } from 'vitest';
import type { ReplySink, UpstreamTransport } from '../../ports.ts';
import { openTestGateway } from '../../testing/open-test-gateway.ts';
import { chatRequest, messagesRequest } from '../../testing/test-gateway.ts';

const streams = 40;
const chunksPerStream = 3;
const frame = `data: ${JSON.stringify({
  id: 'chatcmpl-1',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'scripted',
  choices: [{ index: 0, delta: { content: 'piece '.repeat(20) }, finish_reason: null }],
})}\n\n`;
const chunk = new TextEncoder().encode(frame.repeat(Math.ceil(65_536 / frame.length)));
const endMark = new TextEncoder().encode('data: [DONE]\n\n');

/** All bodies have their next chunk at once. */
const flooding: UpstreamTransport = {
  send: () => {
    let left = chunksPerStream;
    return Promise.resolve({
      status: 200,
      headers: new Headers({ 'content-type': 'text/event-stream' }),
      body: {
        read: () => {
          left -= 1;
          return Promise.resolve(left < 0 ? undefined : left === 0 ? endMark : chunk);
        },
        cancel: () => undefined,
      },
    });
  },
  close: () => Promise.resolve(),
};

/** The most bytes that all sinks together get between two turns of the event loop. */
function watchTurns() {
  let inTurn = 0;
  let most = 0;
  const timer = setInterval(() => (inTurn = 0), 0);
  return {
    note(text: string): void {
      inTurn += text.length;
      most = Math.max(most, inTurn);
    },
    stop(): number {
      clearInterval(timer);
      return most;
    },
  };
}

function createSink(note: (text: string) => void, end: () => void): ReplySink {
  return {
    open: () => undefined,
    write(text) {
      note(text);
      return undefined;
    },
    end,
    onClose: () => undefined,
  };
}

describe('many streams that arrive faster than they are relayed', () => {
  it.each([
    ['passed through', '/v1/chat/completions', chatRequest],
    ['translated', '/v1/messages', messagesRequest],
  ])('leave room for other work from their first chunk on (%s)', async (_, path, body) => {
    const { gateway, secret } = await openTestGateway({ options: { transport: flooding } });
    const turns = watchTurns();
    const calls = Array.from({ length: streams }, async () => {
      const request = new Request(`http://parley.test${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
        body: JSON.stringify({ ...body, stream: true }),
      });
      await new Promise<void>((resolve) => {
        void gateway.fetch(request, { sink: createSink(turns.note, resolve) });
      });
    });
    await Promise.all(calls);
    // A turn is a quarter of a mebibyte; text of a translation is up to twice as long.
    expect(turns.stop()).toBeLessThan(2 ** 20);
  });
});
