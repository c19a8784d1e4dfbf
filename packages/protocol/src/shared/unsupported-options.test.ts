import { describe, expect, it } from 'vitest';
import { NoteBook } from '../canonical/note.ts';
import type { CanonicalRequest } from '../canonical/request.ts';
import { noteUnsupported, type UnsupportedOption } from './unsupported-options.ts';

const options: readonly UnsupportedOption[] = [
  ['candidates', 'One answer only.'],
  ['stopSequences', 'No stop strings.'],
  ['sampling.seed', 'No seed.'],
  ['sampling.frequencyPenalty', 'No penalties.'],
  ['sampling.logprobs', 'No probabilities.'],
  ['store', 'Nothing is kept.'],
];

function pathsOf(asked: Partial<CanonicalRequest>) {
  const notes = new NoteBook();
  const request = { model: 'm', stream: false, includeUsage: true, turns: [], tools: [] };
  noteUnsupported({ ...request, sampling: {}, ...asked }, options, notes);
  expect(notes.notes.every(({ action }) => action === 'dropped')).toBe(true);
  return notes.notes.map(({ path }) => path);
}

describe('noteUnsupported', () => {
  it('notes each requested option, in the order of the table', () => {
    const sampling = { topLogprobs: 0, frequencyPenalty: -1, seed: 0 };
    expect(pathsOf({ store: true, sampling, stopSequences: ['x'], candidates: 2 })).toEqual(
      options.map(([path]) => path),
    );
  });

  it('adds no note for options that equal the default behaviour', () => {
    const sampling = { logprobs: false, frequencyPenalty: 0 };
    expect(pathsOf({ store: false, sampling, stopSequences: [], candidates: 1 })).toEqual([]);
  });
});
