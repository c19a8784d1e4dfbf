import { describe, expect, it } from 'vitest';
import type { CanonicalReply } from '../../canonical/reply.ts';
import type { CanonicalRequest } from '../../canonical/request.ts';
import { replayReply } from '../../canonical/replay.ts';
import { codecs } from '../../dialects.ts';
import { NameMap } from '../../history/names.ts';
import type { JsonObject } from '../../json/value.ts';
import { tableTargets } from '../../testing/pair-table.ts';
import { translateRequest } from '../../testing/translation.ts';

const responses = codecs['openai-responses'];
const shell = { type: 'local_shell' };
const patch = { type: 'apply_patch' };
const action = { type: 'exec', command: ['ls', '-l'], env: {} };
const operation = { type: 'update_file', path: 'a.txt', diff: '@@\n-a\n+b' };
const shellCall = {
  ...{ type: 'local_shell_call', id: 'lsh_1', call_id: 'call_1', status: 'completed', action },
};
const patchCall = {
  ...{ type: 'apply_patch_call', id: 'apc_1', call_id: 'call_2', status: 'completed', operation },
};
const request = {
  model: 'm',
  tools: [shell, patch],
  input: [
    { role: 'user', content: 'List, then change.' },
    shellCall,
    { type: 'local_shell_call_output', id: 'lsh_1', output: '{"stdout":"a.txt"}' },
    patchCall,
    {
      ...{ type: 'apply_patch_call_output', call_id: 'call_2', status: 'failed', output: 'No a.' },
    },
  ],
};

type Foreign = 'openai-chat' | 'anthropic-messages' | 'gemini-generate';

function send(to: Foreign | 'openai-responses', body: JsonObject = request) {
  const { value, notes } = translateRequest(responses, body, {
    codec: codecs[to],
    target: tableTargets[to],
  });
  return { body: value.body, notes };
}

/** A reply that calls one of the tools, as a client of Responses gets it. */
function reply(
  name: string,
  args: string,
  asked: CanonicalRequest = responses.decodeRequest(request).value,
) {
  const canonical: CanonicalReply = {
    choices: [
      {
        index: 0,
        parts: [{ type: 'call', id: 'call_9', name, arguments: args }],
        finish: { reason: 'calls' },
      },
    ],
  };
  const target = {
    ...{ model: 'm', id: 'x', createdAt: 1, names: new NameMap(), includeUsage: true },
    request: asked,
  };
  const whole = responses.encodeReply(canonical, target).value;
  const encoder = responses.createStreamEncoder(target);
  const frames = [
    ...replayReply(canonical)
      .filter(({ type }) => type !== 'reply-end')
      .flatMap((event) => encoder.push(event)),
    ...encoder.end(),
  ];
  const events = frames.map(({ data }) => JSON.parse(data) as JsonObject);
  return { whole, events };
}

