// Decodes the conversation of a Responses request.
import type { NoteBook } from '../../../canonical/note.ts';
import type { CallPart, Part } from '../../../canonical/part.ts';
import type { ProviderState } from '../../../canonical/provider-state.ts';
import type { Turn } from '../../../canonical/request.ts';
import type { JsonObject } from '../../../json/value.ts';
import { areWhole, replacedByNone } from '../../../shared/calls.ts';
import { textAt } from '../../../shared/json-fields.ts';
import { isKind } from '../../../shared/schema.ts';
import { compactionTrigger } from '../../../shared/summary-request.ts';
import { decodeClientCall, decodeClientResult } from '../client-tools.ts';
import { readSummary } from '../compaction.ts';
import { asExtras, dialect, otherFields, otherToolFields, rawOf } from '../extras.ts';
import { decodeCallState, decodeClientReasoning } from '../reasoning.ts';
import { decodeImageCall } from '../reply/content.ts';
import { isReference } from '../stored/response-items.ts';
import { decodeContent } from './content-decoder.ts';
import type {
  CallOutputInput,
  CustomCallInput,
  FunctionCallInput,
  ItemInput,
  MessageInput,
  ReasoningInput,
} from './content-schema.ts';
import { qualifiedName } from './namespaces.ts';
import type { RequestInput } from './schema.ts';
import { decodeVendorItem, type VendorItem } from './vendor-items.ts';

const messageFields = new Set(['type', 'id', 'role', 'content', 'phase', 'status']);
const callFields = new Set(['type', 'id', 'call_id', 'name', 'namespace', 'status']);
const functionFields = new Set([...callFields, 'arguments']);
const customFields = new Set([...callFields, 'input']);
const outputFields = new Set([...callFields, 'output']);

/**
 * Decodes instructions and input. The items of one reply (reasoning, messages, calls) become one turn; every
 * result is a separate turn.
 * @param offered the tools that the vendor defines and the client runs, among those of the request
 */
export function decodeTurns(
  { instructions, input }: RequestInput,
  offered: ReadonlySet<string>,
  notes: NoteBook,
): Turn[] {
  const turns: Turn[] = [];
  if (instructions) {
    turns.push({ role: 'instruction', parts: [{ type: 'text', text: instructions }] });
  }
  if (typeof input === 'string') {
    if (input !== '') turns.push({ role: 'user', parts: [{ type: 'text', text: input }] });
    return turns;
  }
  const items = input ?? [];
  const reader = new InputReader({ states: callStates(items), notes, offered });
  for (const [index, item] of items.entries()) reader.read(item, `input[${index}]`);
  return [...turns, ...reader.turns()];
}

/** The provider state of calls is in separate items, which may be anywhere. */
function callStates(items: readonly ItemInput[]): ReadonlyMap<string, ProviderState> {
  return new Map(
    items.flatMap((item) => {
      const state = isKind(item, 'reasoning') && decodeCallState(item.encrypted_content);
      return state ? [[state.callId, state.providerState]] : [];
    }),
  );
}

interface TurnDraft {
  readonly role: Turn['role'];
  readonly parts: Part[];
  facts?: Pick<Turn, 'nativeRole' | 'extras'>;
}

interface ReaderParts {
  readonly states: ReadonlyMap<string, ProviderState>;
  readonly notes: NoteBook;
  readonly offered: ReadonlySet<string>;
}

class InputReader {
  readonly #clientTools: ReadonlySet<string>;
  /** The ids of their calls, by the ids of their items. */
  readonly #clientCalls = new Map<string, string>();
  readonly #states: ReadonlyMap<string, ProviderState>;
  readonly #notes: NoteBook;
  readonly #turns: TurnDraft[] = [];
  /** The ids of the calls without a result so far. */
  readonly #openCalls = new Set<string>();
  /** Unknown parts that precede any turn they could belong to. */
  readonly #partsWithoutTurn: Part[] = [];

  constructor({ states, notes, offered }: ReaderParts) {
    this.#states = states;
    this.#notes = notes;
    this.#clientTools = offered;
  }

  read(item: ItemInput, path: string): void {
    if (isKind(item, 'message')) this.#readMessage(item);
    else if (isKind(item, 'reasoning')) this.#readReasoning(item, path);
    else if (isKind(item, 'function_call')) this.#readCall(this.#whole(decodeCall(item), path));
    else if (isKind(item, 'custom_tool_call')) this.#readCall(decodeCustomCall(item));
    else if (isKind(item, 'function_call_output') || isKind(item, 'custom_tool_call_output')) {
      this.#openCalls.delete(item.call_id ?? '');
      this.#add(decodeResult(item));
    } else if (!isKind(item, 'additional_tools')) this.#readOther(item);
  }

  turns(): Turn[] {
    if (this.#partsWithoutTurn.length > 0) this.#add({ role: 'user', parts: [] });
    return this.#turns
      .filter(({ parts }) => parts.length > 0)
      .map(({ role, parts, facts }) => ({ role, parts, ...facts }));
  }

  #add(turn: TurnDraft): void {
    if (turn.role === 'user' || turn.role === 'assistant') {
      turn.parts.unshift(...this.#partsWithoutTurn.splice(0));
    }
    this.#turns.push(turn);
  }

  #readMessage(item: MessageInput): void {
    const parts = decodeContent(item.content);
    const facts = asExtras(otherFields(item, messageFields));
    switch (item.role) {
      case 'user':
        this.#add({ role: 'user', parts, facts });
        return;
      case 'system':
      case 'developer':
        this.#add({ role: 'instruction', parts, facts: { ...facts, nativeRole: item.role } });
        return;
      case 'assistant':
        this.#readAnswer(parts.map((part) => inPhase(part, item.phase)));
    }
  }

