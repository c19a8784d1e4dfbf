import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../json/value.ts';
import {
  createAnsweredRequest,
  encodeDeletion,
  listInputItems,
  prependHistory,
  referencedItems,
  resolveReferences,
} from './answered-request.ts';

const textPart = (id: string, text: string): JsonObject => ({
  id,
  type: 'message',
  role: 'assistant',
  content: [{ type: 'output_text', text, annotations: [] }],
});
const asked = (text: string, id?: string): JsonObject => ({
  type: 'message',
  role: 'user',
  content: [{ type: 'input_text', text }],
  ...(id !== undefined && { id }),
});
const sealed: JsonObject = { id: 'rs_1', type: 'reasoning', summary: [], encrypted_content: 'g' };
const bare: JsonObject = { id: 'rs_2', type: 'reasoning', summary: [] };
const nameless = ({ id: _, ...item }: JsonObject): JsonObject => item;

describe('a stored response', () => {
  it('keeps its input as the client sent it', () => {
    const input = [
      { role: 'user', content: 'Hi' },
      { id: 'x', type: 'function_call' },
    ];
    expect(createAnsweredRequest({ input }, { id: 'resp_a' }).input).toEqual(input);
    expect(createAnsweredRequest({ input: 'Hi' }, { id: 'resp_a' }).input).toEqual([asked('Hi')]);
    expect(createAnsweredRequest({}, { id: 'resp_a' }).input).toEqual([]);
  });

  it('lists its input as complete items', () => {
    const input = [
      { role: 'user', content: 'Hi' },
      { id: 'x', type: 'function_call', status: 'incomplete' },
      { type: 'z' },
      { type: 'function_call_output', call_id: 'c', output: 'ok', status: null },
      { type: 'message', role: 'assistant', content: 'Well?' },
      { role: 'developer', content: [{ type: 'input_text', text: 'Be brief.' }] },
    ];
    const stored = createAnsweredRequest({ input }, { id: 'resp_a' });
    const type = 'message';
    const status = 'completed';
    const heard = (text: string) => [{ type: 'input_text', text }];
    expect(listInputItems(stored, { order: 'asc' })['data']).toEqual([
      { type, id: 'msg_in_a_0', role: 'user', status, content: heard('Hi') },
      { id: 'x', type: 'function_call', status: 'incomplete' },
      { type: 'z', id: 'item_in_a_2' },
      { type: 'function_call_output', id: 'fco_in_a_3', call_id: 'c', output: 'ok', status },
      {
        ...{ type, id: 'msg_in_a_4', role: 'assistant', status },
        content: [{ type: 'output_text', text: 'Well?', annotations: [] }],
      },
      { type, id: 'msg_in_a_5', role: 'developer', status, content: heard('Be brief.') },
    ]);
    const second = listInputItems(stored, { after: 'item_in_a_2', limit: 1 });
    expect(second).toMatchObject({ first_id: 'x', last_id: 'x', has_more: true });
  });

  it('lists its input, the last item first', () => {
    const stored = createAnsweredRequest(
      { input: [asked('1', 'a'), asked('2', 'b'), asked('3', 'c')] },
      { id: 'resp_a' },
    );
    const ids = (options?: Parameters<typeof listInputItems>[1]) => {
      const { data, ...facts } = listInputItems(stored, options);
      return [Array.isArray(data) ? data.map((item) => (item as JsonObject)['id']) : [], facts];
    };
    const list = { object: 'list' };
    expect(ids()).toEqual([
      ['c', 'b', 'a'],
      { ...list, first_id: 'c', last_id: 'a', has_more: false },
    ]);
    expect(ids({ order: 'asc', limit: 2 })).toEqual([
      ['a', 'b'],
      { ...list, first_id: 'a', last_id: 'b', has_more: true },
    ]);
    expect(ids({ order: 'asc', after: 'b' })).toEqual([
      ['c'],
      { ...list, first_id: 'c', last_id: 'c', has_more: false },
    ]);
    expect(ids({ after: 'a' })).toEqual([
      [],
      { ...list, first_id: null, last_id: null, has_more: false },
    ]);
  });

  it('is deleted with this body', () => {
    expect(encodeDeletion('resp_a')).toEqual({
      id: 'resp_a',
      object: 'response',
      deleted: true,
    });
  });
});

