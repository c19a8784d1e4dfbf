import { MessageStream } from '@anthropic-ai/sdk/lib/MessageStream';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GatewayError } from '../../../canonical/error.ts';
import type { CanonicalEvent } from '../../../canonical/reply.ts';
import type { JsonObject } from '../../../json/value.ts';
import type { SseFrame } from '../../../sse/frame.ts';
import { streamedReply } from '../../../testing/event-streams.ts';
import { encodeStream, replyTarget } from '../../../testing/wire.ts';
import { anthropicMessages } from '../codec.ts';

/** The official client's own reader; it throws on events out of order and on streams without end. */
function read(frames: readonly SseFrame[]): MessageStream {
  const lines = frames.map(({ data }) => `${data}\n`);
  return MessageStream.fromReadableStream(new Blob(lines).stream());
}

describe('the official client', () => {
  it('reads the same from a stream as from the whole reply', async () => {
    await fc.assert(
      fc.asyncProperty(streamedReply({ vendor: 'anthropic' }), async ({ reply, events }) => {
        const message = await read(encodeStream(anthropicMessages, events)).finalMessage();
        const { value } = anthropicMessages.encodeReply(reply, replyTarget());
        // The official client reads every number as a double.
        const whole = JSON.parse(JSON.stringify(value)) as JsonObject;
        const { content, stop_reason, usage } = message;
        expect(JSON.parse(JSON.stringify(content))).toEqual(whole['content']);
        expect(stop_reason).toBe(whole['stop_reason']);
        expect(whole['usage']).toMatchObject({
          input_tokens: usage.input_tokens,
          output_tokens: usage.output_tokens,
          cache_read_input_tokens: usage.cache_read_input_tokens,
        });
      }),
      { numRuns: 50 },
    );
  });

  it('raises an error for a broken stream', async () => {
    const events: CanonicalEvent[] = [
      { type: 'reply-start' },
      { type: 'part-start', index: 0, choice: 0, part: { type: 'text' } },
      { type: 'part-delta', index: 0, text: 'Half' },
      { type: 'failure', error: new GatewayError('overloaded', 'Busy.') },
    ];
    await expect(read(encodeStream(anthropicMessages, events)).finalMessage()).rejects.toThrow();
  });
});
