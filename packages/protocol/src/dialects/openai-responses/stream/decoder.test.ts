import { describe, expect, it } from 'vitest';
import { assembleReply } from '../../../canonical/assemble.ts';
import { checkEvents } from '../../../canonical/event-lint.ts';
import { parseJson } from '../../../json/parse.ts';
import { isJsonObject } from '../../../json/value.ts';
import { decodeStreamText, listRecordings, readRecording } from '../../../testing/recordings.ts';
import { decodeReply } from '../reply/reply.ts';
import { createStreamDecoder } from './decoder.ts';

const readFixture = (name: string) => readRecording('openai-responses', name);

function decodeText(text: string) {
  return decodeStreamText(createStreamDecoder({ vendor: 'acme' }), text);
}

function decodeFixture(name: string) {
  return decodeText(readFixture(name));
}

const weather = {
  type: 'call',
  id: 'call_a',
  name: 'get_weather',
  arguments: '{"city":"Oslo"}',
};
const now = (id: string, text = '{}') => ({ type: 'call', id, name: 'now', arguments: text });
const textPart = (text: string) => ({ type: 'text', text });
const thought = (text: string, state: object) => ({
  type: 'reasoning',
  text,
  providerState: { vendor: 'acme', kind: 'encrypted', data: JSON.stringify(state) },
});

/** What each complete fixture gives: its parts, why it ended, and its usage where that is odd. */
const decodings: Record<string, { parts: unknown[]; reason: string; usage?: object }> = {
  text: { parts: [textPart('Guten Morgen, Zürich 🚋!')], reason: 'stop' },
  'text-done-only': { parts: [textPart('Whole.')], reason: 'stop' },
  'everything-in-completed': {
    parts: [
      thought('Easy.', { id: 'rs_1', encrypted_content: 'gAAAfin' }),
      textPart('Two.'),
      now('call_a'),
    ],
    reason: 'calls',
  },
  'reasoning-encrypted': {
    parts: [
      thought('**Plan**\n\nAdd.\n\nThen check.', {
        id: 'rs_1',
        summary: ['**Plan**\n\nAdd.', 'Then check.'],
        encrypted_content: 'gAAAwhole',
      }),
      textPart('4.'),
    ],
    reason: 'stop',
  },
  'reasoning-hidden': {
    parts: [thought('', { id: 'rs_1', encrypted_content: 'gAAAhidden' }), textPart('4.')],
    reason: 'stop',
  },
  'reasoning-text': {
    parts: [
      thought('Two and two.', { id: 'rs_1', summary: [], content: ['Two and two.'] }),
      textPart('4.'),
    ],
    reason: 'stop',
  },
  'tool-call-split': {
    parts: [textPart('Looking.'), { ...weather, arguments: '{"city": "Zürich"}' }],
    reason: 'calls',
  },
  'parallel-calls-interleaved': {
    parts: [weather, now('call_b', '{"zone":"UTC"}')],
    reason: 'calls',
  },
  'arguments-completed-in-final': { parts: [weather], reason: 'calls' },
  'arguments-done-only': { parts: [weather], reason: 'calls' },
  'call-without-arguments': { parts: [now('call_a')], reason: 'calls' },
  'added-events-missing': { parts: [textPart('One moment.'), weather], reason: 'calls' },
  'positions-missing': { parts: [textPart('Hi'), weather], reason: 'calls' },
  'output-empty-at-end': { parts: [textPart('All there.')], reason: 'stop' },
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
  'namespaced-call': {
    parts: [
      {
        type: 'call',
        id: 'call_a',
        name: 'collaboration__spawn_agent',
        arguments: '{"task":"x"}',
      },
    ],
    reason: 'calls',
  },
  refusal: { parts: [{ type: 'refusal', text: 'I will not help with that.' }], reason: 'stop' },
  'commentary-and-final': {
    parts: [
      { ...textPart('I look first.'), phase: 'commentary' },
      now('call_a'),
      { ...textPart('Noon.'), phase: 'final_answer' },
    ],
    reason: 'calls',
  },
  annotations: {
    parts: [
      {
        type: 'text',
        text: 'See it.',
        citations: [
          { url: 'https://e.example/', title: 'E', start: 0, end: 3 },
          {
            title: 'a.pdf',
            extras: {
              'openai-responses': {
                type: 'file_citation',
                file_id: 'file_1',
                filename: 'a.pdf',
                index: 2,
              },
            },
          },
        ],
      },
    ],
    reason: 'stop',
  },
  'web-search-call': {
    parts: [
      {
        type: 'server',
        dialect: 'openai-responses',
        raw: {
          id: 'ws_1',
          type: 'web_search_call',
          status: 'completed',
          action: { type: 'search', query: 'q' },
        },
      },
      textPart('Found.'),
    ],
    reason: 'stop',
  },
  'image-generation': {
    parts: [
      {
        type: 'media',
        kind: 'image',
        source: { by: 'bytes', mediaType: 'image/webp', base64: 'iVBORw0KGgo=' },
      },
    ],
    reason: 'stop',
  },
  'incomplete-length': { parts: [textPart('And then')], reason: 'length' },
  'incomplete-call': { parts: [{ ...weather, arguments: '{"city":"Os' }], reason: 'length' },
  'incomplete-filter': { parts: [textPart('Well')], reason: 'filter' },
  'incomplete-unknown': { parts: [textPart('Well')], reason: 'stop' },
  'end-mark-after-completed': { parts: [textPart('Hi')], reason: 'stop' },
  'names-missing': { parts: [textPart('No names.')], reason: 'stop' },
  'garbage-between': { parts: [textPart('Still here.')], reason: 'stop' },
  'speech-after-end': { parts: [textPart('Done.')], reason: 'stop' },
  'reasoning-exceeds-output': {
    parts: [textPart('It is late.')],
    reason: 'stop',
    usage: { input: 18, output: 0, reasoning: 5 },
  },
  'usage-missing': { parts: [textPart('ok')], reason: 'stop' },
  'repetition-differs': { parts: [weather], reason: 'calls' },
};

