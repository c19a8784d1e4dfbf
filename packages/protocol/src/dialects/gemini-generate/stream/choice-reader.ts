// Reads one choice of a Gemini generateContent stream, for the stream decoder.
import type { Extras } from '../../../canonical/dialect.ts';
import type { CanonicalEvent, Finish, PartHead } from '../../../canonical/reply.ts';
import type { ProviderState } from '../../../canonical/provider-state.ts';
import type { CallPart } from '../../../canonical/part.ts';
import type { CallIds } from '../../../history/ids.ts';
import { createOptionalChoiceIds } from '../../../shared/calls.ts';
import { StreamedTexts } from '../../../shared/citation-places.ts';
import type { StreamContext } from '../../../shared/stream/stream-state.ts';
import { noCitedText } from '../../../shared/lost-reply-details.ts';
import {
  blockedFinish,
  decodeFinish,
  explanationOf,
  isNormalStop,
  type ExplainedFinish,
} from '../finish.ts';
import { noteLostCandidateFields, noteLostExplanation, noteOwnExtras } from '../extras.ts';
import { decodeUpstreamSignature } from '../reasoning.ts';
import { decodeCitations, hasCitations, noteLostSources, TextOffsets } from '../reply/citations.ts';
import { decodeLogprobs } from '../reply/logprobs.ts';
import type { CandidateInput } from '../reply/schema.ts';
import { readPart, vouchesFor, type Piece } from '../request/content-decoder.ts';

/** Text or reasoning that continues with the next chunk. */
interface OpenPart {
  readonly type: 'text' | 'reasoning';
  readonly index: number;
  providerState: ProviderState | undefined;
  /** A signature that arrived alone after the text; citations of the text may still follow it. */
  signature?: ProviderState;
  /** True if a complete part follows the text: only citations of the text may still arrive. */
  isPassed?: boolean;
}

type WholePiece = Extract<Piece, { type: 'whole' }>;
type ReasoningPiece = Extract<Piece, { type: 'reasoning' }>;

/** Reads the parts of one candidate. Parts do not overlap: a new part closes the open one. */
export class ChoiceReader {
  readonly #context: StreamContext;
  readonly #choice: number;
  readonly #ids: CallIds;
  readonly #offsets = new TextOffsets();
  readonly #cited = new Set<string>();
  #open: OpenPart | undefined;
  /** The parts that citations belong to, most of them closed. */
  readonly #texts = new StreamedTexts();
  /** The last image of the reasoning. It waits for the end, which may show that there is no other image. */
  #draft: WholePiece | undefined;
  #hasMedia = false;
  #hasCalls = false;
  #hasContent = false;
  /** The chunk that explains the finish reason. */
  #explained: ExplainedFinish = {};
  /** The last finish reason of the upstream; some upstreams send content after it. */
  #finish: string | undefined;
  #blocked: string | undefined;

  constructor(context: StreamContext, choice: number) {
    this.#context = context;
    this.#choice = choice;
    this.#ids = createOptionalChoiceIds(context.seed, choice);
  }

  /** True once the upstream has sent a finish reason. */
  get isFinished(): boolean {
    return this.#finish !== undefined || this.#blocked !== undefined;
  }

