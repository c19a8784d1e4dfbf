import { describe, expect, it } from 'vitest';
import { assembleReply } from '../../../canonical/assemble.ts';
import type { GatewayError } from '../../../canonical/error.ts';
import type { Part } from '../../../canonical/part.ts';
import { decodeStreamText, readRecording } from '../../../testing/recordings.ts';
import { createStreamDecoder } from './decoder.ts';

const vendor = 'anthropic';

function decodeText(text: string) {
  return decodeStreamText(createStreamDecoder({ vendor }), text);
}

function decodeFixture(name: string) {
  return decodeText(readRecording('anthropic-messages', name));
}

function replyOf(name: string) {
  return assembleReply(decodeFixture(name).events);
}

function answerOf(name: string) {
  const [choice] = replyOf(name).choices;
  return { parts: choice?.parts ?? [], finish: choice?.finish };
}

function failureOf(name: string): GatewayError | undefined {
  const last = decodeFixture(name).events.at(-1);
  return last?.type === 'failure' ? last.error : undefined;
}

const text = (texts: string): Part => ({ type: 'text', text: texts });

it('a text that begins with its citations keeps them', () => {
  const decoder = createStreamDecoder({ vendor });
  const cited = { type: 'char_location', cited_text: 'Oslo', document_title: 'A' };
  const block = { type: 'text', text: 'Oslo.', citations: [cited] };
  const events = [
    { type: 'message_start', message: { id: 'msg_1', model: 'm', usage: {} } },
    { type: 'content_block_start', index: 0, content_block: block },
  ].flatMap((event) => decoder.push({ event: event.type, data: JSON.stringify(event) }));
  expect(events).toContainEqual({ type: 'part-delta', index: 0, text: 'Oslo.' });
  expect(events.filter(({ type }) => type === 'part-citation')).toMatchObject([
    { index: 0, citation: { title: 'A', quote: 'Oslo' } },
  ]);
});

it('a stream without its start begins at its first event', () => {
  const decoder = createStreamDecoder({ vendor });
  const delta = { stop_reason: 'end_turn' };
  const events = [
    { type: 'message_delta', delta, usage: { input_tokens: 1, output_tokens: 2 } },
    { type: 'message_stop' },
  ].flatMap((event) => decoder.push({ event: event.type, data: JSON.stringify(event) }));
  expect(events.map(({ type }) => type)).toEqual(['reply-start', 'usage', 'finish', 'reply-end']);
});

it('fields of the wrong type do not hide the others of their event', () => {
  const decoder = createStreamDecoder({ vendor });
  const delta = { stop_reason: 'max_tokens', stop_sequence: 1, stop_details: 'No.' };
  const events = [
    { type: 'message_start', message: { id: 7, model: 'm', usage: [] } },
    { type: 'message_delta', delta, usage: { input_tokens: 1, output_tokens: 2 } },
    { type: 'message_stop' },
  ].flatMap((event) => decoder.push({ event: event.type, data: JSON.stringify(event) }));
  const finish = { reason: 'length', native: 'max_tokens' };
  expect(events).toMatchObject([
    { type: 'reply-start', model: 'm' },
    { type: 'usage', usage: { input: 1, output: 2 } },
    { type: 'finish', finish },
    { type: 'reply-end' },
  ]);
});

