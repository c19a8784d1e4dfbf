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

describe('lintGeminiStream', () => {
  it.each<[string, SseFrame[]]>([
    ['has no candidate', []],
    ['has no finishReason', [chunk({ content: content({ text: 'a' }) })]],
    ['is named', [{ ...stop, event: 'chunk' }]],
    ['has a line break', [{ data: stop.data.replace('{', '{\n') }, stop]],
    ['has a line break', [{ data: stop.data.replace('STOP', '\u2028') }, stop]],
    ['no JSON object', [{ data: '[DONE]' }, stop]],
    ['follows an error', [error, stop]],
    ['no HTTP status', [frame({ error: { code: 14, message: 'm', status: 'UNAVAILABLE' } })]],
    ['lacks its message', [frame({ error: { code: 503 } })]],
    ['no modelVersion', [frame({ candidates: [], responseId: 'r' }), stop]],
    ['responseId changes', [frame({ ...head, responseId: 'other' }), stop]],
    ['no list', [frame({ ...head, candidates: {} }), stop]],
    ['its index', [chunk({ index: 'a' }), stop]],
    ['goes on after its end', [stop, chunk({ content: content({ text: 'a' }) })]],
    ['not known', [chunk({ finishReason: 'tool_calls' })]],
    ['not model', [chunk({ content: { role: 'assistant', parts: [{ text: 'a' }] } }), stop]],
    ['no parts', [chunk({ content: content() }), stop]],
    ['is empty', [chunk({ content: content({}) }), stop]],
    ['no name', [chunk({ content: content({ functionCall: { args: {} } }) }), stop]],
    ['no object', [chunk({ content: content({ functionCall: { name: 'f', args: '{}' } }) }), stop]],
    ['lacks its counts', [chunk({ finishReason: 'STOP' }, { usageMetadata: {} })]],
  ])('finds what %s', (texts, frames) => {
    expect(lintGeminiStream(frames)).toContainEqual(expect.stringContaining(texts));
  });

  it.each<[string, SseFrame[]]>([
    ['a text', [chunk({ content: content({ text: 'a' }) }), stop]],
    ['an end without content', [chunk({ finishReason: 'SAFETY' })]],
    ['a call', [chunk({ content: content({ functionCall: { name: 'f' } }) }), stop]],
    ['a failure', [chunk({ content: content({ text: 'a' }) }), error]],
    ['a blocked prompt', [frame({ ...head, promptFeedback: { blockReason: 'SAFETY' } })]],
  ])('has nothing against %s', (_, frames) => {
    expect(lintGeminiStream(frames)).toEqual([]);
  });
});
