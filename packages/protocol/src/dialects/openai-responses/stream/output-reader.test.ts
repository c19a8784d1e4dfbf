import { describe, expect, it } from 'vitest';
import { assembleReply } from '../../../canonical/assemble.ts';
import { checkEvents } from '../../../canonical/event-lint.ts';
import type { JsonObject } from '../../../json/value.ts';
import type { Part } from '../../../canonical/part.ts';
import { createStreamDecoder } from './decoder.ts';

const done = (output_index: number, item: JsonObject): JsonObject => {
  return { type: 'response.output_item.done', output_index, item };
};
const message = (id: string, text: string) => {
  return { id, type: 'message', content: [{ type: 'output_text', text }] };
};
const thought = (id: string) => {
  return { id, type: 'reasoning', summary: [{ type: 'summary_text', text: 'Hm.' }] };
};
const call = (id: string, call_id: string, text: string) => {
  return { id, type: 'function_call', call_id, name: 'now', arguments: text };
};

/** Decodes a stream whose last event holds this output. */
function decode(events: readonly JsonObject[], output: readonly JsonObject[]): readonly Part[] {
  const decoder = createStreamDecoder({ vendor: 'acme' });
  const last = { type: 'response.completed', response: { id: 'r', output: [...output] } };
  const given = [...events, last].flatMap((event) => decoder.push({ data: JSON.stringify(event) }));
  expect(checkEvents(given)).toEqual([]);
  return assembleReply(given).choices[0]?.parts ?? [];
}

function texts(parts: readonly Part[]): string[] {
  return parts.map(
    (part) => (part.type === 'call' ? part.arguments : 'text' in part && part.text) || '',
  );
}

