import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dialectIds, type DialectId } from '../canonical/dialect.ts';
import { GatewayError } from '../canonical/error.ts';
import { codecOf } from '../dialects.ts';
import type { JsonObject } from '../json/value.ts';
import { writeFrames } from '../sse/frame.ts';
import { streamedReply } from '../testing/event-streams.ts';
import { lints } from '../testing/lints.ts';
import { plainReplies } from '../testing/probes/probe.ts';
import { encodeStream, readStream, replyTarget, writeStream } from '../testing/wire.ts';
import { createFrameParser } from '../sse/frame-parser.ts';
import type { ReplyTranslationOptions } from './options.ts';
import { createStreamTranslator, type StreamTranslator } from './stream.ts';

const facts = { id: 'x7', now: () => 1_790_000_000_000, model: 'call-name' };
const options: ReplyTranslationOptions = {
  from: 'openai-chat',
  to: 'anthropic-messages',
  ...facts,
};
const pairs = dialectIds.flatMap((from) => dialectIds.map((to) => [from, to] as const));

const chunk = (delta: object, finish: string | null = null) =>
  `data: ${JSON.stringify({ id: 'c', model: 'up', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
const opening = chunk({ role: 'assistant', content: 'Hi' });
const whole = `${opening}${chunk({}, 'stop')}data: [DONE]\n\n`;

function translate(translator: StreamTranslator, pieces: Iterable<string | Uint8Array>): string {
  let text = '';
  for (const piece of pieces) text += translator.push(piece);
  return text + translator.end();
}

function lint(to: DialectId, text: string): string[] {
  const parser = createFrameParser();
  return lints[to]([...parser.push(new TextEncoder().encode(text)), ...parser.end()]);
}

describe('a stream that goes wrong', () => {
  it.each(dialectIds)('ends with an error event in %s when the end mark is missing', (to) => {
    const translator = createStreamTranslator({ ...options, to });
    const text = translate(translator, [opening]);
    expect(translator).toMatchObject({ state: 'failed', error: { code: 'upstream-unavailable' } });
    expect(text).toContain('ended before the answer was complete');
    expect(lint(to, text)).toEqual([]);
  });

  it.each(dialectIds)('ends with an error event in %s when the connection breaks', (to) => {
    const translator = createStreamTranslator({ ...options, to });
    const text = translator.push(opening) + translator.fail(new Error('secret socket'));
    expect(translator.error).toMatchObject({ code: 'upstream-unavailable' });
    expect(text).not.toContain('secret');
    expect(lint(to, text)).toEqual([]);
  });

  it('contains a reason that clients may see', () => {
    const translator = createStreamTranslator(options);
    const text = translator.fail(new GatewayError('upstream-timeout', 'It took too long.'));
    expect(text).toContain('It took too long.');
  });

  it('converts an upstream error to the client’s format', () => {
    const translator = createStreamTranslator(options);
    const error = 'data: {"error":{"message":"Too busy","code":503}}\n\n';
    expect(translate(translator, [error])).toMatch(/^event: error\n.*overloaded_error/);
  });

  it.each([
    ['nothing', ''],
    ['a web page', '<html></html>'],
    ['JSON', '{"id":"c"}'],
  ])('is an error when the upstream sends %s', (_, text) => {
    const translator = createStreamTranslator(options);
    expect(translate(translator, [text])).toMatch(/^event: error\n/);
  });

  it('is an error when an event is longer than the limit', () => {
    const translator = createStreamTranslator(options);
    const text = translator.push(`data: ${'x'.repeat(17 * 1024 * 1024)}`);
    expect(text).toContain('too long');
    expect(translator.state).toBe('failed');
  });

  it('emits nothing after its end', () => {
    const translator = createStreamTranslator(options);
    expect(translate(translator, [whole])).toContain('message_stop');
    expect(translator.push(whole) + translator.end() + translator.fail()).toBe('');
    expect(translator.state).toBe('ended');
  });
});

describe('an upstream that answers a stream with one JSON text', () => {
  it.each(pairs)('has its reply streamed from %s to %s', (from, to) => {
    const translator = createStreamTranslator({ ...options, from, to });
    const text = translate(translator, JSON.stringify(plainReplies[from], null, 2));
    expect(lint(to, text)).toEqual([]);
    expect(text).toContain('"Hi."');
    expect(translator).toMatchObject({ state: 'ended', usage: { input: 9, output: 3 } });
  });

  it.each(dialectIds)('has its error shown in %s', (to) => {
    const translator = createStreamTranslator({ ...options, to });
    const error = '{"error":{"message":"Slow down.","code":"rate_limit_exceeded"}}';
    const text = translate(translator, [`\n ${error.slice(0, 9)}`, error.slice(9)]);
    expect(text).toContain('Slow down.');
    expect(translator).toMatchObject({ state: 'failed', error: { code: 'rate-limited' } });
    expect(lint(to, text)).toEqual([]);
  });

  it('has its token probabilities noted for Messages, which has none', () => {
    const [choice] = plainReplies['openai-chat']['choices'] as JsonObject[];
    const logprobs = { content: [{ token: 'Hi', logprob: -1, bytes: null, top_logprobs: [] }] };
    const body = { ...plainReplies['openai-chat'], choices: [{ ...choice, logprobs }] };
    const translator = createStreamTranslator(options);
    translate(translator, [JSON.stringify(body)]);
    expect(translator.notes).toMatchObject([{ path: 'choices[0].logprobs', action: 'dropped' }]);
  });

  it('may be Gemini without server-sent events', () => {
    const translator = createStreamTranslator({ ...options, from: 'gemini-generate' });
    const text = JSON.stringify([plainReplies['gemini-generate']]);
    expect(translate(translator, text)).toContain('"Hi."');
    expect(translator.state).toBe('ended');
  });
});

it('returns the text that waits when it is asked for', () => {
  const translator = createStreamTranslator({ ...options, to: 'gemini-generate' });
  expect([translator.release(), translator.push(opening)]).toEqual(['', '']);
  expect(translator.release()).toContain('"Hi"');
  expect(translator.release() + translator.push(chunk({}, 'stop'))).toBe('');
  expect(translator.push('data: [DONE]\n\n')).toContain('"STOP"');
  expect(translator.release()).toBe('');
});

it('accepts chunks that split a character', () => {
  const text = whole.replace('Hi', '🎈');
  const cut = text.indexOf('🎈') + 1;
  const expected = translate(createStreamTranslator(options), [text]);
  expect(expected).toContain('🎈');
  const pieces = [text.slice(0, cut), text.slice(cut)];
  expect(translate(createStreamTranslator(options), pieces)).toBe(expected);
});

it('has the upstream’s model by default, and returns notes and usage', () => {
  const translator = createStreamTranslator({
    from: 'openai-chat',
    to: 'openai-responses',
    id: '7',
    now: facts.now,
  });
  const usage =
    'data: {"id":"c","choices":[],"usage":{"prompt_tokens":9,"completion_tokens":3}}\n\n';
  const text = translate(translator, [whole.replace('data: [DONE]', `${usage}data: [DONE]`)]);
  expect(text).toContain('"model":"up"');
  expect(translator.usage).toMatchObject({ input: 9, output: 3 });
  expect(translator.fidelity).toBe('exact');
});

describe.each(pairs)('from %s to %s', (from, to) => {
  it('equals decoding and encoding', () => {
    fc.assert(
      fc.property(streamedReply({ maxChoices: 1 }), fc.nat({ max: 40 }), ({ events }, cut) => {
        const sent = encodeStream(codecOf(from), events);
        const some = cut === 0 ? sent : sent.slice(0, cut);
        const vendor = 'acme';
        const decoded = readStream(codecOf(from), some, vendor);
        const target = { ...replyTarget(), completedAt: () => 1_790_000_000 };
        const written = writeStream(codecOf(to), decoded.steps, target);
        const translator = createStreamTranslator({ from, to, ...facts, vendor });
        expect(translate(translator, [writeFrames(some)])).toBe(writeFrames(written.steps));
        expect(translator.notes).toEqual([...decoded.notes, ...written.notes]);
      }),
      { numRuns: 50 },
    );
  });
});
