// Encodes the conversation of a Responses request.
import type { NoteBook } from '../../../canonical/note.ts';
import type {
  CallPart,
  Part,
  ReasoningPart,
  RefusalPart,
  ResultPart,
  ServerPart,
  TextPart,
  UnknownPart,
} from '../../../canonical/part.ts';
import type { CanonicalRequest, Turn } from '../../../canonical/request.ts';
import type { RequestTarget } from '../../../codec.ts';
import type { NameMap } from '../../../history/names.ts';
import { repairTurns } from '../../../history/repair.ts';
import { fitCallIds } from '../../../shared/openai/call-ids.ts';
import { homeVendor } from '../../../shared/openai/wire.ts';
import type { MarkPlace } from '../../../shared/openai/content.ts';
import { readArguments } from '../../../shared/openai/tools.ts';
import { writeReadable } from '../../../shared/readable.ts';
import { refuseLostMedia, rejectLostUserTurn } from '../../../shared/unsupported.ts';
import { foreignState } from '../../../shared/lost-request-details.ts';
import { ownItemOf } from '../client-tools.ts';
import { dialect, noteForeignExtras, ownExtras } from '../extras.ts';
import { restoreItem } from '../reasoning.ts';
import { phaseField } from '../tables.ts';
import {
  encodeInputParts,
  encodeInstructions,
  encodeLateInstruction,
  encodeResult,
  noteMarks,
} from './content-encoder.ts';
import { createNameSplitter, type SplitName } from './namespaces.ts';
import type { InputContent, InputItem, InputMessage, ReasoningItem } from './types.ts';

/** The maximum length of a call id, in characters. */
const longestCallId = 64;

/** What encoding items needs besides the turns. */
export interface ItemContext {
  readonly target: RequestTarget;
  readonly names: NameMap;
  readonly notes: NoteBook;
}

interface TurnContext extends ItemContext, MarkPlace {
  readonly split: (name: string) => SplitName;
}

export interface EncodedConversation {
  readonly instructions: string;
  readonly input: InputItem[];
}

/**
 * Encodes the conversation: leading instructions separately, everything else as items in its place, results
 * directly after their calls. Note paths use the turn indexes of the repaired history.
 */
export function encodeConversation(
  request: CanonicalRequest,
  context: ItemContext,
): EncodedConversation {
  const { notes, target } = context;
  const repaired = fitCallIds(repairTurns(request.turns, notes), target, longestCallId);
  const turns = writeReadable(repaired, { dialect, media: false }, notes);
  const first = turns.findIndex(({ role }) => role !== 'instruction');
  const lead = first === -1 ? turns.length : first;
  const { cacheMarks } = target.profile;
  const leading = encodeInstructions(turns.slice(0, lead), { notes, cacheMarks });
  const custom = customCalls(turns);
  const split = createNameSplitter(request.tools);
  const written = new Set<number>();
  const items = turns.flatMap((turn, index) => {
    if (index < lead) return [];
    const place = { path: `turns[${index}]`, cacheMarks };
    const ofTurn = encodeTurn(turn, custom, { ...context, split, ...place });
    if (ofTurn.length > 0) written.add(index);
    return ofTurn;
  });
  const isStored = request.store === true && target.vendor === homeVendor;
  const input = isStored ? unpairReasoning(items) : items;
  rejectLostUserTurn(turns, written);
  if (input.length === 0) refuseLostMedia(turns);
  const isPlain = typeof leading === 'string' && (input.length > 0 || leading === '');
  if (isPlain) return { instructions: leading, input };
  // The vendor requires input, and takes cache marks only there. Instructions may be there as well.
  const message = { type: 'message', role: 'developer', content: leading } as const;
  return { instructions: '', input: [message, ...input] };
}

/**
 * OpenAI pairs reasoning that it stored with the item after it, by their ids, and refuses it when that item has
 * none. Without its id, the encrypted reasoning stands for itself. Azure requires the id where nothing is stored.
 */
function unpairReasoning(items: readonly InputItem[]): InputItem[] {
  const unpaired: InputItem[] = [];
  for (const item of items.toReversed()) {
    const next = unpaired.at(-1);
    const isPaired = next !== undefined && 'id' in next;
    unpaired.push(item.type === 'reasoning' && !isPaired ? omitId(item) : item);
  }
  return unpaired.reverse();
}

function omitId(item: ReasoningItem): ReasoningItem {
  const { id: _, ...rest } = item;
  // See `restoreItem`: the vendor accepts it.
  return item.encrypted_content === undefined ? item : (rest as ReasoningItem);
}

/** The ids of the calls whose results have a separate item type. */
function customCalls(turns: readonly Turn[]): ReadonlySet<string> {
  const parts = turns.flatMap((turn) => turn.parts);
  return new Set(
    parts.flatMap((part) => (part.type === 'call' && part.custom === true ? [part.id] : [])),
  );
}

function encodeTurn(turn: Turn, custom: ReadonlySet<string>, context: TurnContext): InputItem[] {
  if (turn.role === 'instruction') return encodeLateInstruction(turn, context);
  const { notes, path } = context;
  noteForeignExtras(turn.extras, path, notes);
  if (turn.name !== undefined)
    notes.dropped(`${path}.name`, 'Responses have no names of participants.');
  switch (turn.role) {
    case 'user':
      return encodeUser(turn, context);
    case 'assistant':
      return new AnswerWriter(turn, context).write();
    case 'result':
      return turn.parts
        .filter((part): part is ResultPart => part.type === 'result')
        .map((part) => {
          const own = ownItemOf(part);
          return own === undefined
            ? encodeResult(part, custom.has(part.callId), context)
            : (own as InputItem);
        });
  }
}

