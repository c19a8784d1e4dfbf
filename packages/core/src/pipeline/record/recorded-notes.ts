/**
 * The notes of a record: those on counts that were not charged as reported, and how many are kept. Used by `settle` and
 * `exchange-record`.
 */
import { inputTotal, outputTotal, type Note, type Usage } from '@parley/protocol';
import { recordText } from './recorded-text.ts';

/** Returns the notes on corrected counts. */
export function noteCorrections(usage: Usage | undefined): Note[] {
  return (usage?.corrections ?? []).map((correction) => ({
    path: 'usage',
    action: 'corrected',
    reason: `The counts of the upstream do not add up: ${correction}.`,
  }));
}

/**
 * Returns the note on tokens that are not charged, because they are more than was reserved.
 * @param reported absent where everything is charged
 */
export function noteExcess(charged: Usage | undefined, reported: Usage | undefined): Note[] {
  if (charged === undefined || reported === undefined) return [];
  const prompt = inputTotal(reported);
  const output = outputTotal(reported);
  const counts = [
    ...(prompt > inputTotal(charged) ? [`${String(prompt)} prompt tokens`] : []),
    ...(output > outputTotal(charged) ? [`${String(output)} output tokens`] : []),
  ];
  if (counts.length === 0) return [];
  const reason = `The upstream reports more than was reserved, and the rest is not charged: ${counts.join(' and ')}.`;
  return [{ path: 'usage', action: 'corrected', reason }];
}

/** Maximum number of notes on what a translation changed: a client can cause one for each value of a request. */
const mostNotes = 100;

/**
 * The notes as they are recorded: all corrections of usage, which are few, and the first of the others, followed by a
 * note on how many are missing.
 */
export function limitNotes(notes: readonly Note[]): readonly Note[] {
  if (notes.length === 0) return notes;
  const corrections = notes.filter(({ action }) => action === 'corrected');
  const others = notes.filter(({ action }) => action !== 'corrected');
  const kept = [...others.slice(0, mostNotes), ...corrections].map(limitTexts);
  const missing = others.length - mostNotes;
  if (missing <= 0) return kept;
  const reason = `${String(missing)} more notes are not recorded.`;
  return [...kept, { path: '', action: 'dropped', reason }];
}

/** Paths contain names that clients choose. */
function limitTexts({ path, action, reason }: Note): Note {
  return { path: recordText(path), action, reason: recordText(reason) };
}
