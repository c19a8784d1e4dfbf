// Tests that a request which only upstreams of its own format understand is refused by all others.
import { describe, expect, it } from 'vitest';
import { codecs } from '../dialects.ts';
import type { DialectId } from '../canonical/dialect.ts';
import type { JsonObject } from '../json/value.ts';
import { translateRequest } from '../testing/translation.ts';
import { statefulTargets } from '../testing/upstreams.ts';

const messages = codecs['anthropic-messages'];
const others = (Object.keys(codecs) as DialectId[]).filter((to) => to !== 'anthropic-messages');

function send(fields: JsonObject, to: DialectId) {
  const body = {
    model: 'm',
    max_tokens: 99,
    messages: [{ role: 'user', content: 'Hi' }],
    ...fields,
  };
  const upstream = { codec: codecs[to], target: statefulTargets[to] };
  return translateRequest(messages, body, upstream);
}

const thread = { type: 'continue', previous_message_id: 'msg_1' };
const answer = { type: 'tool_result', tool_use_id: 'toolu_1', content: 'Done.' };

describe.each(others)('a Messages request for an upstream of %s', (to) => {
  it('is refused if it continues a thread, as the client of the vendor expects it', () => {
    const refusal = { code: 'unsupported', param: 'thread', reason: 'thread_not_found' };
    expect(() => send({ thread }, to)).toThrow(expect.objectContaining(refusal));
    expect(() => send({ thread, messages: [] }, to)).toThrow(expect.objectContaining(refusal));
  });

  it('is refused if it asks for a compacted conversation', () => {
    const refusal = { code: 'unsupported', param: 'compaction' };
    const compaction = { type: 'summarize' };
    expect(() => send({ compaction }, to)).toThrow(expect.objectContaining(refusal));
  });

  it('starts no thread, with a note', () => {
    const { notes } = send({ thread: { type: 'create' }, compaction: null }, to);
    expect(notes).toMatchObject([{ path: 'thread', action: 'dropped' }]);
  });

  it('has no empty message where only tools were added', () => {
    const change = { type: 'tool_addition', tool: { type: 'tool_reference', name: 'f' } };
    const changes = { role: 'system', content: [change], output_config: { effort: 'low' } };
    const said = { role: 'user', content: 'Hi' };
    const { value, notes } = send({ messages: [said, changes, said] }, to);
    expect(JSON.stringify(value.body)).not.toMatch(/"(system|developer)"|""/);
    expect(notes.map(({ path }) => path)).toContain('turns[1].parts[0]');
  });
});

describe('a Messages request for its own format', () => {
  const kept = (fields: JsonObject) => {
    const { value, notes } = send(fields, 'anthropic-messages');
    expect(value.body).toMatchObject(fields);
    expect(notes).toEqual([]);
  };

  it('continues a thread with what it is given: nothing, or the result of a call', () => {
    kept({ thread, messages: [] });
    kept({ thread, messages: [{ role: 'user', content: [answer] }] });
  });

  it('asks for a compacted conversation', () => {
    const compaction = { type: 'summarize', instructions: 'Be short.' };
    kept({ compaction });
    const call = { type: 'tool_use', id: 'toolu_1', name: 'f', input: {} };
    const said = { role: 'user', content: 'Hi' };
    const messages = [said, { role: 'assistant', content: [call] }, said];
    const { value } = send({ compaction, messages }, 'anthropic-messages');
    const result = { type: 'tool_result', tool_use_id: 'toolu_1' };
    expect(value.body).toMatchObject({ messages: [{}, {}, { content: [result, {}] }] });
  });

  it('must have a message, unless it continues a thread', () => {
    const refusal = { code: 'invalid-request', param: 'messages' };
    const ask = (fields: JsonObject) => send({ messages: [], ...fields }, 'anthropic-messages');
    expect(() => ask({})).toThrow(expect.objectContaining(refusal));
    expect(() => ask({ thread: { type: 'create' } })).toThrow(expect.objectContaining(refusal));
  });
});
