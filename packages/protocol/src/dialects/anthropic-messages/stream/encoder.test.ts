import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assembleReply } from '../../../canonical/assemble.ts';
import { GatewayError } from '../../../canonical/error.ts';
import type { CanonicalEvent, PartHead } from '../../../canonical/reply.ts';
import { unwrapProviderState } from '../../../canonical/provider-state.ts';
import { parseJson } from '../../../json/parse.ts';
import type { JsonObject } from '../../../json/value.ts';
import type { SseFrame } from '../../../sse/frame.ts';
import { streamedReply } from '../../../testing/event-streams.ts';
import { decodeStream, encodeStream, replyTarget } from '../../../testing/wire.ts';
import { anthropicMessages } from '../codec.ts';
import { textOf } from '../../../shared/json-fields.ts';
import { createStreamEncoder } from './encoder.ts';
import { lintMessagesStream } from './lint.ts';

const open = (index: number, part: PartHead): CanonicalEvent => ({
  type: 'part-start',
  index,
  choice: 0,
  part,
});
const addText = (index: number, text: string): CanonicalEvent => ({
  type: 'part-delta',
  index,
  text,
});
const close = (index: number): CanonicalEvent => ({ type: 'part-end', index });
const start: CanonicalEvent = { type: 'reply-start' };
const stop: CanonicalEvent = { type: 'finish', choice: 0, finish: { reason: 'stop' } };
const end: CanonicalEvent = { type: 'reply-end' };
const call = (id: string): PartHead => ({ type: 'call', id, name: 'now' });
const text: PartHead = { type: 'text' };
const thinking: PartHead = { type: 'reasoning' };

function encode(...events: CanonicalEvent[]): SseFrame[] {
  return encodeStream(anthropicMessages, events);
}

function dataOf(frames: readonly SseFrame[]): JsonObject[] {
  return frames.map(({ data }) => parseJson(data) as JsonObject);
}

function answerOf(frames: readonly SseFrame[]) {
  const reply = assembleReply(decodeStream(anthropicMessages, frames, 'anthropic'));
  return reply.choices[0];
}

/** The text of a stream as it passes, one piece for each frame. */
function outline(frames: readonly SseFrame[]): string[] {
  return dataOf(frames).map((data) => {
    const block = data['content_block'] as JsonObject | undefined;
    const delta = data['delta'] as JsonObject | undefined;
    const texts = delta?.['text'] ?? delta?.['thinking'] ?? delta?.['partial_json'];
    return [data['type'], block?.['type'] ?? texts]
      .filter((word) => typeof word === 'string')
      .join(' ');
  });
}

describe('a failure', () => {
  it('is a named error event and nothing after it', () => {
    const encoder = createStreamEncoder(replyTarget());
    encoder.push(start);
    const frames = encoder.fail(new GatewayError('upstream-unavailable', 'It broke.'));
    expect(frames).toEqual([
      {
        event: 'error',
        data: JSON.stringify({
          type: 'error',
          error: {
            type: 'api_error',
            message: 'Server error: It broke.',
            details: { error_code: 'upstream_unavailable' },
          },
        }),
      },
    ]);
  });

  it('in the middle of a call leaves the call open', () => {
    const error = new GatewayError('overloaded', 'Busy.', { reason: 'stream_interrupted' });
    const frames = encode(start, open(0, call('a')), addText(0, '{"x'), { type: 'failure', error });
    expect(lintMessagesStream(frames)).toEqual([]);
    expect(dataOf(frames).at(-1)).toMatchObject({
      error: { type: 'overloaded_error', details: { error_code: 'stream_interrupted' } },
    });
  });
});

describe('an empty answer', () => {
  it('is a valid message without blocks', () => {
    const frames = encode(start, open(0, text), close(0), stop, end);
    expect(outline(frames)).toEqual(['message_start', 'message_delta', 'message_stop']);
    expect(lintMessagesStream(frames)).toEqual([]);
  });

  it('without a start event gets one', () => {
    expect(lintMessagesStream(createStreamEncoder(replyTarget()).end())).toEqual([]);
  });
});