describe('a stream of an unusual server', () => {
  const start = { type: 'message_start', message: { id: 'm', usage: { input_tokens: 1 } } };
  const end = { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: {} };
  const read = (...frames: readonly { readonly event: string; readonly data: string }[]) => {
    const decoder = createStreamDecoder({ vendor });
    const events = frames.flatMap((frame) => decoder.push(frame));
    return { reply: assembleReply([...events, ...decoder.end()]), notes: decoder.notes };
  };
  const frameOf = (event: { readonly type: string }) => ({
    event: event.type,
    data: JSON.stringify(event),
  });

  it('may omit the index of blocks', () => {
    const blocks = ['One.', 'Two.'].flatMap((words) => [
      { type: 'content_block_start', content_block: { type: 'text', text: '' } },
      { type: 'content_block_delta', delta: { type: 'text_delta', text: words } },
      { type: 'content_block_stop' },
    ]);
    const { reply, notes } = read(
      ...[start, ...blocks, end, { type: 'message_stop' }].map(frameOf),
    );
    expect(reply.choices[0]?.parts).toEqual([text('One.'), text('Two.')]);
    expect(notes).toEqual([]);
  });

  it('may send the whole input of a call as JSON text', () => {
    const block = { type: 'tool_use', id: 't', name: 'f', input: '{"n":1}' };
    const events = [
      start,
      { type: 'content_block_start', index: 0, content_block: block },
      { type: 'content_block_stop', index: 0 },
      end,
      { type: 'message_stop' },
    ];
    const { reply } = read(...events.map(frameOf));
    expect(reply.choices[0]?.parts).toMatchObject([{ type: 'call', arguments: '{"n":1}' }]);
  });

  it('may write text and reasoning into a block of another kind', () => {
    const piece = (delta: object) => ({ type: 'content_block_delta', index: 0, delta });
    const speak = (words: string) => piece({ type: 'text_delta', text: words });
    const think = piece({ type: 'thinking_delta', thinking: 'Hm.' });
    const write = (json: string) => piece({ type: 'input_json_delta', partial_json: json });
    const open = (content_block: object) => ({
      type: 'content_block_start',
      index: 0,
      content_block,
    });
    const blocks = [
      ...[open({ type: 'text', text: '' }), think, speak('He'), speak('y.')],
      ...[open({ type: 'tool_use', id: 't', name: 'f', input: {} }), write('{"n"'), speak('So')],
      ...[speak(' on.'), think, write(':1}')],
    ];
    const { reply, notes } = read(
      ...[start, ...blocks, end, { type: 'message_stop' }].map(frameOf),
    );
    expect(reply.choices[0]?.parts).toMatchObject([
      ...[{ text: '' }, { type: 'reasoning', text: 'Hm.' }, text('Hey.')],
      ...[{ type: 'call', arguments: '{"n":1}' }, text('So on.'), { type: 'reasoning' }],
    ]);
    expect(notes).toEqual([]);
  });

  it('may send pings that contain nothing', () => {
    const ping = { event: 'ping', data: '{}' };
    const { notes } = read(frameOf(start), ping, ping, frameOf(end), {
      event: 'message_stop',
      data: '{"type":"message_stop"}',
    });
    expect(notes).toEqual([]);
  });

  it('may end with a bare end mark, which is whole in passthrough as well', () => {
    const { reply } = read(frameOf(start), frameOf(end), { event: 'message_stop', data: '' });
    expect(reply.choices[0]?.finish.reason).toBe('stop');
  });

  it.each([
    ['unknown-events-and-deltas', ['stream', 'content']],
    ['garbage-between', ['content', 'stream']],
  ])('leaves a note on what is skipped: %s', (name, paths) => {
    const { notes } = decodeFixture(name);
    expect(notes.map(({ action }) => action)).toEqual(paths.map(() => 'dropped'));
    expect(notes.map(({ path }) => path)).toEqual(paths);
  });
});

