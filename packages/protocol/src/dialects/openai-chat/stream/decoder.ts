import { GatewayError } from '../../../canonical/error.ts';
import type { CanonicalEvent } from '../../../canonical/event.ts';
import { isJsonObject, parseJson } from '../../../json/value.ts';
import type { JsonObject, JsonValue } from '../../../json/value.ts';
import type { Note } from '../../../canonical/note.ts';
import type { Usage } from '../../../canonical/usage.ts';
import type { ReplySource, StreamDecoder } from '../../../codec.ts';
import type { SseFrame } from '../../../sse/frame.ts';
import { hasError, readBodyFailure } from '../error.ts';
import { chunkSchema } from '../schema.ts';
import type { ChunkInput } from '../schema.ts';
import { ChoiceReader } from './choice-reader.ts';
import { StreamNoteBook } from '../../../shared/stream-notes.ts';
import type { StreamContext } from './context.ts';
import { decodeChunkUsage } from '../usage.ts';

/** Frames that are no chunk are passed over, up to this many; then the stream is no chat stream. */
export const mostGarbage = 1_000;

export function createStreamDecoder(source: ReplySource): StreamDecoder {
  return new ChatStreamDecoder(source);
}

/** The data of the end mark. */
export const endMark = '[DONE]';

/** The failure of a stream that closed before its answer was complete. */
export function interrupted(): GatewayError {
  const message = 'The upstream’s stream ended before the answer was complete.';
  return new GatewayError('upstream-unavailable', message, { reason: 'stream_interrupted' });
}

/** True for an error event, also for the flat form of vLLM. */
export function isFailure(frame: SseFrame, value: JsonValue | undefined): boolean {
  if (frame.event === 'error') return true;
  return isJsonObject(value) && (hasError(value) || value['object'] === 'error');
}

/**
 * The ends of choices are held back until the stream itself ends, because usage, late text and
 * repeated reasons may still follow; text, thinking and calls are never held back.
 */
class ChatStreamDecoder implements StreamDecoder {
  readonly #source: ReplySource;
  readonly #notes = new StreamNoteBook();
  readonly #choices = new Map<number, ChoiceReader>();
  #context: StreamContext | undefined;
  /** Usage that came before the first choice. */
  #early: Usage | undefined;
  #garbage = 0;
  #isOver = false;

  constructor(source: ReplySource) {
    this.#source = source;
  }

  get notes(): readonly Note[] {
    return this.#notes.notes;
  }

  push(frame: SseFrame): readonly CanonicalEvent[] {
    if (this.#isOver) return [];
    const data = frame.data.trim();
    if (data === endMark)
      return this.#choices.size > 0 ? this.#complete() : this.#fail(interrupted());
    const value = parseJson(data);
    if (isFailure(frame, value)) {
      return this.#fail(readBodyFailure(value ?? data, this.#source.redact));
    }
    if (!isJsonObject(value)) return this.#skip();
    const chunk = chunkSchema.safeParse(value);
    if (!chunk.success) return this.#skip();
    return [...this.#read(chunk.data), ...this.#readUsage(value)];
  }

  end(): readonly CanonicalEvent[] {
    if (this.#isOver) return [];
    const readers = [...this.#choices.values()];
    const isComplete = readers.length > 0 && readers.every((reader) => reader.isFinished);
    return isComplete ? this.#complete() : this.#fail(interrupted());
  }

  #read(chunk: ChunkInput): CanonicalEvent[] {
    const choices = chunk.choices ?? [];
    const events: CanonicalEvent[] = [];
    // The first chunk of some servers has no choices and neither id nor model.
    const context = this.#context ?? (choices.length > 0 ? this.#start(chunk, events) : undefined);
    if (context !== undefined) {
      for (const choice of choices) {
        const reader = this.#readerOf(choice.index ?? 0, context);
        events.push(...reader.read(choice));
      }
    }
    return events;
  }

  #start(chunk: ChunkInput, events: CanonicalEvent[]): StreamContext {
    let parts = 0;
    this.#context = {
      vendor: this.#source.vendor,
      seed: chunk.id ?? '',
      notes: this.#notes,
      nextPart: () => parts++,
    };
    events.push({
      type: 'reply-start',
      ...(chunk.id && { id: chunk.id }),
      ...(chunk.model && { model: chunk.model }),
      ...(chunk.service_tier && { serviceTier: chunk.service_tier }),
    });
    if (this.#early !== undefined) events.push({ type: 'usage', usage: this.#early });
    return this.#context;
  }

  #readerOf(choice: number, context: StreamContext): ChoiceReader {
    const known = this.#choices.get(choice);
    if (known !== undefined) return known;
    const reader = new ChoiceReader(context, choice);
    this.#choices.set(choice, reader);
    return reader;
  }

  #readUsage(chunk: JsonObject): CanonicalEvent[] {
    const usage = decodeChunkUsage(chunk);
    if (usage === undefined) return [];
    if (this.#context !== undefined) return [{ type: 'usage', usage }];
    this.#early = usage;
    return [];
  }

  #skip(): CanonicalEvent[] {
    this.#garbage++;
    return this.#garbage > mostGarbage ? this.#fail(interrupted()) : [];
  }

  #complete(): CanonicalEvent[] {
    this.#isOver = true;
    const events = [...this.#choices.values()].flatMap((reader) => reader.close());
    return [...events, { type: 'reply-end' }];
  }

  #fail(error: GatewayError): CanonicalEvent[] {
    this.#isOver = true;
    return [{ type: 'failure', error }];
  }
}
