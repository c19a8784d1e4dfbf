import { describe, expect, it } from 'vitest';
import { NoteBook } from '../../../canonical/note.ts';
import type { Sampling } from '../../../canonical/request.ts';
import { guessProfile } from '../../../profiles/guess.ts';
import { encodeSampling, encodeStops } from './options-encoder.ts';

function encode(sampling: Sampling, { isReasoning = false, takes = true } = {}) {
  const notes = new NoteBook();
  const profile = { ...guessProfile('claude-sonnet-4-5'), sampling: takes };
  return { sent: encodeSampling(sampling, { profile, isReasoning }, notes), notes: notes.notes };
}

describe('encodeSampling', () => {
  it.each<
    [
      string,
      Sampling,
      { isReasoning?: boolean; takes?: boolean },
      ReturnType<typeof encode>['sent'],
    ]
  >([
    [
      'all as it is',
      { temperature: 0.5, topP: 0.9, topK: 3 },
      {},
      { temperature: 0.5, top_p: 0.9, top_k: 3 },
    ],
    [
      'what thinking allows',
      { temperature: 1, topP: 0.95 },
      { isReasoning: true },
      { top_p: 0.95 },
    ],
  ])('sends %s', (...[, sampling, facts, sent]) => {
    expect(encode(sampling, facts)).toEqual({ sent, notes: [] });
  });

  it('lowers a temperature to the highest, with a note', () => {
    const { sent, notes } = encode({ temperature: 1.6 });
    expect(sent).toEqual({ temperature: 1 });
    expect(notes).toMatchObject([{ path: 'sampling.temperature', action: 'approximated' }]);
  });

  it.each([
    { temperature: 0.5, topP: 1 },
    { temperature: 0, topP: 0.95 },
  ])('omits a top_p that changes nothing: %o', ({ temperature, topP }) => {
    const { sent, notes } = encode({ temperature, topP });
    expect(sent).toEqual({ temperature });
    expect(notes).toMatchObject([{ path: 'sampling.topP', action: 'approximated' }]);
  });

  it('omits sampling for models that accept none', () => {
    const { sent, notes } = encode({ temperature: 1, topK: 3 }, { takes: false });
    expect(sent).toEqual({});
    expect(notes.map(({ path }) => path)).toEqual(['sampling.temperature', 'sampling.topK']);
  });

  it('drops options that reasoning excludes', () => {
    const { sent, notes } = encode({ temperature: 0.2, topP: 0.5, topK: 3 }, { isReasoning: true });
    expect(sent).toEqual({});
    expect(notes).toHaveLength(3);
  });
});

describe('encodeStops', () => {
  it('omits blank ones, with a note', () => {
    const notes = new NoteBook();
    expect(encodeStops(['\n', 'END', '\n\n##'], notes)).toEqual({
      stop_sequences: ['END', '\n\n##'],
    });
    expect(notes.notes).toMatchObject([{ path: 'stopSequences', action: 'dropped' }]);
    expect(encodeStops([], new NoteBook())).toEqual({});
  });
});
