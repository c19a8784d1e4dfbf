import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../../json/value.ts';
import type { Logprobs } from '../../../canonical/logprobs.ts';
import type { Part } from '../../../canonical/part.ts';
import type { CanonicalReply } from '../../../canonical/reply.ts';
import { noUsage } from '../../../canonical/usage.ts';
import { NameMap } from '../../../history/names.ts';
import { replyTarget } from '../../../testing/wire.ts';
import { decodeReply, encodeReply, readReply } from './reply.ts';
import { framesOf, readRecording } from '../../../testing/recordings.ts';

const source = { vendor: 'google' };

function decode(candidate: JsonObject, more: JsonObject = {}) {
  const { value, notes } = decodeReply(
    { candidates: [candidate], responseId: 'r1', ...more },
    source,
  );
  return { choice: value.choices[0], value, notes };
}

function content(...parts: JsonObject[]): JsonObject {
  return { content: { role: 'model', parts } };
}

function encodeParts(...parts: Part[]) {
  const reply: CanonicalReply = { choices: [{ index: 0, parts, finish: { reason: 'stop' } }] };
  return encodeReply(reply, replyTarget());
}

function failureOf(body: JsonValue): unknown {
  try {
    decodeReply(body, source);
  } catch (thrown) {
    return thrown;
  }
  return undefined;
}

describe('bodies that are not a reply', () => {
  it.each<[JsonValue]>([
    [null],
    ['<html>'],
    [{}],
    [{ candidates: [] }],
    [{ usageMetadata: { promptTokenCount: 1 } }],
    [[]],
  ])('%j', (body) => {
    expect(failureOf(body)).toMatchObject({ code: 'upstream-unavailable' });
  });

  it.each<[JsonValue, object]>([
    [
      { error: { code: 429, message: 'Slow', status: 'RESOURCE_EXHAUSTED' } },
      { code: 'rate-limited' },
    ],
    [[{ error: { code: 503, message: 'Busy', status: 'UNAVAILABLE' } }], { code: 'overloaded' }],
  ])('%j gives its error', (body, error) => {
    expect(failureOf(body)).toMatchObject(error);
    expect(() => readReply(body)).toThrow(expect.objectContaining(error));
  });
});

describe('a blocked prompt', () => {
  it('is a filtered reply, not an empty success', () => {
    const { value } = decodeReply(
      { promptFeedback: { blockReason: 'SAFETY' }, usageMetadata: { promptTokenCount: 9 } },
      source,
    );
    expect(value).toMatchObject({
      choices: [{ index: 0, parts: [], finish: { reason: 'filter', native: 'SAFETY' } }],
      usage: { input: 9, output: 0 },
    });
  });
});