describe('the output of the last event', () => {
  const streamed = [done(0, thought('rs_1')), done(1, message('msg_1', 'Hello'))];

  it.each([
    ['as it was', [thought('rs_1'), message('msg_1', 'Hello')]],
    ['under other ids', [thought('rs_9'), message('msg_9', 'Hello')]],
    ['without the thinking', [message('msg_1', 'Hello')]],
    ['under other ids and without the thinking', [message('msg_9', 'Hello')]],
    ['in another order', [message('msg_1', 'Hello'), thought('rs_1')]],
    ['not at all', []],
  ])('gives nothing twice when it repeats the items %s', (_, output) => {
    expect(texts(decode(streamed, output))).toEqual(['Hm.', 'Hello']);
  });

  it('gives nothing twice when no item has an id', () => {
    const events = [done(0, thought('')), done(1, message('', 'Hello'))];
    expect(texts(decode(events, [thought(''), message('', 'Hello')]))).toEqual(['Hm.', 'Hello']);
  });

  it('completes each text at its place when no item has an id', () => {
    const part = (output_index: number, delta: string): JsonObject => {
      return { type: 'response.output_text.delta', output_index, content_index: 0, delta };
    };
    const output = [message('', 'Hello'), message('', 'World')];
    expect(texts(decode([part(0, 'Hel'), part(1, 'Wor')], output))).toEqual(['Hello', 'World']);
  });

  it('gives a call once whose arguments came before its item', () => {
    const delta = { type: 'response.function_call_arguments.delta', delta: '{"at":1}' };
    const output = [call('fc_1', 'a', '{"at":1}')];
    expect(texts(decode([{ ...delta, output_index: 0 }], output))).toEqual(['{"at":1}']);
  });

  it('finds items by their ids where no event has a position', () => {
    const added = (id: string): JsonObject => {
      const item = { id, type: 'message', content: [] };
      return { type: 'response.output_item.added', item };
    };
    const part = (item_id: string, delta: string): JsonObject => {
      return { type: 'response.output_text.delta', item_id, content_index: 0, delta };
    };
    const events = [added('a'), added('b'), part('a', 'A'), part('b', 'B'), part('a', 'a')];
    expect(texts(decode(events, [])).toSorted()).toEqual(['Aa', 'B']);
  });

  it('keeps the citations that are sent only while the text arrives', () => {
    const place = { output_index: 0, content_index: 0 };
    const annotation = { type: 'url_citation', url: 'https://a.test/', title: 'A' };
    const events = [
      { type: 'response.output_text.delta', ...place, delta: 'See A.' },
      { type: 'response.output_text.annotation.added', ...place, annotation },
    ];
    expect(decode(events, [])).toMatchObject([
      { type: 'text', text: 'See A.', citations: [{ url: 'https://a.test/', title: 'A' }] },
    ]);
  });

  it.each([
    ['before its text', ['cited', 'delta', 'done']],
    ['after the end of its part', ['delta', 'done', 'cited']],
    ['only with the whole item', ['delta', 'done', 'item']],
    ['only with the whole item, after an empty part', ['empty', 'item']],
  ])('keeps a citation that comes %s', (_, names) => {
    const place = { output_index: 0, content_index: 0 };
    const annotation = { type: 'url_citation', url: 'https://a.test/', title: 'A' };
    const part = { type: 'output_text', text: 'See A.', annotations: [] };
    const item = { ...message('m', ''), content: [{ ...part, annotations: [annotation] }] };
    const known: Readonly<Record<string, JsonObject>> = {
      cited: { type: 'response.output_text.annotation.added', ...place, annotation },
      delta: { type: 'response.output_text.delta', ...place, delta: 'See A.' },
      done: { type: 'response.content_part.done', ...place, part },
      empty: { type: 'response.content_part.done', ...place, part: { ...part, text: '' } },
      item: done(0, item),
    };
    const citations = [{ url: 'https://a.test/', title: 'A' }];
    const events = names.map((name) => known[name] ?? {});
    for (const output of [[], [item]]) {
      expect(decode(events, output)).toEqual([{ type: 'text', text: 'See A.', citations }]);
    }
  });

  it('gives the rest of a text whose part has ended', () => {
    const part = { type: 'output_text', text: 'Hel', annotations: [] };
    const ended = { type: 'response.content_part.done', output_index: 0, content_index: 0, part };
    expect(texts(decode([ended], [message('m', 'Hello')]))).toEqual(['Hel', 'lo']);
    const empty = { ...ended, part: { ...part, text: '' } };
    expect(texts(decode([empty], [message('m', 'Hello')]))).toEqual(['Hello']);
  });

  it('does not bring back a call that has ended without a name', () => {
    const { name: _, ...nameless } = call('fc_1', 'a', '{}');
    expect(decode([done(0, nameless)], [call('fc_1', 'a', '{}')])).toEqual([]);
  });

  it('keeps calls apart whose ids change', () => {
    const events = [done(0, thought('rs_1')), done(1, call('fc_1', 'a', '{"at":1}'))];
    const output = [call('fc_8', 'a', '{"at":1}'), call('fc_9', 'b', '{"at":2}')];
    expect(texts(decode(events, output))).toEqual(['Hm.', '{"at":1}', '{"at":2}']);
  });

  it('gives a call once whose id is stated only there', () => {
    const { call_id: _, ...begun } = call('fc_1', 'a', '');
    const place = { item_id: 'fc_1', output_index: 0 };
    const events = [
      { type: 'response.output_item.added', output_index: 0, item: begun },
      { type: 'response.function_call_arguments.delta', ...place, delta: '{"at":1}' },
    ];
    expect(texts(decode(events, [call('fc_9', 'b', '{"at":1}')]))).toEqual(['{"at":1}']);
  });

  it('gives nothing for a message without text', () => {
    const begun = { id: 'msg_1', type: 'message', content: [] };
    const place = { item_id: 'msg_1', output_index: 0, content_index: 0 };
    const events = [
      { type: 'response.output_item.added', output_index: 0, item: begun },
      { type: 'response.output_text.delta', ...place, delta: '' },
    ];
    expect(decode(events, [begun])).toEqual([]);
  });

  it('adds an item that appears only there', () => {
    const output = [message('msg_0', 'First'), message('msg_1', 'Hello')];
    expect(texts(decode(streamed, output))).toEqual(['Hm.', 'Hello', 'First']);
  });
});

describe('a call', () => {
  const begun = (text: string): JsonObject => {
    return { type: 'response.output_item.added', output_index: 0, item: call('fc_1', 'a', text) };
  };

  it('keeps its initial arguments when no delta has any', () => {
    expect(texts(decode([begun('{"at":1}')], []))).toEqual(['{"at":1}']);
    expect(texts(decode([begun('{"at":1}'), done(0, call('fc_1', 'a', ''))], []))).toEqual([
      '{"at":1}',
    ]);
  });

  it('does not repeat arguments that deltas repeat', () => {
    const delta = { type: 'response.function_call_arguments.delta', output_index: 0 };
    const events = [begun('{"at":1}'), { ...delta, delta: '{"at":1}' }];
    expect(texts(decode(events, []))).toEqual(['{"at":1}']);
  });
});

