// Writes one choice of a Gemini generateContent stream, for the stream encoder.
import type { CanonicalEvent, PartHead, Finish } from '../../../canonical/reply.ts';
import { LogprobsList, type Logprobs } from '../../../canonical/logprobs.ts';
import type { ProviderState } from '../../../canonical/provider-state.ts';
import type { CallPart, Citation } from '../../../canonical/part.ts';
import { isCutOff, isWholeCall, leftOut } from '../../../shared/calls.ts';
import { moveCitation } from '../../../shared/citation-places.ts';
import { looseState } from '../../../shared/lost-reply-details.ts';
import {
  encodeReplyCall,
  encodeReplyPart,
  encodeHeldState,
  encodeRefusal,
  encodeState,
  type ReplyEncoding,
} from '../reply/content.ts';
import { encodeCitations, TextOffsets } from '../reply/citations.ts';
import { encodeLogprobs } from '../reply/logprobs.ts';
import { encodeFinish } from '../finish.ts';
import type { WireCandidate, WireLogprobs, WirePart } from '../types.ts';

type PartEvent = Extract<CanonicalEvent, { type: 'part-delta' | 'part-citation' | 'part-state' }>;
type CallHead = Extract<PartHead, { type: 'call' }>;

type OpenPart =
  | { readonly type: 'text' | 'refusal' | 'whole' }
  | {
      readonly type: 'reasoning';
      readonly pieces: string[];
      providerState: ProviderState | undefined;
    }
  | OpenCall;

interface OpenCall {
  readonly type: 'call';
  readonly head: CallHead;
  readonly pieces: string[];
  providerState: ProviderState | undefined;
  isEnded: boolean;
}

/** Parts for one chunk, and the probabilities of their tokens. */
export interface PartsWithLogprobs {
  readonly parts: WirePart[];
  readonly logprobs?: WireLogprobs | undefined;
}

/**
 * Writes the parts of one candidate: text as it arrives, a call when its arguments are complete. The stream
 * encoder writes the finish reason with the last chunk.
 */
export class ChoiceWriter {
  readonly #index: number;
  readonly #encoding: ReplyEncoding;
  readonly #open = new Map<number, OpenPart>();
  readonly #offsets = new TextOffsets();
  readonly #citations: Citation[] = [];
  /** The offset of each text in the whole text. */
  readonly #starts = new Map<number, number>();
  /** Calls whose arguments are not an object: only the end shows whether they were truncated. */
  readonly #broken: CallPart[] = [];
  /** Calls that have not been written yet, in the order in which they started. */
  readonly #calls: OpenCall[] = [];
  #hasCalls = false;
  #finish: Finish | undefined;
  /** The latest parts, which wait for the next ones or the end. */
  #held: WirePart[] = [];
  /** The probabilities of the tokens of those parts. */
  readonly #heldLogprobs = new LogprobsList();
  /** The probabilities of the tokens whose text comes next. */
  readonly #logprobs = new LogprobsList();

  constructor(index: number, encoding: ReplyEncoding) {
    this.#index = index;
    this.#encoding = encoding;
  }

