import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assembleReply } from '../../../canonical/assemble.ts';
import { GatewayError } from '../../../canonical/error.ts';
import type { CanonicalEvent, PartHead } from '../../../canonical/reply.ts';
import { noUsage } from '../../../canonical/usage.ts';
import type { ReplyTarget } from '../../../codec.ts';
import { NameMap } from '../../../history/names.ts';
import { parseJson } from '../../../json/parse.ts';
import type { JsonObject } from '../../../json/value.ts';
import { writeFrames, type SseFrame } from '../../../sse/frame.ts';
import { streamedReply } from '../../../testing/event-streams.ts';
import { decodeStream, encodeStream, replyTarget, sendJson } from '../../../testing/wire.ts';
import { geminiGenerate } from '../codec.ts';
import { decodeReply, encodeReply } from '../reply/reply.ts';
import { createStreamEncoder } from './encoder.ts';
import { lintGeminiStream } from './lint.ts';

const start: CanonicalEvent = { type: 'reply-start' };
const end: CanonicalEvent = { type: 'reply-end' };
const open = (index: number, part: PartHead, choice = 0): CanonicalEvent => ({
  type: 'part-start',
  index,
  choice,
  part,
});
const addText = (index: number, text: string): CanonicalEvent => ({
  type: 'part-delta',
  index,
  text,
});
const close = (index: number): CanonicalEvent => ({ type: 'part-end', index });
const finish = (
  reason: 'stop' | 'calls' | 'length' | 'filter' | 'fault',
  choice = 0,
): CanonicalEvent => ({ type: 'finish', choice, finish: { reason } });
const call = (id: string): PartHead => ({ type: 'call', id, name: 'now' });
const text: PartHead = { type: 'text' };

function encodeFor(target: ReplyTarget, events: readonly CanonicalEvent[]) {
  const encoder = createStreamEncoder(target);
  const frames = events.flatMap((event) => {
    return event.type === 'reply-end' ? encoder.end() : encoder.push(event);
  });
  return { frames, notes: encoder.notes, chunks: dataOf(frames) };
}

function encode(...events: CanonicalEvent[]) {
  return encodeFor(replyTarget(), events);
}

function dataOf(frames: readonly SseFrame[]): JsonObject[] {
  return frames.map(({ data }) => parseJson(data) as JsonObject);
}

/** The parts of a stream's first candidate, chunk by chunk. */
function partsOf(chunks: readonly JsonObject[]): unknown[] {
  return chunks.map((chunk) => {
    const [candidate] = chunk['candidates'] as { content: { parts: unknown[] } }[];
    return candidate?.content.parts;
  });
}

const emptyText = [{ text: '' }];

describe('a failure', () => {
  it('is one frame without a name, with a numeric code', () => {
    const encoder = createStreamEncoder(replyTarget());
    encoder.push(start);
    const frames = encoder.fail(new GatewayError('upstream-unavailable', 'It broke.'));
    expect(lintGeminiStream(frames)).toEqual([]);
    expect(frames[0]?.event).toBeUndefined();
    expect(dataOf(frames)).toMatchObject([
      { error: { code: 503, message: 'Server error: It broke.', status: 'UNAVAILABLE' } },
    ]);
  });

  it('comes after all text that was received', () => {
    const error = new GatewayError('upstream-unavailable', 'It broke.');
    const events: CanonicalEvent[] = [start, open(0, text), addText(0, 'Hi')];
    const frames = encodeStream(geminiGenerate, [...events, { type: 'failure', error }]);
    expect(dataOf(frames)).toMatchObject([
      { candidates: [{ content: { parts: [{ text: 'Hi' }] } }] },
      { error: { code: 503 } },
    ]);
  });

  it('in the middle of a call omits the call', () => {
    const error = new GatewayError('upstream-timeout', 'Slow.');
    const frames = encodeStream(geminiGenerate, [
      start,
      open(0, call('a')),
      addText(0, '{"x'),
      { type: 'failure', error },
    ]);
    expect(dataOf(frames)).toMatchObject([{ error: { code: 504, status: 'DEADLINE_EXCEEDED' } }]);
  });
});

