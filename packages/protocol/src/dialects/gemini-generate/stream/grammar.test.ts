import { expect, it } from 'vitest';
import { isChunk } from './grammar.ts';

it.each([
  { candidates: [] },
  { promptFeedback: {} },
  { usageMetadata: {} },
  { responseId: 'r' },
  { modelVersion: 'm' },
])('%j is a chunk, whatever else it lacks', (value) => {
  expect(isChunk(value)).toBe(true);
});

it.each([undefined, null, 'x', [], {}, { error: {} }])('%j is no chunk', (value) => {
  expect(isChunk(value)).toBe(false);
});
