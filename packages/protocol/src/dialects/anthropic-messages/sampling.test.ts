import { describe, expect, it } from 'vitest';
import { NoteBook } from '../../canonical/note.ts';
import type { Sampling } from '../../canonical/request.ts';
import { guessProfile } from '../../profiles.ts';
import { encodeSampling, encodeStops } from './sampling.ts';

function encode(sampling: Sampling, { thinks = false, takes = true } = {}) {
  const notes = new NoteBook();
  const profile = { ...guessProfile('claude-sonnet-4-5'), sampling: takes };
  return { sent: encodeSampling(sampling, { profile, thinks }, notes), notes: notes.notes };
}

describe('encodeSampling', () => {
  it.each<[string, Sampling, object, object, number]>([
    [
      'as it is',
      { temperature: 0.5, topP: 0.9, topK: 3 },
      {},
      { temperature: 0.5, top_p: 0.9, top_k: 3 },
      0,
    ],
    ['lowered to the highest', { temperature: 1.6 }, {}, { temperature: 1 }, 1],
    ['without a top_p that says nothing', { temperature: 0, topP: 1 }, {}, { temperature: 0 }, 1],
    ['nothing, for models that take nothing', { temperature: 1, topK: 3 }, { takes: false }, {}, 2],
    ['nothing, beside thinking', { temperature: 0.2, topP: 0.5, topK: 3 }, { thinks: true }, {}, 3],
    ['what thinking allows', { temperature: 1, topP: 0.95 }, { thinks: true }, { top_p: 0.95 }, 0],
  ])('sends %s', (_, sampling, facts, sent, noteCount) => {
    const encoded = encode(sampling, facts);
    expect(encoded.sent).toEqual(sent);
    expect(encoded.notes).toHaveLength(noteCount);
  });
});

describe('encodeStops', () => {
  it('leaves blank ones out, with a note', () => {
    const notes = new NoteBook();
    expect(encodeStops(['\n', 'END', '\n\n##'], notes)).toEqual({
      stop_sequences: ['END', '\n\n##'],
    });
    expect(notes.notes).toMatchObject([{ path: 'stopSequences', action: 'dropped' }]);
    expect(encodeStops([], new NoteBook())).toEqual({});
  });
});
