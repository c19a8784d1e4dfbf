// Notes what a request says and most formats cannot: citations in its history, the purpose of a text, namespaces of
// tools; for the request encoders.
import type { NoteBook, Place } from '../canonical/note.ts';
import type { TextPart } from '../canonical/part.ts';
import type { Tool, Turn } from '../canonical/request.ts';
import { isCommentary } from './lost-reply-details.ts';

/** Notes citations in the history, which only Messages can carry. */
export function noteCitations({ citations = [] }: TextPart, { path, notes }: Place): void {
  if (citations.length === 0) return;
  notes.dropped(`${path}.citations`, 'A history here carries no citations.');
}

/** Notes a turn of the history with commentary, in formats without a field for the purpose of a text. */
export function notePurpose({ parts }: Turn, path: string, notes: NoteBook): void {
  if (!parts.some(isCommentary)) return;
  notes.approximated(`${path}.phase`, 'Commentary became an ordinary assistant message.');
}

/**
 * Notes the description of a namespace, which only Responses has: its tools are sent one by one, with its name. What
 * a search found was described to the model in the conversation.
 */
export function noteNamespace(tool: Tool, { path, notes }: Place): void {
  if (tool.kind === 'server' || tool.isFound === true) return;
  if (tool.namespaceDescription === undefined) return;
  notes.dropped(
    `${path}.namespaceDescription`,
    'Only the openai-responses format describes a namespace.',
  );
}
