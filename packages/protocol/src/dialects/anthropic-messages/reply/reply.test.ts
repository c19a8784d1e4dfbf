import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GatewayError } from '../../../canonical/error.ts';
import type { JsonObject, JsonValue } from '../../../json/value.ts';
import { unwrapProviderState } from '../../../canonical/provider-state.ts';
import type { Part } from '../../../canonical/part.ts';
import { replayReply } from '../../../canonical/replay.ts';
import type { CanonicalReply, Finish } from '../../../canonical/reply.ts';
import { canonicalReply } from '../../../testing/arbitraries.ts';
import { encodeStream, replyTarget, sendJson } from '../../../testing/wire.ts';
import { codecs } from '../../../dialects.ts';
import { createStreamEncoder } from '../stream/encoder.ts';
import { textOf } from '../../../shared/json-fields.ts';
import { decodeReply, encodeReply, readReply } from './reply.ts';

const source = { vendor: 'anthropic' };
const message = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'claude-x',
  content: [],
  stop_reason: 'end_turn',
  stop_sequence: null,
  usage: { input_tokens: 3, output_tokens: 4 },
};

function encode(parts: readonly Part[], finish: Finish = { reason: 'stop' }) {
  const reply: CanonicalReply = { choices: [{ index: 0, parts, finish }] };
  const { value, notes } = encodeReply(reply, replyTarget());
  return { body: value, content: value['content'] as JsonObject[], notes };
}

function failureOf(body: JsonValue): GatewayError {
  try {
    decodeReply(body, source);
  } catch (error) {
    if (error instanceof GatewayError) return error;
  }
  throw new Error('The reply was accepted.');
}

describe('decodeReply', () => {
  it.each<[string, JsonValue]>([
    ['text', 'Welcome'],
    ['nothing', null],
    ['a list', []],
    ['an object of another kind', { object: 'chat.completion', choices: [] }],
    ['a message without content', { ...message, content: undefined }],
    ['content that is no list', { ...message, content: 'Hi' }],
    ['a block without a type', { ...message, content: [{}] }],
  ])('refuses %s', (_, body) => {
    expect(failureOf(body).code).toBe('upstream-unavailable');
    expect(() => readReply(body)).toThrow(GatewayError);
  });

  it('reads an error in a 200 response', () => {
    const error = { type: 'overloaded_error', message: 'Overloaded' };
    expect(failureOf({ type: 'error', error })).toMatchObject({
      code: 'overloaded',
      message: 'Overloaded',
    });
  });

  it('accepts missing and null fields', () => {
    const { value, notes } = decodeReply({ content: null, stop_reason: null, usage: null }, source);
    expect(value).toEqual({ choices: [{ index: 0, parts: [], finish: { reason: 'stop' } }] });
    expect(notes).toEqual([]);
  });

  it('ignores fields of the wrong type', () => {
    const odd = { id: 7, model: {}, stop_sequence: 1, stop_details: 'No.', usage: [] };
    const { value } = decodeReply({ ...message, ...odd, stop_reason: 'max_tokens' }, source);
    expect(value).toEqual({
      choices: [{ index: 0, parts: [], finish: { reason: 'length', native: 'max_tokens' } }],
    });
    expect(readReply({ ...message, usage: [] })).toEqual({ usage: undefined });
  });

  it.each([
    ['{"n":1}', '{"n":1}'],
    ['', '{}'],
    [[1], '{}'],
  ])('reads the input %j of a call', (input, read) => {
    const content = [{ type: 'tool_use', id: 't', name: 'f', input }];
    const { value } = decodeReply({ ...message, content }, source);
    expect(value.choices[0]?.parts).toMatchObject([{ type: 'call', arguments: read }]);
  });

  it('reads unknown stop reasons as a stop, with a note', () => {
    const { value, notes } = decodeReply({ ...message, stop_reason: 'tired' }, source);
    expect(value.choices[0]?.finish).toEqual({ reason: 'stop', native: 'tired' });
    expect(notes).toHaveLength(1);
  });

  it('uses the explanation of a refusal without content as text', () => {
    const stop_details = { type: 'refusal', category: null, explanation: 'No.' };
    const { value } = decodeReply({ ...message, stop_reason: 'refusal', stop_details }, source);
    expect(value.choices[0]).toMatchObject({
      parts: [{ type: 'refusal', text: 'No.' }],
      finish: { reason: 'filter' },
    });
  });

  it('does not read provider-run tools as calls', () => {
    const content = [{ type: 'server_tool_use', id: 's', name: 'web_search', input: {} }];
    const { value } = decodeReply({ ...message, content }, source);
    expect(value.choices[0]).toMatchObject({
      parts: [{ type: 'server' }],
      finish: { reason: 'stop' },
    });
  });

  it('counts invalid numbers as 0', () => {
    const usage = { input_tokens: -4, output_tokens: 'nine', cache_read_input_tokens: 1e300 };
    expect(readReply({ ...message, usage }).usage).toMatchObject({
      input: 0,
      output: 0,
      cacheRead: 0,
    });
  });

  it('keeps what only this format has', () => {
    const extras = { container: { id: 'c' }, context_management: { applied_edits: [] } };
    const { value } = decodeReply({ ...message, ...extras }, source);
    expect(encodeReply(value, replyTarget()).value).toMatchObject(extras);
    const encoder = createStreamEncoder(replyTarget());
    for (const event of replayReply(value)) encoder.push(event);
    const { container, context_management: edits } = extras;
    const data = encoder.end().map((frame) => JSON.parse(frame.data) as unknown);
    expect(data[0]).toMatchObject({ delta: { container }, context_management: edits });
  });
});

