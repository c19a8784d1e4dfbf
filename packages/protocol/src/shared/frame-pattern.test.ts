import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TextKind } from '../codec.ts';
import { codecOf } from '../dialects.ts';
import { createFrameParser } from '../sse/frame-parser.ts';
import { writeJsonFrame, type SseFrame } from '../sse/frame.ts';
import { FramePatterns } from './frame-pattern.ts';

const text = fc.oneof(
  fc.constantFrom(
    ' word',
    'content',
    'stop',
    'error',
    '',
    '"',
    '\\',
    '\n',
    '"error": {"a": 1}',
    '犬',
  ),
  fc.string({ unit: 'grapheme', maxLength: 8 }),
);

const chatFrame = fc
  .record({
    id: fc.constantFrom('a', 'b'),
    field: fc.constantFrom('content', 'reasoning_content', 'refusal', 'role', 'error'),
    text,
    usage: fc.constantFrom(undefined, null, { prompt_tokens: 3, completion_tokens: 4 }),
    finish: fc.constantFrom(null, null, null, 'stop'),
    extra: fc.option(text, { nil: undefined, freq: 8 }),
  })
  .map(({ id, field, text: content, usage, finish, extra }) =>
    writeJsonFrame({
      id,
      model: 'upstream-model',
      choices: [{ index: 0, delta: { [field]: content }, finish_reason: finish }],
      ...(usage !== undefined && { usage }),
      ...(extra !== undefined && { extra }),
    }),
  );

const messageFrame = fc
  .record({
    index: fc.constantFrom(0, 1),
    type: fc.constantFrom(
      'content_block_delta',
      'content_block_delta',
      'content_block_stop',
      'ping',
    ),
    field: fc.constantFrom('text', 'thinking', 'partial_json', 'signature', 'error'),
    text,
  })
  .map(({ index, type, field, text: content }) =>
    writeJsonFrame({ type, index, delta: { type: 'delta', [field]: content } }, type),
  );

const damaged = fc.constantFrom(
  'data: {"choices":[{"index":0,"delta":{"content":"a\u0001b"}}]}\n\n',
  'data: {"choices":[{"index":0,"delta":{"content":"a\\x"}}]}\n\n',
  'data: [1]\n\n',
  ': comment\n\n',
);

/** All that an observer does with a stream. */
function watch(dialect: 'openai-chat' | 'anthropic-messages', frames: readonly SseFrame[]) {
  const texts: [string, TextKind][] = [];
  const observer = codecOf(dialect).createStreamObserver({
    model: 'call-name',
    includeUsage: false,
    onText: (piece, kind) => texts.push([piece, kind]),
  });
  const steps = frames.map((frame) => {
    const step = observer.push(frame);
    return { ...step, usage: observer.usage, started: observer.started };
  });
  return { steps, texts, cut: observer.cut({ ...noTokens, output: 1 }) };
}

const noTokens = { input: 0, reasoning: 0, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0 };

function withoutRaw({ event, data }: SseFrame): SseFrame {
  return event === undefined ? { data } : { event, data };
}

describe.each([
  ['openai-chat', chatFrame],
  ['anthropic-messages', messageFrame],
] as const)('a stream of %s', (dialect, frame) => {
  it('is relayed as if every frame were parsed', () => {
    const frames = fc.array(fc.oneof({ weight: 9, arbitrary: frame }, damaged), { maxLength: 40 });
    fc.assert(
      fc.property(frames, (written) => {
        const parsed = createFrameParser().push(new TextEncoder().encode(written.join('')));
        expect(watch(dialect, parsed)).toEqual(watch(dialect, parsed.map(withoutRaw)));
      }),
      { numRuns: 400 },
    );
  });
});

describe('frames that differ only in their text', () => {
  const write = (content: string, head = 'a') =>
    `data: {"id":"${head}","content":"${content}"}\n\n`;

  function learn(raw: string, piece: string) {
    const seen: string[] = [];
    const patterns = new FramePatterns((words) => seen.push(words));
    patterns.onText(piece, 'output');
    patterns.learn(raw, { action: 'relay', text: raw.replace('"a"', '"shown"') });
    return { patterns, seen };
  }

  it('are recognized, and their text is passed on', () => {
    const { patterns, seen } = learn(write('one'), 'one');
    const step = { action: 'relay', text: write('t\\nwo', 'shown') };
    expect(patterns.recognize(write('t\\nwo'))).toEqual(step);
    expect(seen).toEqual(['one', 't\nwo']);
  });

  it.each([
    ['another head', write('two', 'b')],
    ['no text', write('')],
    ['a string that ends early', write('two","error":"three')],
    ['a control character', write('a\u0007')],
    ['an unknown escape', write('\\x41')],
  ])('are read when they have %s', (_what, raw) => {
    const { patterns, seen } = learn(write('one'), 'one');
    expect(patterns.recognize(raw)).toBeUndefined();
    expect(seen).toEqual(['one']);
  });

  it.each([
    ['occurs twice', 'data: {"id":"one","content":"one"}\n\n', 'one'],
    ['is written with an escape', 'data: {"one":1,"content":"\\u006fne"}\n\n', 'one'],
  ])('are not recognized when the first text %s', (_what, raw, piece) => {
    const { patterns } = learn(raw, piece);
    expect(patterns.recognize(raw)).toBeUndefined();
  });
});