/** What each broken fixture fails with. */
const failures: Record<string, object> = {
  failed: { code: 'upstream-unavailable', message: 'The model crashed.' },
  'error-first': { code: 'rate-limited', message: 'Slow down.' },
  'error-flat': { code: 'upstream-unavailable', message: 'The model crashed.' },
  'error-then-failed': { code: 'upstream-unavailable', message: 'The model crashed.' },
  'cut-midway': { code: 'upstream-unavailable', reason: 'stream_interrupted' },
  'end-mark-without-completed': { code: 'upstream-unavailable', reason: 'stream_interrupted' },
};

describe('every fixture', () => {
  it('is listed as decoded or as failing', () => {
    const expected = [...Object.keys(decodings), ...Object.keys(failures)].sort();
    expect(listRecordings('openai-responses').sort()).toEqual(expected);
  });
});

describe('broken streams', () => {
  it.each(Object.entries(failures))('%s fails once', (name, facts) => {
    const { events } = decodeFixture(name);
    expect(events.filter(({ type }) => type === 'failure')).toHaveLength(1);
    expect(events.at(-1)).toMatchObject({ type: 'failure', error: facts });
    expect(events.some(({ type }) => type === 'finish' || type === 'reply-end')).toBe(false);
  });

  it('fail when they have no event of this format', () => {
    const { events } = decodeText('data: {"x":1}\n\n'.repeat(3));
    expect(events).toHaveLength(1);
    const garbage = createStreamDecoder({ vendor: 'acme' });
    const seen = Array.from({ length: 1_100 }, () => garbage.push({ data: 'x' })).flat();
    expect(seen).toMatchObject([{ type: 'failure' }]);
  });

  it('report a failed reply that does not say why', () => {
    const event = { type: 'response.failed', response: { id: 'r', status: 'failed' } };
    expect(decodeText(`data: ${JSON.stringify(event)}\n\n`).events.at(-1)).toMatchObject({
      type: 'failure',
      error: { code: 'upstream-unavailable' },
    });
  });

  it('report an error event whose data is not JSON', () => {
    const { events } = decodeText('event: error\ndata: gave up\n\n');
    expect(events).toMatchObject([{ type: 'failure', error: { message: 'gave up' } }]);
  });
});

