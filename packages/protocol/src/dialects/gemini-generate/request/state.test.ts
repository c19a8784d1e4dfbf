import { describe, expect, it } from 'vitest';
import type { ProviderState } from '../../../canonical/provider-state.ts';
import { encodeTurns, gemini25, gemini3 } from '../testing/requests.ts';
import { assistant, call, contentsOf, result, text, user } from '../testing/turns.ts';

describe('provider state', () => {
  const thought = (data: string): { providerState: ProviderState } => ({
    providerState: { vendor: 'google', kind: 'thought', data },
  });
  const foreign: ProviderState = { vendor: 'anthropic', kind: 'signature', data: 'RXE=' };

  it('is restored on its own part', () => {
    const { body, notes } = encodeTurns([
      user(text('W?')),
      assistant(
        { type: 'reasoning', text: 'Hm.', ...thought('one') },
        text('Looking.'),
        { type: 'reasoning', text: '', ...thought('two') },
        call('a', thought('three')),
      ),
      result('a', text('4C')),
    ]);
    expect(contentsOf(body)[1]?.parts).toMatchObject([
      { text: 'Hm.', thought: true, thoughtSignature: 'one' },
      { text: 'Looking.', thoughtSignature: 'two' },
      { functionCall: { id: 'a' }, thoughtSignature: 'three' },
    ]);
    expect(notes).toEqual([]);
  });

  it('without a part before it becomes a part of its own', () => {
    const { body } = encodeTurns([
      user(text('x')),
      assistant({ type: 'reasoning', text: '', ...thought('one') }, text('y')),
    ]);
    expect(contentsOf(body)[1]?.parts).toEqual([
      { text: '', thoughtSignature: 'one' },
      { text: 'y' },
    ]);
  });

  it('of a call is read from Google’s chat completions API as well', () => {
    const providerState: ProviderState = { vendor: 'google', kind: 'signature', data: 'sig' };
    const { body } = encodeTurns([user(text('x')), assistant(call('a', { providerState }))]);
    expect(contentsOf(body)[1]?.parts[0]).toMatchObject({ thoughtSignature: 'sig' });
  });

  it('of another vendor and reasoning without state are omitted', () => {
    const { body, notes } = encodeTurns([
      user(text('x')),
      assistant(
        { type: 'reasoning', text: 'secret plan', providerState: foreign },
        { type: 'reasoning', text: 'private musings' },
        call('a', { providerState: foreign }),
      ),
    ]);
    expect(JSON.stringify(body)).not.toMatch(/secret|private|RXE=/);
    expect(notes).toEqual([
      'dropped turns[1].parts[0]',
      'dropped turns[1].parts[1]',
      'dropped turns[1].parts[2]',
    ]);
  });

  const steps = [
    user(text('Before')),
    assistant(call('z')),
    result('z', text('1')),
    assistant(text('Done.')),
    user(text('W?')),
    assistant(call('a', { providerState: foreign }), call('b')),
    result('a', text('2')),
    result('b', text('3')),
    assistant(text('More.'), call('c', thought('own')), call('d')),
    result('c', text('4')),
    result('d', text('5')),
    assistant(call('e')),
    result('e', text('6')),
  ];

  function signatures(body: object): unknown[] {
    const parts = contentsOf(body).flatMap((content) => content.parts);
    return parts.filter((part) => part['functionCall']).map((part) => part['thoughtSignature']);
  }

  it('is replaced on the first call of each step of the current turn, where the model requires it', () => {
    const placeholder = 'skip_thought_signature_validator';
    expect(signatures(encodeTurns(steps, gemini3).body)).toEqual([
      undefined,
      placeholder,
      undefined,
      'own',
      undefined,
      placeholder,
    ]);
  });

  it('is not replaced for models that do not require it', () => {
    expect(signatures(encodeTurns(steps, gemini25).body)).toEqual([
      undefined,
      undefined,
      undefined,
      'own',
      undefined,
      undefined,
    ]);
  });

  it('is replaced also when user text accompanies results', () => {
    const { body } = encodeTurns(
      [user(text('W?')), assistant(call('a')), result('a', text('1')), user(text('A reminder.'))],
      gemini3,
    );
    expect(signatures(body)).toEqual(['skip_thought_signature_validator']);
  });
});
