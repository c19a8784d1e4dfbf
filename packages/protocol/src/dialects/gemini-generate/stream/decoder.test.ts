import { describe, expect, it } from 'vitest';
import { assembleReply } from '../../../canonical/assemble.ts';
import { checkEvents } from '../../../canonical/event-lint.ts';
import type { CanonicalEvent } from '../../../canonical/reply.ts';
import { decodeStreamText, readRecording } from '../../../testing/recordings.ts';
import { createStreamDecoder } from './decoder.ts';

function decodeText(text: string) {
  return decodeStreamText(createStreamDecoder({ vendor: 'google' }), text);
}

function decodeFixture(name: string) {
  return decodeText(readRecording('gemini-generate', name));
}

function failureOf(events: readonly CanonicalEvent[]) {
  const last = events.at(-1);
  return last?.type === 'failure' ? last.error : undefined;
}

function textOf(events: readonly CanonicalEvent[]): string {
  return events.map((event) => (event.type === 'part-delta' ? event.text : '')).join('');
}

const textPart = (text: string) => ({ type: 'text', text });
const thought = (text: string) => ({ type: 'reasoning', text });
const signed = (data: string) => ({ providerState: { vendor: 'google', kind: 'thought', data } });
const weather = (id: string, city: string) => ({
  type: 'call',
  id,
  name: 'get_weather',
  arguments: `{"city":"${city}"}`,
});
const now = (id: string) => ({ type: 'call', id, name: 'now', arguments: '{}' });

/** What each complete fixture gives: its parts, why it ended, and its usage where it has one. */
const decodings: Record<
  string,
  { parts: unknown[]; finish: object; usage?: object; logprobs?: object }