type WireEvent = Record<string, unknown> & { readonly type: string };

function decodeEvents(...wire: WireEvent[]) {
  const created = { type: 'response.created', response: { id: 'resp_1' } };
  const all: WireEvent[] = [created, ...wire];
  const { events } = decodeText(all.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''));
  expect(checkEvents(events)).toEqual([]);
  return events;
}

const completed = (...output: object[]) => ({ type: 'response.completed', response: { output } });

describe('reasoning', () => {
  const summary = (index: number, text: string, type = 'delta') => ({
    type: `response.reasoning_summary_text.${type}`,
    item_id: 'rs_1',
    output_index: 0,
    summary_index: index,
    [type === 'delta' ? 'delta' : 'text']: text,
  });
  const textOf = (...wire: WireEvent[]) =>
    assembleReply(decodeEvents(...wire, completed())).choices[0]?.parts;

  it('is completed paragraph by paragraph', () => {
    const parts = textOf(
      summary(0, 'One'),
      summary(0, 'One.', 'done'),
      summary(1, 'Tw'),
      summary(1, 'Two.', 'done'),
      summary(0, 'Uno.', 'done'),
      summary(2, 'Three.', 'done'),
    );
    expect(parts).toEqual([{ type: 'reasoning', text: 'One.\n\nTwo.\n\nThree.' }]);
  });

  it('is returned once when it arrives both as a summary and as raw reasoning', () => {
    const raw = { output_index: 0, content_index: 0 };
    const parts = textOf(
      { type: 'response.reasoning_text.delta', ...raw, delta: 'Raw.' },
      summary(0, 'Short.'),
      summary(0, 'Short.', 'done'),
      { type: 'response.reasoning_text.done', ...raw, text: 'Raw. All.' },
    );
    expect(parts).toEqual([{ type: 'reasoning', text: 'Raw. All.' }]);
  });
});

describe('items', () => {
  const call = (id: string, more: object = {}) => ({
    id,
    type: 'function_call',
    call_id: `call_${id}`,
    name: 'f',
    ...more,
  });

  it('are matched by id when the last event has another order', () => {
    const events = decodeEvents(
      { type: 'response.output_item.added', output_index: 0, item: call('a') },
      { type: 'response.output_item.added', output_index: 1, item: call('b') },
      completed(call('b', { arguments: '{"b":1}' }), call('a', { arguments: '{"a":1}' })),
    );
    expect(assembleReply(events).choices[0]?.parts).toMatchObject([
      { id: 'call_a', arguments: '{"a":1}' },
      { id: 'call_b', arguments: '{"b":1}' },
    ]);
  });

  it('of custom tools may be empty', () => {
    const item = { ...call('a'), type: 'custom_tool_call', input: '' };
    expect(assembleReply(decodeEvents(completed(item))).choices[0]?.parts).toMatchObject([
      { custom: true, arguments: '' },
    ]);
  });

  it('hold contents that close as soon as they are done', () => {
    const place = { item_id: 'msg_1', output_index: 0, content_index: 0 };
    const events = decodeEvents(
      { type: 'response.output_text.delta', ...place, delta: 'A' },
      { type: 'response.content_part.done', ...place, part: { type: 'output_text', text: 'A' } },
      { type: 'response.output_text.delta', ...place, content_index: 1, delta: 'B' },
      completed(),
    );
    const kinds = events.map(({ type }) => type);
    expect(kinds.indexOf('part-end')).toBeLessThan(kinds.lastIndexOf('part-start'));
  });
});