describe('the order of blocks', () => {
  it('closes reasoning before the first text, with its signature', () => {
    const frames = encode(
      start,
      open(0, thinking),
      addText(0, 'Hm.'),
      open(1, text),
      addText(1, 'Yes.'),
      close(0),
      close(1),
      stop,
      end,
    );
    expect(outline(frames)).toEqual([
      'message_start',
      'content_block_start thinking',
      'content_block_delta Hm.',
      'content_block_delta',
      'content_block_stop',
      'content_block_start text',
      'content_block_delta Yes.',
      'content_block_stop',
      'message_delta',
      'message_stop',
    ]);
  });

  it('buffers the deltas of a second call until the first is complete', () => {
    const events = [
      start,
      open(0, call('a')),
      addText(0, '{"city":'),
      open(1, call('b')),
      addText(1, '{"city":'),
      addText(1, '"Rome"}'),
      addText(0, '"Oslo"}'),
      close(0),
      close(1),
      stop,
      end,
    ];
    expect(answerOf(encode(...events))?.parts).toMatchObject([
      { id: 'a', arguments: '{"city":"Oslo"}' },
      { id: 'b', arguments: '{"city":"Rome"}' },
    ]);
    expect(lintMessagesStream(encode(...events))).toEqual([]);
  });

  it('closes a call with complete arguments as soon as the next one begins', () => {
    const encoder = createStreamEncoder(replyTarget());
    const begun = [start, open(0, call('a')), addText(0, '{"a":"}"}'), open(1, call('b'))];
    for (const event of begun) encoder.push(event);
    expect(outline(encoder.push(addText(1, '{"b"')))).toEqual([
      'content_block_stop',
      'content_block_start tool_use',
      'content_block_delta {"b"',
    ]);
  });

  it('writes text before a call that is buffered', () => {
    const encoder = createStreamEncoder(replyTarget());
    const begun = [
      start,
      open(0, text),
      addText(0, 'I look'),
      open(1, call('a')),
      addText(0, ' now'),
    ];
    const frames = begun.flatMap((event) => encoder.push(event));
    expect(outline(frames).at(-1)).toBe('content_block_delta  now');
  });

  it('starts a new block for text after a call', () => {
    const frames = encode(
      start,
      open(0, text),
      addText(0, 'A'),
      open(1, call('a')),
      addText(1, '{}'),
      addText(0, 'B'),
      close(0),
      close(1),
      stop,
      end,
    );
    expect(answerOf(frames)?.parts.map(({ type }) => type)).toEqual(['text', 'call', 'text']);
  });
});

describe('calls', () => {
  it('without arguments have an empty object', () => {
    const frames = encode(start, open(0, call('a')), close(0), stop, end);
    expect(outline(frames)).toContain('content_block_delta {}');
    expect(lintMessagesStream(frames)).toEqual([]);
    expect(answerOf(frames)?.parts).toMatchObject([{ type: 'call', arguments: '{}' }]);
  });

  it('with missing, repeated or illegal ids get legal ones that differ', () => {
    const events = ['', 'same', 'same', 'functions.now:0'].flatMap((id, index) => [
      open(index, call(id)),
      addText(index, '{}'),
      close(index),
    ]);
    const frames = encode(start, ...events, stop, end);
    expect(lintMessagesStream(frames)).toEqual([]);
    expect(answerOf(frames)?.parts).toHaveLength(4);
  });

  it('of custom tools are written as one field', () => {
    const part: PartHead = { type: 'call', id: 'a', name: 'patch', custom: true };
    const frames = encode(
      start,
      open(0, part),
      addText(0, 'say "a'),
      addText(0, '\n'),
      close(0),
      end,
    );
    expect(answerOf(frames)?.parts).toMatchObject([{ arguments: '{"input":"say \\"a\\n"}' }]);
  });

  it('have provider state of other vendors in a redacted block before them', () => {
    const providerState = { vendor: 'google', kind: 'signature', data: 'c2ln' } as const;
    const frames = encode(
      start,
      open(0, call('a')),
      { type: 'part-state', index: 0, providerState },
      addText(0, '{}'),
      close(0),
      end,
    );
    const [state, use] = dataOf(frames).flatMap((data) => data['content_block'] ?? []);
    expect(state).toMatchObject({ type: 'redacted_thinking' });
    expect(unwrapProviderState(textOf((state as JsonObject)['data']))).toEqual(providerState);
    expect(use).toMatchObject({ type: 'tool_use', id: 'a' });
  });

  it('decide the stop reason', () => {
    const frames = encode(start, open(0, call('a')), addText(0, '{}'), close(0), stop, end);
    expect(dataOf(frames).at(-2)).toMatchObject({ delta: { stop_reason: 'tool_use' } });
  });
});

