// Writes the parts of a reply as blocks of an Anthropic Messages stream, one class per type of part.
import type { JsonObject } from '../../../json/value.ts';
import type { NoteBook } from '../../../canonical/note.ts';
import type { ProviderState } from '../../../canonical/provider-state.ts';
import type { Citation } from '../../../canonical/part.ts';
import { followingCitation } from '../../../shared/citation-places.ts';
import { encodeCitation } from '../reply/citations.ts';
import { encodeRedacted, encodeSignature, isRedacted } from '../reasoning.ts';
import type { BlockDelta } from '../types.ts';

/**
 * One part of the reply that becomes a block. Several parts may be open at once, but the format allows one
 * block at a time, so a writer buffers its content while another block is open.
 */
export interface PartWriter {
  /** True for calls, which keep their order among themselves. */
  readonly isCall: boolean;
  /** True if there is content for a new block, or for the open one. */
  readonly waits: boolean;
  /** True if the open block may be closed because another one waits. */
  readonly yields: boolean;
  /** True if the block is written only when another one follows. */
  readonly isNeverLast?: boolean;
  readonly ended: boolean;
  addText(text: string): void;
  cite?(citation: Citation): void;
  keep?(providerState: ProviderState): void;
  end(): void;
  /** A whole block that must precede the writer's own. */
  prelude?(): JsonObject | undefined;
  /** Opens a block; returns the content of its start event. */
  open(): JsonObject;
  /** Returns the content that waits. */
  drain(): BlockDelta[];
  /** Closes the block; returns the deltas that must precede its stop. */
  close(): BlockDelta[];
}

/** Text may be split into several blocks: joined, they are the same text. */
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

  /** A citation alone opens a block only when no text can precede it there. */
  get waits(): boolean {
    return this.#hasText || ((this.#isOpen || this.ended) && this.#deltas.length > 0);
  }

  addText(text: string): void {
    this.#hasText = true;
    const last = this.#deltas.at(-1);
    if (last?.type === 'text_delta') last.text += text;
    else this.#deltas.push({ type: 'text_delta', text });
  }

  cite(citation: Citation): void {
    for (const raw of encodeCitation(citation, 'content', this.#notes)) {
      this.#deltas.push({ type: 'citations_delta', citation: raw });
    }
  }

  end(): void {
    this.ended = true;
  }

  open(): JsonObject {
    this.#isOpen = true;
    if (!this.#hasText) this.#notes.moved('content', followingCitation);
    return { type: 'text', text: '' };
  }

  drain(): BlockDelta[] {
    const deltas = this.#deltas;
    this.#deltas = [];
    this.#hasText = false;
    return deltas;
  }

  close(): BlockDelta[] {
    this.#isOpen = false;
    return [];
  }
}

/**
 * Reasoning ends with its signature; reasoning that consists only of hidden state is a different type of
 * block.
 */
export class ReasoningWriter implements PartWriter {
  readonly isCall = false;
  readonly yields = true;
  ended = false;
  readonly #notes: NoteBook;
  #text = '';
  #providerState: ProviderState | undefined;
  #isRedacted = false;
  #wasOpened = false;
  #isClosed = false;

  constructor(notes: NoteBook) {
    this.#notes = notes;
  }

  get waits(): boolean {
    if (this.#text !== '') return true;
    return !this.#wasOpened && (isRedacted('', this.#providerState) || this.#endedHidden);
  }

  /** A signature of the text before it: clients take the last block of a reply for the answer. */
  get isNeverLast(): boolean {
    return !this.#wasOpened && this.#text === '' && this.#providerState?.kind === 'thought';
  }

  /** State without text, because the vendor hides the reasoning. */
  get #endedHidden(): boolean {
    return this.ended && this.#providerState !== undefined;
  }

  addText(text: string): void {
    this.#text += text;
  }

  keep(providerState: ProviderState): void {
    if (this.#isClosed)
      this.#notes.dropped('content', 'Provider state arrived after its reasoning block had ended.');
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

  close(): BlockDelta[] {
    this.#isClosed = true;
    if (this.#isRedacted) return [];
    return [{ type: 'signature_delta', signature: encodeSignature(this.#providerState) }];
  }
}

/** A block that arrived whole and is written unchanged. */
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
    // The block is already complete.
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

  close(): BlockDelta[] {
    return [];
  }
}
