import { describe, expect, it } from 'vitest';
import { assembleReply } from '../../../canonical/assemble.ts';
import type { GatewayError } from '../../../canonical/error.ts';
import { checkEvents } from '../../../canonical/event-lint.ts';
import type { CanonicalEvent } from '../../../canonical/reply.ts';
import { isJsonObject } from '../../../json/value.ts';
import { decodeStreamText, listRecordings, readRecording } from '../../../testing/recordings.ts';
import { createStreamDecoder } from './decoder.ts';

const readFixture = (name: string) => readRecording('openai-chat', name);

function decodeText(text: string) {
  return decodeStreamText(createStreamDecoder({ vendor: 'acme' }), text);
}

function decodeFixture(name: string) {
  return decodeText(readFixture(name));
}

function failureOf(events: readonly CanonicalEvent[]): GatewayError | undefined {
  const last = events.at(-1);
  return last?.type === 'failure' ? last.error : undefined;
}

function textOf(events: readonly CanonicalEvent[]): string {
  return events.map((event) => (event.type === 'part-delta' ? event.text : '')).join('');
}

const weather = (id: string, city: string) => ({
  type: 'call',
  id,
  name: 'get_weather',
  arguments: `{"city":"${city}"}`,
});
const now = (id: string) => ({ type: 'call', id, name: 'now', arguments: '{}' });
const part = (text: string, field?: string) => ({
  type: 'reasoning',
  text,
  providerState: { vendor: 'acme', kind: 'plain', data: text, ...(field && { field }) },
});
const textPart = (text: string) => ({ type: 'text', text });

it('a choice without an index is the first', () => {
  const chunk = { choices: [{ delta: { content: 'Hi' }, finish_reason: 'stop' }] };
  const { events } = decodeText(`data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`);
  expect(assembleReply(events).choices).toMatchObject([{ parts: [textPart('Hi')] }]);
  expect(events.flatMap((event) => ('choice' in event ? [event.choice] : []))).toEqual([0, 0]);
});

function decodeDeltas(chunk: object, ...deltas: readonly object[]) {
  const chunks = deltas.map((delta) => ({ ...chunk, choices: [{ index: 0, delta }] }));
  const lines = [...chunks.map((one) => JSON.stringify(one)), '[DONE]'];
  return decodeText(lines.map((line) => `data: ${line}\n\n`).join('')).events;
}

it('a text ends before a refusal begins', () => {
  const events = decodeDeltas({}, { content: 'A' }, { refusal: 'No.' });
  expect(events.map(({ type }) => type)).toEqual([
    ...['reply-start', 'part-start', 'part-delta', 'part-end', 'part-start', 'part-delta'],
    ...['part-end', 'finish', 'reply-end'],
  ]);
});

it('the sources of the whole answer are cited at its end', () => {
  const events = decodeDeltas({ citations: ['https://a.test/'] }, { content: 'Hi' });
  expect(events).toContainEqual(
    expect.objectContaining({ type: 'part-citation', citation: { url: 'https://a.test/' } }),
  );
});

