import { expect, it } from 'vitest';
import type { CanonicalEvent } from '../../../canonical/reply.ts';
import { parseJson } from '../../../json/parse.ts';
import { encodeStream } from '../../../testing/wire.ts';
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