/** Items of this dialect stand before or after the message, as they do among the parts of the turn. */
function encodeUser(turn: Turn, context: TurnContext): InputItem[] {
  const isItem = (part: Part) => part.type === 'server' && ownItem(part) !== undefined;
  const first = turn.parts.findIndex((part) => !isItem(part));
  if (first === -1 && turn.parts.length > 0) return turn.parts.flatMap(ownItems);
  const parts = turn.parts.filter((part) => !isItem(part));
  const message = encodeUserMessage({ ...turn, parts }, context);
  const before = turn.parts.slice(0, first).flatMap(ownItems);
  const after = turn.parts.slice(first + 1).flatMap(ownItems);
  return [...before, ...message, ...after];
}

function ownItems(part: Part): InputItem[] {
  const item = part.type === 'server' ? ownItem(part) : undefined;
  return item === undefined ? [] : [item];
}

function encodeUserMessage(turn: Turn, { notes, path, cacheMarks }: TurnContext): InputItem[] {
  const parts = encodeInputParts(turn.parts, { notes, path: `${path}.parts`, cacheMarks });
  const extras = ownExtras(turn.extras);
  if (parts.length === 0 && Object.keys(extras).length === 0) {
    notes.dropped(path, 'Nothing of this user turn can be sent.');
    return [];
  }
  return [{ ...extras, type: 'message', role: 'user', content: asPlainText(parts) ?? parts }];
}

/** A string means the same as a single plain text part, and every server accepts it. */
function asPlainText(parts: readonly InputContent[]): string | undefined {
  const [only, ...others] = parts;
  const isBare = only?.type === 'input_text' && Object.keys(only).length === 2;
  return isBare && others.length === 0 ? only.text : undefined;
}

/** Encodes the items of one reply in the order of its parts; neighbouring texts become one message. */
class AnswerWriter {
  readonly #turn: Turn;
  readonly #context: TurnContext;
  readonly #items: InputItem[] = [];
  #text = '';
  #phase: string | undefined;

  constructor(turn: Turn, context: TurnContext) {
    this.#turn = turn;
    this.#context = context;
  }

  write(): InputItem[] {
    const { path } = this.#context;
    for (const [index, part] of this.#turn.parts.entries()) {
      this.#add(part, { ...this.#context, path: `${path}.parts[${index}]` });
    }
    this.#closeMessage();
    if (this.#items.length === 0) {
      this.#context.notes.dropped(path, 'Nothing of this assistant turn can be sent.');
    }
    return this.#items;
  }

  #add(part: Part, context: TurnContext): void {
    switch (part.type) {
      case 'text':
        noteMarks(part, context);
        this.#addText(part);
        return;
      case 'refusal':
        this.#addText(part);
        return;
      case 'reasoning':
        this.#push(encodeReasoning(part, context));
        return;
      case 'call':
        this.#push(encodeCall(part, context));
        return;
      case 'unknown':
      case 'server':
      case 'media':
      case 'result':
        this.#push(encodeForeign(part, context));
    }
  }

  #addText({ text, phase }: TextPart | RefusalPart): void {
    if (phase !== this.#phase) this.#closeMessage();
    this.#phase = phase;
    this.#text += text;
  }

  #push(item: InputItem | undefined): void {
    if (item === undefined) return;
    this.#closeMessage();
    this.#items.push(item);
  }

  #closeMessage(): void {
    if (this.#text === '') return;
    const message: InputMessage = {
      ...ownExtras(this.#turn.extras),
      type: 'message',
      role: 'assistant',
      content: this.#text,
      ...phaseField(this.#phase),
    };
    this.#items.push(message);
    this.#text = '';
  }
}

function encodeReasoning(
  { text, providerState, extras }: ReasoningPart,
  { target, notes, path }: TurnContext,
): InputItem | undefined {
  noteForeignExtras(extras, path, notes);
  const item =
    providerState?.vendor === target.vendor ? restoreItem(text, providerState) : undefined;
  if (item === undefined) {
    notes.dropped(path, 'Reasoning in the history is sent only to its vendor and in its format.');
  }
  return item;
}

function encodeCall(call: CallPart, { names, notes, path, split }: TurnContext): InputItem {
  const own = ownItemOf(call);
  // It came from the input of this dialect, whose type does not include it.
  if (own !== undefined) return own as InputItem;
  noteMarks(call, { notes, path });
  if (call.providerState !== undefined) {
    notes.dropped(`${path}.providerState`, foreignState);
  }
  const { name, namespace } = split(call.name);
  // As in the tools, names within a namespace are those of the client.
  const named = namespace === undefined ? { name: names.toUpstream(name) } : { name, namespace };
  const head = { ...ownExtras(call.extras), call_id: call.id, ...named };
  return call.custom === true
    ? { ...head, type: 'custom_tool_call', input: call.arguments }
    : { ...head, type: 'function_call', arguments: readArguments(call.arguments) };
}

function encodeForeign(part: Part, { notes, path }: TurnContext): InputItem | undefined {
  const item = part.type === 'unknown' || part.type === 'server' ? ownItem(part) : undefined;
  if (item !== undefined) return item;
  notes.dropped(path, `An earlier answer here holds no part of type ${part.type}.`);
  return undefined;
}

/** An item of this dialect, written back unchanged. */
function ownItem(part: ServerPart | UnknownPart): InputItem | undefined {
  // It came from the input of this dialect, whose type does not include it.
  return part.dialect === dialect ? (part.raw as InputItem) : undefined;
}