> = {
  text: {
    parts: [textPart('Guten Morgen, Zürich 🚋!')],
    finish: { reason: 'stop' },
    usage: { input: 9, cacheRead: 0, output: 7, reasoning: 0 },
  },
  'thoughts-then-text': {
    parts: [thought('Two trains, one track.'), textPart('They meet at noon.')],
    finish: { reason: 'stop' },
    usage: { input: 8, cacheRead: 32, output: 9, reasoning: 22 },
  },
  'call-then-empty-stop': {
    parts: [weather('call_qK3uaPzD7x_1', 'Zürich')],
    finish: { reason: 'calls', native: undefined },
  },
  'parallel-calls-without-ids': {
    parts: [
      weather('call_qK3uaPzD7x_1', 'Oslo'),
      weather('call_qK3uaPzD7x_2', 'Rome'),
      now('call_qK3uaPzD7x_3'),
    ],
    finish: { reason: 'calls' },
  },
  'calls-with-ids': { parts: [now('x7f2'), now('call_qK3uaPzD7x_1')], finish: { reason: 'calls' } },
  'text-beside-calls': {
    parts: [textPart('Looking it up.'), now('call_qK3uaPzD7x_1')],
    finish: { reason: 'calls' },
  },
  'signature-on-first-call': {
    parts: [
      thought('I need both.'),
      { ...weather('call_qK3uaPzD7x_1', 'Oslo'), ...signed('CsIBAdHtim8=') },
      weather('call_qK3uaPzD7x_2', 'Rome'),
    ],
    finish: { reason: 'calls' },
  },
  'signature-behind-text': {
    parts: [textPart('Four.'), { ...thought(''), ...signed('CtQBsig==') }],
    finish: { reason: 'stop' },
    usage: { output: 2, reasoning: 40 },
  },
  'signature-on-text': {
    parts: [textPart('Four.'), { ...thought(''), ...signed('CtQBsig==') }, textPart(' Surely.')],
    finish: { reason: 'stop' },
  },
  'signature-on-thought': {
    parts: [{ ...thought('Hm.'), ...signed('CtQBone==') }, thought('Aha.'), textPart('Yes.')],
    finish: { reason: 'stop' },
  },
  'tool-use-prompt-tokens': {
    parts: [textPart('Found.')],
    finish: { reason: 'stop' },
    usage: { input: 100, cacheRead: 0, output: 2, reasoning: 3 },
  },
  'prompt-blocked': {
    parts: [],
    finish: { reason: 'filter', native: 'PROHIBITED_CONTENT' },
    usage: { input: 9, output: 0 },
  },
  'prompt-blocked-with-words': {
    parts: [{ type: 'refusal', text: 'The prompt was blocked.' }],
    finish: { reason: 'filter', native: 'SAFETY' },
  },
  'safety-without-content': { parts: [textPart('Part')], finish: { reason: 'filter' } },
  'unknown-finish-reason': {
    parts: [textPart('ok')],
    finish: { reason: 'stop', native: 'SOMETHING_NEW' },
  },
  image: {
    parts: [
      textPart('Here: '),
      {
        type: 'media',
        kind: 'image',
        source: { by: 'bytes', mediaType: 'image/png', base64: 'iVBORw0KGgoAAAANSUhEUg==' },
      },
      { ...thought(''), ...signed('CtQBimg=') },
      textPart('Done.'),
    ],
    finish: { reason: 'stop' },
  },
  'code-execution': {
    parts: [
      {
        type: 'server',
        dialect: 'gemini-generate',
        raw: { executableCode: { language: 'PYTHON', code: 'print(6*7)' } },
        readable: [textPart('Code that was run:\nprint(6*7)')],
      },
      {
        type: 'server',
        dialect: 'gemini-generate',
        raw: { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '42\n' } },
        readable: [textPart('Outcome of the code:\nOUTCOME_OK\n\nOutput of the code:\n42')],
      },
      textPart('It is 42.'),
    ],
    finish: { reason: 'stop' },
  },
  'unknown-part': {
    parts: [
      { type: 'server', dialect: 'gemini-generate', raw: { futurePart: { z: 1 } } },
      textPart('ok'),
    ],
    finish: { reason: 'stop' },
  },
  grounding: {
    parts: [
      {
        ...textPart('Grüezi. The ferry leaves at nine.'),
        citations: [{ url: 'https://ferry.example/', title: 'Ferry', start: 8, end: 33 }],
      },
    ],
    finish: { reason: 'stop' },
  },
  'recitation-sources': {
    parts: [
      {
        ...textPart('To be or not to be'),
        citations: [{ url: 'https://bard.example/', start: 0, end: 18 }],
      },
    ],
    finish: { reason: 'stop' },
  },
  'speech-after-end': { parts: [textPart('ok')], finish: { reason: 'stop' } },
  'usage-in-a-chunk-of-its-own': {
    parts: [textPart('ok')],
    finish: { reason: 'stop' },
    usage: { input: 6, output: 1 },
  },
  'thoughts-only-in-total': {
    parts: [textPart('The bridge is open.')],
    finish: { reason: 'stop' },
    usage: { input: 7, output: 395, reasoning: 0 },
  },
  'thoughts-inside-answer': {
    parts: [textPart('The bridge is open.')],
    finish: { reason: 'stop' },
    usage: { input: 7, output: 7, reasoning: 5 },
  },
  logprobs: {
    parts: [textPart('ok')],
    finish: { reason: 'stop' },
    logprobs: {
      content: [{ token: 'ok', logprob: -0.1, bytes: null, top_logprobs: [] }],
      refusal: [],
    },
  },
  'garbage-between': { parts: [textPart('clear')], finish: { reason: 'stop' } },
  'done-mark': { parts: [textPart('ok')], finish: { reason: 'stop' } },
  'indented-data': { parts: [textPart('ok')], finish: { reason: 'stop' } },
};

