// Reads the output items of a Responses stream, for the stream decoder.
import type { CanonicalEvent } from '../../../canonical/reply.ts';
import type { JsonObject } from '../../../json/value.ts';
import { positionAt, textAt } from '../../../shared/json-fields.ts';
import { noteLostItemFields } from '../extras.ts';
import { decodeWhole } from '../reply/content.ts';
import { createParser } from '../../../shared/schema-check.ts';
import { outputItem, type OutputItemInput } from '../reply/schema.ts';
import { CallReader } from './call-reader.ts';
import { isItemEvent, itemTypeOf } from './grammar.ts';
import { MessageReader } from './message-reader.ts';
import { ReasoningReader } from './reasoning-reader.ts';
import type { ItemContext, ItemReader } from './text-reader.ts';

const parseItem = createParser(outputItem);

/** More items than any model generates in one reply; further ones are dropped with a note. */
const mostItems = 1_000;

interface SlotFacts {
  readonly type: string;
  readonly id: string;
  /** Identifies calls whose item ids change. */
  readonly callId?: string | null | undefined;
  /** True for the start of the item. */
  readonly begins?: boolean;
}

interface Slot extends SlotFacts {
  readonly position: number;
  readonly reader: ItemReader;
}

function factsOf({ id, type, call_id: callId }: OutputItemInput, begins = false): SlotFacts {
  return { type, id: id ?? '', callId, begins };
}

/** Passes the events of one reply to the readers of their items. */
export class OutputReader {
  readonly #context: ItemContext;
  readonly #slots: Slot[] = [];

  constructor(context: ItemContext) {
    this.#context = context;
  }

  /** True for events of an item. */
  static knows(type: string): boolean {
    return isItemEvent(type) || itemTypeOf(type) !== '';
  }

  get hasCalls(): boolean {
    return this.#slots.some(({ reader }) => reader.isCall);
  }

  read(type: string, event: JsonObject): CanonicalEvent[] {
    if (!isItemEvent(type)) {
      const id = textAt(event, 'item_id');
      const slot = this.#slotOf(event, { id, type: itemTypeOf(type) });
      return slot?.reader.read(type, event) ?? [];
    }
    const parsed = parseItem(event['item']);
    if (!parsed.success) return [];
    const item = parsed.data;
    const isDone = type === 'response.output_item.done';
    const slot = this.#slotOf(event, factsOf(item, !isDone));
    if (isDone) this.#noteLosses(item, positionAt(event, 'output_index') ?? this.#slots.length - 1);
    return (isDone ? slot?.reader.complete(item) : slot?.reader.begin(item)) ?? [];
  }

  /** Reads what only the whole reply contains, and closes everything. */
  complete(items: readonly OutputItemInput[]): CanonicalEvent[] {
    // Each slot is matched once; slots whose id occurs are reserved for their item.
    const ids = new Set(items.map(({ id }) => id));
    const free = new Set(this.#slots.filter(({ id }) => id === '' || !ids.has(id)));
    const events = items.flatMap((item, position) => {
      this.#noteLosses(item, position);
      return this.#match(item, position, free)?.reader.complete(item) ?? [];
    });
    for (const { reader } of this.#slots) events.push(...reader.close());
    return events;
  }

  #noteLosses(item: OutputItemInput, position: number): void {
    noteLostItemFields(item, { path: `output[${position}]`, notes: this.#context.notes });
  }

  /**
   * Some servers state one index for several items, so the kind of the item decides among them. Servers that omit
   * indexes identify the item by its id, or mean the one that started last.
   */
  #slotOf(event: JsonObject, facts: SlotFacts): Slot | undefined {
    const { id, begins } = facts;
    const position = positionAt(event, 'output_index');
    const fitting = this.#slots.filter(
      (slot) => slot.position === (position ?? slot.position) && fits(slot, facts),
    );
    const byId = fitting.findLast((slot) => id !== '' && slot.id === id);
    const last = fitting.at(-1);
    const isOther =
      position === undefined
        ? id !== '' || last !== this.#slots.at(-1)
        : begins && last?.begins && last.id !== id;
    const known = byId ?? (isOther ? undefined : last);
    return known ?? this.#open(facts, position);
  }

  /**
   * Some servers give items other ids at the end, or omit some items; then the index decides, or else the
   * order among the items of the same type.
   */
  #match(item: OutputItemInput, position: number, free: Set<Slot>): Slot | undefined {
    const facts = factsOf(item);
    const byId = facts.id === '' ? undefined : this.#slots.find(({ id }) => id === facts.id);
    if (byId !== undefined) return byId;
    const fitting = [...free].filter((slot) => fits(slot, facts));
    const slot = fitting.find((each) => each.position === position) ?? fitting[0];
    if (slot === undefined) return this.#open(facts);
    free.delete(slot);
    return slot;
  }

  #open(facts: SlotFacts, position = this.#slots.length): Slot | undefined {
    if (this.#slots.length >= mostItems) {
      this.#context.notes.dropped('output', `Only ${mostItems} items of an answer are carried.`);
      return undefined;
    }
    const slot = { ...facts, position, reader: createItemReader(facts.type, this.#context) };
    this.#slots.push(slot);
    return slot;
  }
}

function fits(slot: Slot, { type, callId }: SlotFacts): boolean {
  const isOther = slot.callId && callId && slot.callId !== callId;
  return kindOf(slot.type) === kindOf(type) && !isOther;
}

/** The events of one kind of call may come with those of the other. */
function kindOf(type: string): string {
  return type === 'custom_tool_call' ? 'function_call' : type;
}

/** Creates the reader for an item of the given type. */
function createItemReader(type: string, context: ItemContext): ItemReader {
  switch (type) {
    case 'message':
      return new MessageReader(context);
    case 'reasoning':
      return new ReasoningReader(context);
    case 'function_call':
    case 'custom_tool_call':
      return new CallReader(context);
    default:
      return new WholeReader(context);
  }
}

/** Reads an item of a tool that the vendor ran: only the completed item is used. */
class WholeReader implements ItemReader {
  readonly isCall = false;
  readonly #context: ItemContext;
  #isOver = false;

  constructor(context: ItemContext) {
    this.#context = context;
  }

  begin(): CanonicalEvent[] {
    return [];
  }

  read(): CanonicalEvent[] {
    return [];
  }

  complete(item: OutputItemInput): CanonicalEvent[] {
    if (this.#isOver) return [];
    this.#isOver = true;
    const index = this.#context.nextPart();
    const part = decodeWhole(item);
    return [
      { type: 'part-start', index, choice: 0, part },
      { type: 'part-end', index },
    ];
  }

  close(): CanonicalEvent[] {
    return [];
  }
}
