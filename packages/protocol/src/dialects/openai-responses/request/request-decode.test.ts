import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../../json/value.ts';
import { wrapProviderState } from '../../../canonical/provider-state.ts';
import { encodeCallState } from '../reasoning.ts';
import { targetOf } from '../../../testing/upstreams.ts';
import { decodeRequest, encodeRequest } from './request.ts';

const target = targetOf('gpt-5.1', 'openai');

function decode(fields: JsonObject) {
  return decodeRequest({ model: 'm', input: 'Hi', ...fields });
}

function turnsOf(...input: JsonValue[]) {
  return decode({ input }).value.turns;
}

const call = (id: string): JsonObject => ({
  type: 'function_call',
  id: `fc_${id}`,
  call_id: id,
  name: 'f',
  arguments: '{}',
  status: 'completed',
});
const output = (id: string, text = 'ok'): JsonObject => ({
  type: 'function_call_output',
  call_id: id,
  output: text,
});
const textPart = (text: string, fields: JsonObject = {}): JsonObject => ({
  type: 'message',
  id: 'msg_1',
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text, annotations: [] }],
  ...fields,
});
const user = (text: string): JsonObject => ({ role: 'user', content: text });
const callPart = (id: string) => ({ type: 'call', id, name: 'f', arguments: '{}' });
const text = (texts: string) => ({ type: 'text', text: texts });

describe('content that only the vendor stores', () => {
  it.each([
    [{ conversation: 'conv_1' }, 'conversation'],
    [{ prompt: { id: 'pmpt_1' } }, 'prompt'],
  ])('is refused: %j', (fields, param) => {
    expect(() => decode(fields)).toThrow(expect.objectContaining({ code: 'unsupported', param }));
  });
});

describe('input', () => {
  it('keeps the sources that an earlier answer cited', () => {
    const cited = { type: 'url_citation', url: 'https://a.example/', title: 'A' };
    const file = { type: 'file_citation', file_id: 'file-1', filename: 'a.pdf', index: 2 };
    const content = [{ type: 'output_text', text: 'Hi.', annotations: [cited, file] }];
    expect(turnsOf(textPart('', { content }))).toMatchObject([
      {
        parts: [
          {
            text: 'Hi.',
            citations: [
              { url: cited.url, title: 'A' },
              { title: 'a.pdf', extras: { 'openai-responses': file } },
            ],
          },
        ],
      },
    ]);
  });

  it('may be a string, and instructions come first', () => {
    expect(decode({ instructions: 'Be brief.' }).value.turns).toEqual([
      { role: 'instruction', parts: [text('Be brief.')] },
      { role: 'user', parts: [text('Hi')] },
    ]);
  });

  it('keeps the role of instructions', () => {
    const turns = turnsOf({ role: 'system', content: 'A' }, { role: 'developer', content: 'B' });
    expect(turns).toEqual([
      { role: 'instruction', nativeRole: 'system', parts: [text('A')] },
      { role: 'instruction', nativeRole: 'developer', parts: [text('B')] },
    ]);
  });

  it('reads media of every kind', () => {
    const content = [
      { type: 'input_text', text: 'Look', prompt_cache_breakpoint: { mode: 'explicit' } },
      { type: 'input_image', image_url: 'https://i.example/a.png', detail: 'auto' },
      { type: 'input_image', image_url: 'data:image/png;base64,iVBO', detail: 'low' },
      { type: 'input_image', file_id: 'file_1' },
      { type: 'input_file', filename: 'a.pdf', file_data: 'data:application/pdf;base64,JVBE' },
      { type: 'input_file', file_url: 'https://f.example/a.pdf' },
      { type: 'input_file', filename: 'a.txt', file_data: 'SGk=' },
      { type: 'input_audio', input_audio: { data: 'UklG', format: 'mp3' } },
      { type: 'future_part', x: 1 },
    ];
    const media = (kind: string, source: object, more: object = {}) => {
      return { type: 'media', kind, source, ...more };
    };
    expect(turnsOf({ role: 'user', content })[0]?.parts).toEqual([
      { ...text('Look'), cache: { lifetime: '5m' } },
      media('image', { by: 'url', url: 'https://i.example/a.png' }),
      media('image', { by: 'bytes', mediaType: 'image/png', base64: 'iVBO' }, { detail: 'low' }),
      media('image', { by: 'file', id: 'file_1', vendor: 'openai' }),
      media(
        'document',
        { by: 'bytes', mediaType: 'application/pdf', base64: 'JVBE' },
        { name: 'a.pdf' },
      ),
      media('document', { by: 'url', url: 'https://f.example/a.pdf' }),
      media(
        'document',
        { by: 'bytes', mediaType: 'text/plain', base64: 'SGk=' },
        { name: 'a.txt' },
      ),
      media('audio', { by: 'bytes', mediaType: 'audio/mpeg', base64: 'UklG' }),
      { type: 'unknown', dialect: 'openai-responses', raw: { type: 'future_part', x: 1 } },
    ]);
  });
});