describe('complete streams', () => {
  it.each(Object.entries(decodings))('%s gives its parts', (name, { parts, reason, usage }) => {
    const reply = assembleReply(decodeFixture(name).events);
    expect(reply.choices[0]?.parts).toEqual(parts);
    expect(reply.choices[0]?.finish.reason).toBe(reason);
    if (usage) expect(reply.usage).toMatchObject(usage);
  });

  it('return id, model, service tier and usage', () => {
    const { choices: _, ...facts } = assembleReply(decodeFixture('text').events);
    expect(facts).toEqual({
      id: 'resp_9f3c',
      model: 'gpt-5-mini-2025-08-07',
      serviceTier: 'default',
      usage: {
        input: 12,
        cacheRead: 6,
        cacheWrite5m: 0,
        cacheWrite1h: 0,
        output: 5,
        reasoning: 4,
      },
    });
    expect(assembleReply(decodeFixture('usage-missing').events).usage).toBeUndefined();
  });

  it.each(Object.keys(decodings).filter((name) => hasOutput(name)))(
    '%s gives what its last event gives as a whole reply',
    (name) => {
      const streamed = assembleReply(decodeFixture(name).events);
      const whole = decodeReply(lastReply(name), { vendor: 'acme' }).value;
      expect(whole.choices).toEqual(streamed.choices);
      expect(whole.usage).toEqual(streamed.usage);
    },
  );

  it.each([['incomplete-unknown', 'incomplete_details']])(
    '%s notes what it cannot carry',
    (name, path) => {
      expect(decodeFixture(name).notes).toMatchObject([{ path, action: 'approximated' }]);
    },
  );
});

/** The reply in the last event that holds one. */
function lastReply(name: string) {
  const data = readFixture(name)
    .split('\n')
    .findLast((line) => /^data: \{"type":"response\.(?:completed|incomplete)"/.test(line));
  const event = parseJson((data ?? '').slice('data: '.length));
  return (isJsonObject(event) ? event['response'] : undefined) ?? null;
}

function hasOutput(name: string): boolean {
  const reply = lastReply(name);
  const output = isJsonObject(reply) ? reply['output'] : undefined;
  // What a repetition says in other text is given in the text that came first.
  return Array.isArray(output) && output.length > 0 && name !== 'repetition-differs';
}

describe('a reply without a status', () => {
  const output = [
    { type: 'message', id: 'm', role: 'assistant', content: [{ type: 'output_text', text: 'Hi' }] },
  ];
  const frameOf = (type: string, fields: object) =>
    `event: ${type}\ndata: ${JSON.stringify({ type, response: { id: 'r', output, ...fields } })}\n\n`;

  it.each([undefined, null, ''])('is finished if its last event says so (%j)', (status) => {
    const { events } = decodeText(frameOf('response.completed', { status }));
    const { parts, finish } = assembleReply(events).choices[0] ?? {};
    expect(parts).toEqual([textPart('Hi')]);
    expect(finish).toEqual({ reason: 'stop' });
  });

  it('is incomplete if its last event says so', () => {
    const incomplete_details = { reason: 'max_output_tokens' };
    const { events } = decodeText(frameOf('response.incomplete', { incomplete_details }));
    expect(assembleReply(events).choices[0]?.finish.reason).toBe('length');
  });

  it.each([undefined, null, ''])('is finished as a whole (%j)', (status) => {
    const { value } = decodeReply({ id: 'r', output, status }, { vendor: 'acme' });
    expect(value.choices[0]?.parts).toEqual([textPart('Hi')]);
    expect(value.choices[0]?.finish.reason).toBe('stop');
  });
});

it('reads a type of event in linear time', () => {
  const type = `response._${'_call_i'.repeat(12_000)}`;
  const begun = performance.now();
  decodeText(`data: ${JSON.stringify({ type })}\n\n`);
  expect(performance.now() - begun).toBeLessThan(1_000);
});
