import { describe, expect, it } from 'vitest';
import { assembleReply } from '../../../canonical/assemble.ts';
import { checkEvents } from '../../../canonical/event-lint.ts';
import { createStreamDecoder } from './decoder.ts';

const state = { type: 'reasoning.text', signature: 'c2ln' };

function partsOf(...deltas: readonly object[]) {
  const decoder = createStreamDecoder({ vendor: 'acme' });
  const chunks = deltas.map((delta) => JSON.stringify({ choices: [{ delta }] }));
  const events = [...chunks, '[DONE]'].flatMap((data) => decoder.push({ data }));
  expect(checkEvents(events)).toEqual([]);
  return assembleReply(events).choices[0]?.parts;
}

describe('a signature of a block without text', () => {
  const first = { ...state, index: 0 };
  const next = { ...state, signature: 'bW9yZQ', index: 1 };

  it('does not replace that of the block before it', () => {
    const deltas = [{ reasoning_content: 'One.' }, { reasoning_details: [first] }];
    const parts = partsOf(...deltas, { reasoning_details: [next] }, { content: 'Hi.' });
    expect(parts).toMatchObject([
      { type: 'reasoning', text: 'One.', providerState: { data: JSON.stringify(first) } },
      { type: 'reasoning', text: '', providerState: { data: JSON.stringify(next) } },
      { type: 'text', text: 'Hi.' },
    ]);
  });

  it('of the same block replaces an earlier one', () => {
    const deltas = [{ reasoning_content: 'One.' }, { reasoning_details: [first] }];
    const again = { ...next, index: 0 };
    expect(partsOf(...deltas, { reasoning_details: [again] })).toMatchObject([
      { type: 'reasoning', text: 'One.', providerState: { data: JSON.stringify(again) } },
    ]);
  });
});

describe('a signature with the text of the last thought', () => {
  it('repeats no text, and leaves the thoughts before it unsigned', () => {
    const signed = { ...state, text: 'Two.' };
    const thoughts = [{ reasoning_content: 'One. ' }, { reasoning_content: 'Two.' }];
    expect(partsOf(...thoughts, { reasoning_details: [signed] })).toMatchObject([
      {
        ...{ type: 'reasoning', text: 'One. Two.' },
        providerState: { kind: 'plain', data: 'One. ' },
      },
      {
        ...{ type: 'reasoning', text: '' },
        providerState: { kind: 'signature', data: JSON.stringify(signed) },
      },
    ]);
  });

  it('is no repetition where details state all text', () => {
    const thoughts = ['One. ', 'Two.'].map((text) => ({ type: 'reasoning.text', text }));
    const deltas = thoughts.map((detail) => ({ reasoning_details: [detail] }));
    const last = { reasoning_details: [{ ...state, text: 'Two.' }] };
    expect(partsOf(...deltas, last)).toMatchObject([
      { text: 'One. Two.Two.', providerState: { kind: 'signature' } },
    ]);
  });
});
