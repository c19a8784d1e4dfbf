import { describe, expect, it } from 'vitest';
import { wrapProviderState } from '../../canonical/provider-state.ts';
import {
  decodeCallState,
  decodeClientReasoning,
  decodeUpstreamReasoning,
  encodeCallState,
  encodeClientState,
  restoreItem,
} from './reasoning.ts';

const summary = (...texts: string[]) => texts.map((text) => ({ type: 'summary_text', text }));

describe('an item of an upstream', () => {
  it.each([
    { id: 'rs_1', summary: [], encrypted_content: 'gAAA' },
    { id: 'rs_1', summary: summary('One.'), encrypted_content: 'gAAA' },
    { id: 'rs_1', summary: summary('One.', 'Two.'), encrypted_content: 'gAAA' },
    { id: 'rs_1', summary: [], content: [{ type: 'reasoning_text', text: 'Raw.' }] },
    {
      id: 'rs_1',
      summary: summary('One.'),
      content: [{ type: 'reasoning_text', text: 'Raw.' }],
      encrypted_content: 'gAAA',
    },
  ])('comes back as it was: %j', (item) => {
    const part = decodeUpstreamReasoning(item, 'openai');
    const providerState = part?.providerState;
    if (providerState === undefined) throw new Error('no state');
    expect(restoreItem(part?.text ?? '', providerState)).toEqual({ type: 'reasoning', ...item });
  });

  it('has no provider state without a signature, and is omitted without text', () => {
    expect(decodeUpstreamReasoning({ id: 'rs_1', summary: summary('One.') }, 'openai')).toEqual({
      type: 'reasoning',
      text: 'One.',
    });
    expect(decodeUpstreamReasoning({ id: 'rs_1', summary: [] }, 'openai')).toBeUndefined();
  });
});

describe('an item of a caller', () => {
  it('names the vendor of wrapped provider state', () => {
    const providerState = { vendor: 'anthropic', kind: 'signature', data: 'sig' } as const;
    const item = { summary: summary('Hm.'), encrypted_content: wrapProviderState(providerState) };
    expect(decodeClientReasoning(item)).toEqual({ type: 'reasoning', text: 'Hm.', providerState });
  });

  it('belongs to this format when its state is not wrapped', () => {
    expect(
      decodeClientReasoning({ summary: [], encrypted_content: 'gAAA' })?.providerState,
    ).toEqual({
      vendor: 'openai',
      kind: 'encrypted',
      data: '{"encrypted_content":"gAAA"}',
    });
  });

  it('does not wrap the text twice', () => {
    const providerState = { vendor: 'deepseek', kind: 'plain', data: 'A long thought.' } as const;
    const packed = encodeClientState('A long thought.', providerState);
    expect(packed).toBe(wrapProviderState({ ...providerState, data: '' }));
    const echoed = { summary: summary('A long thought.'), encrypted_content: packed };
    expect(decodeClientReasoning(echoed)?.providerState).toEqual(providerState);
  });
});

describe('the state of a call', () => {
  const providerState = { vendor: 'google', kind: 'thought', data: 'sig' } as const;

  it.each(['call_1', '', 'ü/."'])('names the call %j', (callId) => {
    expect(decodeCallState(encodeCallState(callId, providerState))).toEqual({
      callId,
      providerState,
    });
  });

  it.each([
    undefined,
    null,
    '',
    'gAAA',
    wrapProviderState(providerState),
    'parley1call.',
    'parley1call.!.x',
  ])('is not found in %j', (packed) => {
    expect(decodeCallState(packed)).toBeUndefined();
  });
});

describe('restoreItem', () => {
  it.each([
    { vendor: 'openai', kind: 'signature', data: '{"id":"rs_1"}' },
    { vendor: 'openai', kind: 'encrypted', data: 'no json' },
  ] as const)('knows only the state of this format, not %j', (providerState) => {
    expect(restoreItem('x', providerState)).toBeUndefined();
  });
});
