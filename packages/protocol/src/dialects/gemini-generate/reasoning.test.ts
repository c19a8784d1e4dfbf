import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { providerStateKinds, type ProviderState } from '../../canonical/provider-state.ts';
import {
  decodeClientSignature,
  encodeClientSignature,
  encodeSealedReasoning,
  encodeUpstreamCallSignature,
  encodeUpstreamSignature,
  placeholder,
  restoreEcho,
} from './reasoning.ts';

function providerState(): fc.Arbitrary<ProviderState> {
  return fc.record({
    vendor: fc.string({ unit: 'grapheme' }),
    kind: fc.constantFrom(...providerStateKinds),
    data: fc.string({ unit: 'binary' }),
  });
}

/** What a client whose field holds bytes may send back for the same bytes. */
const spellings: readonly ((signature: string) => string)[] = [
  (signature) => signature,
  (signature) => signature.replaceAll('=', ''),
  (signature) => signature.replaceAll('+', '-').replaceAll('/', '_'),
  (signature) => btoa(atob(signature)),
];

describe('a signature for clients', () => {
  it('of Google is unchanged', () => {
    const own: ProviderState = { vendor: 'google', kind: 'thought', data: 'CsIB+/==' };
    expect(encodeClientSignature(own)).toBe('CsIB+/==');
    expect(decodeClientSignature('CsIB+/==')).toEqual({ providerState: own });
  });

  it('is base64 for other provider state, and is decoded from any base64 alphabet', () => {
    const foreign = providerState().filter(({ vendor }) => vendor !== 'google');
    fc.assert(
      fc.property(foreign, fc.constantFrom(...spellings), (state, respell) => {
        const signature = encodeClientSignature(state);
        expect(signature).toMatch(
          /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/,
        );
        expect(decodeClientSignature(respell(signature))).toEqual({ providerState: state });
      }),
    );
  });

  it('of a part that carries reasoning holds its text and its state', () => {
    const state: ProviderState = { vendor: 'anthropic', kind: 'signature', data: 'RXE=' };
    const own: ProviderState = { vendor: 'deepseek', kind: 'plain', data: 'x' };
    const thoughts = [
      { text: 'Grüezi 🚋', providerState: state },
      { text: '', providerState: { ...state, kind: 'redacted' as const } },
      { text: 'So.', providerState: state, toEnd: { parts: 2, text: 7 } },
    ];
    const signature = encodeSealedReasoning({ thoughts });
    // The beginning by which requests that hold foreign state are distinguished from others.
    expect(signature).toMatch(/^cGFybGV5MS/);
    expect(encodeClientSignature(state)).toMatch(/^cGFybGV5MS/);
    expect(decodeClientSignature(signature)).toEqual({ thoughts });
    const whole = { thoughts, providerState: own, size: { parts: 3, text: 9 } };
    expect(decodeClientSignature(encodeSealedReasoning(whole))).toEqual(whole);
  });

  it('sends text that is its own state once', () => {
    const content = 'Two trains, one track.'.repeat(50);
    const state: ProviderState = { vendor: 'deepseek', kind: 'plain', data: content };
    const signature = encodeSealedReasoning({
      thoughts: [{ text: content, providerState: state }],
    });
    expect(signature.length).toBeLessThan(2.5 * content.length);
    const [read] = decodeClientSignature(signature)?.thoughts ?? [];
    expect(restoreEcho(content, read?.providerState)).toEqual(state);
  });

  it.each(['', placeholder, 'context_engineering_is_the_way_to_go'])(
    '%j is not a signature of ours',
    (signature) => {
      expect(decodeClientSignature(signature)).toBeUndefined();
    },
  );

  it('with only the prefix of ours is not one of ours', () => {
    expect(decodeClientSignature(btoa('parley1-thought.!'))).toBeUndefined();
    expect(decodeClientSignature(btoa('parley1-thought.WyJhIl0'))).toBeUndefined();
  });
});

describe('a signature for upstreams', () => {
  it('is sent only to its vendor, and only on its own part', () => {
    const thought: ProviderState = { vendor: 'google', kind: 'thought', data: 'x' };
    const ofChat: ProviderState = { vendor: 'google', kind: 'signature', data: 'x' };
    expect(encodeUpstreamSignature(thought, 'google')).toBe('x');
    expect(encodeUpstreamSignature(thought, 'vertex')).toBeUndefined();
    expect(encodeUpstreamSignature(ofChat, 'google')).toBeUndefined();
    expect(encodeUpstreamCallSignature(ofChat, 'google')).toBe('x');
    expect(encodeUpstreamCallSignature({ ...ofChat, kind: 'redacted' }, 'google')).toBeUndefined();
    expect(encodeUpstreamCallSignature(undefined, 'google')).toBeUndefined();
  });
});