describe('a failed reply', () => {
  it('is a failure also in a completed event', () => {
    const error = { code: 'server_error', message: 'It broke.' };
    const decoder = createStreamDecoder({ vendor: 'acme' });
    const event = { type: 'response.completed', response: { status: 'failed', error } };
    expect(decoder.push({ data: JSON.stringify(event) })).toMatchObject([
      { type: 'failure', error: { message: 'It broke.' } },
    ]);
  });

  it.each([
    ['completed', { status: 'completed', error: { message: 'It broke.' } }],
    ['incomplete', { status: 'failed', error: { message: 'It broke.' } }],
    ['failed', { error: { message: 'It broke.' } }],
  ])('is a failure in any last event with an error: %s', (type, response) => {
    const decoder = createStreamDecoder({ vendor: 'acme' });
    expect(
      decoder.push({ data: JSON.stringify({ type: `response.${type}`, response }) }),
    ).toMatchObject([{ type: 'failure', error: { message: 'It broke.' } }]);
  });
});

/** A stream of this item alone, with its contents in the form that each event repeats. */
interface Repeated {
  readonly parts: readonly Part[];
  readonly begin: JsonObject;
  readonly item: JsonObject;
  /** Events of its contents, which are one source each. */
  readonly sources: Readonly<Record<string, readonly JsonObject[]>>;
}

function contents(
  [type, index, field]: readonly [type: string, index: string, field: string],
  values: readonly (string | JsonObject)[],
): JsonObject[] {
  return values.map((value, at) => ({
    type: `response.${type}`,
    ...{ item_id: 'item_1', output_index: 0, [index]: at, [field]: value },
  }));
}

const repeated: Readonly<Record<string, Repeated>> = {
  text: {
    parts: [
      { type: 'text', text: 'One' },
      { type: 'text', text: 'Two' },
    ],
    begin: { id: 'item_1', type: 'message', content: [] },
    item: {
      ...{ id: 'item_1', type: 'message' },
      content: [
        { type: 'output_text', text: 'One' },
        { type: 'output_text', text: 'Two' },
      ],
    },
    sources: {
      delta: contents(['output_text.delta', 'content_index', 'delta'], ['One', 'Two']),
      done: contents(['output_text.done', 'content_index', 'text'], ['One', 'Two']),
      part: contents(
        ['content_part.done', 'content_index', 'part'],
        [
          { type: 'output_text', text: 'One' },
          { type: 'output_text', text: 'Two' },
        ],
      ),
    },
  },
  refusals: {
    parts: [{ type: 'refusal', text: 'No' }],
    begin: { id: 'item_1', type: 'message', content: [] },
    item: {
      ...{ id: 'item_1', type: 'message' },
      content: [{ type: 'refusal', refusal: 'No' }],
    },
    sources: {
      delta: contents(['refusal.delta', 'content_index', 'delta'], ['No']),
      done: contents(['refusal.done', 'content_index', 'refusal'], ['No']),
      part: contents(
        ['content_part.done', 'content_index', 'part'],
        [{ type: 'refusal', refusal: 'No' }],
      ),
    },
  },
  summaries: {
    parts: [{ type: 'reasoning', text: 'One\n\nTwo' }],
    begin: { id: 'item_1', type: 'reasoning', summary: [] },
    item: {
      ...{ id: 'item_1', type: 'reasoning' },
      summary: [
        { type: 'summary_text', text: 'One' },
        { type: 'summary_text', text: 'Two' },
      ],
    },
    sources: {
      delta: contents(['reasoning_summary_text.delta', 'summary_index', 'delta'], ['One', 'Two']),
      done: contents(['reasoning_summary_text.done', 'summary_index', 'text'], ['One', 'Two']),
      part: contents(
        ['reasoning_summary_part.done', 'summary_index', 'part'],
        [
          { type: 'summary_text', text: 'One' },
          { type: 'summary_text', text: 'Two' },
        ],
      ),
    },
  },
  reasoning: {
    parts: [{ type: 'reasoning', text: 'One\n\nTwo' }],
    begin: { id: 'item_1', type: 'reasoning', summary: [] },
    item: {
      ...{ id: 'item_1', type: 'reasoning', summary: [] },
      content: [
        { type: 'reasoning_text', text: 'One' },
        { type: 'reasoning_text', text: 'Two' },
      ],
    },
    sources: {
      delta: contents(['reasoning_text.delta', 'content_index', 'delta'], ['One', 'Two']),
      done: contents(['reasoning_text.done', 'content_index', 'text'], ['One', 'Two']),
    },
  },
  calls: {
    parts: [{ type: 'call', id: 'a', name: 'now', arguments: '{"at":1}' }],
    begin: call('item_1', 'a', ''),
    item: call('item_1', 'a', '{"at":1}'),
    sources: {
      delta: contents(['function_call_arguments.delta', 'at', 'delta'], ['{"at":', '1}']),
      done: contents(['function_call_arguments.done', 'at', 'arguments'], ['{"at":1}']),
    },
  },
  'custom calls': {
    parts: [{ type: 'call', id: 'a', name: 'now', arguments: 'at 1', custom: true }],
    begin: { id: 'item_1', type: 'custom_tool_call', call_id: 'a', name: 'now', input: '' },
    item: { id: 'item_1', type: 'custom_tool_call', call_id: 'a', name: 'now', input: 'at 1' },
    sources: {
      delta: contents(['custom_tool_call_input.delta', 'at', 'delta'], ['at ', '1']),
      done: contents(['custom_tool_call_input.done', 'at', 'input'], ['at 1']),
    },
  },
};

