// Reads the reasoning of a Responses stream, for the stream decoder.
import type { CanonicalEvent } from '../../../canonical/reply.ts';
import type { JsonObject } from '../../../json/value.ts';
import { objectAt, positionAt, textAt } from '../../../shared/json-fields.ts';
import { paragraphBreak, reasoningText, stateOf } from '../reasoning.ts';
import type { OutputItemInput } from '../reply/schema.ts';
import { TextReader, type ItemContext, type ItemReader } from './text-reader.ts';

/** The open paragraph, of the summary or of the reasoning itself. */
interface Paragraph {
  readonly position: number;
  /** Its offset in the whole text. */
  readonly start: number;
}

/** Reads a reasoning item: one part, whose state is only in the completed item. */
export class ReasoningReader implements ItemReader {
  readonly isCall = false;
  readonly #context: ItemContext;
  readonly #part: TextReader;
  /** Whichever arrives first is used; the other would repeat the same reasoning. */
  #source: 'summary' | 'content' | undefined;
  #paragraph: Paragraph | undefined;
  #isOver = false;

  constructor(context: ItemContext) {
    this.#context = context;
    this.#part = new TextReader(context, { type: 'reasoning' });
  }

  begin(): CanonicalEvent[] {
    return [];
  }

  read(type: string, event: JsonObject): CanonicalEvent[] {
    switch (type) {
      case 'response.reasoning_summary_text.delta':
        return this.#add('summary', positionAt(event, 'summary_index'), textAt(event, 'delta'));
      case 'response.reasoning_text.delta':
        return this.#add('content', positionAt(event, 'content_index'), textAt(event, 'delta'));
      case 'response.reasoning_summary_text.done':
        return this.#repeat('summary', positionAt(event, 'summary_index'), textAt(event, 'text'));
      case 'response.reasoning_text.done':
        return this.#repeat('content', positionAt(event, 'content_index'), textAt(event, 'text'));
      case 'response.reasoning_summary_part.done': {
        const text = textAt(objectAt(event, 'part') ?? {}, 'text');
        return this.#repeat('summary', positionAt(event, 'summary_index'), text);
      }
      default:
        return [];
    }
  }

  complete(item: OutputItemInput): CanonicalEvent[] {
    if (this.#isOver) return [];
    const providerState = stateOf(item, this.#context.vendor);
    const events = this.#part.complete(reasoningText(item));
    if (providerState !== undefined)
      events.push(...this.#part.open(), ...this.#part.keep(providerState));
    return [...events, ...this.close()];
  }

  close(): CanonicalEvent[] {
    this.#isOver = true;
    return this.#part.close();
  }

  #add(source: 'summary' | 'content', position = 0, text: string): CanonicalEvent[] {
    if (text === '' || (this.#source ??= source) !== source) return [];
    const isNext = this.#paragraph !== undefined && this.#paragraph.position !== position;
    const events = isNext ? this.#part.add(paragraphBreak) : [];
    if (this.#paragraph === undefined || isNext) {
      this.#paragraph = { position, start: this.#part.length };
    }
    return [...events, ...this.#part.add(text)];
  }

  /** A paragraph without any delta is passed on as a whole; an earlier one is already closed. */
  #repeat(source: 'summary' | 'content', position = 0, text: string): CanonicalEvent[] {
    const paragraph = this.#paragraph;
    if (paragraph === undefined || paragraph.position < position) {
      return this.#add(source, position, text);
    }
    if (this.#source !== source || paragraph.position !== position) return [];
    return this.#part.complete(text, paragraph.start);
  }
}