describe('an earlier answer', () => {
  it('is one turn: reasoning, text and calls', () => {
    const thinking = {
      type: 'reasoning',
      id: 'rs_1',
      summary: [{ type: 'summary_text', text: 'Hm.' }],
      encrypted_content: 'gAAA',
    };
    const turns = turnsOf(user('Go'), thinking, textPart('Looking.'), call('a'), call('b'));
    expect(turns).toHaveLength(2);
    expect(turns[1]).toEqual({
      role: 'assistant',
      parts: [
        {
          type: 'reasoning',
          text: 'Hm.',
          providerState: {
            vendor: 'openai',
            kind: 'encrypted',
            data: '{"id":"rs_1","encrypted_content":"gAAA"}',
          },
        },
        text('Looking.'),
        callPart('a'),
        callPart('b'),
      ],
    });
  });

  it('ends where results begin', () => {
    const turns = turnsOf(call('a'), output('a'), call('b'), output('b', ''));
    expect(turns.map(({ role }) => role)).toEqual(['assistant', 'result', 'assistant', 'result']);
    expect(turns[3]?.parts).toEqual([{ type: 'result', callId: 'b', content: [] }]);
  });

  it('keeps what its messages were for', () => {
    const turns = turnsOf(
      textPart('Thinking aloud.', { phase: 'commentary' }),
      textPart('Done.', { phase: 'final_answer' }),
    );
    expect(turns).toEqual([
      { role: 'assistant', parts: [{ ...text('Thinking aloud.'), phase: 'commentary' }] },
      { role: 'assistant', parts: [{ ...text('Done.'), phase: 'final_answer' }] },
    ]);
  });

  it('does not separate calls from their results for that', () => {
    const { value, notes } = decode({
      input: [
        textPart('A', { phase: 'commentary' }),
        call('a'),
        textPart('B', { phase: 'final_answer' }),
        output('a'),
      ],
    });
    expect(value.turns.map(({ role }) => role)).toEqual(['assistant', 'result']);
    expect(value.turns[0]?.parts).toMatchObject([
      { text: 'A', phase: 'commentary' },
      { type: 'call' },
      { text: 'B', phase: 'final_answer' },
    ]);
    expect(notes).toEqual([]);
  });

  it('restores provider state of reasoning and of calls at any position', () => {
    const providerState = { vendor: 'google', kind: 'thought', data: 'sig' } as const;
    const signed = { vendor: 'anthropic', kind: 'signature', data: 'sig' } as const;
    const turns = turnsOf(
      { type: 'reasoning', summary: [], encrypted_content: wrapProviderState(signed) },
      call('a'),
      output('a'),
      { type: 'reasoning', summary: [], encrypted_content: encodeCallState('a', providerState) },
    );
    expect(turns).toHaveLength(2);
    expect(turns[0]?.parts).toEqual([
      { type: 'reasoning', text: '', providerState: signed },
      { ...callPart('a'), providerState },
    ]);
  });

  it('notes reasoning that is lost completely', () => {
    const { notes } = decode({ input: [{ type: 'reasoning', id: 'rs_1', summary: [] }] });
    expect(notes).toMatchObject([{ path: 'input[0]', action: 'dropped' }]);
  });

  it.each(['{"path": "/tm', '{"a": "he said "hi""}', '[]', 'ls'])(
    'replaces arguments that are no object: %j',
    (broken) => {
      const { value, notes } = decode({
        input: [{ ...call('a'), arguments: broken }, output('a')],
      });
      expect(value.turns[0]?.parts).toEqual([callPart('a')]);
      expect(notes).toMatchObject([{ path: 'input[0].arguments', action: 'dropped' }]);
    },
  );

  it('reads custom calls, namespaces and made images', () => {
    const turns = turnsOf(
      { type: 'custom_tool_call', call_id: 'a', name: 'exec', namespace: 'ns', input: 'ls' },
      { type: 'image_generation_call', id: 'ig_1', status: 'completed', result: 'iVBO' },
      {
        type: 'custom_tool_call_output',
        call_id: 'a',
        output: [{ type: 'input_text', text: 'x' }],
      },
    );
    expect(turns).toMatchObject([
      {
        role: 'assistant',
        parts: [
          { type: 'call', id: 'a', name: 'ns__exec', arguments: 'ls', custom: true },
          { type: 'media', kind: 'image', source: { base64: 'iVBO' } },
        ],
      },
      { role: 'result', parts: [{ callId: 'a', content: [text('x')] }] },
    ]);
  });
});

