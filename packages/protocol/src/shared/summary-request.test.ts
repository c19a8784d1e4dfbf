import { describe, expect, it } from 'vitest';
import { dialectIds, type DialectId } from '../canonical/dialect.ts';
import { mayHoldWrappedProviderState } from '../canonical/provider-state.ts';
import { replayReply } from '../canonical/replay.ts';
import type { CanonicalReply, FinishReason } from '../canonical/reply.ts';
import { codecs } from '../dialects.ts';
import { outputItems } from '../dialects/openai-responses/stored/response-items.ts';
import { NameMap } from '../history/names.ts';
import type { JsonObject } from '../json/value.ts';
import { tableTargets } from '../testing/pair-table.ts';

const responses = codecs['openai-responses'];
const foreign = ['openai-chat', 'anthropic-messages', 'gemini-generate'] as const;
const trigger = { type: 'compaction_trigger' };
const tool = { type: 'function', name: 'look', parameters: { type: 'object' }, strict: false };
const history = [
  { role: 'user', content: 'Fix it' },
  { type: 'function_call', call_id: 'c1', name: 'look', arguments: '{}' },
  { type: 'function_call_output', call_id: 'c1', output: 'broken' },
];
const body: JsonObject = { model: 'm', input: [...history, trigger], tools: [tool] };
const decode = (fields: JsonObject = {}) => responses.decodeRequest({ ...body, ...fields }).value;
const encode = (dialect: DialectId, fields: JsonObject = {}) =>
  codecs[dialect].encodeRequest(decode(fields), tableTargets[dialect]);

/** A model's reply to the request for a summary, as one part or several. */
function replyWith(texts: readonly string[], reason: FinishReason = 'stop'): CanonicalReply {
  const parts = texts.map((text) => ({ type: 'text', text }) as const);
  return { choices: [{ index: 0, parts, finish: { reason } }] };
}

const target = () => ({
  ...{ model: 'm', id: 'x7', createdAt: 1_790_000_000, includeUsage: true },
  names: new NameMap(),
  request: decode(),
});
const write = (reply: CanonicalReply) => responses.encodeReply(reply, target()).value;

function streamEvents(reply: CanonicalReply): JsonObject[] {
  const encoder = responses.createStreamEncoder(target());
  const events = replayReply(reply).filter(({ type }) => type !== 'reply-end');
  const frames = [...events.flatMap((event) => encoder.push(event)), ...encoder.end()];
  return frames.map(({ data }) => JSON.parse(data) as JsonObject);
}

describe.each(foreign)('a request for the compacted conversation, for %s', (dialect) => {
  it('asks for a summary after the history, with a note', () => {
    const { value, notes } = encode(dialect);
    const text = JSON.stringify(value.body);
    expect(text).toMatch(/Fix it.*broken.*Write that summary now/);
    expect(text).not.toContain(trigger.type);
    expect(notes).toContainEqual(
      expect.objectContaining({ action: 'approximated', path: 'wantsCompaction' }),
    );
  });

  it('keeps the tools, which the model may not call', () => {
    const text = JSON.stringify(encode(dialect).value.body);
    expect(text).toContain('"look"');
    expect(text).toMatch(/"tool_choice":"none"|"tool_choice":\{"type":"none"\}|"mode":"NONE"/);
    expect(JSON.stringify(encode(dialect, { tools: [] }).value.body)).not.toMatch(
      /tool_?choice|"NONE"/i,
    );
  });

  it('asks for text, whatever format the client wants of replies', () => {
    const format = { type: 'json_schema', name: 'a', schema: { type: 'object' }, strict: true };
    const { value } = encode(dialect, { text: { format } });
    expect(JSON.stringify(value.body)).not.toMatch(
      /schema","name"|responseJsonSchema|output_format/,
    );
  });
});

it('is sent to Responses as it came', () => {
  const { value, notes } = encode('openai-responses');
  expect((value.body['input'] as JsonObject[]).at(-1)).toEqual(trigger);
  expect(notes).toEqual([]);
});

describe('a summary', () => {
  it('becomes the only item of the reply, and its text again in the next request', () => {
    const reply = write(replyWith(['It was ', 'broken.']));
    const output = outputItems(reply);
    expect([reply['status'], output.map(({ type }) => type)]).toEqual([
      'completed',
      ['compaction'],
    ]);
    const next: JsonObject = { model: 'm', input: [...output, { role: 'user', content: 'Go on' }] };
    expect(mayHoldWrappedProviderState(JSON.stringify(next))).toBe(true);
    for (const dialect of dialectIds) {
      const { value, notes } = responses.decodeRequest(next);
      const encoded = codecs[dialect].encodeRequest(value, tableTargets[dialect]);
      expect(JSON.stringify(encoded.value.body)).toMatch(/It was \\nbroken\..*Go on/);
      expect([...notes, ...encoded.notes].filter(({ action }) => action === 'dropped')).toEqual([]);
    }
  });

  it('is streamed as one whole item, which is all that Codex reads', () => {
    const events = streamEvents(replyWith(['It was broken.']));
    expect(events.map(({ type }) => type)).toEqual([
      ...['response.created', 'response.in_progress'],
      ...['response.output_item.added', 'response.output_item.done', 'response.completed'],
    ]);
    expect(events[3]?.['item']).toEqual(outputItems(write(replyWith(['It was broken.'])))[0]);
  });

  it.each(['', ' \n'])(
    'that is empty (%j) fails, because the conversation would be lost',
    (text) => {
      expect(write(replyWith([text]))).toMatchObject({
        ...{ status: 'failed', output: [] },
        error: { message: 'The model wrote no summary of the conversation.' },
      });
      expect(streamEvents(replyWith([text])).at(-1)).toMatchObject({ type: 'response.failed' });
    },
  );

  it('that is cut off is incomplete, without an item', () => {
    expect(write(replyWith(['It was'], 'length'))).toMatchObject({
      status: 'incomplete',
      output: [],
    });
  });

  it('gives way to the item of a vendor that compacts', () => {
    const raw = { type: 'compaction', id: 'cmp_1', encrypted_content: 'gAAA' };
    const item = { type: 'server', dialect: 'openai-responses', raw } as const;
    const { choices } = replyWith(['Done.']);
    const parts = [...(choices[0]?.parts ?? []), item];
    const reply = { choices: [{ index: 0, parts, finish: { reason: 'stop' } }] } as const;
    const { value, notes } = responses.encodeReply(reply, target());
    expect(value.output).toEqual([raw]);
    expect(notes).toContainEqual(expect.objectContaining({ action: 'dropped', path: 'output' }));
  });
});

it.each(['gAAA', 'parley1.', 'parley1.WzFd', 'parley1.WyJzdW1tYXJ5IiwxXQ'])(
  'leaves the item %s of another vendor alone',
  (encrypted_content) => {
    const raw = { type: 'compaction', id: 'cmp_1', encrypted_content };
    const { value } = responses.decodeRequest({ model: 'm', input: [raw] });
    expect(value.turns[0]?.parts).toMatchObject([{ type: 'server', raw }]);
  },
);
