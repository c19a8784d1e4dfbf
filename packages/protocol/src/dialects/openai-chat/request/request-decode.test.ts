import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../../json/value.ts';
import { wrapProviderState } from '../../../canonical/provider-state.ts';
import type { ProviderState } from '../../../canonical/provider-state.ts';
import { decodeRequest, readRequest } from './request.ts';

function decode(fields: JsonObject) {
  return decodeRequest({ model: 'm', messages: [{ role: 'user', content: 'Hi' }], ...fields });
}

function turnsOf(...messages: JsonValue[]) {
  return decode({ messages }).value.turns;
}

function userParts(...content: JsonValue[]) {
  return turnsOf({ role: 'user', content })[0]?.parts;
}

describe('messages', () => {
  it('rejects what readRequest rejects', () => {
    expect(() => decodeRequest({ model: 'm' })).toThrow(/messages/);
  });

  it('makes no part of empty text', () => {
    expect(turnsOf({ role: 'assistant', content: '' })).toEqual([{ role: 'assistant', parts: [] }]);
    expect(userParts({ type: 'text', text: '' })).toEqual([]);
  });

  it('keeps the role of instructions and the name of a participant', () => {
    const instruction = { role: 'instruction', parts: [{ type: 'text', text: 'x' }] };
    expect(
      turnsOf(
        { role: 'system', content: 'x' },
        { role: 'developer', content: [{ type: 'text', text: 'x' }], name: 'house' },
      ),
    ).toEqual([
      { ...instruction, nativeRole: 'system' },
      { ...instruction, nativeRole: 'developer', name: 'house' },
    ]);
  });

  it('reads reasoning, text, refusal and calls in this order', () => {
    expect(
      turnsOf({
        role: 'assistant',
        tool_calls: [
          { id: 'a', type: 'function', function: { name: 'now', arguments: '' } },
          { id: 'b', type: 'custom', custom: { name: 'patch', input: 'raw' } },
        ],
        refusal: 'No.',
        content: 'Hm.',
        reasoning_content: 'think',
      }),
    ).toEqual([
      {
        role: 'assistant',
        parts: [
          { type: 'reasoning', text: 'think' },
          { type: 'text', text: 'Hm.' },
          { type: 'refusal', text: 'No.' },
          { type: 'call', id: 'a', name: 'now', arguments: '{}' },
          { type: 'call', id: 'b', name: 'patch', arguments: 'raw', custom: true },
        ],
      },
    ]);
  });

  it('keeps numbers in arguments as they were written', () => {
    const text = '{"n": 1.0, "big": 12345678901234567890}';
    const call = { id: 'a', type: 'function', function: { name: 'f', arguments: text } };
    expect(turnsOf({ role: 'assistant', tool_calls: [call] })[0]?.parts).toMatchObject([
      { arguments: text },
    ]);
  });

  it('pairs old function calls with their results', () => {
    const [call, result] = turnsOf(
      { role: 'assistant', content: null, function_call: { name: 'now', arguments: '{}' } },
      { role: 'function', name: 'now', content: '12:00' },
    );
    const id = call?.parts[0]?.type === 'call' ? call.parts[0].id : '';
    expect(id).not.toBe('');
    expect(result).toMatchObject({ role: 'result', parts: [{ type: 'result', callId: id }] });
  });

  it('decodes each result to a turn and leaves missing ids to the repair', () => {
    expect(
      turnsOf({ role: 'tool', tool_call_id: 'a', content: 'x' }, { role: 'tool', content: null }),
    ).toEqual([
      {
        role: 'result',
        parts: [{ type: 'result', callId: 'a', content: [{ type: 'text', text: 'x' }] }],
      },
      { role: 'result', parts: [{ type: 'result', callId: '', content: [] }] },
    ]);
  });

  it('keeps unknown fields and parts as extras', () => {
    const [turn] = turnsOf({ role: 'user', content: [{ type: 'hologram', h: 1 }], x: { y: 2 } });
    expect(turn).toEqual({
      role: 'user',
      parts: [{ type: 'unknown', dialect: 'openai-chat', raw: { type: 'hologram', h: 1 } }],
      extras: { 'openai-chat': { x: { y: 2 } } },
    });
  });
});

