// Replies that the client has begun for the model to continue, for request decoders and encoders.
import type { NoteBook } from '../canonical/note.ts';
import type { CanonicalRequest, Turn } from '../canonical/request.ts';

/** Decodes whether the conversation ends with the beginning of the reply, in formats that continue it. */
export function decodeBegunReply(turns: readonly Turn[]): { readonly continuesReply?: true } {
  const last = turns.at(-1);
  const isBegun = last?.role === 'assistant' && last.parts.at(-1)?.type === 'text';
  return isBegun ? { continuesReply: true } : {};
}

/** Notes that the model will not continue a reply, for formats in which another message follows it. */
export function noteBegunReply({ continuesReply }: CanonicalRequest, notes: NoteBook): void {
  if (continuesReply !== true) return;
  notes.approximated('turns', 'In this format a new message follows the reply that was begun.');
}
