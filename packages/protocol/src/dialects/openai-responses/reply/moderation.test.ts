import { expect, it } from 'vitest';
import { NoteBook } from '../../../canonical/note.ts';
import { decodeModeration, encodeModeration } from './moderation.ts';

const result = { flagged: true, model: 'm', type: 'moderation_result' };
const failure = { type: 'error', code: 'unavailable', message: 'No.' };
const list = { type: 'moderation_results', model: 'm', results: [result] };

it('takes the first of several results, with a note', () => {
  const notes = new NoteBook();
  const several = { input: { ...list, results: [result, { ...result, flagged: false }] } };
  expect(encodeModeration({ moderation: several }, notes)).toEqual({
    moderation: { input: result },
  });
  expect(notes.notes).toMatchObject([{ action: 'dropped', path: 'moderation.input.results' }]);
});

it('keeps failures, and lists that a compatible server states', () => {
  const moderation = { input: failure, output: list };
  expect(decodeModeration({ moderation })).toEqual({ moderation });
});

it.each([[null], ['none'], [undefined]])('states nothing for %j', (moderation) => {
  expect(decodeModeration({ moderation })).toEqual({});
});
