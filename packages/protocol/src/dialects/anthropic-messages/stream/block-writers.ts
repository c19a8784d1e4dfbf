// Writes the parts of an answer as blocks of a messages stream, one class for each kind of part.
import type { JsonObject } from '../../../json/value.ts';
import type { NoteBook } from '../../../canonical/note.ts';
import type { ProviderState } from '../../../canonical/provider-state.ts';
import type { Citation } from '../../../canonical/part.ts';
import { encodeCitation } from '../reply/citations.ts';
import { encodeRedacted, encodeSignature, isRedacted } from '../reasoning.ts';
import type { BlockDelta } from '../types.ts';

/**
 * One part of the answer on its way to become a block. Several parts may be under way at once; the
 * wire takes one block at a time, so a writer keeps what comes while another block is open.
 */
export interface PartWriter {
  /** Calls keep their order among themselves. */
  readonly isCall: boolean;
  /** True when something is there that a block may be opened for, or that the open one can take. */
  readonly waits: boolean;
  /** True when the open block may be closed because another one waits. */
  readonly yields: boolean;
  readonly ended: boolean;
  addText(text: string): void;
  cite?(citation: Citation): void;
  keep?(providerState: ProviderState): void;
  end(): void;
  /** A whole block that has to stand before the writer's own. */
  prelude?(): JsonObject | undefined;
  /** Opens a block; gives it as its start shows it. */
  open(): JsonObject;
  /** Takes what waits. */
  drain(): BlockDelta[];
  /** Closes the block; gives what has to stand before its stop. */
  seal(): BlockDelta[];
}

/** What a note says of a citation for which no block is open any more. */
export const lateCitation = 'A citation that came after its text was left out.';

/** Text may be cut into several blocks: joined, they read the same. */
export class TextWriter implements PartWriter {
  readonly isCall = false;
  readonly yields = true;
  ended = false;
  readonly #notes: NoteBook;
  #isOpen = false;
  #hasText = false;
  #deltas: BlockDelta[] = [];

  constructor(notes: NoteBook) {
    this.#notes = notes;
  }

  /** A citation alone is not worth a block: blocks without text are refused when they come back. */
  get waits(): boolean {
    return this.#hasText || (this.#isOpen && this.#deltas.length > 0);
  }

  addText(text: string): void {
    this.#hasText = true;
    const last = this.#deltas.at(-1);
    if (last?.type === 'text_delta') last.text += text;
    else this.#deltas.push({ type: 'text_delta', text });
  }

  cite(citation: Citation): void {
    const raw = encodeCitation(citation, 'content', this.#notes);
    this.#deltas.push({ type: 'citations_delta', citation: raw });
  }

  end(): void {
    this.ended = true;
    if (this.waits || this.#deltas.length === 0) return;
    this.#notes.dropped('content', lateCitation);
  }

  open(): JsonObject {
    this.#isOpen = true;
    return { type: 'text', text: '' };
  }

  drain(): BlockDelta[] {
    const deltas = this.#deltas;
    this.#deltas = [];
    this.#hasText = false;
    return deltas;
  }

  seal(): BlockDelta[] {
    this.#isOpen = false;
    return [];
  }
}

/** Reasoning closes with its signature; what is nothing but hidden state is a block of another kind. */
export class ReasoningWriter implements PartWriter {
  readonly isCall = false;
  readonly yields = true;
  ended = false;
  readonly #notes: NoteBook;
  #text = '';
  #providerState: ProviderState | undefined;
  #isRedacted = false;
  #wasOpened = false;
  #isSealed = false;

  constructor(notes: NoteBook) {
    this.#notes = notes;
  }

  get waits(): boolean {
    if (this.#text !== '') return true;
    return !this.#wasOpened && (isRedacted('', this.#providerState) || this.#endedHidden);
  }

  /** State without text, whose maker hides the reasoning. */
  get #endedHidden(): boolean {
    return this.ended && this.#providerState !== undefined;
  }

  addText(text: string): void {
    this.#text += text;
  }

  keep(providerState: ProviderState): void {
    if (this.#isSealed) this.#notes.dropped('content', 'State came after its thinking had closed.');
    this.#providerState = providerState;
  }

  end(): void {
    this.ended = true;
  }

  open(): JsonObject {
    this.#wasOpened = true;
    this.#isRedacted = isRedacted(this.#text, this.#providerState);
    if (this.#isRedacted && this.#providerState !== undefined)
      return encodeRedacted(this.#providerState);
    return { type: 'thinking', thinking: '', signature: '' };
  }

  drain(): BlockDelta[] {
    const thinking = this.#text;
    this.#text = '';
    return thinking === '' ? [] : [{ type: 'thinking_delta', thinking }];
  }

  seal(): BlockDelta[] {
    this.#isSealed = true;
    if (this.#isRedacted) return [];
    return [{ type: 'signature_delta', signature: encodeSignature(this.#providerState) }];
  }
}

/** A block that came whole and passes as it is. */
export class WholeBlockWriter implements PartWriter {
  readonly isCall = false;
  readonly waits = true;
  readonly yields = false;
  ended = false;
  readonly #block: JsonObject;

  constructor(block: JsonObject) {
    this.#block = block;
  }

  addText(): void {
    // The block holds everything already.
  }

  end(): void {
    this.ended = true;
  }

  open(): JsonObject {
    return this.#block;
  }

  drain(): BlockDelta[] {
    return [];
  }

  seal(): BlockDelta[] {
    return [];
  }
}