describe('an upstream that leaves out some of the events that repeat each other', () => {
  const cases = Object.entries(repeated).flatMap(([name, { sources }]) =>
    [...Object.keys(sources), 'item', 'reply', 'all'].map((source) => [name, source] as const),
  );

  it.each(cases)('still gives its %s, once, by its %s events', (name, source) => {
    const { parts = [], begin = {}, item = {}, sources = {} } = repeated[name] ?? {};
    const isAll = source === 'all';
    const events: JsonObject[] = [
      { type: 'response.output_item.added', output_index: 0, item: begin },
      ...(isAll ? Object.values(sources).flat() : (sources[source] ?? [])),
      ...(isAll || source === 'item' ? [done(0, item)] : []),
    ];
    const given = decode(events, isAll || source === 'reply' ? [item] : []);
    expect(given.map((part) => omitState(part))).toEqual(parts);
  });
});

it('a call without any arguments has none', () => {
  const { arguments: _, ...bare } = call('fc_1', 'a', '');
  const custom = { id: 'ct_1', type: 'custom_tool_call', call_id: 'b', name: 'patch' };
  const added = (output_index: number, item: JsonObject): JsonObject => ({
    ...{ type: 'response.output_item.added', output_index, item },
  });
  const events = [added(0, bare), done(0, bare), added(1, custom), done(1, custom)];
  expect(decode(events, [bare, custom])).toMatchObject([
    { id: 'a', arguments: '{}' },
    { id: 'b', arguments: '' },
  ]);
});

it('reasoning that comes in two forms is given in the first one', () => {
  const place = { item_id: 'rs_1', output_index: 0 };
  const summary = { ...place, summary_index: 0 };
  const content = { ...place, content_index: 0 };
  const events = [
    {
      type: 'response.output_item.added',
      output_index: 0,
      item: { id: 'rs_1', type: 'reasoning' },
    },
    { type: 'response.reasoning_summary_text.delta', ...summary, delta: 'Hm' },
    { type: 'response.reasoning_text.delta', ...content, delta: 'Hm, in full' },
    { type: 'response.reasoning_text.done', ...content, text: 'Hm, in full' },
    { type: 'response.reasoning_summary_text.done', ...summary, text: 'Hm.' },
  ];
  expect(texts(decode(events, []))).toEqual(['Hm.']);
});