describe('a tool that OpenAI defines and the client runs', () => {
  it.each(['openai-chat', 'anthropic-messages', 'gemini-generate'] as const)(
    'is a function of %s, with its calls and their results',
    (to) => {
      const { body, notes } = send(to);
      const text = JSON.stringify(body);
      for (const part of ['local_shell', 'apply_patch', 'a.txt', 'update_file', 'No a.', '"ls"']) {
        expect(text.replaceAll('\\"', '"')).toContain(part);
      }
      expect(notes.filter(({ action: done }) => done === 'dropped')).toEqual([]);
    },
  );

  it('is called and answered in chat completions by its name', () => {
    const { body } = send('openai-chat');
    expect(body['tools']).toMatchObject([
      {
        type: 'function',
        function: { name: 'local_shell', parameters: { required: ['command'] } },
      },
      { type: 'function', function: { name: 'apply_patch' } },
    ]);
    const calls = { id: 'call_1', function: { name: 'local_shell' } };
    expect(body['messages']).toMatchObject([
      { role: 'user' },
      { role: 'assistant', tool_calls: [calls] },
      { role: 'tool', tool_call_id: 'call_1', content: '{"stdout":"a.txt"}' },
      { role: 'assistant', tool_calls: [{ id: 'call_2', function: { name: 'apply_patch' } }] },
      { role: 'tool', tool_call_id: 'call_2' },
    ]);
  });

  it('stays what it is for an upstream of its own format', () => {
    const { body, notes } = send('openai-responses');
    expect(body['tools']).toEqual([shell, patch]);
    expect((body['input'] as JsonObject[]).slice(1)).toEqual(request.input.slice(1));
    expect(notes).toEqual([]);
  });

  it.each([
    [
      'local_shell',
      '{"command":["ls"],"timeout_ms":5}',
      {
        type: 'local_shell_call',
        action: { type: 'exec', command: ['ls'], env: {}, timeout_ms: 5 },
      },
    ],
    [
      'apply_patch',
      '{"type":"delete_file","path":"a.txt"}',
      { type: 'apply_patch_call', operation: { type: 'delete_file', path: 'a.txt' } },
    ],
  ])('is called by an item of its own type: %s', (name, args, item) => {
    const { whole, events } = reply(name, args);
    const expected = { ...item, call_id: 'call_9', status: 'completed' };
    expect(whole['output']).toMatchObject([expected]);
    const done = events.find(({ type }) => type === 'response.output_item.done');
    expect(done).toMatchObject({ output_index: 0, item: expected });
    expect(events.at(-1)).toMatchObject({ response: { output: [expected] } });
  });

  it.each(['{"path":"a.txt"}', '{"type":', '[]'])(
    'is called as a function when its arguments are %s',
    (args) => {
      expect(reply('apply_patch', args).whole['output']).toMatchObject([
        { type: 'function_call', name: 'apply_patch', arguments: args, call_id: 'call_9' },
      ]);
    },
  );

  it('may have to be called', () => {
    const { body } = send('openai-chat', { ...request, tool_choice: { type: 'apply_patch' } });
    expect(body['tool_choice']).toEqual({ type: 'function', function: { name: 'apply_patch' } });
    const same = send('openai-responses', { ...request, tool_choice: { type: 'apply_patch' } });
    expect(same.body['tool_choice']).toEqual({ type: 'apply_patch' });
    expect(same.notes).toEqual([]);
  });

  it('is left out where a tool of the client has its name, and said earlier calls as text', () => {
    const own = { type: 'custom', name: 'apply_patch' };
    const { body, notes } = send('openai-chat', { ...request, tools: [patch, own] });
    expect(body['tools']).toHaveLength(1);
    expect(notes.map(({ path, action: done }) => `${done} ${path}`)).toContain('dropped tools[0]');
    expect(JSON.stringify(body['messages'])).toContain('Patch');
  });
});