describe('reasoning', () => {
  const signature = (frames: readonly SseFrame[]) =>
    dataOf(frames).flatMap(
      (data) => (data['delta'] as JsonObject | undefined)?.['signature'] ?? [],
    );

  it('of Anthropic keeps its signature', () => {
    const providerState = { vendor: 'anthropic', kind: 'signature', data: 'R2VudWluZQ==' } as const;
    const state: CanonicalEvent = { type: 'part-state', index: 0, providerState };
    const frames = encode(start, open(0, thinking), addText(0, 'Hm.'), state, close(0), end);
    expect(signature(frames)).toEqual(['R2VudWluZQ==']);
  });

  it('of other vendors gets a signature that is not empty', () => {
    const frames = encode(start, open(0, thinking), addText(0, 'Hm.'), close(0), end);
    expect(signature(frames)).toEqual([expect.stringMatching(/.+/)]);
  });

  it('that is hidden becomes a redacted block', () => {
    const providerState = { vendor: 'anthropic', kind: 'redacted', data: 'eHl6' } as const;
    const state: CanonicalEvent = { type: 'part-state', index: 0, providerState };
    const frames = encode(start, open(0, thinking), state, close(0), end);
    expect(dataOf(frames)[1]).toMatchObject({
      content_block: { type: 'redacted_thinking', data: 'eHl6' },
    });
    expect(lintMessagesStream(frames)).toEqual([]);
  });
});

describe('the end', () => {
  const usage: CanonicalEvent = {
    type: 'usage',
    usage: {
      input: 700,
      cacheRead: 300,
      cacheWrite5m: 20,
      cacheWrite1h: 1,
      output: 30,
      reasoning: 10,
    },
  };

  it('waits for the usage and gives all of it once', () => {
    const frames = encode(start, stop, usage, end);
    expect(dataOf(frames).filter(({ type }) => type === 'message_delta')).toMatchObject([
      {
        usage: {
          input_tokens: 700,
          cache_read_input_tokens: 300,
          cache_creation_input_tokens: 21,
          output_tokens: 40,
          output_tokens_details: { thinking_tokens: 10 },
        },
      },
    ]);
  });

  it('begins with 0 for clients that add both usages', () => {
    expect(dataOf(encode(start, usage, end))[0]).toMatchObject({
      message: { usage: { input_tokens: 0, output_tokens: 0 }, content: [], model: 'call-name' },
    });
  });

  it('has the stop reason refusal for a refusal', () => {
    const frames = encode(
      start,
      open(0, { type: 'refusal' }),
      addText(0, 'No.'),
      close(0),
      stop,
      end,
    );
    expect(answerOf(frames)).toMatchObject({
      parts: [{ text: 'No.' }],
      finish: { reason: 'filter' },
    });
  });

  it('notes further answers, which a message cannot hold', () => {
    const encoder = createStreamEncoder(replyTarget());
    for (const choice of [0, 1]) {
      encoder.push({ type: 'part-start', index: choice, choice, part: text });
      encoder.push(addText(choice, `answer ${choice}`));
    }
    expect(encoder.notes).toMatchObject([{ path: 'choices', action: 'dropped' }]);
    expect(outline(encoder.end())).toEqual(['content_block_stop', 'message_delta', 'message_stop']);
  });
});

describe('any order of parts', () => {
  const heads: readonly PartHead[] = [
    text,
    thinking,
    { type: 'refusal' },
    call('a'),
    call('b'),
    call(''),
    { type: 'call', id: 'c', name: 'patch', custom: true },
    { type: 'server', dialect: 'anthropic-messages', raw: { type: 'fallback' } },
  ];
  /** Which writer acts next; a writer opens, gives its pieces and closes. */
  const play = fc.record({
    writers: fc.array(fc.constantFrom(...heads), { maxLength: 6 }),
    turns: fc.array(fc.nat({ max: 5 }), { maxLength: 60 }),
  });

  it('is a valid stream with all the text', () => {
    fc.assert(
      fc.property(play, ({ writers, turns }) => {
        const events = interleave(writers, turns);
        const frames = encode(start, ...events, stop, end);
        expect(lintMessagesStream(frames)).toEqual([]);
        const texts = (text: string) => text.match(/word/g)?.length ?? 0;
        const given = texts(writers.flatMap(piecesOf).join(' '));
        expect(texts(outline(frames).join(' '))).toBe(given);
      }),
      { numRuns: 500 },
    );
  });

  it('equals the whole reply', () => {
    fc.assert(
      fc.property(streamedReply({ vendor: 'anthropic' }), ({ reply, events }) => {
        const frames = encodeStream(anthropicMessages, events);
        expect(lintMessagesStream(frames)).toEqual([]);
        const whole = anthropicMessages.encodeReply(reply, replyTarget()).value;
        const { choices, usage } = anthropicMessages.decodeReply(whole, {
          vendor: 'anthropic',
        }).value;
        const streamed = assembleReply(decodeStream(anthropicMessages, frames, 'anthropic'));
        expect(streamed.choices).toEqual(choices);
        expect(streamed.usage).toEqual(usage);
      }),
      { numRuns: 300 },
    );
  });
});