describe('the last chunk', () => {
  it('holds the last text, the end and the usage, wherever usage came, and no end mark follows', () => {
    const usage: CanonicalEvent = { type: 'usage', usage: { ...noUsage, input: 12, output: 5 } };
    const { frames, chunks } = encode(
      start,
      open(0, text),
      addText(0, 'Hi'),
      close(0),
      finish('stop'),
      usage,
      end,
    );
    expect(chunks).toEqual([
      {
        candidates: [
          { content: { role: 'model', parts: [{ text: 'Hi' }] }, finishReason: 'STOP', index: 0 },
        ],
        usageMetadata: { promptTokenCount: 12, candidatesTokenCount: 5, totalTokenCount: 17 },
        modelVersion: 'call-name',
        responseId: 'x7',
      },
    ]);
    expect(writeFrames(frames)).toMatch(/^(?:data: \{[^\n]*\}\n\n)+$/);
  });

  it('is the only one that waits: each text is sent when the next one comes', () => {
    const encoder = createStreamEncoder(replyTarget());
    const sent = [start, open(0, text), addText(0, 'One'), addText(0, ' two'), addText(0, ' three')]
      .map((event) => partsOf(dataOf(encoder.push(event))))
      .flat();
    expect(sent).toEqual([[{ text: 'One' }], [{ text: ' two' }]]);
    expect(partsOf(dataOf(encoder.end()))).toEqual([[{ text: ' three' }]]);
  });

  it('has the signature of the text on the text', () => {
    const providerState = { vendor: 'google', kind: 'thought', data: 'U0lH' } as const;
    const { chunks } = encode(
      start,
      open(0, text),
      addText(0, 'Hi'),
      close(0),
      open(1, { type: 'reasoning' }),
      { type: 'part-state', index: 1, providerState },
      close(1),
      finish('stop'),
      end,
    );
    expect(partsOf(chunks)).toEqual([[{ text: 'Hi', thoughtSignature: 'U0lH' }]]);
  });

  it('has a second signature, and one behind a call, as parts of their own', () => {
    const providerState = { vendor: 'google', kind: 'thought', data: 'U0lH' } as const;
    const sign = (index: number): CanonicalEvent[] => [
      open(index, { type: 'reasoning' }),
      { type: 'part-state', index, providerState },
      close(index),
    ];
    const signature = { text: '', thoughtSignature: 'U0lH' };
    const said = encode(
      start,
      open(0, text),
      addText(0, 'Hi'),
      close(0),
      ...sign(1),
      ...sign(2),
      end,
    );
    expect(partsOf(said.chunks).flat()).toEqual([{ ...signature, text: 'Hi' }, signature]);
    const called = encode(start, open(0, call('a')), close(0), ...sign(1), finish('calls'), end);
    expect(partsOf(called.chunks).flat()).toEqual([
      { functionCall: { id: 'a', name: 'now', args: {} } },
      signature,
    ]);
  });

  it('of an empty answer is the only one', () => {
    const { frames } = encode(start, end);
    expect(frames).toHaveLength(1);
    expect(lintGeminiStream(frames)).toEqual([]);
  });

  it('gives the ends of all candidates', () => {
    const { chunks } = encode(
      start,
      open(0, text),
      open(1, text, 1),
      addText(1, 'b'),
      addText(0, 'a'),
      close(0),
      close(1),
      finish('stop'),
      finish('length', 1),
      end,
    );
    expect(chunks.at(-1)).toMatchObject({
      candidates: [
        { index: 0, finishReason: 'STOP' },
        { index: 1, finishReason: 'MAX_TOKENS' },
      ],
    });
  });
});

