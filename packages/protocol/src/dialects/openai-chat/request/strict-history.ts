// Adapts conversations to models that are strict about tool calls, such as Mistral's; for the turns encoder.
import type { NoteBook } from '../../../canonical/note.ts';
import type { Part } from '../../../canonical/part.ts';
import type { Turn } from '../../../canonical/request.ts';
import { toShortId } from '../../../history/ids.ts';
import type { ChatMessage } from '../types.ts';

/** Gives calls and their results ids of nine letters or digits. */
export function shortenIds(turns: readonly Turn[]): Turn[] {
  return turns.map((turn) => ({ ...turn, parts: turn.parts.map(shortenId) }));
}

function shortenId(part: Part): Part {
  if (part.type === 'call') return { ...part, id: toShortId(part.id) };
  if (part.type === 'result') return { ...part, callId: toShortId(part.callId) };
  return part;
}

/** Puts a message of the assistant between tool results and a user message directly after them. */
export function separateResults(messages: readonly ChatMessage[], notes: NoteBook): ChatMessage[] {
  return messages.flatMap((message, index): ChatMessage[] => {
    const isDirect = message.role === 'user' && messages[index - 1]?.role === 'tool';
    if (!isDirect) return [message];
    notes.defaulted('turns', 'The model requires a reply between tool results and a user message.');
    return [{ role: 'assistant', content: 'I have the results.' }, message];
  });
}