describe('decodeReply', () => {
  it('reads candidates, usage and names', () => {
    const { value, notes } = decodeReply(
      {
        candidates: [
          { ...content({ text: 'a' }), finishReason: 'STOP' },
          { ...content({ text: 'b' }), finishReason: 'MAX_TOKENS', index: 1 },
        ],
        usageMetadata: {
          promptTokenCount: 12,
          candidatesTokenCount: 5,
          cachedContentTokenCount: 4,
          serviceTier: 'flex',
        },
        modelVersion: 'gemini-2.5-flash-001',
        responseId: 'r1',
      },
      source,
    );
    expect(value).toEqual({
      id: 'r1',
      model: 'gemini-2.5-flash-001',
      serviceTier: 'flex',
      choices: [
        { index: 0, parts: [{ type: 'text', text: 'a' }], finish: { reason: 'stop' } },
        { index: 1, parts: [{ type: 'text', text: 'b' }], finish: { reason: 'length' } },
      ],
      usage: { ...noUsage, input: 8, cacheRead: 4, output: 5, services: ['flex'] },
    });
    expect(notes).toEqual([]);
  });

  it.each([
    ['STOP', { reason: 'stop' }],
    [undefined, { reason: 'stop' }],
    ['FINISH_REASON_UNSPECIFIED', { reason: 'stop', native: 'FINISH_REASON_UNSPECIFIED' }],
    ['MAX_TOKENS', { reason: 'length' }],
    ['SAFETY', { reason: 'filter' }],
    ['RECITATION', { reason: 'filter', native: 'RECITATION' }],
    ['LANGUAGE', { reason: 'filter', native: 'LANGUAGE' }],
    ['BLOCKLIST', { reason: 'filter', native: 'BLOCKLIST' }],
    ['PROHIBITED_CONTENT', { reason: 'filter', native: 'PROHIBITED_CONTENT' }],
    ['SPII', { reason: 'filter', native: 'SPII' }],
    ['IMAGE_SAFETY', { reason: 'filter', native: 'IMAGE_SAFETY' }],
    ['IMAGE_OTHER', { reason: 'filter', native: 'IMAGE_OTHER' }],
    ['OTHER', { reason: 'fault' }],
    ['UNEXPECTED_TOOL_CALL', { reason: 'fault', native: 'UNEXPECTED_TOOL_CALL' }],
    ['CONTINUATION', { reason: 'pause' }],
    ['MODEL_ARMOR', { reason: 'filter', native: 'MODEL_ARMOR' }],
    ['ESCALATION', { reason: 'filter', native: 'ESCALATION' }],
    ['PUP_LIMITED_DISABLED', { reason: 'filter', native: 'PUP_LIMITED_DISABLED' }],
    ['MISSING_THOUGHT_SIGNATURE', { reason: 'fault', native: 'MISSING_THOUGHT_SIGNATURE' }],
  ])('%s', (finishReason, finish) => {
    expect(decode({ ...content({ text: 'a' }), finishReason }).choice?.finish).toEqual(finish);
  });

  it.each([
    ['STOP', 'calls'],
    ['MALFORMED_FUNCTION_CALL', 'calls'],
    ['MAX_TOKENS', 'length'],
    ['SAFETY', 'filter'],
  ])('%s beside a call', (finishReason, reason) => {
    const call = { functionCall: { name: 'f' } };
    expect(decode({ ...content(call), finishReason }).choice).toMatchObject({
      parts: [{ type: 'call', id: 'call_r1_1', name: 'f', arguments: '{}' }],
      finish: { reason },
    });
  });

  it('ignores fields of the wrong type', () => {
    const { choice } = decode({
      content: { role: 'model', parts: [{ text: 'ok', thoughtSignature: 7, inlineData: 'x' }] },
      finishReason: 9,
      index: 'a',
      groundingMetadata: [],
    });
    expect(choice).toMatchObject({ index: 0, parts: [{ text: 'ok' }], finish: { reason: 'stop' } });
  });

  it.each([
    ['{"n":1}', '{"n":1}'],
    ['{"n":', '{}'],
    ['[1]', '{}'],
  ])('reads the arguments %s that are JSON text', (args, read) => {
    const { choice } = decode(content({ functionCall: { name: 'f', args } }));
    expect(choice?.parts).toMatchObject([{ type: 'call', name: 'f', arguments: read }]);
  });

  it('reads probabilities in the form of chat completions', () => {
    const logprobsResult = {
      chosenCandidates: [{ token: 'a', logProbability: -0.1, tokenId: 1 }],
      topCandidates: [{ candidates: [{ token: 'b', logProbability: -2 }] }],
    };
    const { choice } = decode({ ...content({ text: 'a' }), logprobsResult });
    const logprobs = {
      content: [
        {
          token: 'a',
          logprob: -0.1,
          bytes: null,
          top_logprobs: [{ token: 'b', logprob: -2, bytes: null }],
        },
      ],
      refusal: [],
    };
    expect(choice?.logprobs).toEqual(logprobs);
    const reply: CanonicalReply = { choices: choice ? [choice] : [] };
    expect(encodeReply(reply, replyTarget()).value.candidates[0]).toMatchObject({
      logprobsResult: {
        chosenCandidates: [{ token: 'a', logProbability: -0.1 }],
        topCandidates: [{ candidates: [{ token: 'b', logProbability: -2 }] }],
      },
    });
  });

  it('writes the probabilities of a refusal after those of the text', () => {
    const token = (word: string) => ({ token: word, logprob: -1, bytes: null, top_logprobs: [] });
    const encode = (logprobs: Logprobs) => {
      const parts = [{ type: 'refusal', text: 'No.' }] as const;
      const choices = [{ index: 0, parts, finish: { reason: 'stop' }, logprobs }] as const;
      return encodeReply({ choices }, replyTarget()).value.candidates[0];
    };
    const words = (...given: string[]) => ({
      logprobsResult: {
        chosenCandidates: given.map((word) => ({ token: word, logProbability: -1 })),
      },
    });
    expect(encode({ content: [token('Oh')], refusal: [token('No')] })).toMatchObject(
      words('Oh', 'No'),
    );
    expect(encode({ content: [], refusal: [token('No')] })).toMatchObject(words('No'));
  });

  it('cites sources without offsets for the whole reply', () => {
    const { choice } = decode({
      ...content({ text: 'a' }),
      groundingMetadata: { groundingChunks: [{ web: { uri: 'https://a.example/' } }, {}] },
    });
    expect(choice?.parts).toEqual([
      { type: 'text', text: 'a', citations: [{ url: 'https://a.example/' }] },
    ]);
  });

  it('notes citations without any text', () => {
    const { notes } = decode({
      content: { parts: [] },
      citationMetadata: { citationSources: [{ uri: 'https://a.example/' }] },
    });
    expect(notes).toMatchObject([{ action: 'dropped', path: 'citationMetadata' }]);
  });

  it('reads a stream that was read as one list', () => {
    const frames = framesOf(readRecording('gemini-generate', 'text'));
    const chunks = frames.map(({ data }) => JSON.parse(data) as JsonValue);
    expect(decodeReply(chunks, source).value).toMatchObject({
      choices: [{ parts: [{ text: 'Guten Morgen, Zürich 🚋!' }], finish: { reason: 'stop' } }],
      usage: { output: 7 },
    });
    expect(readReply(chunks).usage).toMatchObject({ output: 7 });
    expect(failureOf(chunks.slice(0, 1))).toMatchObject({ code: 'upstream-unavailable' });
  });
});

