// Writes tool calls into an Anthropic Messages stream, for the stream encoder.
import type { JsonObject } from '../../../json/value.ts';
import type { NoteBook } from '../../../canonical/note.ts';
import type { ProviderState } from '../../../canonical/provider-state.ts';
import { areWhole } from '../../../shared/calls.ts';
import type { PartWriter } from './part-writers.ts';
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
  #isClosed = false;
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
    if (this.#isClosed) {
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
    if (this.#isOpen || this.#isClosed) {
      this.#notes.dropped('content', 'Provider state arrived after its tool call had started.');
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
  close(): BlockDelta[] {
    this.#isClosed = true;
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

  close(): BlockDelta[] {
    return [];
  }
}

const quote = 0x22;
const backslash = 0x5c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/**
 * Scans JSON text that arrives in chunks and detects the end of its object. Each character is scanned once,
 * because parsing the text again at each chunk would take quadratic time.
 */
export class JsonProgress {
  #depth = 0;
  #inString = false;
  #escaped = false;
  #complete = false;
  #blank = true;

  /** True once the outermost object or list is closed. */
  get complete(): boolean {
    return this.#complete;
  }

  /** True as long as only white space has arrived. */
  get blank(): boolean {
    return this.#blank;
  }

  push(piece: string): void {
    if (this.#blank) this.#blank = piece.trim() === '';
    for (let at = 0; at < piece.length && !this.#complete; at++) this.#step(piece.charCodeAt(at));
  }

  #step(code: number): void {
    if (this.#inString) this.#stepInString(code);
    else if (code === quote) this.#inString = true;
    else if (code === openBrace || code === openBracket) this.#depth++;
    else if (code === closeBrace || code === closeBracket) {
      this.#depth--;
      this.#complete = this.#depth <= 0;
    }
  }

  #stepInString(code: number): void {
    if (this.#escaped) this.#escaped = false;
    else if (code === backslash) this.#escaped = true;
    else if (code === quote) this.#inString = false;
  }
}
