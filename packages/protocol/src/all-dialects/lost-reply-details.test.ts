import { describe, expect, it } from 'vitest';
import { dialectIds, type DialectId } from '../canonical/dialect.ts';
import type { JsonObject } from '../json/value.ts';
import { plainBodies, plainReplies } from '../testing/probes/probe.ts';
import { createStreamTranslator } from '../translate/stream.ts';
import { translateReply } from '../translate/reply.ts';
import { translateRequest } from '../translate/request.ts';

const facts = { id: 'x7', now: () => 1_790_000_000_000, model: 'call-name' };
const novel = { novel: 1 };

/** A reply that only its own format can state, whole and as the events of a stream, and the paths of the notes. */
interface Detail {
  readonly from: DialectId;
  readonly whole: JsonObject;
  readonly events: readonly JsonObject[];
  /** Of the whole reply, and of the stream where it differs. */
  readonly lost: readonly string[];
  readonly lostInStream?: readonly string[];
}

function chat(message: JsonObject, ...lost: readonly string[]): Detail {
  const choice = { index: 0, finish_reason: 'stop' };
  const text = { role: 'assistant', content: 'Hi.' };
  return {
    from: 'openai-chat',
    whole: { choices: [{ ...choice, message: { ...text, ...message } }] },
    events: [{ id: 'c', choices: [{ ...choice, delta: { ...text, ...message } }] }],
    lost,
    lostInStream: lost.map((path) => path.replace('.message.', '.delta.')),
  };
}

function chatReply(fields: JsonObject, ...lost: readonly string[]): Detail {
  const { events } = chat({});
  return { from: 'openai-chat', whole: fields, events: [{ ...events[0], ...fields }], lost };
}

function response(item: JsonObject, ...lost: readonly string[]): Detail {
  const whole = { output: [item] };
  const completed = { ...plainReplies['openai-responses'], ...whole };
  return {
    from: 'openai-responses',
    whole,
    events: [
      { type: 'response.output_item.done', output_index: 0, item },
      { type: 'response.completed', response: completed },
    ],
    lost,
  };
}

const said = { type: 'output_text', text: 'Hi.', annotations: [], logprobs: [] };
const message = { type: 'message', id: 'm', role: 'assistant', status: 'completed' };
const cited = { type: 'url_citation', url: 'https://a.example/', start_index: 0, end_index: 2 };
const usage = plainReplies['openai-chat']['usage'] as JsonObject;

const details: readonly Detail[] = [
  chat(novel, 'choices[0].message.novel'),
  chat(
    {
      tool_calls: [
        { id: 'c', type: 'function', function: { name: 'f', arguments: '{}' }, ...novel },
      ],
    },
    'choices[0].message.tool_calls.novel',
  ),
  chat(
    { annotations: [{ type: 'file_citation', file_citation: { file_id: 'f' } }] },
    'choices[0].message.annotations.file_citation',
  ),
  chatReply(novel, 'novel'),
  chatReply({ provider: 'Somebody' }, 'provider'),
  chatReply({ usage: { ...usage, cost: 0.1 } }, 'usage.cost'),
  response({ ...message, content: [said], ...novel }, 'output[0].novel'),
  response({ ...message, content: [{ ...said, ...novel }] }, 'output[0].content.novel'),
  response(
    { ...message, content: [{ ...said, annotations: [{ ...cited, ...novel }] }] },
    'output[0].content.annotations.novel',
  ),
  response(
    { type: 'reasoning', id: 'r', summary: [{ type: 'summary_text', text: 'Hm.' }], ...novel },
    'output[0].novel',
  ),
  {
    from: 'openai-responses',
    whole: novel,
    events: [
      { type: 'response.completed', response: { ...plainReplies['openai-responses'], ...novel } },
    ],
    lost: ['novel'],
  },
];

function notesOf({ from, whole, events }: Detail, to: DialectId) {
  const options = { from, to, ...facts };
  const translator = createStreamTranslator(options);
  const data = [...events.map((event) => JSON.stringify(event)), '[DONE]'];
  translator.push(data.map((text) => `data: ${text}\n\n`).join(''));
  expect(translator.state).toBe('ended');
  const reply = translateReply({ ...plainReplies[from], ...whole }, options);
  return [reply.notes, translator.notes].map((notes) => {
    return notes.filter(({ action }) => action === 'dropped').map(({ path }) => path);
  });
}

