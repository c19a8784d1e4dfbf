import { fidelityOf, type Note } from '@parley/protocol';
import type { Exchange } from '../state.ts';
import type { Lane } from './reply-stream.ts';

/** What the head of a translated stream says beside its notes: nobody knows yet what the end will be. */
const untold: Note = {
  path: 'stream',
  action: 'approximated',
  reason: 'What the translation changes is known at the end of the stream.',
};

/** The notes that the head of a streamed answer may sum up: of a translated one it never says `exact`. */
export function headNotes({ facts }: Exchange, { isTranslated }: Lane): readonly Note[] {
  return isTranslated ? [...facts.notes, untold] : facts.notes;
}

/** The most places that the comment names, and its length in characters. */
const mostPaths = 10;
const longestComment = 1_000;

/**
 * The comment before the end mark that says what became of a translated stream. Empty for dialects whose
 * clients do not skip comments, as their way to keep a connection open shows.
 */
export function writeFidelity({ facts, inbound, form }: Exchange, { isTranslated }: Lane): string {
  if (!isTranslated || form !== 'event-stream' || !inbound.keepAlive.startsWith(':')) return '';
  const changed = facts.notes.filter(({ action }) => action !== 'corrected');
  const places = changed.slice(0, mostPaths).map(({ action, path }) => `${action} ${path}`);
  if (changed.length > mostPaths) places.push(`and ${String(changed.length - mostPaths)} more`);
  const words = [fidelityOf(changed), ...(places.length > 0 ? [places.join(', ')] : [])].join('; ');
  // Names of fields are the caller's own, so they are held to one short line.
  return `: parley-translation ${words.replace(/[\r\n]/g, ' ').slice(0, longestComment)}\n\n`;
}