/** What each complete fixture gives: its parts, why it ended, and its usage where it has one. */
const decodings: Record<string, { parts: unknown[]; reason: string; usage?: object }> = {
  text: {
    parts: [textPart('Guten Morgen, Zürich 🚋!')],
    reason: 'stop',
    usage: { input: 18, cacheRead: 0, output: 9, reasoning: 0 },
  },
  'tool-call-split': {
    parts: [{ ...weather('call_Tq1', ''), arguments: '{"city": "Zürich"}' }],
    reason: 'calls',
  },
  'tool-calls-interleaved': {
    parts: [weather('call_a', 'Oslo'), weather('call_b', 'Rome')],
    reason: 'calls',
  },
  'whole-call-in-one-chunk': { parts: [textPart('One moment.'), now('call_w')], reason: 'calls' },
  'whole-calls-at-one-position': {
    parts: [weather('call_gen8f21_1', 'Oslo'), weather('call_gen8f21_2', 'Rome')],
    reason: 'calls',
  },
  'calls-with-repeated-ids-and-names': {
    parts: [{ ...now('fc'), arguments: '{"zone":"UTC"}' }, now('call_gen8f21_1')],
    reason: 'calls',
  },
  'call-name-later': { parts: [weather('call_n', 'Oslo')], reason: 'calls' },
  'calls-without-position': {
    parts: [now('call_x'), weather('call_y', 'Oslo')],
    reason: 'calls',
  },
  'custom-tool-call': {
    parts: [
      {
        type: 'call',
        id: 'call_c',
        name: 'apply_patch',
        arguments: '*** Begin Patch\n',
        custom: true,
      },
    ],
    reason: 'calls',
  },
  'legacy-function-call': {
    parts: [weather('call_chatcmplCkV3b9QpLw0aTz_1', 'Oslo')],
    reason: 'calls',
  },
  'text-beside-calls': {
    parts: [textPart('Looking it up.'), weather('call_t', 'Oslo')],
    reason: 'calls',
  },
  'reasoning-content': {
    parts: [part('Two trains, one track.'), textPart('They meet at noon.')],
    reason: 'stop',
    usage: { input: 8, cacheRead: 32, output: 9, reasoning: 22 },
  },
  'reasoning-details-signed': {
    parts: [
      {
        type: 'reasoning',
        text: 'Count sheep.',
        providerState: {
          vendor: 'acme',
          kind: 'signature',
          data: '{"type":"reasoning.text","signature":"EqoBCkgIARAB","format":"anthropic-claude-v1","index":0}',
        },
      },
      textPart('Seven.'),
    ],
    reason: 'stop',
  },
  refusal: { parts: [{ type: 'refusal', text: 'I will not help with that.' }], reason: 'stop' },
  'usage-after-finish': {
    parts: [textPart('ok')],
    reason: 'stop',
    usage: { input: 700, cacheRead: 300, output: 30, reasoning: 10 },
  },
  'usage-on-finish-chunk': {
    parts: [textPart('ok!')],
    reason: 'length',
    usage: { input: 12, output: 3 },
  },
  'thinking-only-in-total': {
    parts: [textPart('The bridge is open.')],
    reason: 'stop',
    usage: { input: 7, output: 395, reasoning: 0 },
  },
  'reasoning-beside-completion': {
    parts: [part('Two plus two.'), textPart('4.')],
    reason: 'stop',
    usage: { input: 12, output: 2, reasoning: 340 },
  },
  'cached-and-written-overlap': {
    parts: [textPart('Noted.')],
    reason: 'stop',
    usage: { input: 7, cacheRead: 2161, cacheWrite5m: 0, output: 100 },
  },
  'finish-without-done': { parts: [textPart('All of it.')], reason: 'stop' },
  'done-without-finish': { parts: [textPart('ok')], reason: 'stop' },
  'azure-first-chunk-without-choices': { parts: [textPart('Hello.')], reason: 'stop' },
  'garbage-between': { parts: [textPart('clear')], reason: 'stop' },
  'speech-after-end': { parts: [textPart('ok')], reason: 'stop' },
  'content-filter': { parts: [textPart('Well')], reason: 'filter' },
  citations: {
    parts: [
      {
        ...textPart('The ferry leaves at nine.'),
        citations: [{ url: 'https://ferry.example/', title: 'Ferry', start: 0, end: 25 }],
      },
    ],
    reason: 'stop',
  },
  'signature-beside-call': {
    parts: [
      {
        ...weather('call_g', 'Oslo'),
        providerState: { vendor: 'acme', kind: 'signature', data: 'CsIBAdHtim8=' },
      },
    ],
    reason: 'calls',
  },
  'content-parts-with-thinking': {
    parts: [part('Hm.', 'thinking'), textPart('Yes.')],
    reason: 'stop',
  },
  'call-without-arguments': { parts: [now('call_e')], reason: 'calls' },
};