describe('a field of a reply that no other format has', () => {
  const cases = details.flatMap((detail) => {
    return dialectIds.filter((to) => to !== detail.from).map((to) => ({ ...detail, to }));
  });

  it.each(cases)('$lost of $from is noted for $to', ({ to, ...detail }) => {
    const { lost, lostInStream = lost } = detail;
    expect(notesOf(detail, to)).toEqual([lost, lostInStream]);
  });

  it('leaves no note if it only repeats the request', () => {
    const echo = { tools: [{ type: 'function', name: 'f' }], temperature: 0.5, truncation: 'auto' };
    const reply = translateReply(
      { ...plainReplies['openai-responses'], ...echo },
      { from: 'openai-responses', to: 'openai-chat', ...facts },
    );
    expect(reply.fidelity).toBe('exact');
  });
});

describe('an event of a Responses stream', () => {
  const read = (type: string) => {
    const translator = createStreamTranslator({
      from: 'openai-responses',
      to: 'openai-chat',
      ...facts,
    });
    const completed = { type: 'response.completed', response: plainReplies['openai-responses'] };
    for (const event of [{ type, novel: 1 }, completed]) {
      translator.push(`data: ${JSON.stringify(event)}\n\n`);
    }
    return translator.notes;
  };

  it('of an unknown kind is noted', () => {
    expect(read('response.novel.delta')).toMatchObject([{ path: 'stream', action: 'dropped' }]);
  });

  it.each([
    'response.web_search_call.searching',
    'response.code_interpreter_call_code.delta',
    'response.mcp_list_tools.completed',
    'response.compaction.compacting',
    'keepalive',
  ])('of progress is not: %s', (type) => {
    expect(read(type)).toEqual([]);
  });
});

describe('the quote of an OpenRouter source', () => {
  const url_citation = { url: 'https://a.example/', title: 'A', content: 'So it is.' };
  const annotations = [{ type: 'url_citation', url_citation }];

  it('reaches clients of Messages', () => {
    const detail = chat({ annotations });
    const options = { from: 'openai-chat', to: 'anthropic-messages', ...facts } as const;
    const reply = translateReply({ ...plainReplies['openai-chat'], ...detail.whole }, options);
    expect(reply.json).toContain('"cited_text":"So it is."');
    expect(notesOf(detail, 'openai-responses')).toEqual([['output'], ['output']]);
  });
});

describe('a service tier without a word in the client’s format', () => {
  it.each([
    ['openai-chat', { service_tier: 'flex' }, 'anthropic-messages'],
    ['openai-chat', { service_tier: 'scale' }, 'gemini-generate'],
    ['openai-responses', { service_tier: 'ultrafast' }, 'openai-chat'],
    ['anthropic-messages', { usage: { input_tokens: 9, service_tier: 'batch' } }, 'openai-chat'],
    [
      'anthropic-messages',
      { usage: { input_tokens: 9, service_tier: 'batch' } },
      'openai-responses',
    ],
  ] as const)('of %s %j is noted for %s', (from, fields, to) => {
    const body = { ...plainReplies[from], ...fields };
    const options = { from, to, ...facts };
    const translator = createStreamTranslator(options);
    translator.push(JSON.stringify(body));
    translator.end();
    const note = { path: 'serviceTier', action: 'dropped' };
    expect(translateReply(body, options).notes).toMatchObject([note]);
    expect(translator.notes).toMatchObject([note]);
  });

  it('is noted where a stream states it too late', () => {
    const [body, begun] = [plainReplies['openai-responses'], { status: 'in_progress', output: [] }];
    const chunk = plainReplies['gemini-generate'];
    const counts = { ...(chunk['usageMetadata'] as JsonObject), serviceTier: 'PRIORITY' };
    const streams = {
      'openai-responses': [
        { type: 'response.created', response: { ...body, ...begun, service_tier: 'auto' } },
        { type: 'response.completed', response: { ...body, service_tier: 'priority' } },
      ],
      'gemini-generate': [
        { ...chunk, usageMetadata: {} },
        { ...chunk, usageMetadata: counts },
      ],
    };
    for (const from of ['openai-responses', 'gemini-generate'] as const) {
      const translator = createStreamTranslator({ from, to: 'openai-chat', ...facts });
      const data = streams[from].map((event) => `data: ${JSON.stringify(event)}\n\n`);
      translator.push(data.join(''));
      translator.end();
      expect(translator.notes).toMatchObject([{ path: 'serviceTier', action: 'dropped' }]);
    }
  });

  it('leaves no note if it is the usual one', () => {
    const body = { ...plainReplies['openai-chat'], service_tier: 'on_demand' };
    const options = { from: 'openai-chat', to: 'gemini-generate', ...facts } as const;
    expect(translateReply(body, options).notes).toEqual([]);
  });
});