describe('a call', () => {
  it('is written whole, with parsed arguments, when it is closed', () => {
    const { chunks } = encode(
      start,
      open(0, call('a')),
      addText(0, '{"zone":'),
      addText(0, '"UTC"}'),
      close(0),
      finish('calls'),
      end,
    );
    expect(partsOf(chunks)).toEqual([
      [{ functionCall: { id: 'a', name: 'now', args: { zone: 'UTC' } } }],
    ]);
    expect(chunks.at(-1)).toMatchObject({ candidates: [{ finishReason: 'STOP' }] });
  });

  it('keeps its position among calls that overlap', () => {
    const { chunks } = encode(
      start,
      open(0, call('a')),
      open(1, call('b')),
      addText(1, '{}'),
      close(1),
      addText(0, '{}'),
      close(0),
      finish('calls'),
      end,
    );
    expect(partsOf(chunks)[0]).toMatchObject([
      { functionCall: { id: 'a' } },
      { functionCall: { id: 'b' } },
    ]);
  });

  it('gets its caller’s name back and an id of its own', () => {
    const names = new NameMap(16);
    const upstream = names.toUpstream('a.very.long.name.of.a.tool');
    const { chunks } = encodeFor(replyTarget(names), [
      start,
      open(0, { type: 'call', id: '', name: upstream }),
      close(0),
      finish('calls'),
      end,
    ]);
    expect(partsOf(chunks)[0]).toEqual([
      { functionCall: { id: 'call_x7_1', name: 'a.very.long.name.of.a.tool', args: {} } },
    ]);
  });

  it('that was truncated by the limit is omitted', () => {
    const { chunks, notes } = encode(
      start,
      open(0, call('a')),
      addText(0, '{"zone":"U'),
      close(0),
      finish('length'),
      end,
    );
    expect(partsOf(chunks)).toEqual([emptyText]);
    expect(notes).toMatchObject([{ action: 'dropped' }]);
  });

  it('with malformed arguments is written without any', () => {
    const { chunks, notes } = encode(
      start,
      open(0, call('a')),
      addText(0, '[1'),
      close(0),
      finish('calls'),
      end,
    );
    expect(partsOf(chunks)).toEqual([[{ functionCall: { id: 'a', name: 'now', args: {} } }]]);
    expect(notes).toMatchObject([{ action: 'dropped', path: 'parts.arguments' }]);
  });
});

describe('reasoning', () => {
  const providerState = { vendor: 'anthropic', kind: 'signature', data: 'RXE=' } as const;
  const thinking: CanonicalEvent[] = [
    start,
    open(0, { type: 'reasoning' }),
    addText(0, 'Hm, '),
    addText(0, 'yes.'),
    { type: 'part-state', index: 0, providerState },
    close(0),
    finish('stop'),
    end,
  ];
  const asking = (show: boolean): ReplyTarget => ({
    ...replyTarget(),
    request: {
      model: 'm',
      stream: true,
      includeUsage: true,
      turns: [],
      tools: [],
      sampling: {},
      reasoning: { show },
    },
  });

  it('is written as thought parts, with its state as base64 on the last part', () => {
    const { chunks } = encodeFor(asking(true), thinking);
    expect(partsOf(chunks)).toEqual([
      [{ text: 'Hm, ', thought: true }],
      [
        { text: 'yes.', thought: true },
        {
          text: '',
          thoughtSignature: expect.stringMatching(/^[A-Za-z0-9+/]+={0,2}$/) as string,
        },
      ],
    ]);
  });

  it('is attached to the next call, because some clients send back only calls', () => {
    const calling = [
      ...thinking.slice(0, -2),
      open(1, { type: 'text' }),
      addText(1, 'Looking.'),
      close(1),
      open(2, { type: 'call', id: 'a', name: 'look' }),
      addText(2, '{}'),
      close(2),
      finish('calls'),
      end,
    ];
    const { chunks } = encodeFor(asking(true), calling);
    const sent = partsOf(chunks).flat() as JsonObject[];
    const keptOnly = sent.filter((part) => part['thought'] !== true && part['text'] !== '');
    for (const parts of [sent, keptOnly]) {
      const contents = [
        { role: 'user', parts: [{ text: 'Q' }] },
        { role: 'model', parts },
      ];
      const { value } = geminiGenerate.decodeRequest({ contents }, { model: 'm', stream: false });
      expect(value.turns[1]?.parts).toMatchObject([
        { type: 'reasoning', text: 'Hm, yes.', providerState },
        { type: 'text', text: 'Looking.' },
        { type: 'call', name: 'look' },
      ]);
    }
  });

  it('is hidden when not requested, but its state is returned', () => {
    const { chunks, frames } = encodeFor(asking(false), thinking);
    expect(writeFrames(frames)).not.toContain('Hm');
    const parts = partsOf(chunks).flat() as JsonObject[];
    const request = {
      contents: [
        { role: 'user', parts: [{ text: 'Q' }] },
        { role: 'model', parts },
      ],
    };
    const { turns } = geminiGenerate.decodeRequest(request, { model: 'm', stream: false }).value;
    expect(turns[1]?.parts).toEqual([{ type: 'reasoning', text: 'Hm, yes.', providerState }]);
  });

  it('that ends behind a call has its signature on a thought', () => {
    const own = { vendor: 'google', kind: 'thought', data: 'U0lH' } as const;
    const { chunks } = encodeFor(asking(true), [
      start,
      open(0, { type: 'reasoning' }),
      addText(0, 'Hm.'),
      open(1, call('a')),
      close(1),
      { type: 'part-state', index: 0, providerState: own },
      close(0),
      finish('calls'),
      end,
    ]);
    expect(partsOf(chunks).flat()).toEqual([
      { text: 'Hm.', thought: true },
      { functionCall: { id: 'a', name: 'now', args: {} } },
      { text: '', thoughtSignature: 'U0lH', thought: true },
    ]);
  });

  it('alone has state: that of a text is left out with a note', () => {
    const { chunks, notes } = encode(
      start,
      open(0, text),
      addText(0, 'Hi'),
      { type: 'part-state', index: 0, providerState },
      close(0),
      end,
    );
    expect(partsOf(chunks)).toEqual([[{ text: 'Hi' }]]);
    expect(notes).toMatchObject([
      {
        ...{ action: 'dropped', path: 'parts' },
        reason: 'Only reasoning and calls have provider state.',
      },
    ]);
  });

  it('that is hidden and has no signature is omitted', () => {
    const unsigned = thinking.filter(({ type }) => type !== 'part-state');
    expect(encodeFor(asking(false), unsigned).frames).toHaveLength(1);
  });
});

