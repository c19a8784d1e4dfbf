import { describe, expect, it } from 'vitest';
import type { DialectId } from '../canonical/dialect.ts';
import type { FinishReason, CanonicalReply } from '../canonical/reply.ts';
import type { CallPart } from '../canonical/part.ts';
import { replayReply } from '../canonical/replay.ts';
import { noUsage } from '../canonical/usage.ts';
import { codecs } from '../dialects.ts';
import type { JsonObject } from '../json/value.ts';
import { lints } from '../testing/lints.ts';
import { sendReply } from '../testing/translation.ts';
import { readStream, replyTarget, writeStream } from '../testing/wire.ts';

/** What an upstream of chat answers whose model wrote these arguments. */
function upstreamReply(text: string, finish: string): JsonObject {
  const call = { id: 'a', type: 'function', function: { name: 'f', arguments: text } };
  const message = { role: 'assistant', content: null, tool_calls: [call] };
  return {
    id: 'c',
    choices: [{ index: 0, message, finish_reason: finish }],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  };
}

function whole(dialect: DialectId, text: string, finish: string) {
  const reply = codecs['openai-chat'].decodeReply(upstreamReply(text, finish), { vendor: 'v' });
  return sendReply(codecs[dialect], reply.value, replyTarget());
}

function streamed(dialect: DialectId, text: string, finish: string) {
  const call = { index: 0, id: 'a', type: 'function', function: { name: 'f', arguments: text } };
  const chunks = [
    { id: 'c', choices: [{ index: 0, delta: { tool_calls: [call] }, finish_reason: finish }] },
    { id: 'c', choices: [], usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 } },
  ];
  const frames = [...chunks.map((chunk) => JSON.stringify(chunk)), '[DONE]'];
  const read = readStream(
    codecs['openai-chat'],
    frames.map((data) => ({ data })),
    'v',
  );
  return writeStream(codecs[dialect], read.steps, replyTarget());
}

const all = Object.keys(codecs) as DialectId[];
const broken = ['{"city":"Os', 'Oslo', '[1]', '{"city":Oslo}'];
const cases = all.flatMap((dialect) => broken.map((text) => [dialect, text] as const));

describe('arguments that are not an object in a complete reply', () => {
  it.each(cases)('are noted for a caller of %s: %s', (dialect, text) => {
    expect(whole(dialect, text, 'tool_calls').notes).toHaveLength(1);
    expect(streamed(dialect, text, 'tool_calls').notes).toHaveLength(1);
  });

  it.each(all)('cause no note for %s when they are complete', (dialect) => {
    for (const text of ['{"city":"Oslo"}', '', '{}']) {
      expect(whole(dialect, text, 'tool_calls').notes).toEqual([]);
      expect(streamed(dialect, text, 'tool_calls').notes).toEqual([]);
    }
  });

  it.each(broken)('are forwarded where arguments are text, %s', (text) => {
    const chat = JSON.stringify(whole('openai-chat', text, 'tool_calls').value);
    expect(chat).toContain(JSON.stringify(text));
    const { output } = whole('openai-responses', text, 'tool_calls').value;
    expect(output).toMatchObject([{ type: 'function_call', status: 'incomplete' }]);
  });

  it.each(broken)('become an empty object where an object is required, %s', (text) => {
    expect(whole('anthropic-messages', text, 'tool_calls').value).toMatchObject({
      content: [{ type: 'tool_use', input: {} }],
      stop_reason: 'tool_use',
    });
    expect(whole('gemini-generate', text, 'tool_calls').value).toMatchObject({
      candidates: [{ content: { parts: [{ functionCall: { name: 'f', args: {} } }] } }],
    });
  });

  it.each(broken)('end a Messages stream as truncated, %s', (text) => {
    const { steps } = streamed('anthropic-messages', text, 'tool_calls');
    expect(lints['anthropic-messages'](steps)).toEqual([]);
    expect(JSON.stringify(steps)).toContain('max_tokens');
  });
});