  read(candidate: CandidateInput): CanonicalEvent[] {
    const { vendor, notes } = this.#context;
    const pieces = (candidate.content?.parts ?? []).flatMap((part) => {
      return readPart(part, (signature) => decodeUpstreamSignature(signature, vendor));
    });
    const events = pieces.flatMap((piece) => this.#add(piece));
    this.#hasContent ||= events.length > 0;
    if (candidate.finishReason) this.#finish = candidate.finishReason;
    if (candidate.finishMessage) this.#explained = candidate;
    const place = { path: `candidates[${this.#choice}]`, notes };
    noteLostCandidateFields(candidate, place);
    noteLostSources(candidate, place);
    const logprobs = candidate.logprobsResult && decodeLogprobs(candidate.logprobsResult);
    if (logprobs) events.unshift({ type: 'logprobs', choice: this.#choice, logprobs });
    return hasCitations(candidate) ? [...events, ...this.#cite(candidate)] : events;
  }

  /** The prompt was blocked; the upstream's explanation is shown as a refusal. */
  block(reason: string, message: string): CanonicalEvent[] {
    this.#blocked = reason;
    return message === '' ? [] : this.#refuse(message);
  }

  #refuse(text: string): CanonicalEvent[] {
    const closing = this.#close();
    const index = this.#context.nextPart();
    return [
      ...closing,
      { type: 'part-start', index, choice: this.#choice, part: { type: 'refusal' } },
      { type: 'part-delta', index, text },
      { type: 'part-end', index },
    ];
  }

  /** Closes everything and returns the finish reason. */
  close(): CanonicalEvent[] {
    const finish =
      this.#blocked === undefined
        ? decodeFinish(this.#finish, this.#hasCalls, this.#context.notes)
        : blockedFinish(this.#blocked);
    const events = [...this.#close(), ...this.#showDraft(), ...this.#explain(finish)];
    return [...events, { type: 'finish', choice: this.#choice, finish }];
  }

  #explain(finish: Finish): CanonicalEvent[] {
    const explanation = explanationOf(this.#explained, finish, this.#hasContent);
    if (explanation !== '') return this.#refuse(explanation);
    const { notes } = this.#context;
    noteLostExplanation(this.#explained, { path: `candidates[${this.#choice}]`, notes });
    return [];
  }

  #add(piece: Piece): CanonicalEvent[] {
    switch (piece.type) {
      case 'text':
        this.#noteExtras(piece.extras);
        return this.#speak(piece.text);
      case 'reasoning':
        return this.#think(piece);
      case 'call':
        return this.#call(piece.call);
      case 'whole':
        return this.#showPiece(piece);
      case 'packed':
        // Only the signatures of clients contain other reasoning.
        return [];
    }
  }

  /** Chunks of one text may state different fields, so none of them can be kept with the text. */
  #noteExtras(extras: Extras | undefined): void {
    noteOwnExtras(extras, `candidates[${this.#choice}].content.parts`, this.#context.notes);
  }

  #speak(text: string): CanonicalEvent[] {
    this.#offsets.add(text);
    const events = this.#addText('text', text);
    if (this.#open !== undefined) this.#texts.add(this.#open.index, text);
    return events;
  }

  #showPiece(piece: WholePiece): CanonicalEvent[] {
    if (piece.draft === undefined) {
      this.#hasMedia ||= piece.part.type === 'media';
      return this.#showWhole(piece.part);
    }
    const earlier = this.#draft;
    this.#draft = piece;
    return earlier === undefined ? [] : this.#showWhole(earlier.part);
  }

  #showDraft(): CanonicalEvent[] {
    if (this.#draft === undefined) return [];
    const { part, draft = part } = this.#draft;
    const isOutput = !this.#hasMedia && isNormalStop(this.#finish);
    return this.#showWhole(isOutput ? draft : part);
  }

  #showWhole(part: WholePiece['part']): CanonicalEvent[] {
    const closing = this.#passText() ? [] : this.#close();
    const index = this.#context.nextPart();
    // Only its own dialect writes a part of unknown type, unchanged; every other dialect drops it.
    const head: PartHead = part.type === 'unknown' ? { ...part, type: 'server' } : part;
    return [
      ...closing,
      { type: 'part-start', index, choice: this.#choice, part: head },
      { type: 'part-end', index },
    ];
  }

  /** Keeps a text open for its citations, unless state that follows it has to come first. */
  #passText(): boolean {
    const open = this.#open;
    if (open?.type !== 'text' || open.signature !== undefined) return false;
    open.isPassed = true;
    return true;
  }

  #addText(type: OpenPart['type'], text: string): CanonicalEvent[] {
    const events: CanonicalEvent[] = [];
    const goesOn = this.#open?.type === type && !isSealed(this.#open);
    if (!goesOn) events.push(...this.#close());
    let open = this.#open;
    if (open === undefined) {
      open = { type, index: this.#context.nextPart(), providerState: undefined };
      this.#open = open;
      events.push({ type: 'part-start', index: open.index, choice: this.#choice, part: { type } });
    }
    if (text !== '') events.push({ type: 'part-delta', index: open.index, text });
    return events;
  }

  #think(piece: ReasoningPiece): CanonicalEvent[] {
    this.#noteExtras(piece.extras);
    const isAlone = piece.text === '' && !piece.joins && piece.providerState !== undefined;
    if (isAlone && this.#open?.type === 'text' && !isSealed(this.#open)) {
      this.#open.signature = piece.providerState;
      return [];
    }
    const open = this.#open?.type === 'reasoning' ? this.#open : undefined;
    const events: CanonicalEvent[] = [];
    if (!vouchesFor(piece, open)) events.push(...this.#close());
    events.push(...this.#addText('reasoning', piece.text));
    if (this.#open !== undefined) this.#open.providerState = piece.providerState;
    return events;
  }

  #call(call: CallPart): CanonicalEvent[] {
    this.#hasCalls = true;
    const { arguments: text, providerState, id, ...head } = call;
    const closing = this.#close();
    const index = this.#context.nextPart();
    const part = { ...head, id: this.#ids.claim(id) };
    const events: CanonicalEvent[] = [
      ...closing,
      { type: 'part-start', index, choice: this.#choice, part },
    ];
    // State comes first, because some formats write it before the call it belongs to.
    if (providerState !== undefined) events.push({ type: 'part-state', index, providerState });
    return [...events, { type: 'part-delta', index, text }, { type: 'part-end', index }];
  }

  #cite(candidate: CandidateInput): CanonicalEvent[] {
    return decodeCitations(candidate, this.#offsets).flatMap((source): CanonicalEvent[] => {
      // Some chunks repeat earlier citations.
      const key = JSON.stringify(source);
      if (this.#cited.has(key)) return [];
      this.#cited.add(key);
      const placed = this.#texts.place(source);
      if (placed === undefined) this.#noteLostCitation();
      return placed === undefined ? [] : [{ type: 'part-citation', ...placed }];
    });
  }

  #noteLostCitation(): void {
    this.#context.notes.dropped('citationMetadata', noCitedText);
  }

  #close(): CanonicalEvent[] {
    const open = this.#open;
    if (open === undefined) return [];
    this.#open = undefined;
    const { index, providerState, signature } = open;
    const events = endOf(index, providerState);
    return signature === undefined ? events : [...events, ...this.#showState(signature)];
  }

  #showState(providerState: ProviderState): CanonicalEvent[] {
    const index = this.#context.nextPart();
    const part = { type: 'reasoning' } as const;
    return [
      { type: 'part-start', index, choice: this.#choice, part },
      ...endOf(index, providerState),
    ];
  }
}

/** A signature is followed by the next reasoning, and an image by the next text. */
function isSealed({ providerState, signature, isPassed }: OpenPart): boolean {
  return providerState !== undefined || signature !== undefined || isPassed === true;
}

function endOf(index: number, providerState: ProviderState | undefined): CanonicalEvent[] {
  const end: CanonicalEvent = { type: 'part-end', index };
  return providerState === undefined ? [end] : [{ type: 'part-state', index, providerState }, end];
}
