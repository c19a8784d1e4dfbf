// Encodes the instructions of Chat Completions requests, for the turns encoder.
import type { NoteBook, Place } from '../../../canonical/note.ts';
import type { Turn } from '../../../canonical/request.ts';
import type { RequestTarget } from '../../../codec.ts';
import type { NameMap } from '../../../history/names.ts';
import { omitUndefined } from '../../../shared/omit-undefined.ts';
import { instructionTexts, joinUnmarked, type MarkedText } from '../../../shared/openai/content.ts';
import { markedInstruction } from '../../../shared/lost-request-details.ts';
import { noteForeignExtras, ownExtras } from '../extras.ts';
import type { ChatInstructionMessage, ChatTextPart, ChatUserMessage } from '../types.ts';
import { noteFields } from './content-encoder.ts';

/** What encoding messages needs besides the turns. */
export interface MessageContext {
  readonly target: RequestTarget;
  readonly names: NameMap;
  readonly notes: NoteBook;
}

const separator = '\n\n';

/** Encodes leading instructions as one message, because some servers accept only one. */
export function encodeInstructions(
  turns: readonly Turn[],
  { target, notes }: MessageContext,
): ChatInstructionMessage[] {
  const { cacheMarks } = target.profile;
  const texts = turns.flatMap((turn, index) => {
    const path = `turns[${index}]`;
    noteForeignExtras(turn.extras, path, notes);
    if (index > 0 && turn.name !== undefined && turn.name !== turns[0]?.name) {
      notes.dropped(`${path}.name`, 'Instructions that become one message have one name.');
    }
    return instructionTexts(turn, { notes, path, cacheMarks }, noteFields);
  });
  if (texts.length === 0) return [];
  const first = turns[0];
  return [
    {
      ...ownExtras(first?.extras),
      role: target.profile.instructionRole,
      content: writeTexts(texts, separator),
      ...omitUndefined({ name: first?.name }),
    },
  ];
}

/** Encodes a later instruction, if it says anything; never as text of the assistant. */
export function encodeLateInstruction(
  turn: Turn,
  { target, notes, path }: MessageContext & Place,
): (ChatInstructionMessage | ChatUserMessage)[] {
  const { name } = turn;
  const { cacheMarks, instructionRole: role, lateInstructions } = target.profile;
  const place = { notes, path, cacheMarks: cacheMarks && lateInstructions };
  const texts = instructionTexts(turn, place, noteFields);
  if (texts.length === 0) return [];
  if (lateInstructions) {
    const content = writeTexts(texts, separator);
    return [{ ...ownExtras(turn.extras), role, content, ...omitUndefined({ name }) }];
  }
  notes.approximated(path, markedInstruction);
  const marked = `<system>\n${texts.map(({ text }) => text).join(separator)}\n</system>`;
  return [{ role: 'user', content: marked, ...omitUndefined({ name }) }];
}

/** One text, which every server accepts; parts if they have cache marks. */
export function writeTexts(texts: readonly MarkedText[], between: string): string | ChatTextPart[] {
  return joinUnmarked(texts, between) ?? texts.map((text) => ({ type: 'text', ...text }));
}
