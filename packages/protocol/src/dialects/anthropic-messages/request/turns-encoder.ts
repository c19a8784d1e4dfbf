// Encodes the conversation of an Anthropic Messages request.
import type { NoteBook } from '../../../canonical/note.ts';
import type { Part } from '../../../canonical/part.ts';
import type { CanonicalRequest, Turn } from '../../../canonical/request.ts';
import { writeReadable } from '../../../shared/readable.ts';
import { markedInstruction, notePurpose } from '../../../shared/lost-request-details.ts';
import { repairTurns } from '../../../history/repair.ts';
import type { JsonObject } from '../../../json/value.ts';
import { refuseNothing, rejectLostUserTurn } from '../../../shared/unsupported.ts';
import { noteForeignExtras, ownExtras } from '../extras.ts';
import { dialect } from '../tables.ts';
import type { MessageParam } from '../types.ts';
import { encodeParts, withoutWrapping, type Encoding } from './content-encoder.ts';

/** The first message if the conversation has none of the user, which the format requires. */
const openingText = 'Begin.';

/** The last message for models that reject a reply there. */
const closingText = 'Continue.';

interface EncodedConversation {
  readonly system: string | JsonObject[] | undefined;
  readonly messages: readonly MessageParam[];
}

/** Encodes the whole conversation: leading instructions become `system`, the rest `messages`. */
export function encodeConversation(
  { turns, tie }: Pick<CanonicalRequest, 'turns' | 'tie'>,
  encoding: Encoding,
): EncodedConversation {
  const { notes } = encoding;
  // What continues a thread is only a part of a conversation, which answers calls that it does not contain.
  const isPart = tie?.addsPrompt;
  const whole = isPart ? turns : repairTurns(turns, notes);
  const repaired = writeReadable(whole, { dialect, media: false }, notes);
  const first = repaired.findIndex(({ role }) => role !== 'instruction');
  const lead = first === -1 ? repaired.length : first;
  const system = repaired
    .slice(0, lead)
    .flatMap((turn, index) => encodeSystem(turn, `turns[${index}]`, encoding));
  const messages = new MessageList();
  const written = new Set<number>();
  for (const [index, turn] of repaired.entries()) {
    if (index < lead) continue;
    if (addTurn(messages, { turn, path: `turns[${index}]` }, encoding)) written.add(index);
  }
  rejectLostUserTurn(repaired, written);
  if (messages.isEmpty && !isPart) refuseNothing(turns);
  if (!encoding.target.profile.prefill) messages.endWithUser(encoding.notes);
  messages.trimEnd(encoding.notes);
  if (!isPart) messages.beginWithUser(encoding.notes);
  return {
    system: system.length > 0 ? withoutWrapping(system) : undefined,
    messages: messages.written(),
  };
}

const noNames = 'Messages have no names of participants.';

function encodeSystem(turn: Turn, path: string, encoding: Encoding): JsonObject[] {
  if (turn.name !== undefined) encoding.notes.dropped(`${path}.name`, noNames);
  noteForeignExtras(turn.extras, path, encoding.notes);
  noteSettings(turn, path, encoding.notes);
  return encodeParts(turn.parts, { place: 'system', path }, encoding);
}

function noteSettings({ extras }: Turn, path: string, notes: NoteBook): void {
  if (Object.keys(ownExtras(extras)).length === 0) return;
  notes.dropped(path, 'Only a later system message has settings, for models that take one.');
}

/** Returns true if anything of the turn was written. */
function addTurn(
  messages: MessageList,
  { turn, path }: { readonly turn: Turn; readonly path: string },
  encoding: Encoding,
): boolean {
  noteForeignExtras(turn.extras, path, encoding.notes);
  notePurpose(turn, path, encoding.notes);
  if (turn.name !== undefined) {
    encoding.notes.dropped(`${path}.name`, noNames);
  }
  if (turn.role === 'instruction') return addLateInstruction(messages, { turn, path }, encoding);
  const place = turn.role === 'assistant' ? 'assistant' : 'user';
  const blocks = encodeParts(turn.parts, { place, path }, encoding);
  messages.add(place, blocks);
  return blocks.length > 0;
}

/**
 * Later instructions keep their place: in their own role, or as user text that is marked as an instruction. Returns
 * true if anything was written.
 */
function addLateInstruction(
  messages: MessageList,
  { turn, path }: { readonly turn: Turn; readonly path: string },
  encoding: Encoding,
): boolean {
  const isKnown = encoding.target.profile.lateInstructions;
  const place = isKnown ? 'system' : 'user';
  if (!isKnown) noteSettings(turn, path, encoding.notes);
  const parts = isKnown ? turn.parts : turn.parts.map(markInstruction);
  const blocks = encodeParts(parts, { place, path }, encoding);
  messages.add(place, blocks, isKnown ? ownExtras(turn.extras) : {});
  if (blocks.length > 0 && !isKnown) encoding.notes.approximated(path, markedInstruction);
  return blocks.length > 0;
}

function markInstruction(part: Part): Part {
  if (part.type !== 'text' || part.text.trim() === '') return part;
  return { ...part, text: `<system-instruction>\n${part.text}\n</system-instruction>` };
}

interface Draft {
  readonly role: MessageParam['role'];
  readonly blocks: JsonObject[];
  readonly extras: JsonObject;
}

/** Collects messages: neighbours of one role are merged, messages without content and settings are left out. */
class MessageList {
  readonly #drafts: Draft[] = [];

  add(role: Draft['role'], blocks: JsonObject[], extras: JsonObject = {}): void {
    if (blocks.length === 0 && Object.keys(extras).length === 0) return;
    const last = this.#drafts.at(-1);
    const joins = last?.role === role && role !== 'system';
    if (joins) last.blocks.push(...blocks);
    else this.#drafts.push({ role, blocks: [...blocks], extras });
  }

  get isEmpty(): boolean {
    return this.#drafts.length === 0;
  }

  /** A paused turn of the vendor's own tools ends with their blocks, and every model continues it. */
  endWithUser(notes: NoteBook): void {
    const last = this.#drafts.at(-1);
    if (last?.role !== 'assistant' || last.blocks.at(-1)?.['type'] !== 'text') return;
    this.#drafts.push({ role: 'user', blocks: [{ type: 'text', text: closingText }], extras: {} });
    notes.defaulted('turns', 'The model wants a user message last, so a short one was added.');
  }

  /** The format rejects white space at the end of a reply that the model is to continue. */
  trimEnd(notes: NoteBook): void {
    const last = this.#drafts.at(-1);
    if (last?.role !== 'assistant') return;
    const block = last.blocks.at(-1);
    const text = block?.['type'] === 'text' ? block['text'] : undefined;
    if (typeof text !== 'string' || text.trimEnd() === text) return;
    last.blocks[last.blocks.length - 1] = { ...block, text: text.trimEnd() };
    notes.approximated('turns', 'White space at the end of the last reply was removed.');
  }

  beginWithUser(notes: NoteBook): void {
    const first = this.#drafts.find(({ role }) => role !== 'system');
    if (first?.role === 'user') return;
    this.#drafts.unshift({
      role: 'user',
      blocks: [{ type: 'text', text: openingText }],
      extras: {},
    });
    notes.defaulted('turns', 'The format wants a user message first, so a short one was added.');
  }

  written(): MessageParam[] {
    return this.#drafts.map(({ role, blocks, extras }) => ({
      role,
      content: withoutWrapping(blocks),
      ...extras,
    }));
  }
}
