import { describe, expect, it } from 'vitest';
import type { CanonicalEvent, FinishReason } from '../../../canonical/reply.ts';
import { noUsage } from '../../../canonical/usage.ts';
import { parseJson } from '../../../json/parse.ts';
import { encodeStream, replyTarget } from '../../../testing/wire.ts';
import { geminiGenerate } from '../codec.ts';

const end: CanonicalEvent = { type: 'reply-end' };
const finish = (reason: FinishReason): CanonicalEvent => ({
  ...{ type: 'finish', choice: 0 },
  finish: { reason },
});

function lastChunk(...events: readonly CanonicalEvent[]) {
  const frame = encodeStream(geminiGenerate, [...events, end]).at(-1);
  return parseJson(frame?.data ?? '');
}

it('an empty piece of text adds no part', () => {
  const piece = (text: string): CanonicalEvent => ({ type: 'part-delta', index: 0, text });
  const part = { type: 'text' } as const;
  const frames = encodeStream(geminiGenerate, [
    { type: 'reply-start' },
    { type: 'part-start', index: 0, choice: 0, part },
    ...[piece(''), piece('a'), piece('')],
    ...[{ type: 'part-end', index: 0 } as const, finish('stop'), end],
  ]);
  expect(frames.map(({ data }) => parseJson(data))).toMatchObject([
    { candidates: [{ content: { parts: [{ text: 'a' }] } }] },
  ]);
});

it('a text that is released waits for nothing, and the last chunk has an empty one', () => {
  const encoder = geminiGenerate.createStreamEncoder(replyTarget());
  const said = ['a', 'b'].map((text, index): CanonicalEvent[] => [
    { type: 'part-start', index, choice: 0, part: { type: 'text' } },
    { type: 'part-delta', index, text },
  ]);
  for (const event of said.flat()) encoder.push(event);
  expect(encoder.release?.()).toMatchObject([{ data: expect.stringContaining('"b"') as string }]);
  expect(encoder.release?.()).toEqual([]);
  expect(encoder.end().map(({ data }) => parseJson(data))).toMatchObject([
    { candidates: [{ content: { parts: [{ text: '' }] }, finishReason: 'STOP' }] },
  ]);
});

describe('the last chunk of a stream', () => {
  it.each([
    ['FLEX', { promptTokenCount: 1, totalTokenCount: 1, serviceTier: 'flex' }],
    ['unheard-of', { promptTokenCount: 1, totalTokenCount: 1 }],
  ])('names the tier that served the request: %s', (serviceTier, usageMetadata) => {
    const usage = { ...noUsage, input: 1 };
    const chunk = lastChunk({ type: 'reply-start', serviceTier }, { type: 'usage', usage });
    expect(chunk).toMatchObject({ usageMetadata });
    expect(JSON.stringify(chunk).includes('serviceTier')).toBe('serviceTier' in usageMetadata);
  });

  it('notes a tier that no usage can name', () => {
    const start: CanonicalEvent = { type: 'reply-start', serviceTier: 'flex' };
    const encoder = geminiGenerate.createStreamEncoder(replyTarget());
    for (const event of [start, finish('stop')]) encoder.push(event);
    encoder.end();
    expect(encoder.notes).toMatchObject([{ action: 'dropped', path: 'serviceTier' }]);
  });

  it('says that a call waits for its result also when the reply ended with a fault', () => {
    const call: CanonicalEvent[] = [
      { type: 'part-start', index: 0, choice: 0, part: { type: 'call', id: 'a', name: 'now' } },
      { type: 'part-end', index: 0 },
    ];
    const start: CanonicalEvent = { type: 'reply-start' };
    const reasons = [[], call].map((parts) => lastChunk(start, ...parts, finish('fault')));
    expect(reasons).toMatchObject([
      { candidates: [{ finishReason: 'OTHER' }] },
      { candidates: [{ finishReason: 'STOP' }] },
    ]);
  });

  it.each([
    ['{"zone":"U', [{ action: 'dropped', path: 'parts' }]],
    ['{"zone":"UTC"}', []],
  ])('leaves out a call that the limit has cut, and no other: %s', (text, notes) => {
    const encoder = geminiGenerate.createStreamEncoder(replyTarget());
    const part = { type: 'call', id: 'a', name: 'now' } as const;
    encoder.push({ type: 'part-start', index: 0, choice: 0, part });
    encoder.push({ type: 'part-delta', index: 0, text });
    encoder.push({ type: 'part-end', index: 0 });
    encoder.push(finish('length'));
    const last = JSON.stringify(encoder.end());
    expect(last.includes('functionCall')).toBe(notes.length === 0);
    expect(encoder.notes).toMatchObject(notes);
    expect(encoder.notes).toHaveLength(notes.length);
  });
});
