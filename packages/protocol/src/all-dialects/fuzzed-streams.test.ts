import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkEvents } from '../canonical/event-lint.ts';
import { dialectIds, type DialectId } from '../canonical/dialect.ts';
import type { Usage } from '../canonical/usage.ts';
import { codecOf } from '../dialects.ts';
import { createFrameParser } from '../sse/frame-parser.ts';
import type { SseFrame } from '../sse/frame.ts';
import { listRecordings, readRecording } from '../testing/recordings.ts';

/** One change of the frames of a stream, at a place that is taken modulo their number. */
type Change = (frames: readonly string[], place: number) => readonly string[];

const changes: Readonly<Record<string, Change>> = {
  repeats: (frames, at) => frames.toSpliced(at, 0, frames[at] ?? ''),
  drops: (frames, at) => frames.toSpliced(at, 1),
  swaps: (frames, at) => frames.toSpliced(at, 2, ...frames.slice(at, at + 2).reverse()),
  halves: (frames, at) => frames.with(at, frames[at]?.slice(0, -9) ?? ''),
  ends: (frames, at) => frames.slice(0, at + 1),
  renames: (frames, at) => frames.with(at, frames[at]?.replace(/^event: ./, 'event: X') ?? ''),
  comments: (frames, at) => frames.toSpliced(at, 0, ': comment'),
  numbers: (frames, at) => frames.with(at, `id: 7\nretry: 10\n${frames[at] ?? ''}`),
  litters: (frames, at) => frames.toSpliced(at, 0, 'data: overloaded, try later'),
  miscounts: (frames, at) =>
    frames.with(at, frames[at]?.replace(/(_tokens|Count)":\d+/g, '$1":-5') ?? ''),
};

const step = fc.tuple(fc.constantFrom(...Object.keys(changes)), fc.nat(999));
const stream = fc.record({
  steps: fc.array(step, { minLength: 1, maxLength: 4 }),
  lineEnd: fc.constantFrom('\n', '\r\n', '\r'),
  mark: fc.constantFrom('', '\uFEFF'),
  pieceLength: fc.integer({ min: 1, max: 400 }),
});

type Fuzzed = typeof stream extends fc.Arbitrary<infer Value> ? Value : never;

function framesOf(text: string, { steps, lineEnd, mark, pieceLength }: Fuzzed): SseFrame[] {
  let frames: readonly string[] = text.split('\n\n').filter((frame) => frame.trim() !== '');
  for (const [name, place] of steps) {
    if (frames.length > 0) frames = changes[name]?.(frames, place % frames.length) ?? frames;
  }
  const written = mark + frames.map((frame) => `${frame}\n\n`).join('');
  const bytes = new TextEncoder().encode(written.replaceAll('\n', lineEnd));
  const parser = createFrameParser();
  const parsed: SseFrame[] = [];
  for (let at = 0; at < bytes.length; at += pieceLength) {
    parsed.push(...parser.push(bytes.subarray(at, at + pieceLength)));
  }
  return [...parsed, ...parser.end()];
}

function checkUsage(usage: Usage | undefined): void {
  const counts = Object.values(usage ?? {}).filter((value) => typeof value === 'number');
  expect(counts.filter((count) => !Number.isInteger(count) || count < 0)).toEqual([]);
}

function decode(dialect: DialectId, frames: readonly SseFrame[]): void {
  const decoder = codecOf(dialect).createStreamDecoder({ vendor: 'acme' });
  const events = [...frames.flatMap((frame) => decoder.push(frame)), ...decoder.end()];
  expect(checkEvents(events)).toEqual([]);
  for (const event of events) if (event.type === 'usage') checkUsage(event.usage);
}

function watch(dialect: DialectId, frames: readonly SseFrame[]): void {
  const target = { model: 'm', includeUsage: true, onText: () => undefined };
  const observer = codecOf(dialect).createStreamObserver(target);
  const steps = [...frames.map((frame) => observer.push(frame)), observer.end()];
  const ends = steps.filter(({ action }) => action === 'end' || action === 'fail');
  expect(ends).toHaveLength(1);
  checkUsage(observer.usage);
  const shown = steps.map((one) => ('text' in one ? one.text : '')).join('');
  const decoder = codecOf(dialect).createStreamDecoder({ vendor: 'acme' });
  const parser = createFrameParser();
  const passed = [...parser.push(new TextEncoder().encode(shown)), ...parser.end()];
  const events = [...passed.flatMap((frame) => decoder.push(frame)), ...decoder.end()];
  const last = events.at(-1);
  // A reply that is only a mistake of the model is whole in passthrough and fails in translation.
  const hasFailed = last?.type === 'failure' && last.error.reason !== 'upstream_bad_answer';
  expect(hasFailed).toBe(ends[0]?.action === 'fail');
}

describe.each(dialectIds)('a stream of %s, however it is damaged,', (dialect) => {
  const recordings = listRecordings(dialect).map((name) => readRecording(dialect, name));

  it('ends once, with its end mark or with an error, and counts nothing below zero', () => {
    const recording = fc.constantFrom(...recordings.filter(({ length }) => length < 20_000));
    const property = fc.property(recording, stream, (text, fuzzed) => {
      const frames = framesOf(text, fuzzed);
      decode(dialect, frames);
      watch(dialect, frames);
    });
    fc.assert(property, { numRuns: 60 });
  });
});