describe('prependHistory', () => {
  it('prepends the whole conversation and removes the reference', () => {
    const first = createAnsweredRequest(
      { instructions: 'Not carried over.', input: 'One' },
      { id: 'resp_a', output: [sealed, textPart('msg_1', 'First.')] },
    );
    const second = createAnsweredRequest(
      { input: [asked('Two', 'b')] },
      { id: 'resp_b', output: [textPart('msg_2', 'Second.')] },
    );
    const body = { model: 'm', previous_response_id: 'resp_b', input: 'Three' };
    expect(prependHistory(body, [first, second])).toEqual({
      model: 'm',
      input: [
        asked('One'),
        sealed,
        textPart('msg_1', 'First.'),
        asked('Two', 'b'),
        textPart('msg_2', 'Second.'),
        asked('Three'),
      ],
    });
  });

  it('leaves out the ids of a response whose reasoning it leaves out', () => {
    const call = { type: 'function_call', call_id: 'call_1', name: 'f', arguments: '{}' };
    const search = { type: 'web_search_call', status: 'completed' };
    const asksFor = { id: 'mcpr_1', type: 'mcp_approval_request', name: 'g', arguments: '{}' };
    const said = textPart('msg_1', 'Hi');
    const output = [
      bare,
      { id: 'ws_1', ...search },
      sealed,
      asksFor,
      said,
      { id: 'fc_1', ...call },
    ];
    const stored = createAnsweredRequest({ input: [asked('Hi', 'a')] }, { id: 'resp_a', output });
    expect(prependHistory({}, [stored])['input']).toEqual([
      asked('Hi', 'a'),
      ...[search, nameless(sealed), asksFor, nameless(said), call],
    ]);
  });

  it('keeps the ids where a server shows its reasoning', () => {
    const shown = { ...bare, content: [{ type: 'reasoning_text', text: 'Hm.' }] };
    const said = textPart('msg_1', 'Hi');
    const output = [shown, said];
    const stored = createAnsweredRequest({}, { id: 'resp_a', output });
    expect(prependHistory({}, [stored])['input']).toEqual([said]);
    const hidden = createAnsweredRequest({}, { output: [{ ...bare, content: [] }, said] });
    expect(prependHistory({}, [hidden])['input']).toEqual([nameless(said)]);
  });
});

describe('references to stored items', () => {
  const body: JsonObject = {
    model: 'm',
    input: [
      { type: 'item_reference', id: 'msg_1' },
      { id: 'rs_1' },
      { type: 'item_reference', id: 'rs_2' },
      { type: 'item_reference', id: 'gone' },
      { id: 'msg_3', role: 'user', content: 'Not one.' },
    ],
  };

  it('are recognized in both forms', () => {
    expect(referencedItems(body)).toEqual(['msg_1', 'rs_1', 'rs_2', 'gone']);
    expect(referencedItems({ input: 'Hi' })).toEqual([]);
  });

  it('are replaced by the items, except for provider-specific reasoning and what needs it', () => {
    const found = [
      { input: [], response: { output: [sealed, textPart('msg_2', 'No.')] } },
      { input: [], response: { output: [bare, textPart('msg_1', 'Hi')] } },
    ];
    expect(resolveReferences(body, found)['input']).toEqual([
      nameless(textPart('msg_1', 'Hi')),
      sealed,
      { type: 'item_reference', id: 'gone' },
      { id: 'msg_3', role: 'user', content: 'Not one.' },
    ]);
  });

  it('are replaced by the last of several items with one id', () => {
    const found = ['One', 'Two'].map((text) => ({
      input: [],
      response: { output: [textPart('msg_1', text)] },
    }));
    const input = [{ type: 'item_reference', id: 'msg_1' }];
    expect(resolveReferences({ input }, found)['input']).toEqual([textPart('msg_1', 'Two')]);
  });
});
