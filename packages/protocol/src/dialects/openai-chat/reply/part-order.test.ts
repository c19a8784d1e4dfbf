import { describe, expect, it } from 'vitest';
import { replayReply } from '../../../canonical/replay.ts';
import type { Part } from '../../../canonical/part.ts';
import type { CanonicalReply } from '../../../canonical/reply.ts';
import { replyTarget, writeStream } from '../../../testing/wire.ts';
import { openaiChat } from '../codec.ts';

const thought = { type: 'reasoning', text: 'Hm.' } as const;
const signature = {
  type: 'reasoning',
  text: '',
  providerState: { vendor: 'google', kind: 'thought', data: 'c2ln' },
} as const;
const text = { type: 'text', text: 'Hi.' } as const;
const refusal = { type: 'refusal', text: 'No.' } as const;
const call = { type: 'call', id: 'call_1', name: 'look', arguments: '{}' } as const;

function reasonsOf(parts: readonly Part[]) {
  const reply: CanonicalReply = { choices: [{ index: 0, parts, finish: { reason: 'stop' } }] };
  const whole = openaiChat.encodeReply(reply, replyTarget()).notes;
  const streamed = writeStream(openaiChat, replayReply(reply), replyTarget()).notes;
  return { whole, streamed };
}

describe('the order of parts that a chat message keeps apart', () => {
  it.each([
    ['the usual one', [thought, thought, text, text, refusal, call, call]],
    ['a signature without text', [thought, text, signature, call]],
    ['a text without content', [call, { type: 'text', text: '' }]],
  ] as const)('is kept: %s', (_, parts) => {
    expect(reasonsOf(parts)).toEqual({ whole: [], streamed: [] });
  });

  it.each([
    ['reasoning between texts', [thought, text, thought, text], 2],
    ['reasoning after a call', [call, thought], 1],
    ['text after a call', [call, text], 1],
    ['a refusal after a call', [call, refusal], 1],
  ] as const)('is noted: %s', (_, parts, at) => {
    const note = { action: 'moved', reason: expect.stringContaining('reasoning before') as string };
    expect(reasonsOf(parts)).toEqual({
      whole: [{ ...note, path: `choices[0].parts[${String(at)}]` }],
      streamed: [{ ...note, path: 'parts' }],
    });
  });
});
