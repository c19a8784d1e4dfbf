// Writes one choice of a Chat Completions stream, for the stream encoder.
import type { CanonicalEvent, PartHead, Finish } from '../../../canonical/reply.ts';
import { LogprobsList, type Logprobs } from '../../../canonical/logprobs.ts';
import type { Place } from '../../../canonical/note.ts';
import type { Citation, MediaPart } from '../../../canonical/part.ts';
import type { ProviderState } from '../../../canonical/provider-state.ts';
import { isCutOff, passedAsTheyCame } from '../../../shared/calls.ts';
import { noteForeignExtras } from '../extras.ts';
import { omitUndefined } from '../../../shared/omit-undefined.ts';
import { encodeFinish } from '../finish.ts';
import { encodeClientDetail } from '../reasoning.ts';
import { encodeCitations } from '../reply/citations.ts';
import { encodeImage, noMedia } from '../reply/content.ts';
import { encodeLogprobs } from '../reply/logprobs.ts';
import { PartOrder } from '../reply/part-order.ts';
import { toSingleFinish } from '../reply/single-call.ts';
import type { ChatChunkChoice, ChatDelta } from '../types.ts';
import { CallWriter, type CallContext, type OpenCall } from './call-writer.ts';
import { foreignPart } from '../../../shared/extras.ts';

type OpenPart =
  | { readonly type: 'text'; readonly text: CitedText }
  | {
      readonly type: 'reasoning';
      readonly pieces: string[];
      providerState: ProviderState | undefined;
    }
  | { readonly type: 'refusal' }
  | OpenCall;

/** A text as a range of the whole text. */
interface CitedText {
  readonly start: number;
  end: number;
  readonly citations: Citation[];
}

type PartEvent = Extract<CanonicalEvent, { type: 'part-delta' | 'part-citation' | 'part-state' }>;

/** Writes the chunks of one choice: the role first, calls with indexes from 0, one finish reason. */
export class ChoiceWriter {
  readonly #choice: number;
  readonly #context: CallContext;
  /** Where notes place the parts. */
  readonly #place: Place;
  readonly #calls: CallWriter;
  readonly #order = new PartOrder();
  /** The probabilities of the tokens whose text comes next. */
  readonly #logprobs = new LogprobsList();
  /** The parts that get more; those that are written at once, or dropped, are not among them. */
  readonly #open = new Map<number, OpenPart>();
  /** All texts: their citations are written together at the end, and some arrive only there. */
  readonly #texts = new Map<number, CitedText>();
  #hasRole = false;
  #reasoningCount = 0;
  #imageCount = 0;
  #textLength = 0;

  constructor(choice: number, context: CallContext) {
    this.#choice = choice;
    this.#context = context;
    this.#place = { path: 'parts', notes: context.notes };
    this.#calls = new CallWriter(context);
  }