describe('streams that are not a reply', () => {
  it.each(['cut-midway', 'cut-inside-call'])('reports %s as interrupted, not as an end', (name) => {
    const { events } = decodeFixture(name);
    expect(failureOf(events)).toMatchObject({
      code: 'upstream-unavailable',
      reason: 'stream_interrupted',
    });
    expect(events.filter(({ type }) => type === 'finish' || type === 'part-end')).toEqual([]);
  });

  it('keeps the events before an error and ends there', () => {
    const { events } = decodeFixture('error-midstream');
    expect(textOf(events)).toBe('Part');
    expect(failureOf(events)).toMatchObject({
      code: 'upstream-unavailable',
      message: 'The server had an error while processing your request.',
    });
  });

  it('reports an error that comes first without starting a reply', () => {
    const { events } = decodeFixture('error-first');
    expect(events).toHaveLength(1);
    expect(failureOf(events)).toMatchObject({
      code: 'rate-limited',
      message: 'Rate limit reached.',
    });
  });

  it.each([
    ['nothing at all', ''],
    ['an end mark without an answer', 'data: [DONE]\n\n'],
    ['a web page', 'data: <html>\n\n'],
    ['only chunks without choices', 'data: {"choices":[]}\n\ndata: [DONE]\n\n'],
  ])('takes %s for no answer', (_, text) => {
    expect(failureOf(decodeText(text).events)?.code).toBe('upstream-unavailable');
  });

  it('reads a named error event whose data is not JSON', () => {
    const { events } = decodeText('event: error\ndata: upstream gave up\n\n');
    expect(failureOf(events)?.message).toBe('upstream gave up');
  });

  it('fails after too many malformed frames', () => {
    const { events } = decodeText('data: null\n\n'.repeat(1_200) + 'data: [DONE]\n\n');
    expect(events).toHaveLength(1);
    expect(failureOf(events)?.code).toBe('upstream-unavailable');
  });

  it('emits nothing after the end', () => {
    const decoder = createStreamDecoder({ vendor: 'acme' });
    decoder.push({ data: '{"error":{"message":"no"}}' });
    expect(decoder.push({ data: '{"choices":[{"delta":{"content":"x"}}]}' })).toEqual([]);
    expect(decoder.push({ data: '[DONE]' })).toEqual([]);
    expect(decoder.end()).toEqual([]);
  });
});

describe('complete streams', () => {
  it.each(Object.entries(decodings))('reads %s', (name, { parts, reason, usage }) => {
    const { events } = decodeFixture(name);
    expect(checkEvents(events)).toEqual([]);
    const reply = assembleReply(events);
    expect(reply.choices[0]?.parts).toEqual(parts);
    expect(reply.choices[0]?.finish.reason).toBe(reason);
    if (usage) expect(reply.usage).toMatchObject(usage);
    expect(events.filter(({ type }) => type === 'reply-end')).toHaveLength(1);
  });

  it('keeps several choices apart', () => {
    const reply = assembleReply(decodeFixture('several-choices').events);
    expect(reply.choices).toEqual([
      { index: 0, parts: [textPart('Heads')], finish: { reason: 'stop' } },
      { index: 1, parts: [textPart('Tails')], finish: { reason: 'length' } },
    ]);
  });

  it('does not count a stream as complete while one of its choices is unfinished', () => {
    const text = readFixture('several-choices');
    const cut = text.slice(0, text.lastIndexOf('data: {'));
    expect(failureOf(decodeText(cut).events)?.reason).toBe('stream_interrupted');
  });

  it('emits text at once and delays only the end', () => {
    const decoder = createStreamDecoder({ vendor: 'acme' });
    const events = decoder.push({ data: '{"id":"a","choices":[{"delta":{"content":"x"}}]}' });
    expect(events.map(({ type }) => type)).toEqual(['reply-start', 'part-start', 'part-delta']);
  });

  it('keeps the upstream’s own name of an unknown finish reason', () => {
    const end = '{"choices":[{"delta":{"content":"x"},"finish_reason":"bored"}]}';
    const { events, notes } = decodeText(`data: ${end}\n\ndata: [DONE]\n\n`);
    expect(assembleReply(events).choices[0]?.finish).toEqual({ reason: 'stop', native: 'bored' });
    expect(notes).toHaveLength(1);
  });

  it('reports the stop sequence when the upstream names it', () => {
    const end =
      '{"choices":[{"delta":{"content":"x"},"finish_reason":"stop","stop_reason":"END"}]}';
    const { events } = decodeText(`data: ${end}\n\ndata: [DONE]\n\n`);
    expect(assembleReply(events).choices[0]?.finish).toEqual({
      reason: 'stop-sequence',
      stopSequence: 'END',
    });
  });

  it('begins a new part with the reasoning after a signature', () => {
    const signed = { type: 'reasoning.text', text: 'One.', signature: 'c2ln' };
    const deltas = [{ reasoning_details: [signed] }, { reasoning_content: 'Two.' }];
    const chunks = deltas.map((delta) => `data: ${JSON.stringify({ choices: [{ delta }] })}\n\n`);
    const { events } = decodeText(`${chunks.join('')}data: [DONE]\n\n`);
    expect(assembleReply(events).choices[0]?.parts).toMatchObject([
      { type: 'reasoning', text: 'One.', providerState: { kind: 'signature' } },
      part('Two.'),
    ]);
  });

  it('reads the only call beside an empty list of calls, and what stands beside null', () => {
    const called = { name: 'now', arguments: '{}' };
    const choice = { delta: { tool_calls: [], function_call: called } };
    const chunk = { choices: [null, choice] };
    const { events } = decodeText(`data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`);
    expect(assembleReply(events).choices[0]?.parts).toMatchObject([{ type: 'call', ...called }]);
  });

  it('closes the reasoning before the first text', () => {
    const { events } = decodeFixture('reasoning-content');
    const order = events.flatMap((event) =>
      'index' in event ? [`${event.type} ${event.index}`] : [],
    );
    expect(order.indexOf('part-end 0')).toBeLessThan(order.indexOf('part-start 1'));
  });

  it('notes a repeated loss once', () => {
    const chunk = '{"choices":[{"delta":{"content":"x"},"logprobs":{"tokens":["x"]}}]}';
    const { notes } = decodeText(`data: ${chunk}\n\n`.repeat(5) + 'data: [DONE]\n\n');
    expect(notes.map(({ path }) => path)).toEqual(['choices[0].logprobs.tokens']);
  });
});