  /** Messages of different phases become separate turns, unless that would separate calls from results. */
  #readAnswer(parts: readonly Part[]): void {
    const open = this.#openAnswer();
    const last = open?.parts.findLast(isSaid);
    const next = parts.find(isSaid);
    const differs = last !== undefined && next !== undefined && last.phase !== next.phase;
    const mayPart = differs && !open?.parts.some(({ type }) => type === 'call');
    const answer = mayPart ? this.#startAnswer() : this.#answer();
    answer.parts.push(...parts);
  }

  #readReasoning(item: ReasoningInput, path: string): void {
    if (decodeCallState(item.encrypted_content)) return;
    const part = decodeClientReasoning(item);
    if (part !== undefined) this.#answer().parts.push(part);
    else this.#notes.dropped(path, 'This reasoning has neither text nor provider state.');
  }

  /** Most servers reject a conversation for good in which a model has once written a broken call. */
  #whole(call: CallPart, path: string): CallPart {
    if (areWhole(call.arguments)) return call;
    this.#notes.dropped(`${path}.arguments`, replacedByNone);
    return { ...call, arguments: '{}' };
  }

  #readCall(call: CallPart): void {
    this.#openCalls.add(call.id);
    const providerState = this.#states.get(call.id);
    this.#answer().parts.push(providerState === undefined ? call : { ...call, providerState });
  }

  /**
   * Unknown items are added to the last turn, so that they do not split turns, and behind complete results to the turn
   * that follows. A trigger has to stay the last item.
   */
  #readOther(item: ItemInput): void {
    const image = decodeImageCall(item);
    if (image !== undefined) {
      this.#answer().parts.push(image);
      return;
    }
    const raw = rawOf(item);
    if (this.#readClientItem(raw)) return;
    const summary = readSummary(raw);
    if (summary !== undefined) {
      this.#add({ role: 'user', parts: [summary] });
      return;
    }
    const known = decodeVendorItem(raw);
    if (known !== undefined) {
      this.#readVendorItem(known);
      return;
    }
    const part: Part = {
      ...{ type: 'server', dialect, raw },
      ...(isReference(raw) && { isReference: true }),
    };
    if (item.type === compactionTrigger) {
      this.#add({ role: 'user', parts: [part] });
      return;
    }
    if (this.#openCalls.size === 0 && this.#turns.at(-1)?.role === 'result') {
      this.#answer().parts.push(part);
      return;
    }
    const home = this.#turns.findLast(({ role }) => role === 'user' || role === 'assistant');
    (home?.parts ?? this.#partsWithoutTurn).push(part);
  }

  #readClientItem(raw: JsonObject): boolean {
    const call = decodeClientCall(raw, this.#clientTools);
    if (call !== undefined) {
      this.#clientCalls.set(textAt(raw, 'id'), call.id);
      this.#readCall(call);
      return true;
    }
    const result = decodeClientResult(raw, this.#clientTools, this.#clientCalls);
    if (result === undefined) return false;
    this.#openCalls.delete(result.callId);
    this.#add({ role: 'result', parts: [result] });
    return true;
  }

  /** While calls wait for results, no new turn starts, because it would separate them. */
  #readVendorItem({ role, part }: VendorItem): void {
    const caller = this.#turns.findLast((turn) => turn.role === 'assistant');
    if (role === 'user') this.#add({ role, parts: [part] });
    else if (this.#openCalls.size > 0 && caller !== undefined) caller.parts.push(part);
    else this.#answer().parts.push(part);
  }

  #openAnswer(): TurnDraft | undefined {
    const last = this.#turns.at(-1);
    return last?.role === 'assistant' ? last : undefined;
  }

  #answer(): TurnDraft {
    return this.#openAnswer() ?? this.#startAnswer();
  }

  #startAnswer(): TurnDraft {
    const turn: TurnDraft = { role: 'assistant', parts: [] };
    this.#add(turn);
    return turn;
  }
}

type SaidPart = Extract<Part, { readonly type: 'text' | 'refusal' }>;

function isSaid(part: Part): part is SaidPart {
  return part.type === 'text' || part.type === 'refusal';
}

function inPhase(part: Part, phase: string | null | undefined): Part {
  return phase && isSaid(part) ? { ...part, phase } : part;
}

function decodeCall(item: FunctionCallInput): CallPart {
  const { call_id: id, name, namespace, arguments: text } = item;
  return {
    type: 'call',
    id,
    name: qualifiedName(namespace, name),
    arguments: text.trim() === '' ? '{}' : text,
    ...asExtras(otherToolFields(item, functionFields)),
  };
}

function decodeCustomCall(item: CustomCallInput): CallPart {
  const { call_id: id, name, namespace, input } = item;
  return {
    type: 'call',
    id,
    name: qualifiedName(namespace, name),
    arguments: input,
    custom: true,
    ...asExtras(otherToolFields(item, customFields)),
  };
}

function decodeResult(item: CallOutputInput): TurnDraft {
  const content = decodeContent(item.output);
  const extras = asExtras(otherToolFields(item, outputFields));
  return {
    role: 'result',
    parts: [{ type: 'result', callId: item.call_id ?? '', content, ...extras }],
  };
}