describe('content parts', () => {
  it.each([
    [
      { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA', detail: 'low' } },
      {
        kind: 'image',
        source: { by: 'bytes', mediaType: 'image/png', base64: 'AAAA' },
        detail: 'low',
      },
    ],
    [
      { type: 'image_url', image_url: 'https://i.example/a.png' },
      { kind: 'image', source: { by: 'url', url: 'https://i.example/a.png' } },
    ],
    [
      { type: 'video_url', video_url: { url: 'https://v.example/a.mp4' } },
      { kind: 'video', source: { by: 'url', url: 'https://v.example/a.mp4' } },
    ],
    [
      { type: 'input_audio', input_audio: { data: 'AAAA', format: 'mp3' } },
      { kind: 'audio', source: { by: 'bytes', mediaType: 'audio/mpeg', base64: 'AAAA' } },
    ],
    [
      { type: 'file', file: { file_data: 'data:application/pdf;base64,AAAA', filename: 'a.pdf' } },
      {
        kind: 'document',
        name: 'a.pdf',
        source: { by: 'bytes', mediaType: 'application/pdf', base64: 'AAAA' },
      },
    ],
    [
      { type: 'file', file: { file_data: 'AAAA', filename: 'notes.TXT' } },
      {
        kind: 'document',
        name: 'notes.TXT',
        source: { by: 'bytes', mediaType: 'text/plain', base64: 'AAAA' },
      },
    ],
    [
      { type: 'file', file: { file_id: 'file_1' } },
      { kind: 'document', source: { by: 'file', id: 'file_1', vendor: 'openai' } },
    ],
  ])('reads %j', (part, media) => {
    expect(userParts(part)).toEqual([{ type: 'media', ...media }]);
  });

  it('keeps an empty file part unchanged', () => {
    expect(userParts({ type: 'file', file: {} })).toMatchObject([{ type: 'unknown' }]);
  });

  it.each([
    [{ cache_control: { type: 'ephemeral' } }, '5m'],
    [{ cache_control: { type: 'ephemeral', ttl: '1h' } }, '1h'],
    [{ prompt_cache_breakpoint: { mode: 'explicit' } }, '5m'],
    [{ prompt_cache_breakpoint: { mode: 'explicit', ttl: '12h' } }, '12h'],
    [{ prompt_cache_breakpoint: { mode: 'explicit', ttl: 'unheard-of' } }, '5m'],
  ])('reads the cache mark %j', (mark, lifetime) => {
    expect(userParts({ type: 'text', text: 'x', ...mark })).toEqual([
      { type: 'text', text: 'x', cache: { lifetime } },
    ]);
  });
});

describe('reasoning that a client sends back', () => {
  const signed: ProviderState = { vendor: 'anthropic', kind: 'signature', data: 'sig==' };

  it('restores wrapped provider state and reads the text once', () => {
    const details = [
      { type: 'reasoning.text', text: 'think', signature: wrapProviderState(signed), index: 0 },
      {
        type: 'reasoning.encrypted',
        data: wrapProviderState({ vendor: 'anthropic', kind: 'redacted', data: 'blob' }),
        index: 1,
      },
    ];
    expect(
      turnsOf({
        role: 'assistant',
        content: 'x',
        reasoning_content: 'think',
        reasoning_details: details,
      })[0]?.parts.slice(0, -1),
    ).toEqual([
      { type: 'reasoning', text: 'think', providerState: signed },
      {
        type: 'reasoning',
        text: '',
        providerState: { vendor: 'anthropic', kind: 'redacted', data: 'blob' },
      },
    ]);
  });

  it('keeps the text before that of its details', () => {
    const details = [{ type: 'reasoning.text', text: 'two', signature: wrapProviderState(signed) }];
    const echo = { reasoning_content: 'one two', reasoning_details: details };
    expect(turnsOf({ role: 'assistant', ...echo })[0]?.parts).toEqual([
      { type: 'reasoning', text: 'one ' },
      { type: 'reasoning', text: 'two', providerState: signed },
    ]);
  });

  it('restores plain state, which is the text itself', () => {
    const packed = wrapProviderState({ vendor: 'deepseek', kind: 'plain', data: '' });
    const detail = { type: 'reasoning.text', text: 'think', signature: packed };
    expect(turnsOf({ role: 'assistant', reasoning_details: [detail] })[0]?.parts).toEqual([
      {
        type: 'reasoning',
        text: 'think',
        providerState: { vendor: 'deepseek', kind: 'plain', data: 'think' },
      },
    ]);
  });

  it('never guesses the vendor of an unwrapped signature', () => {
    const detail = { type: 'reasoning.text', text: 't', signature: 'bare' };
    expect(turnsOf({ role: 'assistant', reasoning_details: [detail] })[0]?.parts).toEqual([
      {
        type: 'reasoning',
        text: 't',
        extras: { 'openai-chat': { reasoning_detail: detail } },
      },
    ]);
  });

  it('restores the provider state of a call, and keeps an unwrapped one in the dialect', () => {
    const call = (signature: string) => ({
      id: 'a',
      type: 'function',
      function: { name: 'f', arguments: '{}' },
      extra_content: { google: { thought_signature: signature } },
    });
    const tool_calls = [call(wrapProviderState(signed)), call('bare')];
    expect(turnsOf({ role: 'assistant', tool_calls })[0]?.parts).toMatchObject([
      { providerState: signed },
      { extras: { 'openai-chat': { extra_content: { google: { thought_signature: 'bare' } } } } },
    ]);
  });
});

describe('tools', () => {
  it('reads functions, custom tools and tools a provider runs', () => {
    const parameters = { type: 'object', properties: {} };
    const grammar = { type: 'text' };
    const tools = [
      {
        type: 'function',
        function: { name: 'f', description: 'd', parameters, strict: true, x: 1 },
        cache_control: { type: 'ephemeral' },
      },
      { type: 'custom', custom: { name: 'c', format: grammar } },
      { type: 'web_search', depth: 2 },
    ];
    expect(decode({ tools }).value.tools).toEqual([
      {
        kind: 'function',
        name: 'f',
        description: 'd',
        schema: parameters,
        strict: true,
        cache: { lifetime: '5m' },
        extras: { 'openai-chat': { x: 1 } },
      },
      { kind: 'custom', name: 'c', extras: { 'openai-chat': { format: grammar } } },
      { kind: 'server', name: 'web_search', extras: { 'openai-chat': tools[2] } },
    ]);
  });

  it('reads tools, calls and choices without a type as functions', () => {
    const called = { role: 'assistant', tool_calls: [{ id: 'a', function: { name: 'f' } }] };
    const { value } = decode({
      tools: [{ function: { name: 'f', strict: true }, cache_control: { type: 'ephemeral' } }],
      tool_choice: { function: { name: 'f' } },
      messages: [called],
    });
    expect(value.tools).toEqual([
      { kind: 'function', name: 'f', strict: true, cache: { lifetime: '5m' } },
    ]);
    expect(value.toolChoice).toEqual({ mode: 'named', name: 'f' });
    expect(value.turns[0]?.parts).toEqual([{ type: 'call', id: 'a', name: 'f', arguments: '{}' }]);
  });

  it('reads the older functions', () => {
    const { value } = decode({ functions: [{ name: 'old' }], function_call: { name: 'old' } });
    expect(value.tools).toEqual([{ kind: 'function', name: 'old' }]);
    expect(value.toolChoice).toEqual({ mode: 'named', name: 'old' });
  });

  const flat = [{ type: 'function', name: 'a' }];
  const nested = [{ type: 'function', function: { name: 'a' } }];
  it.each([
    ['none', { mode: 'none' }],
    ['required', { mode: 'required' }],
    [
      { type: 'function', function: { name: 'a' } },
      { mode: 'named', name: 'a' },
    ],
    [
      { type: 'custom', custom: { name: 'a' } },
      { mode: 'named', name: 'a' },
    ],
    [
      { type: 'allowed_tools', allowed_tools: { mode: 'required', tools: nested } },
      { mode: 'subset', names: ['a'], required: true },
    ],
    [
      { type: 'allowed_tools', allowed_tools: { mode: 'auto', tools: flat } },
      { mode: 'subset', names: ['a'], required: false },
    ],
  ])('reads the choice %j', (choice, expected) => {
    expect(decode({ tool_choice: choice }).value.toolChoice).toEqual(expected);
  });
});

describe('options', () => {
  it('treats null as absent', () => {
    const nothing = {
      temperature: null,
      stop: null,
      tools: null,
      tool_choice: null,
      response_format: null,
      stream_options: null,
      user: null,
      audio: null,
    };
    expect(decode(nothing)).toEqual(decode({}));
    expect(Object.keys(decode({}).value).toSorted()).toEqual(
      ['includeUsage', 'model', 'sampling', 'stream', 'tools', 'turns'].toSorted(),
    );
  });

  it('reads the field by which OpenRouter requests usage', () => {
    const asked = decode({ stream_options: { include_usage: true } });
    expect(decode({ usage: { include: true } })).toEqual(asked);
  });

  it.each([
    [{ max_tokens: 5 }, { maxOutputTokens: 5 }],
    [{ max_tokens: 7, max_completion_tokens: 7 }, { maxOutputTokens: 7 }],
    [{ stop: 'END' }, { stopSequences: ['END'] }],
    [{ stop: ['a', ''] }, { stopSequences: ['a'] }],
    [{ n: 2 }, { candidates: 2 }],
    [{ parallel_tool_calls: false }, { parallelToolCalls: false }],
    [{ response_format: { type: 'json_object' } }, { outputFormat: { type: 'json' } }],
    [
      { response_format: { type: 'json_schema', json_schema: { name: 'a', schema: {} } } },
      { outputFormat: { type: 'schema', name: 'a', schema: {} } },
    ],
    [{ reasoning_effort: 'none' }, { reasoning: { effort: 'none' } }],
    [
      { reasoning: { effort: 'high', exclude: true } },
      { reasoning: { effort: 'high', show: false } },
    ],
    [{ reasoning: { max_tokens: 2048 } }, { reasoning: { budget: 2048 } }],
    [{ reasoning: { enabled: false } }, { reasoning: { effort: 'none' } }],
    [{ user: 'u' }, { user: 'u' }],
    [{ safety_identifier: 's' }, { user: 's' }],
    [{ prompt_cache_key: 'k' }, { cacheKey: 'k' }],
    [{ service_tier: 'flex' }, { serviceTier: 'flex' }],
    [{ metadata: { a: 'b' } }, { metadata: { a: 'b' } }],
    [{ store: false }, { store: false }],
    [{ verbosity: 'low' }, { verbosity: 'low' }],
    [
      { temperature: 0, top_p: 0.5, top_k: 3, seed: 7, logprobs: true, top_logprobs: 2 },
      { sampling: { temperature: 0, topP: 0.5, topK: 3, seed: 7, logprobs: true, topLogprobs: 2 } },
    ],
    [
      { stream: true, stream_options: { include_usage: true } },
      { stream: true, includeUsage: true },
    ],
    [{ usage: { include: false }, stream_options: null }, { includeUsage: false }],
    [{ usage: true }, { includeUsage: false, extras: { 'openai-chat': { usage: true } } }],
    [
      { prediction: { type: 'content', content: 'x' }, x_vendor: 1 },
      {
        extras: {
          'openai-chat': { prediction: { type: 'content', content: 'x' }, x_vendor: 1 },
        },
      },
    ],
  ])('reads %j', (fields, expected) => {
    const { value, notes } = decode(fields);
    expect(value).toMatchObject(expected);
    expect(notes).toEqual([]);
  });

  it.each([
    [{ reasoning_effort: 'galactic' }, 'reasoning_effort'],
    [{ user: 'a', safety_identifier: 'b' }, 'user'],
    [{ response_format: { type: 'json_schema', json_schema: { name: 'a' } } }, 'response_format'],
  ])('notes what %j loses', (fields, path) => {
    expect(decode(fields).notes.map((note) => note.path)).toEqual([path]);
  });
});

describe('values of other servers', () => {
  const body = { model: 'm', messages: [{ role: 'user', content: 'Hi' }] };
  const look = { type: 'function', function: { name: 'look', parameters: {} } };

  it('`validated` lets the model choose among all tools', () => {
    const { value, notes } = decodeRequest({
      ...body,
      tools: [look],
      tool_choice: 'validated',
    });
    expect(value.toolChoice).toEqual({ mode: 'subset', names: ['look'], required: false });
    expect(notes).toEqual([]);
  });

  it.each([
    ['tool_choice', { tools: [look], tool_choice: 'sometimes' }],
    ['response_format', { response_format: { type: 'grammar', grammar: 'root ::= "a"' } }],
  ])('%s that nobody knows is accepted, and noted where it is dropped', (path, fields) => {
    const asked = { ...body, ...fields };
    expect(readRequest(asked).summary.model).toBe('m');
    expect(decodeRequest(asked).notes).toMatchObject([{ action: 'dropped', path }]);
  });
});
