import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createNumberSource, cutText } from '../../../testing/event-streams.ts';
import { replyTarget } from '../../../testing/wire.ts';
import { JsonProgress } from './call-writer.ts';
import { createStreamEncoder } from './encoder.ts';

it('a call begins as soon as its provider state has arrived', () => {
  const providerState = { vendor: 'google', kind: 'signature', data: 'c2ln' } as const;
  const encoder = createStreamEncoder(replyTarget());
  encoder.push({ type: 'reply-start' });
  const part = { type: 'call', id: 'a', name: 'now' } as const;
  expect(encoder.push({ type: 'part-start', index: 0, choice: 0, part })).toEqual([]);
  const frames = encoder.push({ type: 'part-state', index: 0, providerState });
  expect(frames.map(({ data }) => JSON.parse(data) as unknown)).toMatchObject([
    { type: 'content_block_start', content_block: { type: 'redacted_thinking' } },
    { type: 'content_block_stop' },
    { type: 'content_block_start', content_block: { type: 'tool_use', id: 'a' } },
  ]);
});

it('a call without arguments has an empty object as its input', () => {
  const encoder = createStreamEncoder(replyTarget());
  const part = { type: 'call', id: 'a', name: 'now' } as const;
  encoder.push({ type: 'part-start', index: 0, choice: 0, part });
  const frames = encoder.push({ type: 'part-end', index: 0 });
  expect(frames.map(({ data }) => JSON.parse(data) as unknown)).toMatchObject([
    { type: 'content_block_start' },
    { delta: { type: 'input_json_delta', partial_json: '{}' } },
    { type: 'content_block_stop' },
  ]);
});

it('a citation does not interrupt a text that goes on after a call', () => {
  const encoder = createStreamEncoder(replyTarget());
  const part = { type: 'call', id: 'a', name: 'now' } as const;
  encoder.push({ type: 'part-start', index: 0, choice: 0, part: { type: 'text' } });
  encoder.push({ type: 'part-delta', index: 0, text: 'A' });
  encoder.push({ type: 'part-start', index: 1, choice: 0, part });
  encoder.push({ type: 'part-delta', index: 1, text: '{}' });
  encoder.push({ type: 'part-end', index: 1 });
  const citation = { url: 'https://a.test/' };
  expect(encoder.push({ type: 'part-citation', index: 0, citation })).toEqual([]);
  expect(encoder.push({ type: 'part-delta', index: 0, text: 'B' })).not.toEqual([]);
});

it('a stream whose usage is unknown says so', () => {
  const encoder = createStreamEncoder(replyTarget());
  encoder.end();
  expect(encoder.notes).toMatchObject([
    {
      ...{ path: 'usage', action: 'defaulted' },
      reason: 'The upstream reported no usage, so all token counts are 0.',
    },
  ]);
});

describe('JsonProgress', () => {
  it('is complete exactly when the object can be parsed', () => {
    const objects = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }));
    fc.assert(
      fc.property(objects, fc.array(fc.nat(), { minLength: 1 }), (value, numbers) => {
        const progress = new JsonProgress();
        const pieces = cutText(JSON.stringify(value), createNumberSource(numbers));
        for (const piece of pieces.slice(0, -1)) progress.push(piece);
        expect(progress.complete).toBe(false);
        progress.push(pieces.at(-1) ?? '');
        expect(progress.complete).toBe(true);
      }),
    );
  });

  it('reports whether any text arrived', () => {
    const progress = new JsonProgress();
    progress.push(' \n');
    expect(progress.blank).toBe(true);
    progress.push('{');
    expect(progress.blank).toBe(false);
  });
});
