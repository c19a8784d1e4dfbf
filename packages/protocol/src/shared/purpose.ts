import type { NoteBook } from '../canonical/note.ts';
import type { Turn } from '../canonical/request.ts';

/** Notes that a turn was commentary, for formats that have only answers. */
export function notePurpose({ phase }: Turn, path: string, notes: NoteBook): void {
  if (phase !== 'commentary') return;
  notes.approximated(`${path}.phase`, 'Commentary stands in the history like any other answer.');
}
