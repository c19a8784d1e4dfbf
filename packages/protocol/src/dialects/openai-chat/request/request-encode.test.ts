import { describe, expect, it } from 'vitest';
import { GatewayError } from '../../../canonical/error.ts';
import type { Part } from '../../../canonical/part.ts';
import type { CanonicalRequest, Tool, Turn } from '../../../canonical/request.ts';
import type { Profile } from '../../../profiles/profile.ts';
import { encodeGreeting } from '../testing/requests.ts';
import type { ChatMessage } from '../types.ts';

function encodeTurns(turns: Turn[], changes: Partial<Profile> = {}) {
  const { body, notes } = encodeGreeting({ turns }, changes);
  return { messages: body.messages, notes };
}

const text = (texts: string): Part => ({ type: 'text', text: texts });
const user = (...parts: Part[]): Turn => ({ role: 'user', parts });
const assistant = (...parts: Part[]): Turn => ({ role: 'assistant', parts });
const call = (id: string, name = 'f'): Part => ({ type: 'call', id, name, arguments: '{}' });
const result = (callId: string, ...content: Part[]): Turn => ({
  role: 'result',
  parts: [{ type: 'result', callId, content }],
});
const image: Part = {
  type: 'media',
  kind: 'image',
  source: { by: 'bytes', mediaType: 'image/png', base64: 'AAAA' },
};

function rolesOf(messages: readonly ChatMessage[]): string[] {
  return messages.map(({ role }) => role);
}

describe('what cannot be sent', () => {
  it('rejects a conversation that becomes empty', () => {
    const turns = [assistant({ type: 'reasoning', text: 'hm' })];
    expect(() => encodeGreeting({ turns })).toThrow(GatewayError);
  });

  it('rejects a reference to a response that only its vendor stores', () => {
    expect(() => encodeGreeting({ previousResponseId: 'resp_1' })).toThrow(
      expect.objectContaining({ code: 'unsupported', param: 'previous_response_id' }),
    );
  });

  it('never sends an empty list of tools nor options that need one', () => {
    const { body, paths } = encodeGreeting({
      tools: [],
      toolChoice: { mode: 'auto' },
      parallelToolCalls: true,
    });
    expect(body).toEqual({ model: 'up-1', messages: [{ role: 'user', content: 'Hi' }] });
    expect(paths).toEqual(['toolChoice', 'parallelToolCalls']);
  });

  it('notes the name of an instruction that joins another one', () => {
    const named = (name: string): Turn => ({
      ...{ role: 'instruction', name, parts: [{ type: 'text', text: 'Be brief.' }] },
    });
    const hello: Turn = { role: 'user', parts: [{ type: 'text', text: 'Hi' }] };
    const { body, paths } = encodeGreeting({ turns: [named('a'), named('b'), hello, named('c')] });
    expect(body['messages']).toMatchObject([{ name: 'a' }, {}, { name: 'c' }]);
    expect(paths).toContain('turns[1].name');
    expect(paths).not.toContain('turns[3].name');
  });

  it('drops tools of other providers, and the choice with the last of them', () => {
    const { body, paths } = encodeGreeting({
      tools: [{ kind: 'server', name: 'web_search', extras: { 'anthropic-messages': {} } }],
      toolChoice: { mode: 'required' },
    });
    expect(body).not.toHaveProperty('tools');
    expect(body).not.toHaveProperty('tool_choice');
    expect(paths).toEqual(['tools[0]', 'toolChoice']);
  });

  it('drops a tool choice that names an unknown tool', () => {
    const { body, paths } = encodeGreeting({
      tools: [{ kind: 'function', name: 'f' }],
      toolChoice: { mode: 'named', name: 'g' },
    });
    expect(body).not.toHaveProperty('tool_choice');
    expect(paths).toEqual(['toolChoice']);
  });

  it('notes fields of other dialects', () => {
    const extras = { 'anthropic-messages': { context_management: {} } };
    expect(encodeGreeting({ extras }).notes).toEqual([
      {
        path: 'context_management',
        action: 'dropped',
        reason: 'Only the anthropic-messages format has this field.',
      },
    ]);
  });
});