describe('a broken stream', () => {
  it.each([
    ['cut-midway', 'upstream-unavailable', 'stream_interrupted'],
    ['cut-before-message-stop', 'upstream-unavailable', 'stream_interrupted'],
    ['error-midstream', 'overloaded', undefined],
    ['error-without-name', 'rate-limited', undefined],
    ['error-first', 'upstream-unavailable', undefined],
  ])('%s is one failure', (name, code, reason) => {
    const { events } = decodeFixture(name);
    expect(events.filter(({ type }) => type === 'failure')).toHaveLength(1);
    expect(events.some(({ type }) => type === 'finish' || type === 'reply-end')).toBe(false);
    expect(failureOf(name)).toMatchObject({ code, reason });
  });

  it('keeps the message of the upstream', () => {
    expect(failureOf('error-midstream')?.message).toBe('Overloaded');
  });

  it('whose error event is not JSON is a failure without a body to show', () => {
    const decoder = createStreamDecoder({ vendor });
    expect(decoder.push({ event: 'error', data: 'It broke.' })).toMatchObject([
      {
        type: 'failure',
        error: {
          code: 'upstream-unavailable',
          upstreamBody: undefined,
          upstreamDialect: undefined,
        },
      },
    ]);
  });

  it('without any event is a failure', () => {
    const decoder = createStreamDecoder({ vendor });
    expect(decoder.end()).toMatchObject([
      {
        type: 'failure',
        error: {
          ...{ code: 'upstream-unavailable', reason: 'stream_interrupted' },
          message: 'The upstream’s answer was interrupted (terminated).',
        },
      },
    ]);
    expect(decoder.end()).toEqual([]);
  });

  it.each([
    ['message_stop', []],
    ['message_delta', [{ type: 'message_delta', delta: { stop_reason: 'end_turn' } }]],
  ])('that begins with %s is an empty reply', (_, events) => {
    const decoder = createStreamDecoder({ vendor });
    const given = [...events, { type: 'message_stop' }].flatMap((event) =>
      decoder.push({ event: event.type, data: JSON.stringify(event) }),
    );
    expect(given.map(({ type }) => type)).toEqual(['reply-start', 'finish', 'reply-end']);
  });

  it('with an error event that is not JSON is a failure', () => {
    const decoder = createStreamDecoder({ vendor });
    expect(decoder.push({ event: 'error', data: 'oops' })).toMatchObject([
      { type: 'failure', error: { code: 'upstream-unavailable' } },
    ]);
  });

  it('with the error object of another format is a failure', () => {
    const decoder = createStreamDecoder({ vendor });
    const data = JSON.stringify({ error: { message: 'No', type: 'server_error' } });
    expect(decoder.push({ data })).toMatchObject([{ type: 'failure' }]);
  });

  it('hides the upstream’s message about our credential', () => {
    const decoder = createStreamDecoder({ vendor });
    const error = { type: 'authentication_error', message: 'x-api-key sk-secret is wrong' };
    const [event] = decoder.push({
      event: 'error',
      data: JSON.stringify({ type: 'error', error }),
    });
    expect(event?.type === 'failure' && event.error.message).not.toContain('sk-secret');
  });
});

describe('the parts of an answer', () => {
  const tide = (id: string, harbour: string): Part => ({
    type: 'call',
    id,
    name: 'get_tide',
    arguments: JSON.stringify({ harbour }),
  });

  it.each<[string, Part[]]>([
    ['text', [text('The ferry leaves at nine — grüße 👋🏽.')]],
    [
      'signature-replaced',
      [
        {
          type: 'reasoning',
          text: 'Hm.',
          providerState: { vendor, kind: 'signature', data: 'U2Vjb25k' },
        },
        text('Yes.'),
      ],
    ],
    [
      'thinking-hidden',
      [
        {
          type: 'reasoning',
          text: '',
          providerState: { vendor, kind: 'signature', data: 'SGlkZGVuU2ln' },
        },
        text('Forty-two.'),
      ],
    ],
    [
      'redacted-thinking',
      [
        {
          type: 'reasoning',
          text: '',
          providerState: { vendor, kind: 'redacted', data: 'RW5jcnlwdGVkVGhvdWdodHM=' },
        },
        text('Let us go on.'),
      ],
    ],
    [
      'tool-use-split-input',
      [
        text('I will look.'),
        {
          type: 'call',
          id: 'toolu_01Harbour',
          name: 'get_tide',
          arguments: '{"harbour": "Tromsø", "days": 2}',
        },
      ],
    ],
    [
      'tool-use-whole-input',
      [
        {
          type: 'call',
          id: 'toolu_01Whole',
          name: 'get_tide',
          arguments: '{"harbour":"Bergen","days":1}',
        },
      ],
    ],
    ['tool-use-without-input', [{ type: 'call', id: 'toolu_01Now', name: 'now', arguments: '{}' }]],
    [
      'parallel-tool-use',
      [
        tide('toolu_01A', 'Bergen'),
        tide('toolu_01B', 'Tromsø'),
        { type: 'call', id: 'toolu_01C', name: 'now', arguments: '{}' },
      ],
    ],
    ['refusal', [{ type: 'refusal', text: 'This cannot be answered here.' }]],
    ['garbage-between', [text('Still here.')]],
    ['names-missing', [text('Nameless.')]],
    ['ping-before-start', [text('Awake.')]],
    ['speech-after-end', [text('Done.')]],
    [
      'blocks-never-stopped',
      [
        text('Open '),
        { type: 'call', id: 'toolu_01Open', name: 'now', arguments: '{"zone":"utc"}' },
      ],
    ],
  ])('%s', (name, parts) => {
    expect(answerOf(name).parts).toEqual(parts);
  });

  it('keep provider-specific blocks unchanged and citations with their text', () => {
    const { parts } = answerOf('server-tool-web-search');
    expect(parts.map(({ type }) => type)).toEqual(['server', 'server', 'text', 'text', 'text']);
    expect(parts[0]).toMatchObject({ raw: { input: { query: 'ferry times' } } });
    expect(parts[3]).toMatchObject({
      text: 'at nine',
      citations: [{ url: 'https://ferry.example/', title: 'Ferry', quote: 'Departure 09:00' }],
    });
  });

  it('keep unknown blocks', () => {
    const raw = { type: 'future_block', payload: { k: [1, '2'] } };
    const { parts } = answerOf('unknown-events-and-deltas');
    expect(parts).toEqual([text('Calm.'), { type: 'server', dialect: 'anthropic-messages', raw }]);
  });
});

