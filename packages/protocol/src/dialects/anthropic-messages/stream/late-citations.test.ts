import { expect, it } from 'vitest';
import type { CanonicalEvent } from '../../../canonical/reply.ts';
import { parseJson } from '../../../json/parse.ts';
import { encodeStream, replyTarget } from '../../../testing/wire.ts';
import { anthropicMessages } from '../codec.ts';
import { lintMessagesStream } from './lint.ts';

const cite = (url: string): CanonicalEvent => ({
  ...{ type: 'part-citation', index: 0 },
  citation: { url },
});

it('citations that come after the end of their text share one block at the end', () => {
  const frames = encodeStream(anthropicMessages, [
    { type: 'reply-start' },
    { type: 'part-start', index: 0, choice: 0, part: { type: 'text' } },
    { type: 'part-delta', index: 0, text: 'See.' },
    { type: 'part-end', index: 0 },
    cite('https://a.test/'),
    { type: 'part-start', index: 1, choice: 0, part: { type: 'call', id: 'a', name: 'now' } },
    { type: 'part-end', index: 1 },
    cite('https://b.test/'),
    { type: 'finish', choice: 0, finish: { reason: 'calls' } },
    { type: 'reply-end' },
  ]);
  expect(lintMessagesStream(frames)).toEqual([]);
  const blocks = frames.filter(({ event }) => event === 'content_block_start');
  expect(blocks.map(({ data }) => parseJson(data))).toMatchObject(
    ['text', 'tool_use', 'text'].map((type) => ({ content_block: { type } })),
  );
});

it.each([true, false])('a citation without an address opens no block (late: %s)', (isLate) => {
  const citation = { type: 'part-citation', index: 0, citation: { title: 'a.pdf' } } as const;
  const encoder = anthropicMessages.createStreamEncoder(replyTarget());
  const events: readonly CanonicalEvent[] = [
    { type: 'reply-start' },
    { type: 'part-start', index: 0, choice: 0, part: { type: 'text' } },
    { type: 'part-delta', index: 0, text: 'See.' },
    ...(isLate ? [] : [citation]),
    { type: 'part-end', index: 0 },
    ...(isLate ? [citation] : []),
    { type: 'finish', choice: 0, finish: { reason: 'stop' } },
    { type: 'reply-end' },
  ];
  const frames = [...events.flatMap((event) => encoder.push(event)), ...encoder.end()];
  expect(lintMessagesStream(frames)).toEqual([]);
  const text = frames.map(({ data }) => data).join('\n');
  expect(text).not.toContain('citation');
  expect(text.match(/"content_block_start"/g)).toHaveLength(1);
  expect(encoder.notes).toContainEqual(
    expect.objectContaining({ path: 'content.citations', action: 'dropped' }),
  );
});