  start(index: number, head: PartHead): WirePart[] {
    switch (head.type) {
      case 'text':
        this.#starts.set(index, this.#offsets.length);
        this.#open.set(index, { type: 'text' });
        return [];
      case 'refusal':
        this.#open.set(index, { type: 'refusal' });
        return [];
      case 'reasoning':
        this.#open.set(index, { type: 'reasoning', pieces: [], providerState: undefined });
        return [];
      case 'call':
        this.#startCall(index, head);
        return [];
      case 'media':
      case 'server':
        this.#open.set(index, { type: 'whole' });
        return encodeReplyPart(head, 'parts', this.#encoding);
    }
  }

  add(event: PartEvent): WirePart[] {
    if (event.type === 'part-citation') {
      const start = this.#starts.get(event.index) ?? 0;
      this.#citations.push(moveCitation(event.citation, start));
      return [];
    }
    const part = this.#open.get(event.index);
    if (part === undefined) return [];
    if (event.type === 'part-delta')
      return event.text === '' ? [] : this.#addText(part, event.text);
    this.#keep(part, event.providerState);
    return [];
  }

  end(index: number): WirePart[] {
    const part = this.#open.get(index);
    this.#open.delete(index);
    if (part?.type === 'reasoning') return this.#endReasoning(part);
    if (part?.type !== 'call') return [];
    part.isEnded = true;
    return this.#writeCalls();
  }

  /**
   * Holds parts back until the next ones, or until they are released, and returns those that were held: some clients
   * drop the turn from their history if the last chunk is empty, so the finish reason is sent with the last parts.
   */
  hold(parts: WirePart[]): PartsWithLogprobs {
    if (parts.length === 0) return { parts };
    this.#encoding.held.count(parts);
    const joined = joinSignature(this.#held, parts);
    const ready = joined === undefined ? this.release() : { parts: [] };
    this.#held = joined ?? parts;
    this.#holdLogprobs();
    return ready;
  }

  /** Returns what is still held. */
  release(): PartsWithLogprobs {
    return { parts: this.#held.splice(0), logprobs: encodeLogprobs(this.#heldLogprobs.take()) };
  }

  addLogprobs(logprobs: Logprobs): void {
    this.#logprobs.add(logprobs);
  }

  #holdLogprobs(): void {
    const logprobs = this.#logprobs.take();
    if (logprobs !== undefined) this.#heldLogprobs.add(logprobs);
  }

  finish(finish: Finish): void {
    this.#finish = finish;
  }

  /** The candidate of the last chunk; remaining content is in `parts`. */
  close(): Omit<WireCandidate, 'content'> & { readonly parts: WirePart[] } {
    const finish = this.#finish ?? { reason: 'stop' };
    this.#holdLogprobs();
    const { parts: held, logprobs } = this.release();
    const rest = [...held, ...this.#closeBroken(finish)];
    const parts = encodeHeldState(rest, this.#encoding);
    const { notes } = this.#encoding;
    const citationSources = encodeCitations(this.#citations, this.#offsets, notes);
    return {
      parts,
      finishReason: encodeFinish(finish, this.#hasCalls, notes),
      index: this.#index,
      ...(citationSources.length > 0 && { citationMetadata: { citationSources } }),
      ...(logprobs && { logprobsResult: logprobs }),
    };
  }

  #addText(part: OpenPart, text: string): WirePart[] {
    switch (part.type) {
      case 'text':
        this.#offsets.add(text);
        return [{ text }];
      case 'refusal':
        return encodeRefusal(text, { path: 'parts', notes: this.#encoding.notes });
      case 'reasoning':
        part.pieces.push(text);
        return this.#encoding.showsReasoning ? [{ text, thought: true }] : [];
      case 'call':
        part.pieces.push(text);
        return [];
      case 'whole':
        return [];
    }
  }

  #keep(part: OpenPart, providerState: ProviderState): void {
    if (part.type === 'reasoning' || part.type === 'call') part.providerState = providerState;
    else this.#encoding.notes.dropped('parts', looseState);
  }

  /** The signature follows the text it authenticates, which has already been written. */
  #endReasoning({ pieces, providerState }: Extract<OpenPart, { type: 'reasoning' }>): WirePart[] {
    const text = pieces.join('');
    const isShown = text !== '' && this.#encoding.showsReasoning;
    return encodeState({ text, providerState }, this.#encoding).map((part) => {
      return isShown ? { ...part, thought: true } : part;
    });
  }

  #startCall(index: number, head: CallHead): void {
    const call: OpenCall = {
      type: 'call',
      head,
      pieces: [],
      providerState: undefined,
      isEnded: false,
    };
    this.#hasCalls = true;
    this.#open.set(index, call);
    this.#calls.push(call);
  }

  /** Calls overlap and are written in the order in which they started. */
  #writeCalls(): WirePart[] {
    const parts: WirePart[] = [];
    for (let next = this.#calls[0]; next?.isEnded === true; next = this.#calls[0]) {
      this.#calls.shift();
      const { head, pieces, providerState } = next;
      const state = providerState === undefined ? {} : { providerState };
      const call: CallPart = { ...head, arguments: pieces.join(''), ...state };
      if (isWholeCall(call)) parts.push(...encodeReplyPart(call, 'parts', this.#encoding));
      else this.#broken.push(call);
    }
    return parts;
  }

  /** A truncated call is left out, because its arguments would not be those that the model intended. */
  #closeBroken(finish: Finish): WirePart[] {
    const { notes } = this.#encoding;
    if (!isCutOff(finish)) {
      return this.#broken.map((call) => {
        return encodeReplyCall(call, { path: 'parts', notes }, this.#encoding);
      });
    }
    if (this.#broken.length > 0) notes.dropped('parts', leftOut);
    return [];
  }
}

/** Puts a signature that arrives alone on the text that it follows; `undefined` if there is none. */
function joinSignature(
  held: readonly WirePart[],
  parts: readonly WirePart[],
): WirePart[] | undefined {
  const last = held.at(-1);
  const [signature, ...others] = parts;
  if (last === undefined || signature === undefined || others.length > 0) return undefined;
  if (!('text' in last) || !('text' in signature) || signature.text !== '') return undefined;
  const { thoughtSignature } = signature;
  if (typeof thoughtSignature !== 'string' || 'thoughtSignature' in last) return undefined;
  return [...held.slice(0, -1), { ...last, thoughtSignature }];
}
