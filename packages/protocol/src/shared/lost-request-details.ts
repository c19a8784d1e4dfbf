// Notes what a request says and several formats cannot: citations in its history, the purpose of a text, custom tools
// and namespaces of tools, later instructions and state of other vendors; for the request encoders.
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

/** The reason in the note for a custom tool, in formats whose tools have parameters. */
export const becameFunction = 'A custom tool became a function with one string parameter.';

/** The reason in the note for an instruction after the first turn, in formats that have none there. */
export const markedInstruction = 'A later instruction became marked user text.';

/** The reason in the note for the state of a call that the upstream cannot read. */
export const foreignState = 'The provider state of a call is sent only to its vendor.';

/** The reason in the note for a file that the upstream cannot read. */
export const foreignFile = 'A file that another vendor stores cannot be referred to.';
