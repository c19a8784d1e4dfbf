import { describe, expect, it } from 'vitest';
import type { CanonicalReply } from '../../canonical/reply.ts';
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
function reply(name: string, args: string) {
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
    request: responses.decodeRequest(request).value,
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
