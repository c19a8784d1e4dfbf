import { describe, expect, it } from 'vitest';
import { responsesTokenCounting } from './count-tokens.ts';
import { readRequest } from './request/request.ts';

describe('responsesTokenCounting', () => {
  it.each([undefined, null, 'x', {}, { input_tokens: '7' }])('finds no count in %j', (body) => {
    expect(responsesTokenCounting.decodeCount(body)).toBeUndefined();
  });

  it('reads and writes a count', () => {
    const body = responsesTokenCounting.encodeCount(7);
    expect(body).toEqual({ object: 'response.input_tokens', input_tokens: 7 });
    expect(responsesTokenCounting.decodeCount(body)).toBe(7);
  });

  it('makes a request of a counting body, which may lack its input', () => {
    const body = responsesTokenCounting.toRequest({ model: 'm', tools: [] });
    expect(readRequest(body).summary.model).toBe('m');
    expect(responsesTokenCounting.toRequest('x')).toBe('x');
  });

  it('omits fields that concern only the reply', () => {
    const request = { model: 'a', input: 'Hi', stream: true, store: false, reasoning: {} };
    expect(responsesTokenCounting.fromRequest(request, 'b')).toEqual({
      model: 'b',
      input: 'Hi',
      reasoning: {},
    });
  });
});
