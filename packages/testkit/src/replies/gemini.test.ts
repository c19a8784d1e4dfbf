import { describe, expect, it } from 'vitest';
import { countFrames, readContent } from '../answer.ts';
import type { ReplyDescription } from './description.ts';
import { readFrames } from './frames.ts';
import {
  createGeminiAnswer,
  createGeminiChunks,
  geminiArrayStream,
  geminiReply,
  geminiStream,
} from './gemini.ts';

const description: ReplyDescription = {
  id: 'abc',
  model: 'm',
  reasoning: ['h', 'm'],
  signature: 'sig==',
  commentary: 'I look.',
  text: ['Hal', 'lo'],
  toolCalls: [
    { id: 'call_1', name: 'look', arguments: { city: 'Bern' } },
    { id: '', name: 'wait', arguments: '' },
  ],
  usage: { input: 10, cacheRead: 3, cacheWrite: 2, output: 7, reasoning: 4 },
};

const calls = [
  {
    functionCall: { id: 'call_1', name: 'look', args: { city: 'Bern' } },
    thoughtSignature: 'sig==',
  },
  { functionCall: { name: 'wait', args: {} } },
];

const usageMetadata = {
  promptTokenCount: 15,
  candidatesTokenCount: 7,
  totalTokenCount: 26,
  cachedContentTokenCount: 3,
  promptTokensDetails: [{ modality: 'TEXT', tokenCount: 15 }],
  thoughtsTokenCount: 4,
};

const partsPath = 'candidates.0.content.parts';

/** The only candidates of the chunks of a stream. */
function listCandidates(given: ReplyDescription): unknown[] {
  return createGeminiChunks(given, { deltaLength: 9 }).map(
    (chunk) => (chunk['candidates'] as readonly unknown[])[0],
  );
}

describe('createGeminiAnswer', () => {
  it('writes a whole answer', () => {
    expect(createGeminiAnswer(description)).toEqual({
      candidates: [
        {
          content: {
            parts: [
              { text: 'hm', thought: true },
              { text: 'I look.' },
              { text: 'Hallo' },
              ...calls,
            ],
            role: 'model',
          },
          finishReason: 'STOP',
          index: 0,
        },
      ],
      usageMetadata,
      modelVersion: 'm',
      responseId: 'abc',
    });
  });

  it.each([
    [{ text: 'a' }, 'STOP'],
    [{ text: 'a', finish: 'stop-sequence' }, 'STOP'],
    [{ text: 'a', finish: 'length' }, 'MAX_TOKENS'],
    [{ text: 'a', finish: 'context' }, 'MAX_TOKENS'],
    [{ text: 'a', finish: 'filter' }, 'SAFETY'],
    [{ text: 'a', finish: 'pause' }, 'CONTINUATION'],
    [{ text: 'a', finish: { native: 'RECITATION' } }, 'RECITATION'],
  ] as const)('ends %j with %s', (given: ReplyDescription, reason) => {
    expect(createGeminiAnswer(given)).toHaveProperty('candidates.0.finishReason', reason);
  });

  it('has no candidate for a prompt that was blocked', () => {
    const blocked = createGeminiAnswer({ text: 'never', finish: 'prompt-blocked' });
    expect(blocked).toMatchObject({
      promptFeedback: { blockReason: 'PROHIBITED_CONTENT' },
      usageMetadata: { promptTokenCount: 12, totalTokenCount: 12 },
    });
    expect(blocked).not.toHaveProperty('candidates');
    expect(blocked).not.toHaveProperty('usageMetadata.candidatesTokenCount');
    expect(createGeminiChunks({ finish: 'prompt-blocked' })).toEqual([blocked]);
  });

  it('writes a refusal as a finish reason without content', () => {
    expect(createGeminiAnswer({ refusal: 'no' })).toMatchObject({
      candidates: [{ finishReason: 'SAFETY', finishMessage: 'no' }],
    });
    expect(createGeminiAnswer({ refusal: 'no' })).not.toHaveProperty('candidates.0.content');
  });

  it('puts a signature without a call on the text, or on a part of its own', () => {
    expect(createGeminiAnswer({ text: 'a', signature: 's' })).toHaveProperty(partsPath, [
      { text: 'a', thoughtSignature: 's' },
    ]);
    expect(createGeminiAnswer({ signature: 's' })).toHaveProperty(partsPath, [
      { text: '', thoughtSignature: 's' },
    ]);
  });

  it('writes a custom call as a function with one argument, and malformed text as it is', () => {
    const custom = { id: 'c', name: 'patch', arguments: 'raw "text"', custom: true };
    const broken = { id: 'd', name: 'look', arguments: '{"city":' };
    expect(createGeminiAnswer({ toolCalls: [custom, broken] })).toHaveProperty(partsPath, [
      { functionCall: { id: 'c', name: 'patch', args: { input: 'raw "text"' } } },
      { functionCall: { id: 'd', name: 'look', args: '{"city":' } },
    ]);
  });

  it('omits counts of 0, and reports no usage or any given usage', () => {
    expect(createGeminiAnswer({ usage: { input: 3, output: 0 } })).toHaveProperty('usageMetadata', {
      promptTokenCount: 3,
      totalTokenCount: 3,
      promptTokensDetails: [{ modality: 'TEXT', tokenCount: 3 }],
    });
    const text = JSON.stringify(createGeminiChunks({ text: 'a', usage: null }));
    expect(text).not.toContain('usageMetadata');
    const absurd = { promptTokenCount: -1 };
    expect(createGeminiAnswer({ rawUsage: absurd })).toHaveProperty('usageMetadata', absurd);
  });
});

