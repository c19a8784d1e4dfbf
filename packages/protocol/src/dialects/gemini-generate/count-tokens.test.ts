import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../json/value.ts';
import { generateTokenCounting } from './count-tokens.ts';
import { decodeRequest } from './request/request.ts';
import { address } from './testing/requests.ts';

const contents = [{ role: 'user', parts: [{ text: 'Hi' }] }];

function decodeCounted(body: JsonValue) {
  return decodeRequest(generateTokenCounting.toRequest(body), address);
}

describe('a counting body', () => {
  it.each([
    [{ contents }, 1],
    [{ generateContentRequest: { model: 'models/x', contents, systemInstruction: 'Be.' } }, 2],
    [{ generate_content_request: { contents, system_instruction: 'Be.' } }, 2],
  ])('%j', (body, turns) => {
    expect(decodeCounted(body).value.turns).toHaveLength(turns);
  });

  it.each([{}, null, { generateContentRequest: {} }])('%j is refused', (body) => {
    expect(() => decodeCounted(body)).toThrow(expect.objectContaining({ code: 'invalid-request' }));
  });

  it('for an upstream holds the whole request', () => {
    expect(generateTokenCounting.fromRequest({ contents, tools: [] }, 'gemini-2.5-flash')).toEqual({
      generateContentRequest: { model: 'models/gemini-2.5-flash', contents, tools: [] },
    });
  });
});

describe('a count', () => {
  it('is a single number', () => {
    expect(generateTokenCounting.encodeCount(7)).toEqual({ totalTokens: 7 });
    expect(generateTokenCounting.decodeCount({ totalTokens: 7, cachedContentTokenCount: 1 })).toBe(
      7,
    );
  });

  it.each([undefined, null, {}, { totalTokens: '7' }, { error: {} }])(
    '%j is not a count',
    (body) => {
      expect(generateTokenCounting.decodeCount(body)).toBeUndefined();
    },
  );
});