it('items without ids and indexes are told apart by their types and their order', () => {
  const { id: _, ...begun } = message('', '');
  const added = (item: JsonObject): JsonObject => ({ type: 'response.output_item.added', item });
  const summary = { type: 'response.reasoning_summary_text.delta', summary_index: 0 };
  const text = { type: 'response.output_text.delta', content_index: 0 };
  const call = { type: 'function_call', call_id: 'a', name: 'now', arguments: '' };
  const given = decode(
    [
      added({ type: 'reasoning', summary: [] }),
      { ...summary, delta: 'Hm.' },
      added({ ...begun, content: [] }),
      { ...text, delta: 'Yes' },
      { ...text, delta: '.' },
      added(call),
      { type: 'response.function_call_arguments.delta', delta: '{"at":1}' },
    ],
    [],
  );
  expect(texts(given)).toEqual(['Hm.', 'Yes.', '{"at":1}']);
});

function omitState(part: Part): Part {
  if (part.type !== 'reasoning') return part;
  const { providerState: _, ...rest } = part;
  return rest;
}

describe('what an answer cannot keep', () => {
  function notesOf(events: readonly JsonObject[]): readonly object[] {
    const decoder = createStreamDecoder({ vendor: 'acme' });
    const last = { type: 'response.completed', response: { id: 'r', output: [] } };
    for (const event of [...events, last]) decoder.push({ data: JSON.stringify(event) });
    return decoder.notes;
  }

  it('is noted: a call without a name', () => {
    const { name: _, ...nameless } = call('fc_1', 'a', '{}');
    expect(notesOf([done(0, nameless)])).toMatchObject([
      {
        ...{ action: 'dropped', path: 'output' },
        reason: 'A call without a name cannot be answered.',
      },
    ]);
  });

  it('is noted: content of an unknown kind', () => {
    const content = [{ type: 'output_hologram', text: 'x' }];
    const item = { ...message('m', ''), content };
    expect(decode([done(0, item)], [item])).toEqual([]);
    expect(notesOf([done(0, item)])).toMatchObject([
      { action: 'dropped', path: 'output', reason: 'A message holds content of an unknown kind.' },
    ]);
  });

  it('is noted: more items than an answer may have', () => {
    const items = Array.from({ length: 1_001 }, (_, at) =>
      done(at, message(`m${String(at)}`, 'x')),
    );
    expect(notesOf(items.slice(1))).toEqual([]);
    const late = contents(['output_text.delta', 'content_index', 'delta'], ['x']);
    const events = [
      ...items,
      ...late.map((one) => ({ ...one, output_index: 1_000, item_id: 'm1000' })),
    ];
    expect(notesOf(events)).toMatchObject([
      {
        ...{ action: 'dropped', path: 'output' },
        reason: 'Only 1000 items of an answer are carried.',
      },
    ]);
  });
});

describe('items for which the server states one index', () => {
  const begun = (item: JsonObject): JsonObject => {
    return { type: 'response.output_item.added', output_index: 0, item };
  };
  const piece = (type: string, item_id: string, delta: string): JsonObject => {
    return { type: `response.${type}.delta`, output_index: 0, item_id, delta };
  };
  const thinking = piece('reasoning_text', 'rs_1', 'Hm.');
  const speech = [piece('output_text', 'msg_1', 'Hel'), piece('output_text', 'msg_1', 'lo')];
  const first = piece('function_call_arguments', 'fc_1', '{"n":1}');
  const second = piece('function_call_arguments', 'fc_2', '{"n":2}');
  const starts = {
    thought: begun({ id: 'rs_1', type: 'reasoning', summary: [] }),
    message: begun({ id: 'msg_1', type: 'message', content: [] }),
    first: begun(call('fc_1', 'a', '')),
    second: begun(call('fc_2', 'b', '')),
  };
  const calls = [starts.first, first, starts.second, second];

  it.each([
    ['with starts', [starts.thought, thinking, starts.message, ...speech, ...calls]],
    ['without starts of text', [thinking, ...speech, ...calls]],
    [
      'with starts before all content',
      [...Object.values(starts), thinking, first, ...speech, second],
    ],
  ])('are all kept: %s', (_, events) => {
    const parts = texts(decode(events, []));
    expect(parts.toSorted()).toEqual(['Hello', 'Hm.', '{"n":1}', '{"n":2}']);
  });

  it('are given once when they are repeated', () => {
    const items = [thought('rs_1'), message('msg_1', 'Hello'), call('fc_1', 'a', '{"n":1}')];
    const events = [thinking, done(0, thought('rs_1')), ...speech].concat(
      items.slice(1).map((item) => done(0, item)),
    );
    expect(texts(decode(events, items))).toEqual(['Hm.', 'Hello', '{"n":1}']);
  });
});
