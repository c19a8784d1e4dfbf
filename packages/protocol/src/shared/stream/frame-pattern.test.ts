import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TextKind } from '../../codec.ts';
import { codecOf } from '../../dialects.ts';
import { createFrameParser } from '../../sse/frame-parser.ts';
import { writeJsonFrame, type SseFrame } from '../../sse/frame.ts';
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
    field: fc.constantFrom('content', 'content', 'reasoning_content', 'refusal', 'role', 'error'),
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
      'content_block_delta',
      'content_block_start',
      'content_block_stop',
      'ping',
    ),
    kind: fc.constantFrom('text', 'text', 'thinking', 'tool_use', 'server_tool_use'),
    text,
  })
  .map(({ index, type, kind, text: content }) => {
    const delta = deltas[kind](content);
    const block = { type: kind, id: 'a', name: 'b', text: '', thinking: '', input: {} };
    const isStart = type === 'content_block_start';
    return writeJsonFrame(
      { type, index, ...(isStart ? { content_block: block } : { delta }) },
      type,
    );
  });

const deltas = {
  text: (text: string) => ({ type: 'text_delta', text }),
  thinking: (thinking: string) => ({ type: 'thinking_delta', thinking }),
  tool_use: (json: string) => ({ type: 'input_json_delta', partial_json: json }),
  server_tool_use: (signature: string) => ({ type: 'signature_delta', signature }),
};

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

/** All that a decoder makes of a stream. */
function decode(dialect: 'openai-chat' | 'anthropic-messages', frames: readonly SseFrame[]) {
  const decoder = codecOf(dialect).createStreamDecoder({ vendor: 'acme' });
  const events = frames.map((frame) => decoder.push(frame));
  return { events, isComplete: decoder.isComplete, end: decoder.end(), notes: decoder.notes };
}

describe.each([
  ['openai-chat', chatFrame],
  ['anthropic-messages', messageFrame],
] as const)('a stream of %s', (dialect, frame) => {
  const frames = fc
    .array(fc.oneof({ weight: 9, arbitrary: frame }, damaged), { maxLength: 40 })
    .map((written) => createFrameParser().push(new TextEncoder().encode(written.join(''))));

  it('is relayed as if every frame were parsed', () => {
    fc.assert(
      fc.property(frames, (parsed) => {
        expect(watch(dialect, parsed)).toEqual(watch(dialect, parsed.map(withoutRaw)));
      }),
      { numRuns: 400 },
    );
  });

  it('is decoded as if every frame were parsed', () => {
    fc.assert(
      fc.property(frames, (parsed) => {
        expect(decode(dialect, parsed)).toEqual(decode(dialect, parsed.map(withoutRaw)));
      }),
      { numRuns: 400 },
    );
  });
});

describe('frames that differ only in their text', () => {
  const write = (content: string, head = 'a') =>
    `data: {"id":"${head}","content":"${content}"}\n\n`;

  function learn(raw: string, ...texts: readonly string[]) {
    const patterns = new FramePatterns<string>();
    for (const text of texts) patterns.note(text);
    patterns.learn(raw, (text) => `shown ${text}`);
    return patterns;
  }

  it('are recognized, with their text and what is done with it', () => {
    const recognized = { text: 't\nwo', literal: 't\\nwo', effect: 'shown one' };
    expect(learn(write('one'), 'one').recognize(write('t\\nwo'))).toEqual(recognized);
  });

  it.each([
    ['another head', write('two', 'b')],
    ['no text', write('')],
    ['a string that ends early', write('two","error":"three')],
    ['a control character', write('a\u0007')],
    ['an unknown escape', write('\\x41')],
  ])('are read when they have %s', (_what, raw) => {
    expect(learn(write('one'), 'one').recognize(raw)).toBeUndefined();
  });

  it.each([
    ['occurs twice', 'data: {"id":"one","content":"one"}\n\n', ['one']],
    ['is written with an escape', 'data: {"one":1,"content":"\\u006fne"}\n\n', ['one']],
    ['is not the only one', 'data: {"reasoning":"one","content":"two"}\n\n', ['one', 'two']],
  ])('are not recognized when the first text %s', (_what, raw, texts) => {
    expect(learn(raw, ...texts).recognize(raw)).toBeUndefined();
  });

  it('are read when another frame came in between', () => {
    const patterns = learn(write('one'), 'one');
    expect(patterns.recognize(write('x', 'b'))).toBeUndefined();
    patterns.learn(write('x', 'b'), () => undefined);
    expect(patterns.recognize(write('two'))).toBeUndefined();
  });

  it('are no longer looked for when none has repeated', () => {
    const patterns = new FramePatterns<string>();
    const read = (raw: string) => {
      const isKnown = patterns.recognize(raw) !== undefined;
      patterns.note('one');
      patterns.learn(raw, () => 'shown');
      return isKnown;
    };
    for (let head = 0; head < 20; head += 1) expect(read(write('one', String(head)))).toBe(false);
    expect(read(write('one', '19'))).toBe(false);
  });
});
