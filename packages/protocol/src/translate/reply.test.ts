import { describe, expect, it } from 'vitest';
import { dialectIds, type DialectId } from '../canonical/dialect.ts';
import { GatewayError } from '../canonical/error.ts';
import { translateError, translateReply, type WholeReplyTranslationOptions } from './reply.ts';
import { translateRequest } from './request.ts';

const now = () => 1_790_000_000_000;
const options: WholeReplyTranslationOptions = {
  from: 'openai-chat',
  to: 'anthropic-messages',
  id: '7f-7f',
  now,
};
const chatReply = {
  id: 'c',
  model: 'gpt-5',
  choices: [{ index: 0, message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 9, completion_tokens: 3 },
};

describe('translateReply', () => {
  it.each<
    [what: string, sent: [status: number, body: string], errorBody: [status: number, type: string]]
  >([
    ['an error', [429, '{"error":{"message":"Slow down"}}'], [429, 'rate_limit_error']],
    ['a web page', [502, '<html>Bad Gateway</html>'], [502, 'api_error']],
    ['nothing', [503, ''], [529, 'overloaded_error']],
    ['a redirect', [302, ''], [502, 'api_error']],
    ['a page with a good status', [200, '<html></html>'], [502, 'api_error']],
    ['JSON that is no answer', [200, '{}'], [502, 'api_error']],
    [
      'an error with a good status',
      [200, '{"error":{"message":"Oh","code":500}}'],
      [502, 'api_error'],
    ],
    [
      'JSON that is nested too deeply',
      [200, `${'['.repeat(200_000)}${']'.repeat(200_000)}`],
      [502, 'api_error'],
    ],
  ])('makes an error of the caller’s format of %s', (...[, sent, errorBody]) => {
    const [status, type] = errorBody;
    const reply = translateReply(sent[1], { ...options, status: sent[0] });
    expect(reply).toMatchObject({ status, body: { type: 'error', error: { type } } });
    expect(JSON.parse(reply.json)).toEqual(reply.body);
    expect(reply.error).toBeInstanceOf(GatewayError);
  });

  it('contains the time to wait', () => {
    const headers = new Headers({ 'retry-after': '7' });
    const reply = translateReply('', { ...options, status: 429, headers });
    expect(reply.headers['retry-after']).toBe('7');
  });

  it('masks secrets', () => {
    const body = { error: { message: 'No such file at llm.internal' } };
    const redact = (text: string) => text.replaceAll('llm.internal', '[redacted]');
    const { json } = translateReply(body, { ...options, status: 404, redact });
    expect(json).toContain('No such file at [redacted]');
  });

  it('rejects the context of a request to another dialect, and an empty id', () => {
    const { context } = translateRequest(
      { model: 'm', messages: [{ role: 'user', content: 'Hi' }] },
      { from: 'openai-chat', to: 'gemini-generate', model: 'gemini-2.5-flash' },
    );
    expect(() => translateReply(chatReply, { ...options, context })).toThrow(TypeError);
    expect(() => translateReply(chatReply, { ...options, id: '-' })).toThrow(TypeError);
    const to = 'chat' as DialectId;
    expect(() => translateReply(chatReply, { ...options, to })).toThrow("no dialect 'chat'");
  });

  it('names the option that a program without types left out or filled with something else', () => {
    const wrong = (facts: object) => () => translateReply(chatReply, { ...options, ...facts });
    expect(wrong({ id: undefined })).toThrow(
      new TypeError("The option 'id' must be a text of at least one character."),
    );
    expect(wrong({ now: 1 })).toThrow(new TypeError("The option 'now' must be a function."));
    expect(wrong({ status: 429, headers: { 'retry-after': '7' } })).toThrow(
      new TypeError("The option 'headers' must be a Headers object."),
    );
  });

  it.each([Promise.resolve(chatReply), new Response('{}'), new Uint8Array(3), new Map()])(
    'does not blame the upstream for a body that is no parsed JSON',
    (body) => {
      expect(() => translateReply(body, options)).toThrow(/^The body is a \w+: pass the JSON text/);
    },
  );

  it('returns the requested model, or the upstream’s without a request', () => {
    const { context } = translateRequest(
      { model: 'call-name', max_tokens: 9, messages: [{ role: 'user', content: 'Hi' }] },
      { from: 'anthropic-messages', to: 'openai-chat', model: 'gpt-5' },
    );
    expect(translateReply(chatReply, options).body['model']).toBe('gpt-5');
    expect(translateReply(chatReply, { ...options, context }).body['model']).toBe('call-name');
    expect(translateReply(chatReply, { ...options, model: 'shown' }).body['model']).toBe('shown');
  });

  it('restores the tool names of the request', () => {
    const name = 'a name of its own';
    const { body, context } = translateRequest(
      {
        contents: [{ role: 'user', parts: [{ text: 'Hi' }] }],
        tools: [{ functionDeclarations: [{ name: `ns.${name.replaceAll(' ', ':')}` }] }],
      },
      { from: 'gemini-generate', to: 'openai-chat', model: 'gpt-5' },
    );
    const sent = JSON.stringify(body).match(/"name":"(ns[^"]+)"/)?.[1];
    const call = { id: 'call_1', type: 'function', function: { name: sent, arguments: '{}' } };
    const message = { role: 'assistant', content: null, tool_calls: [call] };
    const { json } = translateReply(
      { ...chatReply, choices: [{ index: 0, message, finish_reason: 'tool_calls' }] },
      { ...options, to: 'gemini-generate', context },
    );
    expect(json).toContain('"name":"ns.a:name:of:its:own"');
  });

  it('returns the usage and the notes, and the same reply for the same input', () => {
    const reply = translateReply(JSON.stringify(chatReply), options);
    expect(reply).toMatchObject({ status: 200, usage: { input: 9, output: 3 }, fidelity: 'exact' });
    expect(reply.body['id']).toBe('msg_7f7f');
    expect(translateReply(chatReply, options)).toEqual(reply);
  });
});

describe('translateError', () => {
  it.each([{ to: 'openai-chat' }, { to: 'openai-chat', id: '' }, { to: 'openai-chat', id: '–' }])(
    'names the id that is missing or not usable in %j',
    (wrong) => {
      const call = () => translateError('x', wrong as Parameters<typeof translateError>[1]);
      expect(call).toThrow(TypeError);
      expect(call).toThrow(/'id'|An id/);
    },
  );
});

describe.each(dialectIds)('translateError for a caller of %s', (to) => {
  it('describes what is wrong with a request', () => {
    const error = new GatewayError('invalid-request', 'The field is odd.', { param: 'n' });
    const { status, json } = translateError(error, { to, id: '7' });
    expect(status).toBe(400);
    expect(json).toContain('The field is odd.');
  });

  it('hides an internal error', () => {
    const { status, json } = translateError(new Error('secret'), { to, id: '7' });
    expect(status).toBe(500);
    expect(json).not.toContain('secret');
  });
});