describe('what a reply cannot keep', () => {
  const notesOf = (...deltas: readonly object[]) => {
    const chunks = deltas.map((delta) => ({ choices: [{ index: 0, delta }] }));
    const text = chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('');
    return decodeText(`${text}data: [DONE]\n\n`).notes;
  };

  it('is noted: more calls than a reply may have', () => {
    const call = (index: number) => ({
      tool_calls: [{ index, id: `c${index}`, function: { name: 'now', arguments: '{}' } }],
    });
    const calls = Array.from({ length: 1_001 }, (_, index) => call(index));
    expect(notesOf(...calls.slice(1))).toEqual([]);
    expect(notesOf(...calls)).toEqual([
      {
        ...{ path: 'tool_calls', action: 'dropped' },
        reason: 'Only 1000 calls of an answer are carried.',
      },
    ]);
  });

  it('is noted: sound', () => {
    const audio = { id: 'a', data: 'AAAA', transcript: 'Hi' };
    expect(notesOf({ audio })).toEqual([
      {
        ...{ path: 'audio', action: 'dropped' },
        reason: 'Only the transcript of an audio reply is kept.',
      },
    ]);
  });

  it('is noted: reasoning that is too long to be sent back', () => {
    const half = 'x'.repeat(2 * 1024 * 1024);
    const deltas = [{ reasoning_content: half }, { reasoning_content: half }];
    expect(notesOf(...deltas)).toEqual([]);
    expect(notesOf(...deltas, { reasoning_content: 'x' })).toEqual([
      {
        ...{ path: 'reasoning_content', action: 'dropped' },
        reason: 'This reasoning is too long to be echoed.',
      },
    ]);
  });
});

describe('usage', () => {
  const usage = { prompt_tokens: 100, completion_tokens: 20 };
  const choice = { index: 0, delta: { content: 'x' }, finish_reason: 'stop' };

  it.each([
    ['before the first choice', [{ choices: [], usage }, { choices: [choice] }]],
    [
      'in quotes',
      [{ choices: [choice], usage: { prompt_tokens: '100', completion_tokens: '20' } }],
    ],
    ['in the last choice', [{ choices: [{ ...choice, usage }] }]],
    ['in an object of Groq’s own', [{ choices: [choice], x_groq: { usage } }]],
    [
      'behind an empty one',
      [
        { choices: [choice], usage },
        { choices: [], usage: {} },
      ],
    ],
  ])('is read %s', (_, chunks) => {
    const text = chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('');
    const { events } = decodeText(`${text}data: [DONE]\n\n`);
    expect(checkEvents(events)).toEqual([]);
    expect(assembleReply(events).usage).toMatchObject({ input: 100, output: 20 });
  });
});

