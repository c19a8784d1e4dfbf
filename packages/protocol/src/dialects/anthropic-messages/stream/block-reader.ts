// Reads one content block of an Anthropic Messages stream, for the stream decoder.
import type { CanonicalEvent, PartHead } from '../../../canonical/reply.ts';
import type { NoteBook } from '../../../canonical/note.ts';
import type { ProviderState } from '../../../canonical/provider-state.ts';
import { parseJson } from '../../../json/parse.ts';
import { isJsonObject, type JsonObject } from '../../../json/value.ts';
import { isKind } from '../../../shared/schema.ts';
import type { NoteText } from '../../../shared/stream/stream-decoder.ts';
import { isOutputCall } from '../output-tool.ts';
import { rawOf } from '../extras.ts';
import { signatureOf } from '../reasoning.ts';
import { decodeCitation } from '../reply/citations.ts';
import { decodeReplyBlock, decodeCallHead, inputOf } from '../reply/content.ts';
import type { ReplyBlockInput, BlockDeltaInput } from '../reply/schema.ts';
import { dialect } from '../tables.ts';

/** Reads one block of a stream, from its start to its stop. */
export interface BlockReader {
  /** True for calls: more of one may come after text or reasoning. */
  readonly staysOpen: boolean;
  /** @returns false if the delta belongs to a block of another kind */
  read(delta: BlockDeltaInput): boolean;
  close(): void;
}

/** The block that a delta of text or reasoning belongs to; `undefined` for other deltas. */
export function blockOf(delta: BlockDeltaInput): ReplyBlockInput | undefined {
  if (isKind(delta, 'text_delta')) return { type: 'text', text: '' };
  return isKind(delta, 'thinking_delta') ? { type: 'thinking', thinking: '' } : undefined;
}

/** What the block readers of one stream share. */
interface ReaderContext {
  readonly vendor: string;
  readonly notes: NoteBook;
  readonly noteText: NoteText;
  emit(event: CanonicalEvent): void;
  /** Returns the next part index. */
  nextIndex(): number;
}

export function createBlockReader(block: ReplyBlockInput, context: ReaderContext): BlockReader {
  switch (block.type) {
    case 'text':
      return new TextReader(block, context);
    case 'thinking':
    case 'redacted_thinking':
      return new ReasoningReader(block, context);
    case 'tool_use':
      return new CallReader(block, context);
    default:
      return new ServerReader(block, context);
  }
}

/** A part of the stream, opened in its constructor. */
class OpenPart {
  readonly #context: ReaderContext;
  readonly #index: number;

  constructor(part: PartHead, context: ReaderContext) {
    this.#context = context;
    this.#index = context.nextIndex();
    context.emit({ type: 'part-start', index: this.#index, choice: 0, part });
  }

  addText(text: string): void {
    if (text === '') return;
    const index = this.#index;
    this.#context.emit({ type: 'part-delta', index, text });
    this.#context.noteText(text, (more) => [{ type: 'part-delta', index, text: more }]);
  }

  cite(raw: JsonObject): void {
    const citation = decodeCitation(raw);
    this.#context.emit({ type: 'part-citation', index: this.#index, citation });
  }

  end(providerState?: ProviderState): void {
    if (providerState !== undefined) {
      this.#context.emit({ type: 'part-state', index: this.#index, providerState });
    }
    this.#context.emit({ type: 'part-end', index: this.#index });
  }
}

class TextReader implements BlockReader {
  readonly staysOpen = false;
  readonly #part: OpenPart;

  constructor(block: ReplyBlockInput, context: ReaderContext) {
    this.#part = new OpenPart({ type: 'text' }, context);
    const begun = decodeReplyBlock(block, context);
    if (begun.type === 'text') this.#part.addText(begun.text);
    const { citations } = rawOf(block);
    if (Array.isArray(citations)) {
      for (const raw of citations.filter(isJsonObject)) this.#part.cite(raw);
    }
  }

  read(delta: BlockDeltaInput): boolean {
    if (isKind(delta, 'text_delta')) this.#part.addText(delta.text);
    else if (isKind(delta, 'citations_delta')) this.#part.cite(rawOf(delta.citation));
    else return false;
    return true;
  }

  close(): void {
    this.#part.end();
  }
}

class ReasoningReader implements BlockReader {
  readonly staysOpen = false;
  readonly #part: OpenPart;
  readonly #vendor: string;
  /** The last signature is used: a later one replaces an earlier one. */
  #providerState: ProviderState | undefined;

  constructor(block: ReplyBlockInput, context: ReaderContext) {
    this.#vendor = context.vendor;
    this.#part = new OpenPart({ type: 'reasoning' }, context);
    const begun = decodeReplyBlock(block, context);
    if (begun.type !== 'reasoning') return;
    this.#part.addText(begun.text);
    this.#providerState = begun.providerState;
  }

  read(delta: BlockDeltaInput): boolean {
    if (isKind(delta, 'thinking_delta')) this.#part.addText(delta.thinking);
    else if (isKind(delta, 'signature_delta')) {
      this.#providerState = signatureOf(this.#vendor, delta.signature) ?? this.#providerState;
    } else return false;
    return true;
  }

  close(): void {
    this.#part.end(this.#providerState);
  }
}

/**
 * A call, or structured output in the form of one. Arguments arrive in chunks, or whole in the start of the
 * block if no chunks follow.
 */
class CallReader implements BlockReader {
  readonly staysOpen = true;
  readonly #part: OpenPart;
  readonly #whole: string;
  #hasPieces = false;

  constructor(block: ReplyBlockInput, context: ReaderContext) {
    const head = isOutputCall(block) ? ({ type: 'text' } as const) : decodeCallHead(block);
    this.#part = new OpenPart(head, context);
    this.#whole = inputOf(block);
  }

  read(delta: BlockDeltaInput): boolean {
    if (!isKind(delta, 'input_json_delta')) return false;
    this.#hasPieces ||= delta.partial_json !== '';
    this.#part.addText(delta.partial_json);
    return true;
  }

  close(): void {
    if (!this.#hasPieces) this.#part.addText(this.#whole);
    this.#part.end();
  }
}

/** Maximum length of the input of a provider's own tool, in characters. */
const longestServerInput = 1_000_000;

/**
 * A block of a provider's own tool is passed on when it is complete, because the start event of its part
 * contains all of it.
 */
class ServerReader implements BlockReader {
  readonly staysOpen = true;
  readonly #raw: JsonObject;
  readonly #context: ReaderContext;
  #input = '';
  #isCut = false;

  constructor(block: ReplyBlockInput, context: ReaderContext) {
    this.#raw = { ...rawOf(block) };
    this.#context = context;
  }

  read(delta: BlockDeltaInput): boolean {
    if (isKind(delta, 'compaction_delta')) {
      const { type: _, ...content } = rawOf(delta);
      Object.assign(this.#raw, content);
    } else if (isKind(delta, 'input_json_delta')) {
      this.#isCut ||= this.#input.length + delta.partial_json.length > longestServerInput;
      if (!this.#isCut) this.#input += delta.partial_json;
    } else return false;
    return true;
  }

  close(): void {
    if (this.#isCut) {
      this.#context.notes.dropped('content', 'The long input of a provider’s tool was omitted.');
    }
    const input = this.#isCut ? undefined : parseJson(this.#input);
    const raw = isJsonObject(input) ? { ...this.#raw, input } : this.#raw;
    new OpenPart({ type: 'server', dialect, raw }, this.#context).end();
  }
}
