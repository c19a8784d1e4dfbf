// Writes a message item into a Responses stream, for the stream encoder.
import type { Place } from '../../../canonical/note.ts';
import type { Citation } from '../../../canonical/part.ts';
import { encodeCitations } from '../reply/citations.ts';
import { withoutBytes } from '../reply/logprobs.ts';
import type {
  ItemStatus,
  MessageOutput,
  OutputContent,
  StreamedLogprob,
  TokenLogprob,
  UrlCitation,
} from '../reply/types.ts';
import { phaseField } from '../tables.ts';
import type { OutputList, PartWriter } from './output-list.ts';

/** The indexes of a content event. */
type ContentPlace = {
  readonly item_id: string;
  readonly output_index: number;
  readonly content_index: number;
};

/** A message item. Consecutive texts are its parts; anything else ends it. */
export class MessageWriter {
  readonly #list: OutputList;
  readonly #item: MessageOutput;
  readonly #index: number;
  readonly #content: OutputContent[] = [];
  /** The purpose of its texts. */
  readonly phase: string | undefined;
  #openParts = 0;
  #endStatus: ItemStatus | undefined;

  constructor(list: OutputList, phase: string | undefined) {
    this.phase = phase;
    this.#list = list;
    this.#item = {
      id: list.makeId('msg'),
      type: 'message',
      role: 'assistant',
      status: 'in_progress',
      content: [],
      ...phaseField(phase),
    };
    this.#index = list.add(this.#item);
  }

  openPart(part: OutputContent): ContentPlace {
    const content_index = this.#content.push(part) - 1;
    const place = { item_id: this.#item.id, output_index: this.#index, content_index };
    this.#openParts++;
    this.#list.emit({ type: 'response.content_part.added', ...place, part });
    return place;
  }

  closePart(place: ContentPlace, part: OutputContent): void {
    this.#content[place.content_index] = part;
    this.#openParts--;
    this.#list.emit({ type: 'response.content_part.done', ...place, part });
    this.#endIfDone();
  }

  /** No further part follows; the message is done as soon as its open parts are. */
  retire(status: ItemStatus): void {
    this.#endStatus ??= status;
    this.#endIfDone();
  }

  #endIfDone(): void {
    if (this.#endStatus === undefined || this.#openParts > 0) return;
    const item = { ...this.#item, status: this.#endStatus, content: this.#content };
    this.#list.done(this.#index, item);
  }
}

/** Writes a text or a refusal; an empty one without citations writes nothing. */
export class TextWriter implements PartWriter {
  readonly #type: 'text' | 'refusal';
  readonly #list: OutputList;
  readonly #findMessage: () => MessageWriter;
  readonly #takeLogprobs: () => TokenLogprob[];
  readonly #place: Place;
  readonly #citations: Citation[] = [];
  readonly #logprobs: TokenLogprob[] = [];
  #open: { readonly message: MessageWriter; readonly place: ContentPlace } | undefined;
  #text = '';

  constructor(
    type: 'text' | 'refusal',
    context: {
      readonly list: OutputList;
      /** Returns the message that the part belongs to, when it is first needed. */
      readonly findMessage: () => MessageWriter;
      /** Returns the probabilities of the tokens that have come since it was called. */
      readonly takeLogprobs: () => TokenLogprob[];
      readonly place: Place;
    },
  ) {
    this.#type = type;
    this.#list = context.list;
    this.#findMessage = context.findMessage;
    this.#takeLogprobs = context.takeLogprobs;
    this.#place = context.place;
  }

  addText(text: string): void {
    if (text === '') return;
    const { place } = this.#opened();
    this.#text += text;
    const step = { ...place, delta: text };
    if (this.#type === 'refusal') this.#list.emit({ type: 'response.refusal.delta', ...step });
    else {
      const logprobs = this.#nextLogprobs();
      this.#list.emit({ type: 'response.output_text.delta', ...step, logprobs });
    }
  }

  cite(citation: Citation): void {
    this.#citations.push(citation);
  }

  end(): void {
    if (this.#open === undefined && this.#citations.length === 0) return;
    const { message, place } = this.#opened();
    if (this.#type === 'refusal') {
      this.#list.emit({ type: 'response.refusal.done', ...place, refusal: this.#text });
      message.closePart(place, { type: 'refusal', refusal: this.#text });
      return;
    }
    const annotations = this.#writeCitations(place);
    this.#nextLogprobs();
    const text = this.#text;
    const logprobs = this.#logprobs;
    const type = 'response.output_text.done';
    this.#list.emit({ type, ...place, text, logprobs: withoutBytes(logprobs) });
    message.closePart(place, { type: 'output_text', text, annotations, logprobs });
  }

  #nextLogprobs(): StreamedLogprob[] {
    const next = this.#takeLogprobs();
    for (const token of next) this.#logprobs.push(token);
    return withoutBytes(next);
  }

  #opened() {
    if (this.#open === undefined) {
      const message = this.#findMessage();
      const empty: OutputContent =
        this.#type === 'text'
          ? { type: 'output_text', text: '', annotations: [], logprobs: [] }
          : { type: 'refusal', refusal: '' };
      this.#open = { message, place: message.openPart(empty) };
    }
    return this.#open;
  }

  /** Citations are written at the end, because one may apply to the whole text. */
  #writeCitations(place: ContentPlace): UrlCitation[] {
    const annotations = encodeCitations(this.#citations, this.#text.length, this.#place);
    for (const [annotation_index, annotation] of annotations.entries()) {
      const type = 'response.output_text.annotation.added';
      this.#list.emit({ type, ...place, annotation_index, annotation });
    }
    return annotations;
  }
}
