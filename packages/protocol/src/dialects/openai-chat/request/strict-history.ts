// Adapts conversations to models that are strict about tool calls, such as Mistral's; for the turns encoder.
import type { NoteBook } from '../../../canonical/note.ts';
import type { ChatMessage } from '../types.ts';

/** Puts a message of the assistant between tool results and a user message directly after them. */
export function separateResults(messages: readonly ChatMessage[], notes: NoteBook): ChatMessage[] {
  return messages.flatMap((message, index): ChatMessage[] => {
    const isDirect = message.role === 'user' && messages[index - 1]?.role === 'tool';
    if (!isDirect) return [message];
    notes.defaulted('turns', 'The model requires a reply between tool results and a user message.');
    return [{ role: 'assistant', content: 'I have the results.' }, message];
  });
}
