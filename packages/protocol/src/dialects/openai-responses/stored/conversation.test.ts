import { describe, expect, it } from 'vitest';
import {
  readConversationItems,
  readConversationId,
  readConversationMetadata,
} from './conversation-request.ts';
import {
  addConversationItems,
  addConversationTurn,
  continueConversation,
  createConversationMarker,
  decodeConversation,
  encodeConversation,
  encodeConversationItem,
  listConversationItems,
  type Conversation,
} from './conversation.ts';

const empty: Conversation = { id: 'conv_1', createdAt: 5, metadata: {}, items: [] };
const user = { role: 'user', content: 'Hi' };
const said = (text: string, id: string) => ({
  ...{ id, type: 'message', role: 'assistant', status: 'completed' },
  content: [{ type: 'output_text', text, annotations: [] }],
});
const idsOf = ({ items }: Conversation) => items.map(({ id }) => id);

describe('the conversation that a request continues', () => {
  it.each([[''], [1], [{}], [{ id: '' }], [['conv_1']]])('is not %j', (conversation) => {
    expect(() => readConversationId({ conversation })).toThrow("'conversation' must be an id");
  });

  it('is given alone', () => {
    const body = { conversation: 'conv_1', previous_response_id: 'resp_1' };
    expect(() => readConversationId(body)).toThrow("Only one of 'previous_response_id'");
  });

  it.each([
    [{}, undefined],
    [{ conversation: null }, undefined],
    [{ conversation: 'conv_1', previous_response_id: null }, 'conv_1'],
    [{ conversation: { id: 'conv_1' } }, 'conv_1'],
  ])('of %j is %s', (body, id) => {
    expect(readConversationId(body)).toBe(id);
  });
});

describe('the items of a request', () => {
  it.each([
    [{ items: {} }, "'items' must be a list"],
    [{ items: Array.from({ length: 21 }, () => user) }, "'items' must have at most 20 entries"],
    [{ items: [user, 'Hi'] }, "'items[1]' must be an item"],
    [{ items: [{ content: 'Hi' }] }, "'items[0]' must be an item"],
    [{ items: [{ type: 'item_reference', id: 'msg_1' }] }, "'items[0]' must be an item"],
  ])('are not %j', (body, message) => {
    expect(() => readConversationItems(body)).toThrow(message);
  });

  it.each([[{}], [{ items: null }], [{ items: [] }]])('are none in %j', (body) => {
    expect(readConversationItems(body)).toEqual([]);
  });
});

describe('metadata', () => {
  it.each([
    [[], 'must be an object'],
    [{ a: 1 }, 'must have texts of at most 512 characters'],
    [{ a: 'x'.repeat(513) }, 'must have texts of at most 512 characters'],
    [{ ['x'.repeat(65)]: '' }, 'must have names of at most 64 characters'],
    [
      Object.fromEntries(Array.from({ length: 17 }, (_, index) => [String(index), ''])),
      'must have at most 16 fields',
    ],
  ])('is not %j', (metadata, message) => {
    expect(() => readConversationMetadata({ metadata })).toThrow(message);
  });

  it('is empty when it is null, and differs from none', () => {
    expect(readConversationMetadata({ metadata: null })).toEqual({});
    expect(readConversationMetadata({})).toBeUndefined();
  });
});

describe('a conversation', () => {
  it('is read as it was written', () => {
    const conversation = addConversationItems({ ...empty, metadata: { a: 'b' } }, [user], 's');
    expect(
      decodeConversation(encodeConversation(conversation), [...conversation.items] as never),
    ).toEqual(conversation);
    expect(decodeConversation({ object: 'response' }, [])).toBeUndefined();
  });

  it('names items without an id, and those whose id it has already', () => {
    const call = { type: 'function_call', id: 'fc_own', call_id: 'c', name: 'f', arguments: '{}' };
    const once = addConversationItems(empty, [user, call], 's');
    expect(idsOf(once)).toEqual(['msg_s_0', 'fc_own']);
    expect(idsOf(addConversationItems(once, [call], 't'))).toEqual(['msg_s_0', 'fc_own', 'fc_t_0']);
  });

  it('shows its items completed, and repeats them as they were sent', () => {
    const conversation = addConversationItems(empty, [user], 's');
    expect(listConversationItems(conversation.items)).toEqual({
      object: 'list',
      data: [
        {
          ...{ id: 'msg_s_0', type: 'message', role: 'user', status: 'completed' },
          content: [{ type: 'input_text', text: 'Hi' }],
        },
      ],
      ...{ first_id: 'msg_s_0', last_id: 'msg_s_0', has_more: false },
    });
    const body = { model: 'm', conversation: 'conv_1', input: 'And?' };
    expect(continueConversation(body, conversation)).toEqual({
      model: 'm',
      input: [
        user,
        { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'And?' }] },
      ],
    });
  });

  it('gets a turn once', () => {
    const turn = { id: 't', input: [user], response: { output: [said('Yes', 'msg_9')] } };
    const once = addConversationTurn(empty, turn);
    expect(idsOf(once)).toEqual(['msg_t_0', 'msg_9']);
    expect(addConversationTurn(once, turn)).toBe(once);
  });

  it('gets no references to stored items', () => {
    const input = [{ type: 'item_reference', id: 'msg_8' }, user];
    const turn = addConversationTurn(empty, { id: 't', input, response: { output: [] } });
    expect(idsOf(turn)).toEqual(['msg_t_0']);
  });

  it('shows reasoning that its vendor keeps, and repeats neither it nor the ids that need it', () => {
    const output = [{ type: 'reasoning', id: 'rs_9', summary: [] }, said('Yes', 'msg_9')];
    const turn = addConversationTurn(empty, { id: 't', input: [], response: { output } });
    expect(turn.items.map((item) => encodeConversationItem(item)['id'])).toEqual(['rs_9', 'msg_9']);
    const { id: _, ...bare } = said('Yes', 'msg_9');
    expect(continueConversation({}, turn)['input']).toEqual([bare]);
  });
});

describe('the mark of a conversation in a reply', () => {
  const mark = createConversationMarker('conv_$&');

  it.each([
    [
      '{"conversation": null,"previous_response_id":null}',
      '{"conversation":{"id":"conv_$&"},"previous_response_id":null}',
    ],
    [
      '{"previous_response_id":null}',
      '{"previous_response_id":null,"conversation":{"id":"conv_$&"}}',
    ],
    ['{"text":"\\"previous_response_id\\":null"}', '{"text":"\\"previous_response_id\\":null"}'],
  ])('changes %s', (text, marked) => {
    expect(mark(text)).toBe(marked);
    expect(mark(text)).toBe(marked);
  });
});
