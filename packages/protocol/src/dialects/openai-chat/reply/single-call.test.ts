import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DialectId } from '../../../canonical/dialect.ts';
import type { JsonObject } from '../../../json/value.ts';
import type { CallPart, Part } from '../../../canonical/part.ts';
import { replayReply } from '../../../canonical/replay.ts';
import type { CanonicalReply } from '../../../canonical/reply.ts';
import type { ReplyTarget } from '../../../codec.ts';
import { codecs } from '../../../dialects.ts';
import { streamedReply } from '../../../testing/event-streams.ts';
import { translateRequest } from '../../../testing/translation.ts';
import { statefulTargets } from '../../../testing/upstreams.ts';
import { decodeStream, replyTarget, writeStream } from '../../../testing/wire.ts';
import { openaiChat } from '../codec.ts';
import { lintChatStream } from '../stream/lint.ts';
import { decodeRequest } from '../request/request.ts';
import { decodeReply, encodeReply } from './reply.ts';
import type { ChatChunk } from '../types.ts';

const request: JsonObject = {
  model: 'called',
  messages: [{ role: 'user', content: 'Weather?' }],
  functions: [{ name: 'get_weather', parameters: { type: 'object', properties: {} } }],
};
const target: ReplyTarget = { ...replyTarget(), request: decodeRequest(request).value };

const oslo: CallPart = {
  type: 'call',
  id: 'a',
  name: 'get_weather',
  arguments: '{"city":"Oslo"}',
};
const bergen: CallPart = { ...oslo, id: 'b', arguments: '{"city":"Bergen"}' };

function replyOf(parts: readonly Part[]): CanonicalReply {
  return { choices: [{ index: 0, parts, finish: { reason: 'calls' } }] };
}

function given(parts: readonly Part[]) {
  const { value, notes } = encodeReply(replyOf(parts), target);
  return { choice: value.choices[0], notes };
}

function streamed(parts: readonly Part[]) {
  const { steps, notes } = writeStream(openaiChat, replayReply(replyOf(parts)), target);
  const chunks = steps.slice(0, -1).map(({ data }) => JSON.parse(data) as ChatChunk);
  const choices = chunks.flatMap((chunk) => chunk.choices);
  const fragments = choices.flatMap(({ delta }) => delta.function_call ?? []);
  return {
    name: fragments.map(({ name }) => name ?? '').join(''),
    arguments: fragments.map((fragment) => fragment.arguments ?? '').join(''),
    finish: choices.at(-1)?.finish_reason,
    violations: lintChatStream(steps),
    tools: choices.filter(({ delta }) => delta.tool_calls !== undefined),
    notes,
  };
}

describe('a request with functions instead of tools', () => {
  it('expects one call, in the older form', () => {
    expect(decodeRequest(request).value).toMatchObject({
      singleCall: true,
      parallelToolCalls: false,
    });
  });

  it.each<[string, JsonObject]>([
    ['tools beside them', { tools: [{ type: 'function', function: { name: 'f' } }] }],
    ['none of them', { functions: [] }],
  ])('with %s it wants the new form', (_, fields) => {
    const { value } = decodeRequest({ ...request, ...fields });
    expect(value).not.toHaveProperty('singleCall');
    expect(value).not.toHaveProperty('parallelToolCalls');
  });

  it.each<[DialectId, JsonObject]>([
    ['openai-chat', { parallel_tool_calls: false }],
    ['anthropic-messages', { tool_choice: { type: 'auto', disable_parallel_tool_use: true } }],
    ['gemini-generate', {}],
    ['openai-responses', { parallel_tool_calls: false }],
  ])('asks %s upstreams for it, where they know it, without a note', (dialect, fields) => {
    const upstream = { codec: codecs[dialect], target: statefulTargets[dialect] };
    const { tools, ...former } = { ...request, tools: asTools(request['functions']) };
    const modern = { ...former, functions: null, tools };
    const { value, notes } = translateRequest(openaiChat, request, upstream);
    expect(value.body).toMatchObject(fields);
    expect(notes).toEqual(translateRequest(openaiChat, modern, upstream).notes);
  });
});

function asTools(functions: JsonObject[string] | undefined): JsonObject[] {
  const list = Array.isArray(functions) ? functions : [];
  return list.map((definition) => ({ type: 'function', function: definition }));
}