describe('streams that are not a reply', () => {
  it.each(['cut-midway', 'cut-in-one-candidate', 'cut-inside-frame'])(
    'reports %s as interrupted, not as an end',
    (name) => {
      const { events } = decodeFixture(name);
      expect(failureOf(events)).toMatchObject({
        code: 'upstream-unavailable',
        reason: 'stream_interrupted',
      });
      expect(events.filter(({ type }) => type === 'finish' || type === 'reply-end')).toEqual([]);
    },
  );

  it.each([
    ['error-first', '', { code: 'overloaded', upstreamStatus: 503 }],
    ['error-midstream', 'Part', { code: 'upstream-unavailable', upstreamStatus: 500 }],
    ['error-in-a-list', 'Part', { code: 'rate-limited', retryAfter: 13 }],
    ['error-with-a-name', 'Part', { code: 'overloaded', message: 'Gone.' }],
    ['error-about-the-key', '', { code: 'upstream-unavailable', upstreamStatus: 401 }],
  ])('reads %s', (name, text, error) => {
    const { events } = decodeFixture(name);
    expect(textOf(events)).toBe(text);
    expect(failureOf(events)).toMatchObject(error);
  });

  it('hides the upstream’s message about our key', () => {
    expect(failureOf(decodeFixture('error-about-the-key').events)?.message).not.toMatch(/API key/i);
  });

  it('fails on a stream of another format', () => {
    const { events } = decodeText('data: {"type":"ping"}\n\n'.repeat(1_001));
    expect(events).toHaveLength(1);
    expect(failureOf(events)).toMatchObject({ reason: 'stream_interrupted' });
  });

  it.each(['', 'data: [DONE]\n\n', '<html></html>'])('fails for %j', (text) => {
    expect(decodeText(text).events.map(({ type }) => type)).toEqual(['failure']);
  });

  it('emits nothing after a failure', () => {
    const decoder = createStreamDecoder({ vendor: 'google' });
    decoder.push({ data: '{"error":{"code":500,"message":"x","status":"INTERNAL"}}' });
    expect(decoder.push({ data: '{"candidates":[{"finishReason":"STOP"}]}' })).toEqual([]);
    expect(decoder.end()).toEqual([]);
  });
});

describe('recorded streams', () => {
  it.each(Object.entries(decodings))('reads %s', (name, { usage, ...choice }) => {
    const { events } = decodeFixture(name);
    expect(checkEvents(events)).toEqual([]);
    const reply = assembleReply(events);
    expect(reply.choices).toEqual([{ index: 0, ...choice }]);
    if (usage) expect(reply.usage).toMatchObject(usage);
    expect(reply).toMatchObject({ id: 'qK3uaPzD7x', model: 'gemini-2.5-flash' });
  });

  it('reads malformed-function-call as an error', () => {
    const { events } = decodeFixture('malformed-function-call');
    expect(checkEvents(events)).toEqual([]);
    expect(events.map(({ type }) => type)).toEqual(['reply-start', 'failure']);
    expect(failureOf(events)?.message).toContain('Malformed function call: print(1)');
  });

  it('reads candidates apart', () => {
    const { choices } = assembleReply(decodeFixture('several-candidates').events);
    expect(choices).toEqual([
      { index: 0, parts: [textPart('Red.')], finish: { reason: 'stop' } },
      { index: 1, parts: [textPart('Blue.')], finish: { reason: 'length' } },
    ]);
  });

  it('gives the state of a call before its arguments, as some formats write it first', () => {
    const { events } = decodeFixture('signature-on-first-call');
    const at = events.findIndex(({ type }) => type === 'part-state');
    expect(events.slice(at - 1, at + 2).map(({ type }) => type)).toEqual([
      'part-start',
      'part-state',
      'part-delta',
    ]);
  });

  it('emits usage as soon as it arrives, replacing earlier usage', () => {
    const { events } = decodeFixture('text');
    const reports = events.flatMap((event) => (event.type === 'usage' ? [event.usage.output] : []));
    expect(reports).toEqual([0, 3, 7]);
  });

  it('reports the service tier that was used', () => {
    const { events } = decodeFixture('tool-use-prompt-tokens');
    expect(events[0]).toMatchObject({ type: 'reply-start', serviceTier: 'priority' });
  });

  it('notes a finish reason that it does not know', () => {
    expect(decodeFixture('unknown-finish-reason').notes).toMatchObject([{ path: 'finishReason' }]);
  });

  it('leaves ids empty where no two answers could be distinguished', () => {
    const call = '{"candidates":[{"content":{"parts":[{"functionCall":{"name":"f"}}]},';
    const { events } = decodeText(`data: ${call}"finishReason":"STOP"}]}\n\n`);
    expect(events).toContainEqual(
      expect.objectContaining({ part: { type: 'call', id: '', name: 'f' } }),
    );
  });
});

it('an error event whose data is not JSON is a failure with its text', () => {
  const { events } = decodeText('event: error\ndata: gave up\n\n');
  expect(failureOf(events)?.message).toContain('gave up');
});
