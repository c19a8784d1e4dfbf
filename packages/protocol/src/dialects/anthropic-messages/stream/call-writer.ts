// Writes tool calls into an Anthropic Messages stream, for the stream encoder.
import type { JsonObject } from '../../../json/value.ts';
import type { NoteBook } from '../../../canonical/note.ts';
import type { ProviderState } from '../../../canonical/provider-state.ts';
import { areWhole } from '../../../shared/interrupted-calls.ts';
import type { PartWriter } from './block-writers.ts';
import { JsonProgress } from './json-progress.ts';
import { encodeCallState } from '../reasoning.ts';
import type { BlockDelta, RedactedThinkingBlock, ToolUseBlock } from '../types.ts';

/** A call: its block is never split, so it yields only when its arguments are complete. */
export class CallWriter implements PartWriter {
  readonly isCall = true;
  ended = false;
  readonly #head: ToolUseBlock;
  readonly #notes: NoteBook;
  readonly #progress = new JsonProgress();
  readonly #pieces: string[] = [];
  #text = '';
  #wasSent = false;
  #isOpen = false;
  #isSealed = false;
  #providerState: ProviderState | undefined;

  constructor(head: ToolUseBlock, notes: NoteBook) {
    this.#head = head;
    this.#notes = notes;
  }

  /** A call without arguments so far is not opened early, because its state would have to come first. */
  get waits(): boolean {
    return this.#wasSent || this.ended;
  }

  get yields(): boolean {
    return this.#progress.complete;
  }

  /** True if the arguments are not an object, which is known only at their end. */
  get isBroken(): boolean {
    return !areWhole(this.#pieces.join(''));
  }

  addText(text: string): void {
    if (this.#isSealed) {
      if (text.trim() !== '')
        this.#notes.dropped('content', 'Text after complete arguments was removed.');
      return;
    }
    this.#wasSent = true;
    this.#progress.push(text);
    this.#pieces.push(text);
    this.#text += text;
  }

  keep(providerState: ProviderState): void {
    if (this.#isOpen || this.#isSealed) {
      this.#notes.dropped('content', 'Provider state arrived after its call had begun.');
      return;
    }
    this.#wasSent = true;
    this.#providerState = providerState;
  }

  end(): void {
    this.ended = true;
  }

  prelude(): RedactedThinkingBlock | undefined {
    return this.#providerState && encodeCallState(this.#providerState);
  }

  open(): JsonObject {
    this.#isOpen = true;
    return this.#head;
  }

  drain(): BlockDelta[] {
    const partial = this.#text;
    this.#text = '';
    return partial === '' ? [] : [{ type: 'input_json_delta', partial_json: partial }];
  }

  /** Some clients parse the arguments, so a call without arguments gets an empty object. */
  seal(): BlockDelta[] {
    this.#isSealed = true;
    return this.#progress.blank ? [{ type: 'input_json_delta', partial_json: '{}' }] : [];
  }
}

/** A call of a custom tool, whose text is the only field of an object. */
export class CustomCallWriter implements PartWriter {
  readonly isCall = true;
  readonly yields = false;
  ended = false;
  readonly #head: ToolUseBlock;
  #text = '{"input":"';

  constructor(head: ToolUseBlock) {
    this.#head = head;
  }

  get waits(): boolean {
    return this.#text !== '';
  }

  addText(text: string): void {
    this.#text += JSON.stringify(text).slice(1, -1);
  }

  end(): void {
    this.ended = true;
    this.#text += '"}';
  }

  open(): JsonObject {
    return this.#head;
  }

  drain(): BlockDelta[] {
    const partial = this.#text;
    this.#text = '';
    return partial === '' ? [] : [{ type: 'input_json_delta', partial_json: partial }];
  }

  seal(): BlockDelta[] {
    return [];
  }
}