describe('a call that was cut off', () => {
  const cut = '{"city":"Os';

  it.each(['anthropic-messages', 'gemini-generate'] as const)('is omitted for %s', (dialect) => {
    const { value, notes } = whole(dialect, cut, 'length');
    expect(JSON.stringify(value)).not.toContain('"f"');
    expect(JSON.stringify(value)).toMatch(/max_tokens|MAX_TOKENS/);
    expect(notes).toMatchObject([{ action: 'dropped', path: 'choices[0].parts[0]' }]);
  });

  it('does not change the complete calls before it', () => {
    const call: CallPart = { type: 'call', id: 'a', name: 'good', arguments: '{"x":1}' };
    for (const reason of ['length', 'context', 'filter'] satisfies FinishReason[]) {
      const reply: CanonicalReply = {
        choices: [
          { index: 0, parts: [call, { ...call, id: 'b', arguments: cut }], finish: { reason } },
        ],
        usage: noUsage,
      };
      for (const dialect of ['anthropic-messages', 'gemini-generate'] as const) {
        const sent = JSON.stringify(sendReply(codecs[dialect], reply, replyTarget()).value);
        expect(sent.split('"good"')).toHaveLength(2);
      }
    }
  });

  it.each(all)('does not break a stream to %s', (dialect) => {
    const { steps } = streamed(dialect, cut, 'length');
    expect(lints[dialect](steps)).toEqual([]);
    expect(JSON.stringify(steps)).not.toContain('calls are no JSON');
  });
});

describe('an incomplete response', () => {
  const cutCall = { type: 'function_call', call_id: 'a', name: 'f', arguments: '{"city":"Os' };
  const text = {
    type: 'message',
    content: [{ type: 'output_text', text: 'And then' }],
  };

  const tired = { incomplete_details: { reason: 'tired' } };

  function read(fields: JsonObject, ...output: JsonObject[]) {
    const body = { id: 'r', status: 'incomplete', output, ...fields };
    return codecs['openai-responses'].decodeReply(body, { vendor: 'v' });
  }

  interface Case {
    readonly says: JsonObject;
    readonly output: JsonObject;
    readonly reason: FinishReason;
  }

  it.each<[string, Case]>([
    ['no details', { says: {}, output: text, reason: 'length' }],
    ['empty details', { says: { incomplete_details: null }, output: text, reason: 'length' }],
    ['no reason', { says: { incomplete_details: {} }, output: text, reason: 'length' }],
    ['a call and no details', { says: {}, output: cutCall, reason: 'length' }],
    ['an unknown reason', { says: tired, output: text, reason: 'stop' }],
    ['a call and an unknown reason', { says: tired, output: cutCall, reason: 'length' }],
  ])('with %s', (_, { says, output, reason }) => {
    const { value, notes } = read(says, output);
    expect(value.choices[0]?.finish.reason).toBe(reason);
    expect(notes).toMatchObject([{ path: 'incomplete_details', action: 'approximated' }]);
  });

  it.each(all)('never reports its truncated call as complete to %s', (dialect) => {
    const { value } = read({}, cutCall);
    const { value: sent } = sendReply(codecs[dialect], value, replyTarget());
    expect(JSON.stringify(sent)).toMatch(/"(?:length|max_tokens|MAX_TOKENS|incomplete)"/);
    const { steps } = writeStream(codecs[dialect], replayReply(value), replyTarget());
    expect(lints[dialect](steps)).toEqual([]);
  });

  it('counts as truncated in a stream as well', () => {
    const response = { id: 'r', status: 'incomplete', output: [cutCall] };
    const data = JSON.stringify({ type: 'response.incomplete', response });
    const { steps } = readStream(codecs['openai-responses'], [{ data }], 'v');
    expect(steps).toContainEqual({ type: 'finish', choice: 0, finish: { reason: 'length' } });
  });
});