function piecesOf(part: PartHead): readonly string[] {
  if (part.type === 'server') return [];
  return part.type === 'call' && part.custom !== true ? ['{"a"', ':[1]}'] : ['word', ' word'];
}

function interleave(writers: readonly PartHead[], turns: readonly number[]): CanonicalEvent[] {
  const scripts = writers.map((part, index) => [
    open(index, part),
    ...piecesOf(part).map((piece) => addText(index, piece)),
    close(index),
  ]);
  const events: CanonicalEvent[] = [];
  let opened = 0;
  const step = (index: number) => {
    // Parts open in rising order.
    if (index > opened) return;
    const event = scripts[index]?.shift();
    if (event === undefined) return;
    if (index === opened) opened++;
    events.push(event);
  };
  turns.forEach(step);
  scripts.forEach((script, index) => {
    while (script.length > 0) step(index);
  });
  return events;
}

describe('what a Messages stream cannot hold', () => {
  function notesOf(...events: CanonicalEvent[]) {
    const encoder = createStreamEncoder(replyTarget());
    for (const event of [start, ...events, stop]) encoder.push(event);
    encoder.end();
    return encoder.notes.filter(({ path }) => path !== 'usage');
  }

  const dropped = (reason: string) => [{ path: 'content', action: 'dropped', reason }];

  const signature = (index: number): CanonicalEvent => ({
    ...{ type: 'part-state', index },
    providerState: { vendor: 'google', kind: 'thought', data: 'U0lH' },
  });

  it('is noted: other choices, once', () => {
    const other = (index: number): CanonicalEvent[] => [
      { type: 'part-start', index, choice: 1, part: text },
      addText(index, 'b'),
      close(index),
    ];
    expect(notesOf(open(0, text), addText(0, 'a'), close(0), ...other(1), ...other(2))).toEqual([
      {
        ...{ path: 'choices', action: 'dropped' },
        reason: 'A Messages reply has only one choice; the first was kept.',
      },
    ]);
  });

  it.each<[string, CanonicalEvent[]]>([
    [
      'Only reasoning and calls have provider state.',
      [open(0, text), addText(0, 'a'), signature(0), close(0)],
    ],
    [
      'Provider state arrived after its tool call had started.',
      [open(0, call('a')), addText(0, '{"a":1}'), signature(0), close(0)],
    ],
    [
      'Provider state arrived after its reasoning block had ended.',
      [open(0, thinking), addText(0, 'Hm.'), open(1, text), addText(1, 'Yes.'), signature(0)],
    ],
    [
      'A signature that came after the final text was left out, because the last block has to be the text.',
      [open(0, text), addText(0, 'Yes.'), close(0), open(1, thinking), signature(1), close(1)],
    ],
    [
      'Only text can hold a citation.',
      [open(0, thinking), addText(0, 'a'), { type: 'part-citation', index: 0, citation: {} }],
    ],
  ])('is noted: %s', (reason, events) => {
    expect(notesOf(...events)).toEqual(dropped(reason));
  });

  it('is noted: text after the complete arguments of a call', () => {
    const events = [open(0, call('a')), addText(0, '{}'), open(1, call('b')), addText(1, '{}')];
    expect(notesOf(...events, addText(0, ' \n'), close(0), close(1))).toEqual([]);
    expect(notesOf(...events, addText(0, 'x'), close(0), close(1))).toEqual(
      dropped('Text after complete arguments was removed.'),
    );
  });

  it('is noted: arguments that are no object, so that the client does not run the call', () => {
    const events = [open(0, call('a')), addText(0, '{"a'), close(0)];
    expect(notesOf(...events)).toEqual([
      {
        ...{ path: 'finish', action: 'approximated' },
        reason: 'Arguments of a call are no JSON object, so the answer counts as cut off.',
      },
    ]);
    const delta = dataOf(encode(start, ...events, stop, end)).at(-2);
    expect(delta).toMatchObject({ delta: { stop_reason: 'max_tokens' } });
  });

  it('is noted: parts of other formats, and media', () => {
    const image = { by: 'bytes', mediaType: 'image/png', base64: 'iVBORw0KGgo=' } as const;
    expect(
      notesOf(
        open(0, { type: 'server', dialect: 'gemini-generate', raw: {} }),
        close(0),
        open(1, { type: 'media', kind: 'image', source: image }),
        close(1),
      ),
    ).toEqual([
      ...dropped('Only the gemini-generate format has this kind of part.'),
      ...dropped('Messages replies cannot contain generated media.'),
    ]);
  });
});