describe('a reply to such a request', () => {
  it('has the call in function_call', () => {
    const { choice, notes } = given([{ type: 'text', text: 'Looking.' }, oslo]);
    expect(choice).toMatchObject({
      message: {
        content: 'Looking.',
        function_call: { name: 'get_weather', arguments: '{"city":"Oslo"}' },
      },
      finish_reason: 'function_call',
    });
    expect(choice?.message).not.toHaveProperty('tool_calls');
    expect(notes).toEqual([]);
  });

  it('has the first of several calls, and a note on the others', () => {
    const { choice, notes } = given([oslo, bergen]);
    expect(choice?.message.function_call?.arguments).toBe(oslo.arguments);
    expect(choice?.message.content).toBeNull();
    expect(notes).toMatchObject([{ path: 'choices[0].parts', action: 'dropped' }]);
  });

  it('omits a call of a custom tool', () => {
    const raw: CallPart = { ...oslo, arguments: 'rm', custom: true };
    const { notes, choice } = given([raw]);
    expect(choice?.message).toEqual({ role: 'assistant', content: '', refusal: null });
    expect(choice?.finish_reason).toBe('stop');
    expect(notes).toMatchObject([{ action: 'dropped' }]);
    expect(streamed([raw])).toMatchObject({ name: '', finish: 'stop', violations: [] });
    expect(streamed([raw, oslo])).toMatchObject({ name: 'get_weather', finish: 'function_call' });
  });

  it('notes state that the form cannot hold', () => {
    const signed: CallPart = {
      ...oslo,
      providerState: { vendor: 'google', kind: 'signature', data: 'CsIB' },
    };
    expect(given([signed]).choice?.message.function_call).toEqual({
      name: 'get_weather',
      arguments: '{"city":"Oslo"}',
    });
    expect(given([signed]).notes).toMatchObject([{ action: 'dropped' }]);
    const { arguments: text, notes } = streamed([signed]);
    expect(text).toBe(signed.arguments);
    expect(notes).toMatchObject([{ action: 'dropped' }]);
  });

  it('keeps the finish reason of a reply without calls', () => {
    expect(given([{ type: 'text', text: 'Hi' }]).choice?.finish_reason).toBe('stop');
  });
});

describe('a stream for such a request', () => {
  it('has its call in delta.function_call', () => {
    expect(streamed([{ type: 'text', text: 'Looking.' }, oslo])).toEqual({
      name: 'get_weather',
      arguments: '{"city":"Oslo"}',
      finish: 'function_call',
      violations: [],
      tools: [],
      notes: [],
    });
  });

  it('has the first of several calls, and a note on the others', () => {
    const { arguments: text, notes, violations } = streamed([oslo, bergen]);
    expect(text).toBe(oslo.arguments);
    expect(violations).toEqual([]);
    expect(notes).toMatchObject([{ path: 'parts', action: 'dropped' }]);
  });

  it('equals the whole reply for every upstream reply', () => {
    fc.assert(
      fc.property(streamedReply({ maxChoices: 2 }), ({ reply, events }) => {
        const { steps } = writeStream(openaiChat, events, target);
        expect(lintChatStream(steps)).toEqual([]);
        const chunks = steps.slice(0, -1).map(({ data }) => JSON.parse(data) as ChatChunk);
        for (const { index, message, finish_reason } of encodeReply(reply, target).value.choices) {
          const choices = chunks.flatMap((chunk) => chunk.choices.filter((c) => c.index === index));
          const text = choices.map(({ delta }) => delta.function_call?.arguments ?? '').join('');
          expect(text).toBe(message.function_call?.arguments ?? '');
          expect(choices.at(-1)?.finish_reason).toBe(finish_reason);
        }
      }),
      { numRuns: 100 },
    );
  });
});

describe('the next turn', () => {
  it('brings the call back with its result', () => {
    const body = encodeReply(replyOf([oslo]), target).value;
    const read = decodeReply(body, { vendor: 'acme' }).value.choices[0];
    expect(read).toMatchObject({
      parts: [{ type: 'call', name: 'get_weather', arguments: oslo.arguments }],
      finish: { reason: 'calls' },
    });
    const echoed = { ...body.choices[0]?.message, refusal: null };
    const messages = [
      { role: 'user', content: 'Weather?' },
      echoed,
      { role: 'function', name: 'get_weather', content: 'Rain' },
    ];
    const { turns } = decodeRequest({ ...request, messages }).value;
    const [call, result] = turns.slice(1).flatMap((turn) => turn.parts);
    expect(call).toMatchObject({ type: 'call', name: 'get_weather', arguments: oslo.arguments });
    const id = call?.type === 'call' ? call.id : 'none';
    expect(result).toMatchObject({ type: 'result', callId: id });
  });

  it('reads a stream of the older form', () => {
    const { steps } = writeStream(openaiChat, replayReply(replyOf([oslo])), target);
    const events = decodeStream(openaiChat, steps, 'acme');
    expect(events.find(({ type }) => type === 'part-delta')).toMatchObject({
      text: oslo.arguments,
    });
    expect(events).toContainEqual({
      type: 'finish',
      choice: 0,
      finish: { reason: 'calls', native: 'function_call' },
    });
  });
});
