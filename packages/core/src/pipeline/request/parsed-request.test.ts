import { codecOf } from '@parley/protocol';
import { describe, expect, it } from 'vitest';
import { createParsedRequest, parseBody } from './parsed-request.ts';

const text = '{"model":"m","messages":[{"role":"user","content":"Hello"}]}';

describe('a parsed request', () => {
  const parse = (bytes?: Uint8Array<ArrayBuffer>) => {
    const codec = codecOf('openai-chat');
    const read = (json: Parameters<typeof codec.readRequest>[0]) => codec.readRequest(json);
    const body = bytes === undefined ? parseBody(text) : { ...parseBody(text), bytes };
    return createParsedRequest(body, read, { generatesText: true });
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

  it.each([
    ['from the bytes of the client', new TextEncoder().encode(text)],
    ['where the gateway has changed it', undefined],
  ])('has its text once its body was forgotten, %s', (_, bytes) => {
    const request = parse(bytes);
    const { scan } = request.body();
    request.forgetBody();
    expect(request.body()).toMatchObject({ text, scan });
    expect(request.canonical().value.turns).toHaveLength(1);
  });

  it('keeps the instruction that comes first in its outline', () => {
    const codec = codecOf('openai-chat');
    const instruction = { role: 'system', content: 'Be brief.' };
    const messages = [instruction, { role: 'user', content: 'Hello' }];
    const body = parseBody(JSON.stringify({ model: 'm', messages }));
    const read = (json: Parameters<typeof codec.readRequest>[0]) => codec.readRequest(json);
    const request = createParsedRequest(body, read, { generatesText: true });
    expect(request.outline().turns).toEqual([request.canonical().value.turns[0]]);
  });

  it('keeps an outline of it without the conversation', () => {
    const request = parse(new TextEncoder().encode(text));
    request.canonical();
    request.forgetBody();
    expect(request.outline()).toMatchObject({ model: 'm', turns: [] });
    expect(request.outline()).toBe(request.outline());
  });
});
