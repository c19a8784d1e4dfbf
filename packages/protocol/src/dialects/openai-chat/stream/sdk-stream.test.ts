import { ChatCompletionStream } from 'openai/lib/ChatCompletionStream';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { CanonicalEvent } from '../../../canonical/reply.ts';
import { NameMap } from '../../../history/names.ts';
import { streamedReply } from '../../../testing/event-streams.ts';
import { encodeReply } from '../reply/reply.ts';
import { createStreamEncoder } from './encoder.ts';

const target = {
  model: 'called',
  id: 'abc',
  createdAt: 1763683200,
  names: new NameMap(),
  includeUsage: true,
};

/** The official helper reads one chunk per line. */
function linesOf(events: readonly CanonicalEvent[]): ReadableStream {
  const encoder = createStreamEncoder(target);
  const frames = events.flatMap((event) => (event.type === 'reply-end' ? [] : encoder.push(event)));
  const chunks = [...frames, ...encoder.end()].filter(({ data }) => data !== '[DONE]');
  return new Blob([chunks.map(({ data }) => `${data}\n`).join('')]).stream();
}

it('the official client reads the same from a stream as from a whole reply', async () => {
  await fc.assert(
    fc.asyncProperty(streamedReply({ maxChoices: 2 }), async ({ reply, events }) => {
      const read = await ChatCompletionStream.fromReadableStream(
        linesOf(events),
      ).finalChatCompletion();
      const whole = encodeReply(reply, target).value;
      expect(read).toMatchObject({ id: whole.id, model: whole.model, usage: whole.usage });
      for (const { index, message, finish_reason: reason } of whole.choices) {
        const choice = read.choices.find((each) => each.index === index);
        expect(choice?.finish_reason).toBe(reason);
        expect(choice?.message.content ?? '').toBe(message.content ?? '');
        expect(choice?.message.tool_calls ?? []).toMatchObject(message.tool_calls ?? []);
      }
    }),
    { numRuns: 50 },
  );
});