  start(index: number, head: PartHead): ChatChunkChoice[] {
    if ('extras' in head) noteForeignExtras(head.extras, 'parts', this.#context.notes);
    if (head.type === 'server') {
      return this.#drop(foreignPart(head));
    }
    if (head.type === 'media') return this.#show(head);
    if (head.type === 'call') return this.#startCall(index, head);
    this.#open.set(index, this.#openPart(index, head.type));
    return this.#role('');
  }

  #show(media: MediaPart): ChatChunkChoice[] {
    const image = encodeImage(media);
    if (image === undefined) return this.#drop(noMedia);
    const images = [{ ...image, index: this.#imageCount++ }];
    return [...this.#role(''), ...this.#chunk({ images })];
  }

  #drop(reason: string): ChatChunkChoice[] {
    this.#context.notes.dropped('parts', reason);
    return [];
  }

  add(event: PartEvent): ChatChunkChoice[] {
    if (event.type === 'part-citation') {
      this.#texts.get(event.index)?.citations.push(event.citation);
      return [];
    }
    const part = this.#open.get(event.index);
    if (part === undefined) return [];
    if (event.type === 'part-state') return this.#addState(part, event.providerState);
    return event.text === '' ? [] : this.#addText(part, event.text);
  }

  addLogprobs(logprobs: Logprobs): void {
    this.#logprobs.add(logprobs);
  }

  end(index: number): ChatChunkChoice[] {
    const part = this.#open.get(index);
    this.#open.delete(index);
    if (part?.type === 'reasoning') return this.#endReasoning(part);
    return part?.type === 'call' ? this.#chunks(this.#calls.end(part)) : [];
  }

  finish(finish: Finish): ChatChunkChoice[] {
    const { notes } = this.#context;
    const reason = encodeFinish(finish, this.#calls.count > 0, notes);
    if (this.#calls.hasBroken && !isCutOff(finish)) notes.approximated('parts', passedAsTheyCame);
    const word = this.#context.singleCall ? toSingleFinish(reason) : reason;
    const logprobs = encodeLogprobs(this.#logprobs.take());
    const last = { index: this.#choice, delta: {}, finish_reason: word };
    return [...this.#role(''), ...this.#annotate(), { ...last, ...omitUndefined({ logprobs }) }];
  }

  /** The first chunk of a choice; `content` is `null` if it starts with a call. */
  #role(content: '' | null): ChatChunkChoice[] {
    if (this.#hasRole) return [];
    this.#hasRole = true;
    return this.#chunk({ role: 'assistant', content });
  }

  #chunk(delta: ChatDelta): ChatChunkChoice[] {
    return [{ index: this.#choice, delta, finish_reason: null }];
  }

  #spoken(delta: ChatDelta): ChatChunkChoice[] {
    const logprobs = encodeLogprobs(this.#logprobs.take());
    if (logprobs === undefined) return this.#chunk(delta);
    return [{ index: this.#choice, delta, logprobs, finish_reason: null }];
  }

  #chunks(deltas: readonly ChatDelta[]): ChatChunkChoice[] {
    return deltas.flatMap((delta) => this.#chunk(delta));
  }

  #openPart(index: number, type: 'text' | 'reasoning' | 'refusal'): OpenPart {
    if (type === 'reasoning') return { type, pieces: [], providerState: undefined };
    if (type === 'refusal') return { type };
    const text = { start: this.#textLength, end: this.#textLength, citations: [] };
    this.#texts.set(index, text);
    return { type, text };
  }

  #startCall(index: number, head: Extract<PartHead, { type: 'call' }>): ChatChunkChoice[] {
    const call = this.#calls.start(head);
    if (call === undefined) return [];
    this.#order.see('call', this.#place);
    this.#open.set(index, call);
    return this.#role(null);
  }

  #addText(part: OpenPart, text: string): ChatChunkChoice[] {
    if (part.type !== 'call') this.#order.see(part.type, this.#place);
    switch (part.type) {
      case 'text':
        this.#textLength += text.length;
        part.text.end = this.#textLength;
        return this.#spoken({ content: text });
      case 'reasoning':
        part.pieces.push(text);
        return this.#chunk({ reasoning_content: text });
      case 'refusal':
        return this.#spoken({ refusal: text });
      case 'call':
        return this.#chunks(this.#calls.addText(part, text));
    }
  }

  #addState(part: OpenPart, providerState: ProviderState): ChatChunkChoice[] {
    if (part.type === 'reasoning') part.providerState = providerState;
    return part.type === 'call' ? this.#chunks(this.#calls.addState(part, providerState)) : [];
  }

  /** All annotations are in one chunk: clients overwrite or refuse those of an earlier one, as they have no index. */
  #annotate(): ChatChunkChoice[] {
    const annotations = [...this.#texts.values()].flatMap((text) => {
      return encodeCitations(text.citations, text, this.#place);
    });
    return annotations.length > 0 ? this.#chunk({ annotations }) : [];
  }

  /**
   * State is written with its whole text, because clients join or overwrite entries that arrive in chunks.
   */
  #endReasoning({
    pieces,
    providerState,
  }: Extract<OpenPart, { type: 'reasoning' }>): ChatChunkChoice[] {
    const index = this.#reasoningCount++;
    if (providerState === undefined) return [];
    const part = { type: 'reasoning', text: pieces.join(''), providerState } as const;
    return this.#chunk({ reasoning_details: [encodeClientDetail(part, index)] });
  }
}
