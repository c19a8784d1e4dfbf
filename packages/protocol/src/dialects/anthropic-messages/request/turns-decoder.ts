// Decodes the conversation of an Anthropic Messages request.
import type { NoteBook } from '../../../canonical/note.ts';
import type { Turn } from '../../../canonical/request.ts';
import { asExtras, otherFields } from '../extras.ts';
import { decodeContent, decodeInstructions } from './content-decoder.ts';
import type { MessageInput, SystemInput } from './schema.ts';

export function decodeTurns(
  system: SystemInput | null | undefined,
  messages: readonly MessageInput[],
  notes: NoteBook,
): Turn[] {
  const head = decodeInstructions(system);
  const turns: Turn[] = head.length > 0 ? [{ role: 'instruction', parts: head }] : [];
  for (const [index, message] of messages.entries()) {
    turns.push(...decodeMessage(message, `messages[${index}]`, notes));
  }
  return turns;
}

function decodeMessage(message: MessageInput, path: string, notes: NoteBook): Turn[] {
  const extras = asExtras(otherFields(message, ['role', 'content']));
  if (message.role === 'system') {
    return [{ role: 'instruction', parts: decodeInstructions(message.content), ...extras }];
  }
  const { results, parts } = decodeContent(message.content, `${path}.content`, notes);
  const turns = results.map((part): Turn => ({ role: 'result', parts: [part] }));
  // A message that says nothing is still a turn, so that encoders reject it if it is the last one.
  const isEmptyTurn = message.role === 'user' && results.length === 0;
  if (parts.length > 0 || isEmptyTurn) turns.push({ role: message.role, parts, ...extras });
  return turns;
}
