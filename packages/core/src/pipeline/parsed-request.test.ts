import { codecOf } from '@parley/protocol';
import { describe, expect, it } from 'vitest';
import { createParsedRequest, parseBody } from './parsed-request.ts';

const text = '{"model":"m","messages":[{"role":"user","content":"Hello"}]}';

describe('a parsed request', () => {
  const parse = () => {
    const codec = codecOf('openai-chat');
    const read = (json: Parameters<typeof codec.readRequest>[0]) => codec.readRequest(json);
    return createParsedRequest(parseBody(text), read, { generatesText: true });
  };

  it('is decoded once', () => {
    const request = parse();
    expect(request.canonical()).toBe(request.canonical());
  });

  it('is decoded anew, from its text, once its body was forgotten', () => {
    const request = parse();
    const before = request.canonical();
    request.forgetBody();
    expect(request.canonical()).not.toBe(before);
    expect(request.canonical()).toEqual(before);
  });
});