describe('tokens written to a cache', () => {
  const cache_creation = { ephemeral_5m_input_tokens: 3, ephemeral_1h_input_tokens: 4 };
  const counts = { input_tokens: 9, output_tokens: 3, cache_creation_input_tokens: 7 };
  const body = { ...plainReplies['anthropic-messages'], usage: { ...counts, cache_creation } };

  it.each([
    ['openai-chat', 'usage.cacheWrite1h'],
    ['openai-responses', 'usage.cacheWrite1h'],
    ['gemini-generate', 'usage.cacheWrite'],
  ] as const)('are noted for %s, which counts them otherwise', (to, path) => {
    const options = { from: 'anthropic-messages', to, ...facts } as const;
    const translator = createStreamTranslator(options);
    translator.push(JSON.stringify(body));
    translator.end();
    const note = { path, action: 'approximated' };
    expect(translateReply(body, options).notes).toMatchObject([note]);
    expect(translator.notes).toMatchObject([note]);
  });
});

describe('fields of a chat request that no other format has', () => {
  const call = { id: 'c', type: 'function', function: { name: 'f', arguments: '{}' }, ...novel };
  const body = {
    ...plainBodies['openai-chat'],
    tools: [{ type: 'function', function: { name: 'f' }, ...novel }],
    messages: [
      { role: 'user', content: 'Hello' },
      { role: 'assistant', content: null, tool_calls: [call] },
      { role: 'tool', tool_call_id: 'c', content: 'x' },
    ],
  };

  it.each(dialectIds.filter((to) => to !== 'openai-chat'))('are noted for %s', (to) => {
    const { notes } = translateRequest(body, { from: 'openai-chat', to, model: 'm' });
    const lost = notes.filter(({ action }) => action === 'dropped').map(({ path }) => path);
    expect(lost[0]).toBe('tools[0].novel');
    expect(lost[1]).toMatch(/^turns\[1\].*\.novel$/);
    expect(lost).toHaveLength(2);
  });

  it('are kept in a call for its own', () => {
    const options = { from: 'openai-chat', to: 'openai-chat', model: 'm' } as const;
    expect(translateRequest(body, options).body['messages']).toMatchObject([
      {},
      { tool_calls: [call] },
      {},
    ]);
  });
});

describe('what only one format says of a request', () => {
  const lostBy = (fields: JsonObject, from: DialectId, to: DialectId) => {
    const body = { ...plainBodies[from], ...fields };
    const { notes } = translateRequest(body, { from, to, model: 'gpt-5.1' });
    return notes.filter(({ action }) => action === 'dropped').map(({ path }) => path);
  };

  it.each(dialectIds.filter((to) => to !== 'openai-responses'))(
    'is noted for %s: the description of a namespace',
    (to) => {
      const tool = { type: 'function', name: 'f', parameters: { type: 'object' } };
      const namespace = { type: 'namespace', name: 'ns', description: 'Files', tools: [tool] };
      const lost = lostBy({ tools: [namespace] }, 'openai-responses', to);
      expect(lost).toEqual(['tools[0].namespaceDescription']);
    },
  );

  it.each(['openai-chat', 'openai-responses'] as const)(
    'is noted for %s: a budget of reasoning beside an effort',
    (to) => {
      const thinking = { type: 'enabled', budget_tokens: 2000 };
      const both = { thinking, output_config: { effort: 'high' } };
      expect(lostBy(both, 'anthropic-messages', to)).toEqual(['reasoning.budget']);
      expect(lostBy({ thinking }, 'anthropic-messages', to)).toEqual([]);
    },
  );
});
