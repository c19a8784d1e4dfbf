// Encodes the conversation of a Gemini generateContent request.
import type { Part } from '../../../canonical/part.ts';
import type { Turn } from '../../../canonical/request.ts';
import { writeReadable } from '../../../shared/readable.ts';
import { markedInstruction, notePurpose } from '../../../shared/lost-request-details.ts';
import { repairTurns, resultRun } from '../../../history/repair.ts';
import {
  billingReason,
  isBillingLine,
  refuseNothing,
  rejectLostUserTurn,
} from '../../../shared/unsupported.ts';
import { noteForeignExtras } from '../extras.ts';
import { placeholder } from '../reasoning.ts';
import { dialect } from '../tables.ts';
import type { WireContent, WirePart } from '../types.ts';
import { encodeParts, type Encoding } from './content-encoder.ts';
import { ResultNames, encodeResults } from './results.ts';

export interface EncodedConversation {
  readonly systemInstruction: { parts: WirePart[] } | undefined;
  readonly contents: WireContent[];
}

/** The first content if the conversation has none of the user, which the format requires. */
const openingText = 'Begin.';

/** Encodes the whole conversation: leading instructions become `systemInstruction`, the rest `contents`. */
export function encodeConversation(
  turns: readonly Turn[],
  encoding: Encoding,
): EncodedConversation {
  const { notes } = encoding;
  const repaired = writeReadable(repairTurns(turns, notes), { dialect, media: true }, notes);
  const first = repaired.findIndex(({ role }) => role !== 'instruction');
  const lead = first === -1 ? repaired.length : first;
  const instructions = repaired
    .slice(0, lead)
    .flatMap((turn, index) => encodeInstruction(turn, `turns[${index}]`, encoding));
  const contents = encodeContents(repaired, lead, encoding);
  if (encoding.target.profile.gemini?.signedCalls === true) signCalls(contents);
  return {
    systemInstruction: instructions.length > 0 ? { parts: instructions } : undefined,
    contents,
  };
}

function encodeInstruction(turn: Turn, path: string, encoding: Encoding): WirePart[] {
  noteTurn(turn, path, encoding);
  const parts = turn.parts.filter((part) => !isBillingLine(part));
  if (parts.length < turn.parts.length) {
    encoding.notes.dropped(path, billingReason);
  }
  return encodeParts(parts, { place: 'system', path }, encoding);
}

function noteTurn(turn: Turn, path: string, { notes }: Encoding): void {
  noteForeignExtras(turn.extras, path, notes);
  notePurpose(turn, path, notes);
  if (turn.name !== undefined) {
    notes.dropped(`${path}.name`, 'Gemini contents have no names of participants.');
  }
}

function encodeContents(turns: readonly Turn[], lead: number, encoding: Encoding): WireContent[] {
  const list = new ContentList();
  const names = new ResultNames(turns);
  const written = new Set<number>();
  for (let at = lead; at < turns.length; at++) {
    const path = `turns[${at}]`;
    const run = resultRun(turns, at);
    const turn = turns[at];
    if (run.length > 0) {
      list.add('user', encodeResults(run, { start: at, names }, encoding));
      at += run.length - 1;
    } else if (turn !== undefined && addTurn(list, { turn, path }, encoding)) {
      written.add(at);
    }
  }
  rejectLostUserTurn(turns, written);
  if (list.contents.length === 0) refuseNothing(turns);
  list.beginWithUser(encoding);
  return list.contents;
}

/** Returns true if anything of the turn was written. */
function addTurn(
  list: ContentList,
  { turn, path }: { readonly turn: Turn; readonly path: string },
  encoding: Encoding,
): boolean {
  noteTurn(turn, path, encoding);
  const place = turn.role === 'assistant' ? 'model' : 'user';
  const isInstruction = turn.role === 'instruction';
  // The format has no role for later instructions, and as text of the model they would mislead.
  const said = isInstruction ? turn.parts.map(markInstruction) : turn.parts;
  const parts = encodeParts(said, { place, path }, encoding);
  list.add(place, parts);
  if (isInstruction && parts.length > 0) encoding.notes.approximated(path, markedInstruction);
  return parts.length > 0;
}

function markInstruction(part: Part): Part {
  if (part.type !== 'text' || part.text.trim() === '') return part;
  return { ...part, text: `<system>\n${part.text}\n</system>` };
}

/** Collects contents: neighbours of one role are merged, contents without parts are left out. */
class ContentList {
  readonly contents: WireContent[] = [];

  add(role: WireContent['role'], parts: readonly WirePart[]): void {
    const last = this.contents.at(-1);
    if (parts.length === 0) return;
    if (last?.role === role) last.parts.push(...parts);
    else this.contents.push({ role, parts: [...parts] });
  }

  beginWithUser({ notes }: Encoding): void {
    if (this.contents[0]?.role === 'user') return;
    this.contents.unshift({ role: 'user', parts: [{ text: openingText }] });
    notes.defaulted('turns', 'The format wants a user message first, so a short one was added.');
  }
}

/**
 * Adds the documented placeholder to the first call of each step of the current turn if it has no signature;
 * the vendor rejects it otherwise. The current turn starts after the last user message; results do not start
 * one.
 */
function signCalls(contents: readonly WireContent[]): void {
  const isUserContent = ({ role, parts }: WireContent) =>
    role === 'user' && !parts.some((part) => 'functionResponse' in part);
  for (const { role, parts } of contents.slice(contents.findLastIndex(isUserContent) + 1)) {
    const at = role === 'model' ? parts.findIndex((part) => 'functionCall' in part) : -1;
    const call = parts[at];
    if (call === undefined || 'thoughtSignature' in call) continue;
    parts[at] = { ...call, thoughtSignature: placeholder };
  }
}
