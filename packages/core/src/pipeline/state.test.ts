import type { Note } from '@parley/protocol';
import { expect, it } from 'vitest';
import { joinNotes } from './state.ts';

it('the notes of a request and of its answer are joined in this order', () => {
  const noteOf = (path: string): Note => ({ path, action: 'dropped', reason: 'x' });
  const [a, b, c] = ['a', 'b', 'c'].map(noteOf);
  if (a === undefined || b === undefined || c === undefined) throw new Error('No notes.');
  expect(joinNotes()).toEqual([]);
  expect(joinNotes([a], [])).toEqual([a]);
  expect(joinNotes([], [b])).toEqual([b]);
  expect(joinNotes([a], [b])).toEqual([a, b]);
  expect(joinNotes([a, b], [c])).toEqual([a, b, c]);
  expect(joinNotes(undefined, [b, c])).toEqual([b, c]);
});