describe('createGeminiChunks', () => {
  it('streams parts in the order of the vendor, whole calls, and the finish reason last', () => {
    const content = (part: object) => ({ content: { parts: [part], role: 'model' }, index: 0 });
    expect(listCandidates(description)).toEqual([
      content({ text: 'h', thought: true }),
      content({ text: 'm', thought: true }),
      content({ text: 'I look.' }),
      content({ text: 'Hal' }),
      content({ text: 'lo' }),
      ...calls.map(content),
      { ...content({ text: '' }), finishReason: 'STOP' },
    ]);
  });

  it('has increasing usage on every chunk', () => {
    const usages = createGeminiChunks(description).map((chunk) => chunk['usageMetadata']);
    const totals = usages.map((usage) => (usage as typeof usageMetadata).totalTokenCount);
    expect(totals).toEqual([...totals].sort((one, other) => one - other));
    expect(totals[0]).toBeLessThan(20);
    expect(usages.at(-1)).toEqual(usageMetadata);
  });

  it('sends a late signature on an empty text', () => {
    expect(listCandidates({ text: 'a', signature: 's' }).at(-1)).toEqual({
      content: { parts: [{ text: '', thoughtSignature: 's' }], role: 'model' },
      finishReason: 'STOP',
      index: 0,
    });
  });

  it('ends without content when a filter cut the answer', () => {
    expect(listCandidates({ text: 'a', finish: 'filter' }).at(-1)).toEqual({
      finishReason: 'SAFETY',
      index: 0,
    });
  });
});

describe('generated streams', () => {
  const chunks = createGeminiChunks(description);
  const read = (answer = geminiStream(description)) => Buffer.from(readContent(answer)).toString();

  it('name no event and have no end mark', () => {
    const frames = readFrames(read());
    expect(frames.every((frame) => frame.event === undefined)).toBe(true);
    expect(frames.map((frame): unknown => JSON.parse(frame.data))).toEqual(chunks);
  });

  it('are one JSON array without alt=sse, with one element per frame', () => {
    const answer = geminiArrayStream(description);
    expect(JSON.parse(read(answer))).toEqual(chunks);
    expect(countFrames(answer)).toBe(chunks.length + 1);
    expect(read(answer)).toMatch(/^\[\{.*\}\n,\r\n\{.*\}\n\]$/s);
  });

  it('have the right content type', () => {
    const type = (answer = geminiReply()) => Object.fromEntries(answer.headers)['content-type'];
    expect(type()).toContain('application/json');
    expect(type(geminiArrayStream())).toContain('application/json');
    expect(type(geminiStream())).toBe('text/event-stream');
  });
});