describe('encodeReply', () => {
  it('writes the whole envelope under the call name', () => {
    const reply: CanonicalReply = {
      id: 'up',
      model: 'claude',
      serviceTier: 'priority',
      choices: [
        { index: 0, parts: [{ type: 'text', text: 'Hi' }], finish: { reason: 'stop-sequence' } },
      ],
      usage: { ...noUsage, input: 2, cacheRead: 100, cacheWrite1h: 10, output: 5, reasoning: 7 },
    };
    expect(encodeReply(reply, replyTarget()).value).toEqual({
      candidates: [
        { content: { role: 'model', parts: [{ text: 'Hi' }] }, finishReason: 'STOP', index: 0 },
      ],
      usageMetadata: {
        promptTokenCount: 112,
        candidatesTokenCount: 5,
        totalTokenCount: 124,
        cachedContentTokenCount: 100,
        thoughtsTokenCount: 7,
        serviceTier: 'priority',
      },
      modelVersion: 'call-name',
      responseId: 'x7',
    });
  });

  it('notes a tier without usage, and leaves out citations without an address or a title', () => {
    const citations = [{ start: 0, end: 2 }];
    const parts: Part[] = [{ type: 'text', text: 'Hi', citations }];
    const reply: CanonicalReply = {
      serviceTier: 'flex',
      choices: [{ index: 0, parts, finish: { reason: 'stop' } }],
    };
    const { value, notes } = encodeReply(reply, replyTarget());
    expect(value.candidates[0]).not.toHaveProperty('citationMetadata');
    expect(notes).toMatchObject([{ action: 'dropped', path: 'serviceTier' }]);
  });

  it('writes calls with object arguments, the caller’s names and distinct ids', () => {
    const names = new NameMap(16);
    const call = { type: 'call', id: 'a', arguments: '{"city":"Oslo"}' } as const;
    const parts: Part[] = [
      { ...call, name: names.toUpstream('a.name.that.is.far.too.long') },
      { ...call, name: 'now', arguments: '' },
    ];
    const reply: CanonicalReply = { choices: [{ index: 0, parts, finish: { reason: 'calls' } }] };
    expect(encodeReply(reply, replyTarget(names)).value.candidates).toMatchObject([
      {
        content: {
          parts: [
            {
              functionCall: {
                id: 'a',
                name: 'a.name.that.is.far.too.long',
                args: { city: 'Oslo' },
              },
            },
            { functionCall: { id: 'call_x7_1', name: 'now', args: {} } },
          ],
        },
        finishReason: 'STOP',
      },
    ]);
  });

  it('never writes an empty list of parts, which clients drop', () => {
    expect(encodeParts().value.candidates[0]?.content.parts).toEqual([{ text: '' }]);
  });

  it.each([
    ['filter', 'RECITATION', 'RECITATION'],
    ['filter', 'content_filter', 'SAFETY'],
    ['filter', undefined, 'SAFETY'],
    ['stop', 'SAFETY', 'STOP'],
    ['length', undefined, 'MAX_TOKENS'],
    ['context', undefined, 'MAX_TOKENS'],
    ['pause', undefined, 'CONTINUATION'],
    ['fault', 'MALFORMED_FUNCTION_CALL', 'MALFORMED_FUNCTION_CALL'],
    ['fault', undefined, 'OTHER'],
    ['calls', undefined, 'STOP'],
  ] as const)('ends %s (%s) with %s', (reason, native, word) => {
    const finish = { reason, ...(native !== undefined && { native }) };
    const reply: CanonicalReply = { choices: [{ index: 0, parts: [], finish }] };
    expect(encodeReply(reply, replyTarget()).value.candidates[0]?.finishReason).toBe(word);
  });

  it('notes what it cannot write', () => {
    const { notes } = encodeParts(
      { type: 'server', dialect: 'anthropic-messages', raw: {} },
      { type: 'result', callId: 'a', content: [] },
      { type: 'refusal', text: 'No.' },
      { type: 'text', text: 'a', citations: [{ url: 'u', quote: 'q' }] },
    );
    expect(notes.map(({ path, action }) => `${action} ${path}`)).toEqual([
      'dropped choices[0].parts[0]',
      'dropped choices[0].parts[1]',
      'approximated choices[0].parts[2]',
      'dropped citations',
    ]);
  });
});
