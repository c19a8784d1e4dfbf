// What the item readers of a Responses stream share: their interface, and the reader of one text, which is sent
// in deltas and then repeated.
import type { CanonicalEvent, PartHead } from '../../../canonical/reply.ts';
import type { Citation } from '../../../canonical/part.ts';
import type { ProviderState } from '../../../canonical/provider-state.ts';
import type { CallIds } from '../../../history/ids.ts';
import type { JsonObject } from '../../../json/value.ts';
import type { StreamContext } from '../../../shared/stream/stream-state.ts';
import type { OutputItemInput } from '../reply/schema.ts';

/** What the item readers of one stream share. */
export interface ItemContext extends Omit<StreamContext, 'seed'> {
  /** The call ids of the only choice in a stream. */
  readonly ids: CallIds;
}

/**
 * Reads the events of one item. Any of the events that complete it may be missing, and its content must not
 * be read twice.
 */
export interface ItemReader {
  /** True if the item is a call of one of the client's tools. */
  readonly isCall: boolean;
  /** Reads the start of an item: everything except its content. */
  begin(item: OutputItemInput): CanonicalEvent[];
  /** Reads any other event of the item. */
  read(type: string, event: JsonObject): CanonicalEvent[];
  /** Reads the completed item. */
  complete(item: OutputItemInput): CanonicalEvent[];
  /** The reply has ended; closes what is still open. */
  close(): CanonicalEvent[];
}

const otherText = 'A repetition of the text differs from what had arrived, and was left out.';

/** Maximum length of text that is kept for comparison with its repetition, in characters. */
const longestKept = 8 * 1024 * 1024;

/**
 * Reads one part whose text arrives in deltas and then again as a whole, up to three times: only what a
 * repetition adds is passed on. A part without text opens only for its citations.
 */
export class TextReader {
  readonly #context: ItemContext;
  readonly #head: PartHead;
  #index: number | undefined;
  /** The part that the citations name, even where a repetition adds text after its end. */
  #citedIndex: number | undefined;
  #text = '';
  #length = 0;
  #citations = 0;
  /** Citations that came before the text. */
  readonly #early: Citation[] = [];
  #isOver = false;

  constructor(context: ItemContext, head: PartHead) {
    this.#context = context;
    this.#head = head;
  }

  get isOpen(): boolean {
    return this.#index !== undefined && !this.#isOver;
  }

  /** The length of the text so far, in characters. */
  get length(): number {
    return this.#length;
  }

  /** True while only white space has arrived. */
  get isBlank(): boolean {
    return this.#text.trim() === '';
  }

  /** Opens the part if it is not open yet. */
  open(): CanonicalEvent[] {
    if (this.#index !== undefined) return [];
    this.#index = this.#context.nextPart();
    this.#citedIndex ??= this.#index;
    return [{ type: 'part-start', index: this.#index, choice: 0, part: this.#head }];
  }

  add(text: string): CanonicalEvent[] {
    if (text === '' || this.#isOver) return [];
    const opening = this.open();
    this.#length += text.length;
    if (this.#length <= longestKept) this.#text += text;
    const delta = this.#emit((index) => ({ type: 'part-delta', index, text }));
    return [...opening, ...delta, ...this.#citeEarly()];
  }

  /**
   * Reads a repetition of the text from an offset and returns what it adds, in a further part if this one has
   * ended. A repetition with different text only leaves a note, because what was passed on cannot be taken back.
   */
  complete(whole: string, from = 0): CanonicalEvent[] {
    const known = this.#length - from;
    if (this.#length > longestKept) return [];
    const text = this.#text.slice(from);
    if (!whole.startsWith(text)) {
      if (isOther(text, whole)) this.#context.notes.dropped('output', otherText);
      return [];
    }
    if (whole.length <= known) return [];
    if (this.#isOver) {
      this.#index = undefined;
      this.#isOver = false;
    }
    return this.add(whole.slice(known));
  }

  cite(citation: Citation): CanonicalEvent[] {
    this.#citations++;
    if (this.#citedIndex === undefined) this.#early.push(citation);
    return this.#citeNow(citation);
  }

  /** Reads a repetition of all citations and returns those that are new. */
  completeCitations(citations: readonly Citation[]): CanonicalEvent[] {
    return citations.slice(this.#citations).flatMap((citation) => this.cite(citation));
  }

  keep(providerState: ProviderState): CanonicalEvent[] {
    return this.#emit((index) => ({ type: 'part-state', index, providerState }));
  }

  close(): CanonicalEvent[] {
    const cited = this.#early.length > 0 ? [...this.open(), ...this.#citeEarly()] : [];
    const events = this.#emit((index) => ({ type: 'part-end', index }));
    // An event that ends a part may state no text although a later one does.
    this.#isOver = this.#index !== undefined;
    return [...cited, ...events];
  }

  #citeEarly(): CanonicalEvent[] {
    return this.#early.splice(0).flatMap((one) => this.#citeNow(one));
  }

  #citeNow(citation: Citation): CanonicalEvent[] {
    const index = this.#citedIndex;
    return index === undefined ? [] : [{ type: 'part-citation', index, citation }];
  }

  #emit(event: (index: number) => CanonicalEvent): CanonicalEvent[] {
    return this.#index === undefined || this.#isOver ? [] : [event(this.#index)];
  }
}

/** True unless a repetition is the text or its beginning. Some servers write white space differently. */
function isOther(text: string, repetition: string): boolean {
  return !text.replace(/\s+/g, '').startsWith(repetition.replace(/\s+/g, ''));
}