describe('a search for tools that the client runs', () => {
  const named = (name: string): JsonObject => ({
    type: 'function',
    name,
    parameters: { type: 'object' },
  });
  const search = { type: 'tool_search', execution: 'client' };
  const described = {
    ...search,
    description: 'Finds.',
    parameters: { type: 'object', required: ['q'] },
  };
  const call = {
    ...{ type: 'tool_search_call', call_id: 'call_1', status: 'completed' },
    ...{ execution: 'client', arguments: { query: 'mail' } },
  };
  const mail = { type: 'namespace', name: 'mail', description: 'Mail.', tools: [named('send')] };
  const found = {
    ...{ type: 'tool_search_output', call_id: 'call_1', status: 'completed', execution: 'client' },
    tools: [mail, { ...named('read'), defer_loading: true }],
  };
  const sent = {
    type: 'function_call',
    call_id: 'call_2',
    namespace: 'mail',
    name: 'send',
    arguments: '{}',
  };
  const question = { type: 'message', role: 'user', content: 'Write to Ada.' };
  const searched = {
    ...{ model: 'm', tools: [described, named('list')] },
    input: [
      question,
      call,
      found,
      sent,
      { type: 'function_call_output', call_id: 'call_2', output: 'Sent.' },
    ],
  };

  it.each(['openai-chat', 'anthropic-messages', 'gemini-generate'] as const)(
    'is a function of %s, and what it found can be called',
    (to) => {
      const { body, notes } = send(to, searched);
      const text = JSON.stringify(body);
      const names = [...text.matchAll(/"name":"(\w+)"/g)].map(([, name]) => name);
      expect(names).toEqual(expect.arrayContaining(['tool_search', 'list', 'mail__send', 'read']));
      expect(text).toContain('Tools that can be called now: mail__send, read');
      expect(text).toContain('Finds.');
      expect(notes.filter(({ action: done }) => done === 'dropped')).toEqual([]);
    },
  );

  it('stays what it is for an upstream of its own format, with what it found', () => {
    const { body } = send('openai-responses', searched);
    expect(body['tools']).toMatchObject([described, named('list')]);
    expect(body['tools']).toHaveLength(2);
    expect(body['input']).toEqual(searched.input);
  });

  it('is called by an item of its own type', () => {
    const canonical = responses.decodeRequest(searched).value;
    const { whole, events } = reply('tool_search', '{"query":"mail"}', canonical);
    expect(whole['output']).toMatchObject([{ ...call, call_id: 'call_9' }]);
    expect(whole['tools']).toHaveLength(2);
    expect(events.at(-1)).toMatchObject({ response: { output: whole['output'] } });
  });

  it('finds tools whose calls name their namespace', () => {
    const canonical = responses.decodeRequest(searched).value;
    expect(reply('mail__send', '{}', canonical).whole['output']).toMatchObject([
      { type: 'function_call', namespace: 'mail', name: 'send' },
    ]);
  });

  it('is described by this package where the client does not', () => {
    const { body } = send('openai-chat', { ...searched, tools: [search] });
    expect(body['tools']).toMatchObject([
      { function: { name: 'tool_search', parameters: { required: ['query'] } } },
      { function: { name: 'mail__send' } },
      { function: { name: 'read' } },
    ]);
  });

  it('is left out where the vendor runs it, and the tools it found are those of the request', () => {
    const hosted = { ...found, execution: 'server', call_id: null };
    const tools = [{ type: 'tool_search' }, named('read'), mail];
    const input = [question, { ...call, execution: 'server', call_id: null }, hosted, question];
    const { body, notes } = send('openai-chat', { model: 'm', tools, input });
    expect(body['tools']).toMatchObject([
      { function: { name: 'read' } },
      { function: { name: 'mail__send' } },
    ]);
    expect(notes).toContainEqual(expect.objectContaining({ action: 'dropped', path: 'tools[0]' }));
    expect(JSON.stringify(body['messages'])).toContain('can be called now: mail__send, read');
    const same = send('openai-responses', { model: 'm', tools, input });
    expect(same.body['input']).toMatchObject(input);
    expect(same.body['tools']).toMatchObject(tools);
  });

  it('leaves a tool of the client with its name as it is', () => {
    const own = { ...named('tool_search'), strict: false };
    const { body } = send('openai-chat', { ...searched, tools: [search, own] });
    expect(body['tools']).toMatchObject([
      { function: { name: 'tool_search', strict: false } },
      { function: { name: 'mail__send' } },
      { function: { name: 'read' } },
    ]);
  });
});

describe('tools in a namespace', () => {
  it('stay there for an upstream of their own format, like their calls and their choice', () => {
    const tools = [
      {
        type: 'function',
        name: 'a',
        parameters: { type: 'object', properties: {} },
        strict: false,
      },
      {
        ...{ type: 'namespace', name: 'mail', description: 'Mail.' },
        tools: [
          {
            type: 'function',
            name: 'send',
            parameters: { type: 'object', properties: {} },
            strict: true,
          },
          { type: 'custom', name: 'raw' },
        ],
      },
    ];
    const call = {
      type: 'function_call',
      call_id: 'c',
      namespace: 'mail',
      name: 'send',
      arguments: '{}',
    };
    const input = [
      { type: 'message', role: 'user', content: 'Write.' },
      call,
      { type: 'function_call_output', call_id: 'c', output: 'Sent.' },
    ];
    const choice = { type: 'function', namespace: 'mail', name: 'send' };
    const asked = { model: 'm', tools, tool_choice: choice, input };
    const { body } = send('openai-responses', asked);
    expect(body).toMatchObject({ tools, input, tool_choice: choice });
    const canonical = responses.decodeRequest(asked).value;
    expect(reply('mail__send', '{}', canonical).whole).toMatchObject({
      tools: [{ name: 'a' }, { name: 'mail', description: 'Mail.' }],
    });
  });
});
