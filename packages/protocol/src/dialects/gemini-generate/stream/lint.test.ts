import { describe, expect, it } from 'vitest';
import type { SseFrame } from '../../../sse/frame.ts';
import { lintGeminiStream } from './lint.ts';

const head = { modelVersion: 'm', responseId: 'r' };

function frame(chunk: object, event?: string): SseFrame {
  const data = JSON.stringify(chunk);
  return event === undefined ? { data } : { event, data };
}

function chunk(candidate: object, more: object = {}): SseFrame {
  return frame({ candidates: [{ index: 0, ...candidate }], ...head, ...more });
}

const content = (...parts: object[]) => ({ role: 'model', parts });
const stop = chunk({ content: content({ text: '' }), finishReason: 'STOP' });
const error = frame({ error: { code: 503, message: 'm', status: 'UNAVAILABLE' } });
const failure = (fields: object) => [
  frame({ error: { code: 503, message: 'm', status: 'UNAVAILABLE', ...fields } }),
];
const counted = (usageMetadata: object) => [chunk({ finishReason: 'STOP' }, { usageMetadata })];

describe('lintGeminiStream', () => {
  const call = (fields: object) => [chunk({ content: content({ functionCall: fields }) }), stop];

  it.each<[string, SseFrame[]]>([
    ['The stream has no candidate.', []],
    ['Candidate 0 has no finishReason.', [chunk({ content: content({ text: 'a' }) })]],
    [
      'Candidate 1 has no finishReason.',
      [stop, chunk({ index: 1, content: content({ text: 'a' }) })],
    ],
    ['Candidate 0 has no finishReason.', [frame({ ...head, candidates: [{}] })]],
    ['A frame is named chunk.', [{ ...stop, event: 'chunk' }]],
    ['The data of a frame has a line break.', [{ data: stop.data.replace('{', '{\n') }]],
    ['The data of a frame has a line break.', [{ data: stop.data.replace('"r"', '"\u2028"') }]],
    ['The data of a frame is no JSON object.', [{ data: '[DONE]' }, stop]],
    ['A frame follows an error.', [error, stop]],
    ['The code of an error is no HTTP status.', failure({ code: 14 })],
    ['The code of an error is no HTTP status.', failure({ code: 399 })],
    ['The code of an error is no HTTP status.', failure({ code: 600 })],
    ['The code of an error is no HTTP status.', failure({ code: '503' })],
    ['An error lacks its message or its status.', failure({ message: undefined })],
    ['An error lacks its message or its status.', failure({ status: undefined })],
    ['A chunk has no modelVersion.', [frame({ candidates: [], responseId: 'r' }), stop]],
    ['A chunk has no responseId.', [frame({ candidates: [], modelVersion: 'm' }), stop]],
    ['The responseId changes within the stream.', [frame({ ...head, responseId: 'other' }), stop]],
    ['The candidates of a chunk are no list.', [frame({ ...head, candidates: {} }), stop]],
    ['A candidate has no whole number as its index.', [chunk({ index: 'a' }), stop]],
    ['A candidate has no whole number as its index.', [chunk({ index: 0.5 }), stop]],
    [
      'A candidate has no whole number as its index.',
      [frame({ ...head, candidates: ['x'] }), stop],
    ],
    ['Candidate 0 goes on after its end.', [stop, chunk({ content: content({ text: 'a' }) })]],
    ['A finishReason is not known.', [chunk({ finishReason: 'tool_calls' })]],
    ['A finishReason is not known.', [chunk({ finishReason: 1 })]],
    [
      'The role of a content is not model.',
      [chunk({ content: { role: 'assistant', parts: [{ text: 'a' }] } }), stop],
    ],
    ['A content has no parts.', [chunk({ content: content() }), stop]],
    ['A content has no parts.', [chunk({ content: { role: 'model', parts: {} } }), stop]],
    ['A part is empty.', [chunk({ content: content({}) }), stop]],
    ['A part is empty.', [chunk({ content: { role: 'model', parts: ['a'] } }), stop]],
    ['A call has no name.', call({ args: {} })],
    ['A call has no name.', call({ name: '' })],
    ['A call has no name.', call({ name: 1 })],
    ['A call has no name.', [chunk({ content: content({ functionCall: 'f' }) }), stop]],
    ['The args of a call are no object.', call({ name: 'f', args: '{}' })],
    ['The usage lacks its counts.', counted({})],
    ['The usage lacks its counts.', counted({ promptTokenCount: 1 })],
    ['The usage lacks its counts.', counted({ totalTokenCount: 1 })],
  ])('finds: %s', (violation, frames) => {
    expect(lintGeminiStream(frames)).toEqual([violation]);
  });

  it.each<[string, SseFrame[]]>([
    ['a text', [chunk({ content: content({ text: 'a' }) }), stop]],
    ['an end without content', [chunk({ finishReason: 'SAFETY' })]],
    ['a call', [chunk({ content: content({ functionCall: { name: 'f' } }) }), stop]],
    ['a call of an object', call({ name: 'f', args: {} })],
    ['usage', counted({ promptTokenCount: 1, totalTokenCount: 2 })],
    ['the first status', failure({ code: 400 })],
    ['the last status', failure({ code: 599 })],
    ['a failure', [chunk({ content: content({ text: 'a' }) }), error]],
    ['a blocked prompt', [frame({ ...head, promptFeedback: { blockReason: 'SAFETY' } })]],
  ])('has nothing against %s', (_, frames) => {
    expect(lintGeminiStream(frames)).toEqual([]);
  });
});
