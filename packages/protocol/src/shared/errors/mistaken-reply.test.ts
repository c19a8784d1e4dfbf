import { describe, expect, it } from 'vitest';
import { GatewayError } from '../../canonical/error.ts';
import { codecs } from '../../dialects.ts';
import type { JsonObject } from '../../json/value.ts';
import { lints } from '../../testing/lints.ts';
import { readStream, replyTarget, writeStream } from '../../testing/wire.ts';

const gemini = codecs['gemini-generate'];
const source = { vendor: 'google', redact: (text: string) => text.replaceAll('hush', '***') };

function ends(parts: JsonObject[], fields: JsonObject = {}): JsonObject {
  const content = { role: 'model', parts };
  const finish = { finishReason: 'MALFORMED_FUNCTION_CALL', ...fields };
  return { candidates: [{ index: 0, content, ...finish }], responseId: 'r' };
}

function errorOf(parts: JsonObject[], fields?: JsonObject): GatewayError | undefined {
  try {
    gemini.decodeReply(ends(parts, fields), source);
    return undefined;
  } catch (thrown) {
    return GatewayError.from(thrown);
  }
}

function stream(...chunks: JsonObject[]) {
  const frames = chunks.map((chunk) => ({ data: JSON.stringify(chunk) }));
  return readStream(gemini, frames, 'google').steps;
}

const thought = { text: 'Hm.', thought: true };

describe('a reply that is nothing but a malformed call', () => {
  it.each([
    ['without content', []],
    ['with empty text', [{ text: '' }]],
    ['after reasoning', [thought]],
  ])('is an error %s, whole', (_, parts) => {
    expect(errorOf(parts)).toMatchObject({
      code: 'upstream-unavailable',
      message: 'The model made a mistake and gave no answer (MALFORMED_FUNCTION_CALL).',
    });
  });

  it('states the upstream’s explanation, redacted', () => {
    const error = errorOf([], { finishMessage: 'Bad call: f(hush\n)' });
    expect(error?.message).toContain('(MALFORMED_FUNCTION_CALL): Bad call: f(*** )');
  });

  it.each(Object.values(codecs))('ends a $dialect stream with an error', (client) => {
    const events = stream({ candidates: [{ content: { parts: [thought] } }] }, ends([]));
    const { steps } = writeStream(client, events, replyTarget());
    expect(lints[client.dialect](steps)).toEqual([]);
    expect(events.at(-1)).toMatchObject({ type: 'failure' });
    expect(steps.at(-1)?.data).toContain('gave no answer (MALFORMED_FUNCTION_CALL)');
  });

  it('is an error of a chat upstream, too', () => {
    const choice = { index: 0, message: { content: '' }, finish_reason: 'error' };
    const decode = () => codecs['openai-chat'].decodeReply({ choices: [choice] }, source);
    expect(decode).toThrow('gave no answer (error)');
  });
});

describe('a reply with a malformed call and content', () => {
  it.each([
    ['text', { text: 'Hello.' }],
    ['a call', { functionCall: { name: 'f', args: {} } }],
  ])('keeps %s', (_, part) => {
    expect(errorOf([part])).toBeUndefined();
    expect(stream(ends([part])).at(-1)).toEqual({ type: 'reply-end' });
  });

  it('keeps a candidate that made no mistake', () => {
    const [wrong] = ends([])['candidates'] as JsonObject[];
    const right = { index: 1, content: { parts: [{ text: 'Hi.' }] }, finishReason: 'STOP' };
    const reply = gemini.decodeReply({ candidates: [wrong ?? {}, right] }, source);
    expect(reply.value.choices).toHaveLength(2);
  });
});
