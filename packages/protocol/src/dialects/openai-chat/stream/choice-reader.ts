// Reads one choice of a Chat Completions stream, for the stream decoder.
import type { CanonicalEvent } from '../../../canonical/reply.ts';
import type { Citation, MediaPart } from '../../../canonical/part.ts';
import { StreamedTexts } from '../../../shared/citation-places.ts';
import type { NoteText } from '../../../shared/stream/stream-decoder.ts';
import type { StreamContext } from '../../../shared/stream/stream-state.ts';
import { noteLostChoiceFields } from '../extras.ts';
import { decodeFinish, type FinishInput } from '../finish.ts';
import { readReasoning } from '../reasoning.ts';
import { decodeAnnotations } from '../reply/citations.ts';
import {
  contentText,
  decodeImages,
  mayHaveTags,
  withContentParts,
  type ReadMessage,
} from '../reply/content.ts';
import { decodeLogprobs } from '../reply/logprobs.ts';
import type { ChunkChoiceInput, ReplyMessageInput } from '../reply/schema.ts';
import { CallReader } from './call-reader.ts';
import { ReasoningReader } from './reasoning-reader.ts';
import { transcriptAlone } from '../../../shared/openai/reply.ts';
import { noCitedText } from '../../../shared/lost-reply-details.ts';

type TextType = 'text' | 'refusal';

/** What the readers of one stream share. */
export interface ChoiceContext extends StreamContext {
  readonly noteText: NoteText;
}

/**
 * Reads the deltas of one choice. Reasoning, text and refusal do not overlap, so each closes the one before;
 * calls stay open until the choice ends.
 */
export class ChoiceReader {
  readonly #context: ChoiceContext;
  readonly #choice: number;
  readonly #calls: CallReader;
  readonly #reasoning: ReasoningReader;
  /** The texts that citations belong to, including closed ones. */
  readonly #texts = new StreamedTexts();
  /** The addresses that annotations cite. */
  readonly #cited = new Set<string | undefined>();
  /** Annotations that came before the text. */
  readonly #early: Citation[] = [];
  #text: { readonly type: TextType; readonly index: number } | undefined;
  /** The last finish reason of the upstream; some repeat it, and some send content after it. */
  #finish: FinishInput | undefined;

  constructor(context: ChoiceContext, choice: number) {
    this.#context = context;
    this.#choice = choice;
    this.#calls = new CallReader(context, choice);
    this.#reasoning = new ReasoningReader(context, choice);
  }

  /** True once the upstream has sent a finish reason. */
  get isFinished(): boolean {
    return this.#finish !== undefined;
  }