describe('instructions', () => {
  it('joins leading instructions and uses the instruction role of the model', () => {
    const turns: Turn[] = [
      { role: 'instruction', nativeRole: 'developer', parts: [text('One.'), text('Two.')] },
      { role: 'instruction', parts: [text('Three.')] },
      user(text('Hi')),
    ];
    expect(encodeTurns(turns).messages[0]).toEqual({
      role: 'system',
      content: 'One.\n\nTwo.\n\nThree.',
    });
    expect(encodeTurns(turns, { instructionRole: 'developer' }).messages[0]?.role).toBe(
      'developer',
    );
  });

  it('drops the billing line of a coding assistant', () => {
    const billing = text('x-anthropic-billing-header: cc_version=2.1; cch=a81f2;');
    const turns: Turn[] = [
      { role: 'instruction', parts: [billing, text('Be brief.')] },
      user(text('Hi')),
    ];
    const { messages, notes } = encodeTurns(turns);
    expect(messages[0]).toEqual({ role: 'system', content: 'Be brief.' });
    expect(notes).toMatchObject([{ path: 'turns[0].parts[0]', action: 'dropped' }]);
  });

  it('keeps later ones at their position, or marks them as user text', () => {
    const turns: Turn[] = [user(text('Hi')), { role: 'instruction', parts: [text('Hurry.')] }];
    expect(encodeTurns(turns).messages[1]).toEqual({ role: 'system', content: 'Hurry.' });
    const { messages, notes } = encodeTurns(turns, { lateInstructions: false });
    expect(messages[1]).toEqual({ role: 'user', content: '<system>\nHurry.\n</system>' });
    expect(notes).toHaveLength(1);
  });

  it('sends a conversation of instructions alone', () => {
    const turns: Turn[] = [{ role: 'instruction', parts: [text('Say hi.')] }];
    expect(encodeTurns(turns).messages).toEqual([{ role: 'system', content: 'Say hi.' }]);
  });
});

