import { describe, expect, it } from 'vitest';
import { assembleReply } from '../../canonical/assemble.ts';
import type { CanonicalRequest } from '../../canonical/request.ts';
import type { JsonObject } from '../../json/value.ts';
import { guessProfile } from '../../profiles/guess.ts';
import { decodeStream } from '../../testing/wire.ts';
import { outputTool } from './output-tool.ts';
import { anthropicMessages } from './codec.ts';

const schema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };
const tool = { kind: 'function', name: 'look', schema: { type: 'object' } } as const;

function encode(fields: Partial<CanonicalRequest>, model = 'some-model') {
  const request: CanonicalRequest = {
    model: 'm',
    stream: false,
    includeUsage: true,
    turns: [{ role: 'user', parts: [{ type: 'text', text: 'Hi' }] }],
    tools: [],
    sampling: {},
    outputFormat: { type: 'schema', schema },
    ...fields,
  };
  const target = { model, vendor: 'v', profile: guessProfile(model) };
  const { value, notes } = anthropicMessages.encodeRequest(request, target);
  const tools = (value.body['tools'] ?? []) as JsonObject[];
  return {
    names: tools.map(({ name }) => name),
    tools,
    choice: value.body['tool_choice'],
    body: value.body,
    notes: notes.filter(({ path }) => path.startsWith('outputFormat')),
  };
}

describe('a schema for a model without output schemas', () => {
  it('becomes a tool that the model must call', () => {
    const { tools, choice, notes } = encode({});
    expect(tools).toMatchObject([{ name: outputTool, input_schema: schema }]);
    expect(choice).toMatchObject({ type: 'tool', name: outputTool });
    expect(notes).toMatchObject([{ action: 'approximated' }]);
  });

  it('may be followed by calling a tool of the client instead', () => {
    const { names, choice } = encode({ tools: [tool], toolChoice: { mode: 'auto' } });
    expect(names).toEqual(['look', outputTool]);
    expect(choice).toEqual({ type: 'any' });
    const single = encode({ tools: [tool], parallelToolCalls: false });
    expect(single.choice).toEqual({ type: 'any', disable_parallel_tool_use: true });
  });

  it('is the only choice where the client forbids its own tools', () => {
    const { names, choice } = encode({ tools: [tool], toolChoice: { mode: 'none' } });
    expect(names).toEqual(['look', outputTool]);
    expect(choice).toMatchObject({ type: 'tool', name: outputTool });
  });

  it.each([{ mode: 'required' }, { mode: 'named', name: 'look' }] as const)(
    'is dropped where the client forces a call: %j',
    (toolChoice) => {
      const { names, notes } = encode({ tools: [tool], toolChoice });
      expect(names).toEqual(['look']);
      expect(notes).toMatchObject([{ action: 'dropped' }]);
    },
  );

  it('is dropped if it describes no object', () => {
    const { names, notes } = encode({
      outputFormat: { type: 'schema', schema: { type: 'array', items: {} } },
    });
    expect(names).toEqual([]);
    expect(notes).toMatchObject([{ action: 'dropped' }]);
  });

  it('leaves the name of a client’s own tool free', () => {
    const { names } = encode({ tools: [{ ...tool, name: outputTool }] });
    expect(new Set(names).size).toBe(2);
  });

  it('stays a schema where the model knows them', () => {
    const { names, body } = encode({}, 'claude-sonnet-4-5');
    expect(names).toEqual([]);
    expect(body).toHaveProperty('output_config.format.type', 'json_schema');
  });
});

describe('the call of that tool', () => {
  const input = { city: 'Oslo' };
  const block = { type: 'tool_use', id: 'toolu_1', name: outputTool, input };
  const decode = (...content: JsonObject[]) =>
    anthropicMessages.decodeReply(
      { type: 'message', content, stop_reason: 'tool_use' },
      { vendor: 'v' },
    );

  it('is the text of a whole reply', () => {
    const text = { type: 'text', text: 'Here it is:' };
    const { value, notes } = decode(text, block);
    expect(value.choices).toMatchObject([
      { parts: [{ type: 'text', text: '{"city":"Oslo"}' }], finish: { reason: 'stop' } },
    ]);
    expect(notes).toMatchObject([{ action: 'dropped', path: 'content' }]);
  });

  it('leaves the client’s own calls as they are', () => {
    const own = { type: 'tool_use', id: 'toolu_2', name: 'look', input: {} };
    expect(decode(own).value.choices).toMatchObject([
      { parts: [{ type: 'call', name: 'look' }], finish: { reason: 'calls' } },
    ]);
  });

  it('is the text of a streamed reply', () => {
    const send = (event: JsonObject & { readonly type: string }) => ({
      event: event.type,
      data: JSON.stringify(event),
    });
    const delta = (json: string) =>
      send({
        type: 'content_block_delta',
        index: 0,
        delta: { type: 'input_json_delta', partial_json: json },
      });
    const events = decodeStream(
      anthropicMessages,
      [
        send({ type: 'message_start', message: { id: 'm', usage: {} } }),
        send({ type: 'content_block_start', index: 0, content_block: { ...block, input: {} } }),
        delta('{"city":'),
        delta('"Oslo"}'),
        send({ type: 'content_block_stop', index: 0 }),
        send({ type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: {} }),
        send({ type: 'message_stop' }),
      ],
      'v',
    );
    expect(assembleReply(events).choices).toMatchObject([
      { parts: [{ type: 'text', text: '{"city":"Oslo"}' }], finish: { reason: 'stop' } },
    ]);
  });
});