describe('an error without an envelope', () => {
  it('fails the stream', () => {
    const error = { object: 'error', message: 'Too long.', type: 'BadRequestError', code: 400 };
    const { events } = decodeText(`data: ${JSON.stringify(error)}\n\ndata: [DONE]\n\n`);
    expect(failureOf(events)).toMatchObject({ code: 'upstream-rejected', message: 'Too long.' });
  });
});

describe('every fixture', () => {
  const fixtures = listRecordings('openai-chat');

  it('is listed as decoded or as broken', () => {
    const broken = ['cut-midway', 'cut-inside-call', 'error-midstream', 'error-first'];
    const known = [...Object.keys(decodings), ...broken, 'several-choices'];
    expect(fixtures.toSorted()).toEqual(known.toSorted());
  });

  it.each(fixtures)('%s holds only JSON objects if it is valid', (name) => {
    if (name.startsWith('garbage')) return;
    for (const line of readFixture(name).split('\n')) {
      if (!line.startsWith('data: ') || line === 'data: [DONE]') continue;
      expect(isJsonObject(JSON.parse(line.slice('data: '.length)))).toBe(true);
    }
  });
});

/** The parts of a reply that arrives in these deltas. */
function partsOf(...deltas: readonly object[]) {
  const chunks = deltas.map((delta) => `data: ${JSON.stringify({ choices: [{ delta }] })}\n\n`);
  const { events } = decodeText(`${chunks.join('')}data: [DONE]\n\n`);
  expect(checkEvents(events)).toEqual([]);
  return assembleReply(events).choices[0]?.parts;
}

const hidden = { reasoning_details: [{ type: 'reasoning.encrypted', data: 'b3BhcXVl' }] };
const hiddenPart = { type: 'reasoning', text: '', providerState: { kind: 'redacted' } };

it('hidden reasoning is one part, without any text before it', () => {
  expect(partsOf(hidden, { content: 'Hi' })).toMatchObject([hiddenPart, textPart('Hi')]);
});

it('text goes on after hidden reasoning, and begins anew after reasoning that is shown', () => {
  const [one, two] = [{ content: 'One, ' }, { content: 'two.' }];
  expect(partsOf(one, hidden, two)).toMatchObject([textPart('One, two.'), hiddenPart]);
  expect(partsOf(one, { reasoning_content: 'Hm.' }, two)).toEqual([
    ...[textPart('One, '), part('Hm.'), textPart('two.')],
  ]);
});

it('an image is a part of its own, which ends the text before it', () => {
  const images = [{ type: 'image_url', image_url: { url: 'https://a.test/b.png' } }];
  expect(partsOf({ content: 'a' }, { images }, { content: 'b' })).toMatchObject([
    ...[textPart('a'), { type: 'media', kind: 'image' }, textPart('b')],
  ]);
});

it('a citation without any text is noted', () => {
  const annotations = [{ type: 'url_citation', url_citation: { url: 'https://a.test/' } }];
  const chunk = JSON.stringify({ choices: [{ delta: { annotations } }] });
  const { notes } = decodeText(`data: ${chunk}\n\ndata: [DONE]\n\n`);
  expect(notes).toMatchObject([{ path: 'annotations', action: 'dropped' }]);
});

it('reasoning that says the same piece twice is passed on twice', () => {
  const chunk = (delta: object, finish_reason: string | null = null) =>
    `data: ${JSON.stringify({ id: 'c', choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
  const thought = chunk({ reasoning_content: 'ha' });
  const { events } = decodeText(`${thought}${thought}${chunk({}, 'stop')}data: [DONE]\n\n`);
  expect(assembleReply(events).choices[0]?.parts).toEqual([part('haha')]);
});