  read(input: ChunkChoiceInput): CanonicalEvent[] {
    const message = input.delta ?? input.message ?? {};
    const delta = withContentParts(message, this.#context.vendor);
    const events = [
      ...this.#readLogprobs(input),
      ...this.#readReasoning(delta),
      ...this.#addText('text', contentText(delta) || (delta.audio?.transcript ?? '')),
      ...this.#cite(delta),
      ...decodeImages(delta.images).flatMap((image) => this.#show(image)),
      ...this.#addText('refusal', delta.refusal ?? ''),
      ...this.#readCalls(delta),
    ];
    this.#noteTexts(message);
    this.#noteLosses(input, delta);
    if (input.finish_reason) this.#finish = input;
    return events;
  }

  /**
   * Closes everything and returns the finish reason.
   * @param sources those that the stream lists for the whole choice
   */
  close(sources: readonly Citation[]): CanonicalEvent[] {
    const cited = this.#citeSources(sources);
    const events = [
      ...cited,
      ...this.#closeReasoning(),
      ...this.#closeText(),
      ...this.#calls.close(),
    ];
    const finish = decodeFinish(this.#finish ?? {}, this.#calls.hasCalls, this.#context.notes);
    return [...events, { type: 'finish', choice: this.#choice, finish }];
  }

  #readLogprobs(input: ChunkChoiceInput): CanonicalEvent[] {
    const logprobs = decodeLogprobs(input.logprobs);
    return logprobs === undefined ? [] : [{ type: 'logprobs', choice: this.#choice, logprobs }];
  }

  #readReasoning(delta: ReadMessage): CanonicalEvent[] {
    const reasoning = readReasoning(delta);
    const close = reasoning.text === '' ? [] : this.#closeText();
    return [...close, ...this.#reasoning.add(reasoning, delta.reasoning_details ?? [])];
  }

  #addText(type: TextType, text: string): CanonicalEvent[] {
    if (text === '') return [];
    const events = this.#closeReasoning();
    let index = this.#text?.type === type ? this.#text.index : undefined;
    if (index === undefined) {
      events.push(...this.#closeText());
      index = this.#context.nextPart();
      this.#text = { type, index };
      events.push({ type: 'part-start', index, choice: this.#choice, part: { type } });
    }
    if (type === 'text') this.#texts.add(index, text);
    events.push({ type: 'part-delta', index, text });
    return events;
  }

  /** Notes what frames may repeat with another text. */
  #noteTexts({
    content,
    refusal,
    reasoning_details: details,
    ...message
  }: ReplyMessageInput): void {
    const { noteText, vendor } = this.#context;
    const reasoning = message.reasoning_content || message.reasoning;
    if (typeof content === 'string' && content !== '' && !mayHaveTags(vendor)) {
      noteText(content, (text) => this.#addText('text', text));
    }
    if (refusal) noteText(refusal, (text) => this.#addText('refusal', text));
    if (reasoning && !details)
      noteText(reasoning, (text) => this.#reasoning.add({ ...readReasoning(message), text }, []));
  }

  #show(part: MediaPart): CanonicalEvent[] {
    const close = [...this.#closeReasoning(), ...this.#closeText()];
    const index = this.#context.nextPart();
    return [
      ...close,
      { type: 'part-start', index, choice: this.#choice, part },
      { type: 'part-end', index },
    ];
  }

  #cite(delta: ReplyMessageInput): CanonicalEvent[] {
    return decodeAnnotations(delta.annotations).flatMap((source) => {
      this.#cited.add(source.url);
      if (this.#texts.length > 0) return this.#place(source, 'annotations');
      this.#early.push(source);
      return [];
    });
  }

  #citeSources(sources: readonly Citation[]): CanonicalEvent[] {
    const listed = sources.filter(({ url }) => !this.#cited.has(url));
    return [
      ...this.#citeEarly(),
      ...listed.flatMap((source) => this.#place(source, 'search_results')),
    ];
  }

  #citeEarly(): CanonicalEvent[] {
    return this.#early.splice(0).flatMap((source) => this.#place(source, 'annotations'));
  }

  #place(source: Citation, path: string): CanonicalEvent[] {
    const placed = this.#texts.place(source);
    if (placed !== undefined) return [{ type: 'part-citation', ...placed }];
    this.#context.notes.dropped(path, noCitedText);
    return [];
  }

  #readCalls(delta: ReplyMessageInput): CanonicalEvent[] {
    const legacy = delta.function_call;
    const calls = delta.tool_calls ?? [];
    const fragments = calls.length === 0 && legacy ? [{ index: 0, function: legacy }] : calls;
    if (fragments.length === 0) return [];
    const close = [...this.#closeReasoning(), ...this.#closeText()];
    return [...close, ...fragments.flatMap((fragment) => this.#calls.read(fragment))];
  }

  #closeReasoning(): CanonicalEvent[] {
    return this.#reasoning.close();
  }

  #closeText(): CanonicalEvent[] {
    const text = this.#text;
    if (text === undefined) return [];
    this.#text = undefined;
    const early = text.type === 'text' ? this.#citeEarly() : [];
    return [...early, { type: 'part-end', index: text.index }];
  }

  #noteLosses(input: ChunkChoiceInput, delta: ReplyMessageInput): void {
    const { notes } = this.#context;
    noteLostChoiceFields(input, { path: `choices[${this.#choice}]`, notes });
    if (delta.audio) {
      notes.dropped('audio', transcriptAlone);
    }
  }
}
