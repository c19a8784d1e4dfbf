/** What the response of a translated stream says about its translation: in its headers, and before its end mark. */
import { fidelityOf, type Note } from '@parley/protocol';
import { openingNotes, type AnsweredStream } from '../state.ts';

/** Summarized in the headers of a stream whose notes are complete only at its end. */
export const notesFollow: Note = {
  path: 'stream',
  action: 'approximated',
  reason: 'What the translation changes is known at the end of the stream.',
};

/** The notes that the headers of a stream summarize. For a translation the result is never `exact`. */
export function notesAtHead({ answered, answer }: AnsweredStream): readonly Note[] {
  const notes = openingNotes(answered);
  return answer.pump.stream.isTranslated ? [...notes, notesFollow] : notes;
}

/** Maximum number of paths in the comment, and its maximum length in characters. */
const mostPaths = 10;
const longestComment = 1_000;

/**
 * The comment before the end mark that summarizes the notes of a translated stream, or of one that was passed through
 * and lost something. Empty for dialects whose clients do not skip comments; those have another keep-alive.
 */
export function writeTranslationComment(
  { answered: { inbound, format }, answer }: AnsweredStream,
  notes: readonly Note[],
): string {
  const skipsComments = format === 'event-stream' && inbound.wire.keepAlive.startsWith(':');
  const { stream } = answer.pump;
  const says = stream.isTranslated || stream.notes.length > 0;
  if (!says || !skipsComments) return '';
  const changed = notes.filter(({ action }) => action !== 'corrected');
  const changes = changed.slice(0, mostPaths).map(({ action, path }) => `${action} ${path}`);
  if (changed.length > mostPaths) changes.push(`and ${String(changed.length - mostPaths)} more`);
  const parts = [fidelityOf(changed), ...(changes.length > 0 ? [changes.join(', ')] : [])];
  // Field names are the client's own text, so they are limited to one short line.
  const line = parts
    .join('; ')
    .replace(/[\r\n]/g, ' ')
    .slice(0, longestComment);
  return `: parley-translation ${line}\n\n`;
}
