import { describe, expect, it } from 'vitest';
import { toHistoryItems, toInputItems, toListedItems } from './input-items.ts';

describe('toInputItems', () => {
  it.each([[undefined], [null], [1], [{}]])('takes %j for nothing', (input) => {
    expect(toInputItems(input)).toEqual([]);
  });

  it('takes a string for one user message and a list for itself', () => {
    expect(toInputItems('Hi')).toEqual([{ role: 'user', content: 'Hi' }]);
    expect(toInputItems([{ type: 'item_reference', id: 'x' }])).toEqual([
      { type: 'item_reference', id: 'x' },
    ]);
  });
});

describe('toHistoryItems', () => {
  it('takes a body without output for nothing', () => {
    expect(toHistoryItems(undefined)).toEqual([]);
    expect(toHistoryItems({ output: 'x' })).toEqual([]);
  });

  it('leaves out reasoning that only its maker could find again', () => {
    const sealed = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'e' };
    const bare = { type: 'reasoning', id: 'rs_2', summary: [] };
    const message = { type: 'message', id: 'msg_1', role: 'assistant', content: [] };
    expect(toHistoryItems({ output: [sealed, bare, message] })).toEqual([sealed, message]);
  });
});

describe('toListedItems', () => {
  it('gives every item an id and a type, and text its parts', () => {
    expect(toListedItems([{ role: 'user', content: 'Hi' }, 'junk'], 'resp_1')).toEqual([
      {
        id: 'item_resp_1_0',
        type: 'message',
        role: 'user',
        content: [{ type: 'input_text', text: 'Hi' }],
      },
    ]);
  });

  it('keeps what an item already says of itself', () => {
    const call = { type: 'function_call', id: 'fc_1', call_id: 'c', name: 'n', arguments: '{}' };
    expect(toListedItems([call], 'resp_1')).toEqual([call]);
  });
});