describe('encodeReply', () => {
  it('writes the whole envelope', () => {
    expect(encode([{ type: 'text', text: 'Hi' }]).body).toEqual({
      id: 'msg_x7',
      type: 'message',
      role: 'assistant',
      model: 'call-name',
      content: [{ type: 'text', text: 'Hi' }],
      stop_reason: 'end_turn',
      stop_sequence: null,
      stop_details: null,
      container: null,
      diagnostics: null,
      usage: {
        input_tokens: 0,
        cache_creation_input_tokens: 0,
        cache_read_input_tokens: 0,
        cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 0 },
        output_tokens: 0,
        output_tokens_details: null,
        server_tool_use: null,
        inference_geo: null,
        service_tier: null,
        speed: null,
      },
    });
  });

  it('writes no block for empty text', () => {
    expect(encode([{ type: 'text', text: '' }]).content).toEqual([]);
  });

  it.each<[Finish['reason'], boolean, string]>([
    ['stop', false, 'end_turn'],
    ['stop', true, 'tool_use'],
    ['calls', true, 'tool_use'],
    ['calls', false, 'end_turn'],
    ['length', true, 'max_tokens'],
    ['context', false, 'model_context_window_exceeded'],
    ['filter', false, 'refusal'],
    ['filter', true, 'refusal'],
    ['pause', false, 'pause_turn'],
    ['fault', false, 'end_turn'],
    ['fault', true, 'tool_use'],
    ['stop-sequence', false, 'stop_sequence'],
  ])('writes the end %s (calls: %s) as %s', (reason, hasCalls, stopReason) => {
    const call: Part = { type: 'call', id: 'a', name: 'now', arguments: '{}' };
    const { body } = encode(hasCalls ? [call] : [], { reason, stopSequence: 'END' });
    expect(body['stop_reason']).toBe(stopReason);
    expect(body['stop_sequence']).toBe(stopReason === 'stop_sequence' ? 'END' : null);
  });

  it.each([
    ['compaction', 'compaction'],
    ['CONTINUATION', 'pause_turn'],
  ])('writes a pause that the upstream calls %s as %s', (native, stopReason) => {
    expect(encode([], { reason: 'pause', native }).body['stop_reason']).toBe(stopReason);
  });

  it('writes a refusal as text', () => {
    const { body } = encode([{ type: 'refusal', text: 'I will not.' }]);
    expect(body).toMatchObject({ content: [{ text: 'I will not.' }], stop_reason: 'refusal' });
  });

  it('gives each call a unique, deterministic id', () => {
    const call = (id: string): Part => ({ type: 'call', id, name: 'now', arguments: '' });
    const parts = [call('same'), call('same'), call(''), call('functions.now:0')];
    const ids = encode(parts).content.map(({ id }) => textOf(id));
    expect(new Set(ids).size).toBe(4);
    expect(ids.every((id) => /^[\w-]+$/.test(id))).toBe(true);
    expect(encode(parts).content.map(({ id }) => id)).toEqual(ids);
  });

  it('keeps who made a call, and its toolset, whole and streamed', () => {
    const caller = { type: 'code_execution_20260120', tool_id: 'srvtoolu_1' };
    const call = {
      type: 'tool_use',
      id: 'toolu_1',
      name: 'f',
      input: {},
      caller,
      toolset_name: 'ts',
    };
    const decoded = decodeReply({ ...message, content: [call], stop_reason: 'tool_use' }, source);
    const { value, notes } = encodeReply(decoded.value, replyTarget());
    expect(value['content']).toEqual([call]);
    expect([...decoded.notes, ...notes]).toEqual([]);
    const frames = encodeStream(codecs['anthropic-messages'], replayReply(decoded.value));
    const opened = frames.map(({ data }) => JSON.parse(data) as JsonObject);
    expect(opened).toContainEqual({ type: 'content_block_start', index: 0, content_block: call });
  });

  it('accepts truncated arguments', () => {
    const parts: Part[] = [{ type: 'call', id: 'a', name: 'now', arguments: '{"a":' }];
    const { body, content, notes } = encode(parts, { reason: 'length' });
    expect(content).toEqual([]);
    expect(body['stop_reason']).toBe('max_tokens');
    expect(notes).toContainEqual(expect.objectContaining({ action: 'dropped' }));
    expect(encode(parts, { reason: 'calls' }).content).toMatchObject([{ input: {} }]);
  });

  it('wraps provider state of other vendors and keeps Anthropic’s signatures', () => {
    const google = { vendor: 'google', kind: 'signature', data: 'g' } as const;
    const home = { vendor: 'anthropic', kind: 'signature', data: 'a' } as const;
    const { content } = encode([
      { type: 'reasoning', text: 'one', providerState: home },
      { type: 'reasoning', text: 'two', providerState: google },
      { type: 'reasoning', text: 'three' },
      {
        type: 'reasoning',
        text: '',
        providerState: { vendor: 'openai', kind: 'redacted', data: 'o' },
      },
      { type: 'reasoning', text: '' },
    ]);
    expect(content.map(({ type }) => type)).toEqual([
      'thinking',
      'thinking',
      'thinking',
      'redacted_thinking',
    ]);
    expect(content[0]?.['signature']).toBe('a');
    expect(unwrapProviderState(textOf(content[1]?.['signature']))).toEqual(google);
    expect(content[2]?.['signature']).not.toBe('');
  });

  it('writes citations of other vendors as web results', () => {
    const citations = [{ url: 'https://a.example', title: 'A', quote: 'so', start: 0, end: 2 }];
    const { content, notes } = encode([{ type: 'text', text: 'So.', citations }]);
    expect(content[0]?.['citations']).toEqual([
      {
        type: 'web_search_result_location',
        url: 'https://a.example',
        title: 'A',
        cited_text: 'so',
        encrypted_index: '',
      },
    ]);
    expect(notes).toMatchObject([{ action: 'approximated' }, { path: 'usage' }]);
  });

  it('leaves citations of another vendor’s files out, with a note', () => {
    const extras = { 'openai-responses': { type: 'file_citation', file_id: 'file-1' } };
    const citations = [{ title: 'a.pdf', extras }, { url: '' }];
    const { content, notes } = encode([{ type: 'text', text: 'So.', citations }]);
    expect(content).toEqual([{ type: 'text', text: 'So.' }]);
    const note = { path: 'choices[0].parts[0].citations', action: 'dropped' };
    expect(notes).toMatchObject([note, note, { path: 'usage' }]);
  });

  it('notes the fields that only another vendor’s citations have', () => {
    const extras = { 'gemini-generate': { license: 'mit' } };
    const citations = [{ url: 'https://a.example', extras }];
    const { content, notes } = encode([{ type: 'text', text: 'So.', citations }]);
    expect(content[0]?.['citations']).toHaveLength(1);
    expect(notes[0]).toMatchObject({ path: 'choices[0].parts[0].citations.license' });
  });

  it('notes what a message cannot hold', () => {
    const parts: Part[] = [
      { type: 'media', kind: 'audio', source: { by: 'url', url: 'https://a' } },
      { type: 'server', dialect: 'openai-chat', raw: {} },
    ];
    const choice = { parts, finish: { reason: 'stop' } as const };
    const { notes } = encodeReply(
      {
        choices: [
          { index: 0, ...choice, logprobs: { content: [], refusal: [] } },
          { index: 1, ...choice },
        ],
      },
      replyTarget(),
    );
    expect(notes.map(({ path }) => path)).toEqual([
      'choices',
      'choices[0].logprobs',
      'choices[0].parts[0]',
      'choices[0].parts[1]',
      'usage',
    ]);
  });

  it('writes a reply that decodes to the same', () => {
    fc.assert(
      fc.property(canonicalReply({ vendor: 'anthropic' }), (reply) => {
        const { value, notes } = encodeReply(reply, replyTarget());
        expect(notes).toEqual([]);
        const again = decodeReply(sendJson(value), source).value;
        const choices = again.choices.map(({ finish, ...rest }) => ({
          ...rest,
          finish: { reason: finish.reason },
        }));
        expect({ ...again, choices, extras: undefined }).toEqual({
          ...reply,
          id: 'msg_x7',
          model: 'call-name',
          extras: undefined,
        });
      }),
      { numRuns: 300 },
    );
  });
});
