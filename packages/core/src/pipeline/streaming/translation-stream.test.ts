import { GatewayError, type CanonicalEvent, type Usage } from '@parley/protocol';
import { describe, expect, it } from 'vitest';
import { ReplyMeter } from '../../billing/quota/metering/reply-meter.ts';
import { createFrameWriter } from './stream-format.ts';
import { TranslationStream } from './translation-stream.ts';

const usage: Usage = {
  ...{ input: 5, output: 7, reasoning: 0 },
  ...{ cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0 },
};
const broken = new GatewayError('upstream-unavailable', 'It broke.', { reason: 'broken' });

const text = (index: number, choice = 0): CanonicalEvent => ({
  ...{ type: 'part-start', index, choice },
  part: { type: 'text' },
});
const delta = (index: number, words: string): CanonicalEvent => ({
  ...{ type: 'part-delta', index },
  text: words,
});
const call: CanonicalEvent = {
  ...{ type: 'part-start', index: 0, choice: 0 },
  part: { type: 'call', id: 'call_1', name: 'look_up' },
};
const state: CanonicalEvent = {
  ...{ type: 'part-state', index: 0 },
  providerState: { vendor: 'v', kind: 'redacted', data: 'x' },
};
const finish = (choice: number): CanonicalEvent => ({
  ...{ type: 'finish', choice },
  finish: { reason: 'stop' },
});
const end: CanonicalEvent = { type: 'reply-end' };

interface Script {
  /** The events of each frame, then those of the end; an error is thrown. */
  readonly frames?: readonly (readonly CanonicalEvent[] | Error)[];
  readonly atEnd?: readonly CanonicalEvent[] | Error;
  readonly outputTokens?: number;
  readonly maxLength?: number;
}

/** A translation whose encoder writes the type of each event. */
function open({ frames = [], atEnd = [], outputTokens, maxLength = Infinity }: Script = {}) {
  const waiting = [...frames];
  const take = (events: readonly CanonicalEvent[] | Error): readonly CanonicalEvent[] => {
    if (events instanceof Error) throw events;
    return events;
  };
  const encoded: CanonicalEvent[] = [];
  const meter = new ReplyMeter({
    ...{ family: 'openai', reserved: { outputTokens } },
    estimatePrompt: () => 3,
  });
  const note = (path: string) => ({ path, action: 'dropped', reason: 'r' }) as const;
  const stream = new TranslationStream(
    {
      decoder: {
        push: () => take(waiting.shift() ?? []),
        end: () => take(atEnd),
        isComplete: true,
        notes: [note('decoder')],
      },
      encoder: {
        push: (event) => {
          encoded.push(event);
          return [{ data: event.type }];
        },
        end: () => [{ data: 'the end' }],
        fail: ({ reason }) => [{ data: `failed: ${String(reason)}` }],
        notes: [note('encoder')],
      },
      reader: { redactNotes: (notes) => notes },
      maxLength,
    },
    createFrameWriter('event-stream'),
    meter,
  );
  return { stream, meter, encoded };
}

const frame = new TextEncoder().encode('data: x\n\n');
const written = (...words: readonly string[]) => words.map((word) => `data: ${word}\n\n`).join('');
const manyWords = 'several words, and then some more of them. '.repeat(20);

describe('a translated stream', () => {
  it('is open and has no last text until it has ended', () => {
    const { stream } = open({ frames: [[text(0), delta(0, 'Hi')], [end]] });
    expect([stream.state, stream.started, stream.lastText]).toEqual(['open', false, '']);
    expect(stream.push(frame)).toBe(written('part-start', 'part-delta'));
    expect([stream.state, stream.started, stream.lastText]).toEqual(['open', true, '']);
    expect(stream.push(frame)).toBe('');
    expect([stream.state, stream.lastText]).toEqual(['ended', written('the end')]);
    expect(stream.isTranslated).toBe(true);
  });

  it.each<readonly [string, CanonicalEvent, boolean]>([
    ['its head', { type: 'reply-start' }, false],
    ['an empty part', text(0), false],
    ['an empty delta', delta(0, ''), false],
    ['text', delta(0, 'Hi'), true],
    ['a call', call, true],
    ['provider state', state, true],
  ])('knows by %s whether it has started', (_, event, started) => {
    const { stream } = open({ frames: [[event]] });
    stream.push(frame);
    expect(stream.started).toBe(started);
  });

  it('has the notes of both sides, and is complete when its upstream is', () => {
    const { stream } = open();
    expect(stream.notes.map(({ path }) => path)).toEqual(['decoder', 'encoder']);
    expect(stream.isComplete).toBe(true);
  });

  it('writes nothing after its end, but counts the usage that follows it', () => {
    const { stream, meter } = open({ frames: [[end, text(0), { type: 'usage', usage }]] });
    expect(stream.push(frame)).toBe('');
    expect(meter.reported).toBe(usage);
    expect(meter.usage).toBe(usage);
    expect(stream.push(frame)).toBe('');
  });

  it('reads what the upstream had not terminated when it closes', () => {
    const { stream } = open({ frames: [[text(0)]], atEnd: [finish(0), end] });
    expect(stream.push(frame.slice(0, -1))).toBe('');
    expect(stream.close()).toBe(written('part-start', 'finish'));
    expect(stream.state).toBe('ended');
  });

  it('counts text and reasoning apart, and the names of calls', () => {
    const name = 'several_words_'.repeat(5);
    const { stream, meter } = open({
      frames: [
        [
          { type: 'part-start', index: 0, choice: 0, part: { type: 'reasoning' } },
          delta(0, manyWords),
          { type: 'part-start', index: 1, choice: 0, part: { type: 'call', id: 'a', name } },
          delta(7, manyWords),
        ],
      ],
    });
    stream.push(frame);
    const { reasoning = 0, output = 0 } = meter.usage ?? {};
    expect(reasoning).toBeGreaterThan(50);
    expect(output).toBeGreaterThan(5);
    expect(output).toBeLessThan(50);
  });
});

