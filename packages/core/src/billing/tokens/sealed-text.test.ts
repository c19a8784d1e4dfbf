import { describe, expect, it } from 'vitest';
import { estimateTextTokens } from './estimate-text.ts';
import { bytesOfBase64, estimateJsonTokens, estimateSealedTokens } from './sealed-text.ts';

describe('estimateJsonTokens', () => {
  it('counts what is encrypted by its length and not as text', () => {
    const sealed = 'qL7x'.repeat(1_000);
    const open = { type: 'web_search_result', title: 'Bridges of the north' };
    const tokens = estimateJsonTokens({ ...open, encrypted_content: sealed }, 'openai');
    const rest = estimateTextTokens(JSON.stringify({ ...open, encrypted_content: '' }), 'openai');
    expect(tokens).toBe(rest + 750);
    expect(tokens).toBeLessThan(estimateTextTokens(sealed, 'openai'));
  });

  it('counts long prose and short ids as text', () => {
    const json = { id: 'srvtoolu_01AbC', text: 'A bridge is a way across a river. '.repeat(50) };
    expect(estimateJsonTokens(json, 'openai')).toBe(
      estimateTextTokens(JSON.stringify(json), 'openai'),
    );
  });
});

describe('sizes', () => {
  it('turn base64 into bytes and bytes into tokens, rounded up', () => {
    expect([0, 1, 4, 400].map(bytesOfBase64)).toEqual([0, 1, 3, 300]);
    expect([0, 1, 4, 300].map(estimateSealedTokens)).toEqual([0, 1, 1, 75]);
  });
});