describe('the end of an answer', () => {
  it.each([
    ['text', { reason: 'stop', native: 'end_turn' }],
    ['tool-use-split-input', { reason: 'calls', native: 'tool_use' }],
    ['end-turn-beside-tool-use', { reason: 'calls', native: 'end_turn' }],
    ['tool-use-cut-by-limit', { reason: 'length', native: 'max_tokens' }],
    ['stop-sequence', { reason: 'stop-sequence', native: 'stop_sequence', stopSequence: 'three' }],
    ['refusal', { reason: 'filter', native: 'refusal' }, 'stop_details'],
    ['context-window-exceeded', { reason: 'context', native: 'model_context_window_exceeded' }],
    ['pause-turn', { reason: 'pause', native: 'pause_turn' }],
  ])('%s', (name, finish, ...lost) => {
    expect(answerOf(name).finish).toEqual(finish);
    expect(decodeFixture(name).notes.map(({ path }) => path)).toEqual(lost);
  });

  it('of an unknown kind is a stop with a note', () => {
    expect(answerOf('unknown-stop-reason').finish?.reason).toBe('stop');
    expect(decodeFixture('unknown-stop-reason').notes).toHaveLength(1);
  });
});

describe('the usage', () => {
  it('distinguishes cache reads and both kinds of cache writes', () => {
    expect(replyOf('cache-usage').usage).toEqual({
      input: 12,
      cacheRead: 3000,
      cacheWrite5m: 500,
      cacheWrite1h: 200,
      output: 9,
      reasoning: 0,
    });
  });

  it('of the last event replaces that of the first, where it has values', () => {
    expect(replyOf('usage-replaced-at-end').usage).toEqual({
      input: 120,
      cacheRead: 80,
      cacheWrite5m: 0,
      cacheWrite1h: 0,
      output: 9,
      reasoning: 21,
    });
  });

  it('stays unknown when it is not reported', () => {
    const decoder = createStreamDecoder({ vendor });
    const events = ['message_start', 'message_stop'].flatMap((type) =>
      decoder.push({ event: type, data: JSON.stringify({ type, message: {} }) }),
    );
    expect(assembleReply(events).usage).toBeUndefined();
  });
});

