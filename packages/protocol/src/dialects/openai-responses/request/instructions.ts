// Instructions of Responses requests, for the turns decoder and encoder.
import type { NoteBook, Place } from '../../../canonical/note.ts';
import type { Part } from '../../../canonical/part.ts';
import type { Turn } from '../../../canonical/request.ts';
import { billingReason, isBillingLine } from '../../../shared/unsupported.ts';
import { noteForeignExtras, ownExtras } from '../extras.ts';
import { noteMarks } from './content-encoder.ts';
import type { InputMessage } from './types.ts';

const separator = '\n\n';

/** The texts of the leading instructions, joined; empty if there are none. */
export function encodeInstructions(turns: readonly Turn[], notes: NoteBook): string {
  return turns
    .flatMap((turn, index) => textsOf(turn, { notes, path: `turns[${index}]` }))
    .join(separator);
}

/** Encodes an instruction that keeps its place in the conversation. */
export function encodeLateInstruction(turn: Turn, place: Place): InputMessage[] {
  const content = textsOf(turn, place).join(separator);
  if (content === '') return [];
  return [{ ...ownExtras(turn.extras), type: 'message', role: 'developer', content }];
}

function textsOf(turn: Turn, { notes, path }: Place): string[] {
  noteForeignExtras(turn.extras, path, notes);
  if (turn.name !== undefined)
    notes.dropped(`${path}.name`, 'Responses have no names of participants.');
  return turn.parts.flatMap((part, index) => {
    return textOf(part, { notes, path: `${path}.parts[${index}]` });
  });
}

function textOf(part: Part, place: Place): string[] {
  if (isBillingLine(part)) {
    place.notes.dropped(place.path, billingReason);
    return [];
  }
  if (part.type !== 'text') {
    place.notes.dropped(place.path, `Instructions cannot hold a part of type ${part.type}.`);
    return [];
  }
  noteMarks(part, place);
  return part.text === '' ? [] : [part.text];
}
