import { describe, expect, it } from 'vitest';
import { replayReply } from '../../canonical/replay.ts';
import type { CanonicalReply } from '../../canonical/reply.ts';
import type { ReplyTarget } from '../../codec.ts';
import { NameMap } from '../../history/names.ts';
import { lintChatStream } from './stream/lint.ts';
import { encodeReply } from './reply/reply.ts';
import { createStreamEncoder } from './stream/encoder.ts';
import type { ChatChunk } from './types.ts';

const names = new NameMap();
const target: ReplyTarget = {
  model: 'called',
  id: 'abc',
  createdAt: 1763683200,
  names,
  includeUsage: false,
  request: {
    model: 'called',
    stream: true,
    includeUsage: false,
    turns: [],
    tools: [
      { kind: 'custom', name: 'apply.patch' },
      { kind: 'function', name: 'look' },
    ],
    sampling: {},
  },
};

/** An answer of an upstream that knew the tool `name` as a function only. */
function calling(name: string, text: string): CanonicalReply {
  const call = {
    type: 'call',
    id: 'c',
    name: names.toUpstream(name),
    arguments: text,
  } as const;
  return { choices: [{ index: 0, parts: [call], finish: { reason: 'calls' } }] };
}

function streamOf(reply: CanonicalReply) {
  const encoder = createStreamEncoder(target);
  const frames = replayReply(reply).flatMap((event) => {
    return event.type === 'reply-end' || event.type === 'failure' ? [] : encoder.push(event);
  });
  frames.push(...encoder.end());
  const chunks = frames.slice(0, -1).map(({ data }) => JSON.parse(data) as ChatChunk);
  const deltas = chunks.flatMap(({ choices }) => choices.flatMap(({ delta }) => delta.tool_calls));
  return { frames, calls: deltas.filter((call) => call !== undefined) };
}

describe('a call of the function that replaces a custom tool', () => {
  it.each([
    ['{"input":"*** Begin\\n"}', '*** Begin\n'],
    ['{"patch":"*** Begin"}', '*** Begin'],
    ['*** Begin', '*** Begin'],
    ['', ''],
  ])('comes back as the tool that was declared: %j', (text, input) => {
    const reply = calling('apply.patch', text);
    expect(encodeReply(reply, target).value.choices[0]?.message.tool_calls).toEqual([
      { id: 'c', type: 'custom', custom: { name: 'apply.patch', input } },
    ]);

    const { frames, calls } = streamOf(reply);
    expect(lintChatStream(frames)).toEqual([]);
    expect(calls[0]).toEqual({
      index: 0,
      id: 'c',
      type: 'custom',
      custom: { name: 'apply.patch', input: '' },
    });
    expect(calls.map((call) => call.custom?.input).join('')).toBe(input);
    expect(calls.some((call) => call.function !== undefined)).toBe(false);
  });

  it('does not change calls of other functions', () => {
    const reply = calling('look', '{"input":"x"}');
    const [call] = encodeReply(reply, target).value.choices[0]?.message.tool_calls ?? [];
    expect(call).toMatchObject({ type: 'function', function: { arguments: '{"input":"x"}' } });
    expect(streamOf(reply).calls[0]).toMatchObject({ type: 'function' });
  });
});