it.each([
  { what: 'is kept', size: 1_000_000, input: { query: 'x'.repeat(999_988) }, notes: [] },
  {
    ...{ what: 'is left out with a note', size: 1_000_001, input: {} },
    notes: [{ path: 'content', reason: 'The long input of a provider’s tool was omitted.' }],
  },
])('the input of a provider’s tool of $size characters $what', ({ size, input, notes }) => {
  const decoder = createStreamDecoder({ vendor });
  const push = (event: { readonly type: string; readonly [field: string]: unknown }) =>
    decoder.push({ event: event.type, data: JSON.stringify(event) });
  const json = JSON.stringify({ query: 'x'.repeat(size - '{"query":""}'.length) });
  push({
    ...{ type: 'content_block_start', index: 0 },
    content_block: { type: 'server_tool_use', id: 's', name: 'search', input: {} },
  });
  for (const partial_json of [json.slice(0, 500_000), json.slice(500_000)]) {
    push({
      ...{ type: 'content_block_delta', index: 0 },
      delta: { type: 'input_json_delta', partial_json },
    });
  }
  const [part] = push({ type: 'content_block_stop', index: 0 });
  expect(part?.type === 'part-start' && part.part).toMatchObject({ raw: { input } });
  expect(decoder.notes).toMatchObject(notes);
});

it.each([
  ['an empty object if it states none', null, '{}'],
  ['those of its start if no others follow', { at: 1 }, '{"at":1}'],
])('the arguments of a call are %s', (_, input, whole) => {
  const decoder = createStreamDecoder({ vendor });
  const block = { type: 'tool_use', id: 't', name: 'now', input };
  const events = [
    { type: 'content_block_start', index: 0, content_block: block },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_stop' },
  ].flatMap((event) => decoder.push({ event: event.type, data: JSON.stringify(event) }));
  expect(assembleReply(events).choices[0]?.parts).toMatchObject([{ arguments: whole }]);
});

it('a compaction is one part with what its deltas say', () => {
  const decoder = createStreamDecoder({ vendor });
  const push = (event: { readonly type: string; readonly [field: string]: unknown }) =>
    decoder.push({ event: event.type, data: JSON.stringify(event) });
  push({
    ...{ type: 'content_block_start', index: 0 },
    content_block: { type: 'compaction', content: null },
  });
  push({
    ...{ type: 'content_block_delta', index: 0 },
    delta: { type: 'compaction_delta', content: 'They spoke of trains.' },
  });
  expect(push({ type: 'content_block_stop', index: 0 })[0]).toMatchObject({
    part: { type: 'server', raw: { type: 'compaction', content: 'They spoke of trains.' } },
  });
});

it('an explanation of the end is a refusal only where there is no other content', () => {
  const explained = { stop_reason: 'refusal', stop_details: { explanation: 'Not that.' } };
  const block = {
    type: 'content_block_start',
    index: 0,
    content_block: { type: 'text', text: '' },
  };
  const delta = {
    type: 'content_block_delta',
    index: 0,
    delta: { type: 'text_delta', text: 'Hi' },
  };
  const ending = [{ type: 'message_delta', delta: explained }, { type: 'message_stop' }];
  const partsOf = (...events: readonly object[]) => {
    const frames = events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
    return assembleReply(decodeText(frames).events).choices[0]?.parts;
  };
  expect(partsOf(...ending)).toEqual([{ type: 'refusal', text: 'Not that.' }]);
  expect(partsOf(block, delta, ...ending)).toEqual([text('Hi')]);
  const silent = { ...explained, stop_details: { explanation: '' } };
  const end = [{ type: 'message_delta', delta: silent }, { type: 'message_stop' }];
  expect(partsOf(...end)).toEqual([]);
});

it.each([
  [{ type: 'refusal', category: null, explanation: 'Not that.' }, false],
  [{ type: 'refusal', category: 'cyber', explanation: 'Not that.' }, true],
  [{ type: 'refusal', category: 'cyber', explanation: null }, true],
])('notes the details of a refusal that are not its text: %j', (stop_details, isLossy) => {
  const decoder = createStreamDecoder({ vendor: 'anthropic' });
  const delta = { stop_reason: 'refusal', stop_details };
  for (const event of [{ type: 'message_delta', delta }, { type: 'message_stop' }]) {
    decoder.push({ event: event.type, data: JSON.stringify(event) });
  }
  const lost = decoder.notes.filter(({ action }) => action === 'dropped');
  expect(lost.map(({ path }) => path)).toEqual(isLossy ? ['stop_details'] : []);
});