describe('unknown items', () => {
  const strange = { type: 'configuration_update', reasoning: { effort: 'low' } };
  const part = { type: 'server', dialect: 'openai-responses', raw: strange };

  it('are added to the last text, and behind complete results to the answer that follows', () => {
    expect(turnsOf(user('Hi'), strange)).toEqual([{ role: 'user', parts: [text('Hi'), part] }]);
    const answered = [output('a'), strange, output('b')];
    expect(turnsOf(call('a'), strange, call('b'), ...answered, strange, call('c'))).toMatchObject([
      { role: 'assistant', parts: [callPart('a'), part, callPart('b'), part] },
      { role: 'result' },
      { role: 'result' },
      { role: 'assistant', parts: [part, callPart('c')] },
    ]);
  });

  it('wait for the first text', () => {
    const turns = turnsOf(strange, { role: 'developer', content: 'A' }, user('Hi'));
    expect(turns.map(({ parts }) => parts)).toEqual([[text('A')], [part, text('Hi')]]);
    expect(turnsOf(strange)).toEqual([{ role: 'user', parts: [part] }]);
  });
});

describe('items in a request to an upstream of the same dialect', () => {
  const strange = { type: 'configuration_update', reasoning: { effort: 'low' } };
  const trigger = { type: 'compaction_trigger' };
  const message = { type: 'message', ...user('Hi') };
  const { status: _, id: __, ...called } = call('a');

  it.each<[string, JsonValue[]]>([
    ['an unknown one before a message', [strange, message]],
    ['an unknown one after a message', [message, strange]],
    ['an unknown one between messages', [message, strange, message]],
    ['an unknown one after a result', [message, called, output('a'), strange, message]],
    ['an unknown one after the last result', [message, called, output('a'), strange]],
    [
      'messages of different phases',
      [
        message,
        { type: 'message', role: 'assistant', content: 'A', phase: 'commentary' },
        called,
        { type: 'message', role: 'assistant', content: 'B', phase: 'a_newer_one' },
        output('a'),
        { type: 'message', role: 'assistant', content: 'C', phase: 'final_answer' },
        message,
      ],
    ],
    ['a request to compact after a message', [message, trigger]],
    ['a request to compact after a result', [message, called, output('a'), trigger]],
  ])('stay where they are: %s', (_name, input) => {
    const { value } = encodeRequest(decode({ input }).value, target);
    expect(value.body.input).toEqual(input);
  });
});

describe('tools', () => {
  it('of all kinds are read, those in the input as well', () => {
    const { value, notes } = decode({
      input: [
        {
          type: 'additional_tools',
          role: 'developer',
          tools: [
            { type: 'custom', name: 'exec', format: { type: 'text' } },
            { type: 'function', name: 'f', description: 'newer' },
          ],
        },
        user('Hi'),
      ],
      tools: [
        { type: 'function', name: 'f', parameters: { type: 'object' }, strict: true, async: true },
        {
          type: 'namespace',
          name: 'ns',
          description: 'A group',
          tools: [
            { type: 'function', name: 'g' },
            { type: 'custom', name: 'h' },
          ],
        },
        { type: 'web_search', filters: null },
        {
          type: 'custom',
          name: 'sql',
          format: { type: 'grammar', syntax: 'lark', definition: 'x' },
        },
      ],
    });
    expect(value.turns).toHaveLength(1);
    expect(value.tools).toEqual([
      { kind: 'function', name: 'f', description: 'newer' },
      { kind: 'function', name: 'ns__g', namespace: 'ns', namespaceDescription: 'A group' },
      { kind: 'custom', name: 'ns__h', namespace: 'ns', namespaceDescription: 'A group' },
      {
        kind: 'server',
        name: 'web_search',
        webSearch: { otherSettings: [] },
        extras: { 'openai-responses': { type: 'web_search', filters: null } },
      },
      {
        kind: 'custom',
        name: 'sql',
        extras: {
          'openai-responses': { format: { type: 'grammar', syntax: 'lark', definition: 'x' } },
        },
      },
      { kind: 'custom', name: 'exec' },
    ]);
    expect(notes).toMatchObject([{ path: 'tools[1]', action: 'approximated' }]);
  });

  it('without a type are functions where they have parameters', () => {
    const untyped = { name: 'f', parameters: { type: 'object' }, strict: false };
    const group = { type: 'namespace', name: 'ns', tools: [{ name: 'g', parameters: null }] };
    const known = { kind: 'function', name: 'f', schema: { type: 'object' }, strict: false };
    expect(decode({ tools: [untyped, group] }).value.tools).toEqual([
      known,
      { kind: 'function', name: 'ns__g', namespace: 'ns' },
    ]);
  });

  it.each<[JsonValue, object]>([
    ['required', { mode: 'required' }],
    [{ name: 'f' }, { mode: 'named', name: 'f' }],
    [
      { type: 'function', name: 'f' },
      { mode: 'named', name: 'f' },
    ],
    [
      { type: 'custom', name: 'f', namespace: 'ns' },
      { mode: 'named', name: 'ns__f' },
    ],
    [
      { type: 'allowed_tools', mode: 'required', tools: [{ type: 'function', name: 'f' }] },
      { mode: 'subset', names: ['f'], required: true },
    ],
  ])('the choice %j is read', (choice, expected) => {
    expect(decode({ tool_choice: choice }).value.toolChoice).toEqual(expected);
  });

  it('that the vendor runs are kept when chosen', () => {
    const { value } = decode({ tool_choice: { type: 'web_search_preview' } });
    expect(value.toolChoice).toBeUndefined();
    expect(value.extras).toEqual({
      'openai-responses': { tool_choice: { type: 'web_search_preview' } },
    });
  });
});