describe('a translated stream that fails', () => {
  it.each<readonly [string, Script]>([
    ['because the upstream says so', { frames: [[{ type: 'failure', error: broken }, end]] }],
    ['because it cannot be read', { frames: [broken] }],
    ['at its end', { atEnd: [{ type: 'failure', error: broken }] }],
    ['because its end cannot be read', { atEnd: broken }],
  ])('%s ends with the error', (_why, script) => {
    const { stream } = open(script);
    expect([stream.push(frame), stream.close()]).toEqual(['', '']);
    expect([stream.state, stream.error]).toEqual(['failed', broken]);
    expect(stream.lastText).toBe(written('failed: broken'));
  });

  it('fails once, and not after its end', () => {
    const { stream } = open();
    stream.fail(broken);
    stream.fail(new GatewayError('internal', 'Later.'));
    expect(stream.error).toBe(broken);
    const { stream: ended } = open({ frames: [[end]] });
    ended.push(frame);
    ended.fail(broken);
    expect([ended.state, ended.lastText]).toEqual(['ended', written('the end')]);
  });

  it('may still fail when its end was read and not written', () => {
    const { stream } = open({ frames: [[end]] });
    stream.replaceEnd(broken);
    expect(stream.state).toBe('open');
    stream.push(frame);
    expect(stream.lastText).toBe(written('the end'));
    stream.replaceEnd(broken);
    expect([stream.state, stream.error]).toEqual(['failed', broken]);
    expect(stream.lastText).toBe(written('failed: broken'));
    stream.replaceEnd(new GatewayError('internal', 'Later.'));
    expect(stream.error).toBe(broken);
  });
});

describe('a translated stream at its output limit', () => {
  it('closes what is open, and only that', () => {
    const { stream, encoded, meter } = open({
      ...{ outputTokens: 20 },
      frames: [
        [text(0), { type: 'part-end', index: 0 }, finish(0), text(1, 1), delta(1, manyWords)],
        [delta(1, 'more')],
      ],
    });
    const begun = stream.push(frame);
    expect(begun.endsWith(written('part-delta', 'part-end', 'finish', 'usage'))).toBe(true);
    expect(encoded.slice(5)).toEqual([
      { type: 'part-end', index: 1 },
      { type: 'finish', choice: 1, finish: { reason: 'length' } },
      { type: 'usage', usage: meter.usage },
    ]);
    expect([stream.state, stream.lastText]).toEqual(['ended', written('the end')]);
    expect(meter.usage).toMatchObject({ output: 20, reasoning: 0 });
    expect(stream.push(frame)).toBe('');
  });

  it('is not cut when it ends with the text that goes beyond', () => {
    const { stream, encoded } = open({
      ...{ outputTokens: 20 },
      frames: [[text(0), delta(0, manyWords), end]],
    });
    stream.push(frame);
    expect(encoded.map(({ type }) => type)).toEqual(['part-start', 'part-delta']);
  });
});

describe('a translated stream that becomes too long to be held', () => {
  const head = (part: Extract<CanonicalEvent, { type: 'part-start' }>['part']) =>
    ({ type: 'part-start', index: 0, choice: 0, part }) as const;
  const long = 'x'.repeat(1_000);
  const providerState = { vendor: 'v', kind: 'signature', data: long } as const;
  const image = (length: number) =>
    head({
      ...{ type: 'media', kind: 'image' },
      source: { by: 'bytes', mediaType: 'image/png', base64: 'A'.repeat(length) },
    });

  it.each<readonly [string, readonly CanonicalEvent[]]>([
    ['text', [text(0), delta(0, long)]],
    ['state', [text(0), { type: 'part-state', index: 0, providerState }]],
    ['citations', [text(0), { type: 'part-citation', index: 0, citation: { quote: long } }]],
    ['images', [image(4_000)]],
    ['calls without any', Array.from({ length: 5 }, () => head({ type: 'text' }))],
  ])('by %s fails', (_what, events) => {
    const { stream } = open({ maxLength: 1_000, frames: [[text(9)], [...events, end]] });
    expect([stream.push(frame), stream.state]).toEqual([written('part-start'), 'open']);
    stream.push(frame);
    expect([stream.state, stream.error?.reason]).toEqual(['failed', 'upstream_answer_too_large']);
    expect(stream.lastText).toBe(written('failed: upstream_answer_too_large'));
  });

  it('may have images of more than that, and any number of reports', () => {
    const reports = Array.from({ length: 50 }, () => ({ type: 'usage', usage }) as const);
    const { stream } = open({ maxLength: 1_000, frames: [[...reports, image(3_000), end]] });
    stream.push(frame);
    expect(stream.state).toBe('ended');
  });
});
