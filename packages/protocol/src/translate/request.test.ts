import { describe, expect, it } from 'vitest';
import { codecs } from '../dialects.ts';
import { guessProfile } from '../profiles/guess.ts';
import { translateRequest, type RequestTranslationOptions } from './request.ts';

const toMessages: RequestTranslationOptions = {
  from: 'openai-chat',
  to: 'anthropic-messages',
  model: 'claude-sonnet-4-5',
};
const hello = { model: 'any', messages: [{ role: 'user', content: 'Hello' }] };

describe('translateRequest', () => {
  it.each([
    ['text that is no JSON', '{"model":', undefined],
    ['text that is no object', '[]', undefined],
    ['an object that is no request', {}, 'model'],
    ['a list', [], undefined],
    ['a field of the wrong kind', { ...hello, temperature: 'hot' }, 'temperature'],
    ['a field that is given twice', '{"model":"a","model":"b"}', 'model'],
  ])('refuses %s and names the field', (_, body, param) => {
    expect(() => translateRequest(body, toMessages)).toThrow(
      expect.objectContaining({ name: 'GatewayError', code: 'invalid-request', param }),
    );
  });

  it.each([
    [
      'a promise',
      Promise.resolve(hello),
      'The body is a Promise: pass the JSON text or the parsed object.',
    ],
    [
      'bytes',
      new TextEncoder().encode('{}'),
      'The body is a Uint8Array: pass the JSON text or the parsed object.',
    ],
    [
      'a `Request`',
      new Request('http://a'),
      'The body is a Request: pass the JSON text or the parsed object.',
    ],
  ])('does not blame the client when a program passes %s as the body', (_, body, message) => {
    expect(() => translateRequest(body, toMessages)).toThrow(new TypeError(message));
  });

  it.each([undefined, 5, ''])('throws a TypeError for the model %s', (model) => {
    const options = { ...toMessages, model } as typeof toMessages;
    const message = "The option 'model' must be a text of at least one character.";
    expect(() => translateRequest(hello, options)).toThrow(new TypeError(message));
  });

  it('rejects what would lose its meaning in the other format', () => {
    const body = { model: 'any', input: 'Go on', previous_response_id: 'resp_1' };
    const options = { ...toMessages, from: 'openai-responses' } as const;
    expect(() => translateRequest(body, options)).toThrow(
      expect.objectContaining({ name: 'GatewayError' }),
    );
  });

  it.each([
    ['text', `{"model":"any","messages":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
    ['an object', { ...hello, metadata: nest(100_000) }],
  ])('refuses %s that is nested thousands of levels deep', (_, body) => {
    expect(() => translateRequest(body, toMessages)).toThrow(
      expect.objectContaining({ code: 'invalid-request' }),
    );
  });

  it('equals decoding and encoding, with the notes of both', () => {
    const body = { ...hello, temperature: 1.6, logit_bias: { 7: 1 } };
    const decoded = codecs['openai-chat'].decodeRequest(body);
    const { model } = toMessages;
    const target = { model, vendor: 'anthropic', profile: guessProfile(model) };
    const encoded = codecs['anthropic-messages'].encodeRequest(decoded.value, target);
    const translated = translateRequest(body, toMessages);
    expect(translated.body).toEqual(encoded.value.body);
    expect(translated.json).toBe(JSON.stringify(encoded.value.body));
    expect(translated.notes).toEqual([...decoded.notes, ...encoded.notes]);
    expect(translated.fidelity).toBe('lossy');
  });

  it('accepts JSON text and the parsed object', () => {
    expect(translateRequest(JSON.stringify(hello), toMessages).json).toBe(
      translateRequest(hello, toMessages).json,
    );
  });

  it('keeps numbers of JSON text that a double would change', () => {
    const schema = '{"type":"object","properties":{"id":{"const":12345678901234567890}}}';
    const tools = `[{"type":"function","function":{"name":"find","parameters":${schema}}}]`;
    const body = `{"model":"any","messages":[{"role":"user","content":"Hi"}],"tools":${tools}}`;
    expect(translateRequest(body, toMessages).json).toContain('12345678901234567890');
  });

  it('accepts corrections of the guessed profile', () => {
    const profile = { maxOutputTokens: 77 };
    expect(translateRequest(hello, { ...toMessages, profile }).body).toMatchObject({
      max_tokens: 77,
    });
  });

  it('reads from the path what a Gemini body does not contain', () => {
    const body = { contents: [{ role: 'user', parts: [{ text: 'Hi' }] }] };
    const options = { from: 'gemini-generate', to: 'openai-chat', model: 'gpt-5' } as const;
    expect(translateRequest(body, options).stream).toBe(false);
    const address = { model: 'asked', stream: true };
    const translated = translateRequest(body, { ...options, address });
    expect(translated).toMatchObject({ stream: true, body: { stream: true, model: 'gpt-5' } });
    expect(translated.context.model).toBe('asked');
  });

  it.each([
    ['openai-chat', '/chat/completions'],
    ['anthropic-messages', '/messages'],
    ['gemini-generate', '/models/m:streamGenerateContent?alt=sse'],
    ['openai-responses', '/responses'],
  ] as const)('tells where an upstream of %s is asked, and with what', (to, path) => {
    const options = { from: 'openai-chat', to, model: 'm' } as const;
    const translated = translateRequest({ ...hello, stream: true }, options);
    expect(translated).toMatchObject({ stream: true, path });
    expect(translated.headers).toMatchObject({
      'content-type': 'application/json',
      ...(to === 'anthropic-messages' && { 'anthropic-version': '2023-06-01' }),
    });
  });
});

function nest(depth: number): object {
  let value = {};
  for (let level = 0; level < depth; level++) value = { value };
  return value;
}