describe('history', () => {
  it('puts results directly behind their calls and other text after them', () => {
    const turns = [
      user(text('Both?')),
      assistant(text('Looking.'), call('a'), call('b')),
      user(text('Hurry!')),
      result('b', text('19C')),
      result('a', text('4C')),
    ];
    const { messages } = encodeTurns(turns);
    expect(rolesOf(messages)).toEqual(['user', 'assistant', 'tool', 'tool', 'user']);
    expect(messages[1]).toMatchObject({
      content: 'Looking.',
      tool_calls: [{ id: 'a' }, { id: 'b' }],
    });
    expect(messages.slice(2, 4)).toMatchObject([{ tool_call_id: 'a' }, { tool_call_id: 'b' }]);
  });

  it('gives calls without ids new ones, the same on call and result', () => {
    const { messages } = encodeTurns([
      user(text('x')),
      assistant(call(''), call('')),
      result('', text('1')),
      result('', text('2')),
    ]);
    const [, calling, first, second] = messages;
    const ids = calling?.role === 'assistant' ? calling.tool_calls?.map(({ id }) => id) : [];
    expect(new Set(ids).size).toBe(2);
    expect([first, second]).toMatchObject([{ tool_call_id: ids?.[0] }, { tool_call_id: ids?.[1] }]);
  });

  it('writes no content beside calls without text', () => {
    const { messages } = encodeTurns([user(text('x')), assistant(call('a')), result('a')]);
    expect(messages[1]).toMatchObject({ role: 'assistant', content: null });
    expect(messages[2]).toEqual({ role: 'tool', tool_call_id: 'a', content: '' });
  });

  it('sends media of results in one user message behind the last of them', () => {
    const { messages, notes } = encodeTurns([
      user(text('Shoot both')),
      assistant(call('a'), call('b')),
      result('a', text('left'), image),
      result('b', image),
      user(text('And?')),
    ]);
    expect(rolesOf(messages)).toEqual(['user', 'assistant', 'tool', 'tool', 'user', 'user']);
    expect(messages[2]).toMatchObject({ content: expect.stringContaining('left') as string });
    expect(messages[4]?.content).toEqual([
      { type: 'text', text: 'Attachment of the result of tool call a:' },
      { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
      { type: 'text', text: 'Attachment of the result of tool call b:' },
      { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
    ]);
    expect(notes.every(({ action }) => action === 'moved')).toBe(true);
  });

  it('marks a failed result in its text and nowhere else', () => {
    const failed: Turn = {
      role: 'result',
      parts: [{ type: 'result', callId: 'a', content: [text('city not found')], isError: true }],
    };
    const { messages, notes } = encodeTurns([user(text('x')), assistant(call('a')), failed]);
    expect(messages[2]).toEqual({
      role: 'tool',
      tool_call_id: 'a',
      content: 'Error: city not found',
    });
    expect(notes).toMatchObject([{ action: 'approximated' }]);
  });

  it('converts plain-text documents to text, in results too', () => {
    const document: Part = {
      type: 'media',
      kind: 'document',
      name: 'notes.txt',
      source: { by: 'bytes', mediaType: 'text/plain', base64: 'R3LDvMOfZQ==' },
    };
    const { messages } = encodeTurns([user(document), assistant(call('a')), result('a', document)]);
    expect(messages[0]?.content).toBe('notes.txt\nGrüße');
    expect(messages[2]?.content).toBe('notes.txt\nGrüße');
  });
});

describe('media', () => {
  it.each<[string, Part, object]>([
    [
      'a document',
      {
        type: 'media',
        kind: 'document',
        source: { by: 'bytes', mediaType: 'application/pdf', base64: 'AAAA' },
      },
      {
        type: 'file',
        file: { filename: 'document.pdf', file_data: 'data:application/pdf;base64,AAAA' },
      },
    ],
    [
      'an uploaded file',
      { type: 'media', kind: 'document', source: { by: 'file', id: 'file_1', vendor: 'openai' } },
      { type: 'file', file: { file_id: 'file_1' } },
    ],
    [
      'audio',
      {
        type: 'media',
        kind: 'audio',
        source: { by: 'bytes', mediaType: 'audio/mpeg', base64: 'AAAA' },
      },
      { type: 'input_audio', input_audio: { data: 'AAAA', format: 'mp3' } },
    ],
    [
      'video',
      { type: 'media', kind: 'video', source: { by: 'url', url: 'https://v.example/a' } },
      { type: 'video_url', video_url: { url: 'https://v.example/a' } },
    ],
  ])('writes %s', (_, part, expected) => {
    expect(encodeTurns([user(part)]).messages[0]?.content).toEqual([expected]);
  });

  it.each<[string, Part]>([
    [
      'a file of another vendor',
      {
        type: 'media',
        kind: 'document',
        source: { by: 'file', id: 'f', vendor: 'anthropic' },
      },
    ],
    [
      'an uploaded image',
      { type: 'media', kind: 'image', source: { by: 'file', id: 'f', vendor: 'openai' } },
    ],
    [
      'a document’s address',
      { type: 'media', kind: 'document', source: { by: 'url', url: 'https://x' } },
    ],
    [
      'audio of another kind',
      { type: 'media', kind: 'audio', source: { by: 'bytes', mediaType: 'audio/ogg', base64: '' } },
    ],
    ['a part of another dialect', { type: 'unknown', dialect: 'anthropic-messages', raw: {} }],
  ])('notes that %s cannot be sent', (_, part) => {
    const { messages, notes } = encodeTurns([user(text('x'), part)]);
    expect(messages[0]?.content).toBe('x');
    expect(notes).toMatchObject([{ path: 'turns[0].parts[1]', action: 'dropped' }]);
  });

  it('notes cache marks', () => {
    const { messages, notes } = encodeTurns([
      user({ type: 'text', text: 'x', cache: { lifetime: '5m' } }),
    ]);
    expect(messages[0]?.content).toBe('x');
    expect(notes).toMatchObject([{ path: 'turns[0].parts[0].cache', action: 'dropped' }]);
  });
});

describe('reasoning of earlier answers', () => {
  const foreign: Part = {
    type: 'reasoning',
    text: 'secret plan',
    providerState: { vendor: 'anthropic', kind: 'signature', data: 'sig==' },
  };
  const redacted: Part = {
    type: 'reasoning',
    text: '',
    providerState: { vendor: 'anthropic', kind: 'redacted', data: 'b3BhcXVl' },
  };

  it('never becomes text and is never sent to another vendor', () => {
    const turns = [user(text('x')), assistant(foreign, redacted, text('Hello.')), user(text('y'))];
    const { messages, notes } = encodeTurns(turns);
    expect(messages[1]).toEqual({ role: 'assistant', content: 'Hello.' });
    expect(notes.filter(({ action }) => action === 'dropped')).toHaveLength(2);
  });

  it('is sent back unchanged to the vendor that wrote it', () => {
    const own: Part = {
      type: 'reasoning',
      text: 'shown',
      providerState: { vendor: 'acme', kind: 'plain', data: 'Ask the tool.' },
    };
    const { messages, notes } = encodeTurns([
      user(text('x')),
      assistant(own, call('a')),
      result('a'),
    ]);
    expect(messages[1]).toMatchObject({ content: null, reasoning_content: 'Ask the tool.' });
    expect(notes).toEqual([]);
  });

  it('is a space for a model that expects it in a turn without any, which stays empty otherwise', () => {
    const turns = [user(text('x')), assistant(text('7')), assistant(), user(text('y'))];
    const { messages } = encodeTurns(turns, { echoesReasoning: true });
    expect(messages[1]).toEqual({ role: 'assistant', content: '7', reasoning_content: ' ' });
    expect(rolesOf(messages)).toEqual(['user', 'assistant', 'user']);
  });

  it('is sent as text to a model that expects reasoning, without provider state of other vendors', () => {
    const { messages, notes } = encodeTurns(
      [user(text('x')), assistant(foreign, call('a')), result('a')],
      {
        echoesReasoning: true,
      },
    );
    expect(messages[1]).toMatchObject({ reasoning_content: 'secret plan' });
    expect(JSON.stringify(messages)).not.toContain('sig==');
    expect(notes).toHaveLength(1);
  });

  it('is sent back with its signature to the router that signed it', () => {
    const state = '{"type":"reasoning.text","signature":"s","format":"x"}';
    const own: Part = {
      type: 'reasoning',
      text: 'Count.',
      providerState: { vendor: 'acme', kind: 'signature', data: state },
    };
    const { messages } = encodeTurns([user(text('x')), assistant(own, text('7'))]);
    expect(messages[1]).toMatchObject({
      reasoning_details: [{ type: 'reasoning.text', text: 'Count.', signature: 's', format: 'x' }],
    });
  });

  it('omits reasoning items of Responses, even of the same vendor', () => {
    const item: Part = {
      type: 'reasoning',
      text: 'Count.',
      providerState: {
        vendor: 'acme',
        kind: 'encrypted',
        data: '{"id":"rs_1","encrypted_content":"e"}',
      },
    };
    const { messages, notes } = encodeTurns([user(text('x')), assistant(item, text('7'))]);
    expect(messages[1]).toEqual({ role: 'assistant', content: '7' });
    expect(notes).toHaveLength(1);
  });

  it('restores the provider state of a call for its vendor only', () => {
    const signed = (vendor: string): Part => ({
      type: 'call',
      id: 'a',
      name: 'f',
      arguments: '{}',
      providerState: { vendor, kind: 'signature', data: 'sig==' },
    });
    const own = encodeTurns([user(text('x')), assistant(signed('acme')), result('a')]);
    expect(own.messages[1]).toMatchObject({
      tool_calls: [{ extra_content: { google: { thought_signature: 'sig==' } } }],
    });
    const other = encodeTurns([user(text('x')), assistant(signed('google')), result('a')]);
    expect(JSON.stringify(other.messages)).not.toContain('sig==');
    expect(other.notes).toHaveLength(1);
  });
});

describe('tools', () => {
  it('makes names legal consistently and restores them', () => {
    const name = 'look.up/the weather';
    const { body, names } = encodeGreeting({
      tools: [{ kind: 'function', name }],
      toolChoice: { mode: 'named', name },
      turns: [user(text('x')), assistant(call('a', name)), result('a')],
    });
    const legal = names.toUpstream(name);
    expect(legal).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
    expect(JSON.stringify(body)).not.toContain(name);
    expect(body.tool_choice).toEqual({ type: 'function', function: { name: legal } });
    expect(names.toCaller(legal)).toBe(name);
  });

  it('completes a schema that upstreams would refuse', () => {
    const parametersOf = (schema: CanonicalRequest['tools'][number] & { kind: 'function' }) => {
      const [tool] = encodeGreeting({ tools: [schema] }).body.tools ?? [];
      return tool?.type === 'function' ? tool.function.parameters : undefined;
    };
    const complete = { type: 'object', properties: {} };
    expect(parametersOf({ kind: 'function', name: 'f' })).toBeUndefined();
    expect(parametersOf({ kind: 'function', name: 'f', schema: {} })).toEqual(complete);
    expect(parametersOf({ kind: 'function', name: 'f', schema: { type: 'object' } })).toEqual(
      complete,
    );
  });

  it('writes custom tools and a subset of tools', () => {
    const { body } = encodeGreeting({
      tools: [
        { kind: 'function', name: 'f', strict: true },
        { kind: 'custom', name: 'c', extras: { 'openai-chat': { format: { type: 'text' } } } },
      ],
      toolChoice: { mode: 'subset', names: ['f', 'c'], required: true },
      parallelToolCalls: false,
    });
    expect(body.tools).toEqual([
      { type: 'function', function: { name: 'f', strict: true } },
      { type: 'custom', custom: { name: 'c', format: { type: 'text' } } },
    ]);
    expect(body.tool_choice).toMatchObject({
      allowed_tools: {
        mode: 'required',
        tools: [
          { type: 'function', function: { name: 'f' } },
          { type: 'custom', custom: { name: 'c' } },
        ],
      },
    });
    expect(body.parallel_tool_calls).toBe(false);
  });

  const grammar = { type: 'grammar', syntax: 'lark', definition: 'start: "a"' };
  const patch: Tool = {
    kind: 'custom',
    name: 'patch',
    extras: { 'openai-responses': { format: grammar } },
  };

  it('keeps the grammar of a custom tool declared in Responses', () => {
    const { body, notes } = encodeGreeting({ tools: [patch] });
    const { syntax, definition } = grammar;
    expect(body.tools).toEqual([
      {
        type: 'custom',
        custom: { name: 'patch', format: { type: 'grammar', grammar: { syntax, definition } } },
      },
    ]);
    expect(notes).toEqual([]);
  });

  it('writes custom tools as functions where custom tools are unsupported', () => {
    const turns = [
      user(text('Hi')),
      assistant({ type: 'call', id: 'c1', name: 'patch', arguments: 'a"b', custom: true }),
      result('c1', text('ok')),
    ];
    const toolChoice = { mode: 'named', name: 'patch' } as const;
    const { body, notes } = encodeGreeting(
      { tools: [patch], turns, toolChoice },
      { customTools: false },
    );
    expect(body.tools).toMatchObject([
      { type: 'function', function: { name: 'patch', parameters: { required: ['input'] } } },
    ]);
    expect(body.messages[1]).toMatchObject({
      tool_calls: [
        { type: 'function', function: { name: 'patch', arguments: '{"input":"a\\"b"}' } },
      ],
    });
    expect(body.tool_choice).toEqual({ type: 'function', function: { name: 'patch' } });
    expect(notes.map(({ path, action }) => `${action} ${path}`)).toEqual([
      'approximated tools[0]',
      'dropped tools[0].format',
    ]);
  });

  it('notes the fields of a custom tool that a function does not have', () => {
    const deferred: Tool = {
      ...{ kind: 'custom', name: 'patch' },
      extras: { 'openai-responses': { defer_loading: true, format: { type: 'text' } } },
    };
    const { paths } = encodeGreeting({ tools: [deferred] }, { customTools: false });
    expect(paths).toEqual(['tools[0]', 'tools[0].defer_loading']);
  });
});