describe('other parts', () => {
  it('an image is written as data, and a part of another dialect is omitted', () => {
    const { chunks, notes } = encode(
      start,
      open(0, {
        type: 'media',
        kind: 'image',
        source: { by: 'bytes', mediaType: 'image/png', base64: 'iVBORw0KGgo=' },
      }),
      close(0),
      open(1, { type: 'server', dialect: 'anthropic-messages', raw: { type: 'server_tool_use' } }),
      close(1),
      open(2, { type: 'server', dialect: 'gemini-generate', raw: { executableCode: {} } }),
      close(2),
      finish('stop'),
      end,
    );
    expect(partsOf(chunks)).toEqual([
      [{ inlineData: { mimeType: 'image/png', data: 'iVBORw0KGgo=' } }],
      [{ executableCode: {} }],
    ]);
    expect(notes).toMatchObject([{ action: 'dropped', path: 'parts' }]);
  });

  it('a refusal is written as text', () => {
    const { chunks, notes } = encode(
      start,
      open(0, { type: 'refusal' }),
      addText(0, 'No.'),
      close(0),
      finish('stop'),
      end,
    );
    expect(partsOf(chunks)[0]).toEqual([{ text: 'No.' }]);
    expect(notes).toMatchObject([{ action: 'approximated' }]);
  });

  it('citations come with the end, counted in bytes', () => {
    const { chunks } = encode(
      start,
      open(0, text),
      addText(0, 'Grüezi. Nine.'),
      {
        type: 'part-citation',
        index: 0,
        citation: { url: 'https://a.example/', title: 'A', start: 8, end: 13 },
      },
      close(0),
      finish('stop'),
      end,
    );
    expect(chunks.at(-1)).toMatchObject({
      candidates: [
        {
          citationMetadata: {
            citationSources: [
              { uri: 'https://a.example/', title: 'A', startIndex: 9, endIndex: 14 },
            ],
          },
        },
      ],
    });
  });

  it('line separators are escaped, because an older client breaks lines there', () => {
    const { frames, chunks } = encode(start, open(0, text), addText(0, 'a\u2028b\u2029c'), end);
    expect(frames[0]?.data).not.toMatch(/[\u2028\u2029]/);
    expect(partsOf(chunks)).toEqual([[{ text: 'a\u2028b\u2029c' }]]);
  });
});

describe('any stream', () => {
  it('is valid and equals the whole reply', () => {
    const options = { maxChoices: 3, vendor: 'anthropic' };
    fc.assert(
      fc.property(streamedReply(options), ({ reply, events }) => {
        const frames = encodeStream(geminiGenerate, events);
        expect(lintGeminiStream(frames)).toEqual([]);
        const streamed = assembleReply(decodeStream(geminiGenerate, frames, 'google'));
        const whole = sendJson(encodeReply(reply, replyTarget()).value);
        expect(streamed).toEqual(decodeReply(whole, { vendor: 'google' }).value);
      }),
    );
  });
});