describe('options', () => {
  it('are decoded to their canonical fields', () => {
    const { value, notes } = decode({
      stream: true,
      max_output_tokens: 99,
      temperature: 0.5,
      top_p: 0.9,
      top_logprobs: 2,
      parallel_tool_calls: false,
      text: {
        format: { type: 'json_schema', name: 'a', schema: { type: 'object' }, strict: true },
        verbosity: 'low',
      },
      reasoning: { effort: 'high', summary: 'auto' },
      include: ['reasoning.encrypted_content', 'message.output_text.logprobs'],
      store: false,
      previous_response_id: 'resp_1',
      metadata: { a: 'b' },
      prompt_cache_key: 'k',
      safety_identifier: 'u',
      service_tier: 'flex',
      truncation: 'disabled',
      background: false,
      stream_options: { include_obfuscation: false },
    });
    expect(value).toEqual({
      model: 'm',
      stream: true,
      includeUsage: true,
      turns: [{ role: 'user', parts: [text('Hi')] }],
      tools: [],
      maxOutputTokens: 99,
      sampling: { temperature: 0.5, topP: 0.9, logprobs: true, topLogprobs: 2 },
      parallelToolCalls: false,
      outputFormat: { type: 'schema', name: 'a', schema: { type: 'object' }, strict: true },
      verbosity: 'low',
      reasoning: { effort: 'high', show: true },
      store: false,
      previousResponseId: 'resp_1',
      metadata: { a: 'b' },
      cacheKey: 'k',
      user: 'u',
      serviceTier: 'flex',
    });
    expect(notes).toEqual([]);
  });

  it('that only this format has are kept as extras', () => {
    const { value } = decode({
      truncation: 'auto',
      background: true,
      include: ['web_search_call.action.sources'],
      reasoning: { summary: 'detailed', context: 'all_turns' },
      client_metadata: { a: 1 },
      max_tool_calls: 3,
      text: { future: 1 },
    });
    expect(value.extras).toEqual({
      'openai-responses': {
        truncation: 'auto',
        background: true,
        include: ['web_search_call.action.sources'],
        reasoning: { summary: 'detailed', context: 'all_turns' },
        client_metadata: { a: 1 },
        max_tool_calls: 3,
        text: { future: 1 },
      },
    });
  });

  it('that let the vendor compact the conversation are seen', () => {
    const context_management = [{ type: 'compaction', compact_threshold: 100_000 }];
    const { value } = decode({ context_management });
    expect(value).toMatchObject({ mayCompact: true });
    expect(value.extras).toEqual({ 'openai-responses': { context_management } });
    expect(decode({ context_management: [] }).value.mayCompact).toBeUndefined();
  });

  it('that ask for the compacted conversation are seen', () => {
    const { value } = decode({ input: [user('Hi'), { type: 'compaction_trigger' }] });
    expect(value).toMatchObject({ wantsCompaction: true });
    expect(decode({}).value.wantsCompaction).toBeUndefined();
  });

  it.each<[JsonObject, string]>([
    [{ reasoning: { effort: 'heroic' } }, 'reasoning.effort'],
    [{ text: { format: { type: 'json_schema', name: 'a' } } }, 'text.format'],
    [{ user: 'a', safety_identifier: 'b' }, 'user'],
  ])('that make no sense are noted: %j', (fields, path) => {
    expect(decode(fields).notes).toMatchObject([{ path }]);
  });
});
