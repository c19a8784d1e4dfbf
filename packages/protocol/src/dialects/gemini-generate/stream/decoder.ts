import { GatewayError } from '../../../canonical/error.ts';
import type { CanonicalEvent } from '../../../canonical/event.ts';
import { isJsonObject, parseJson, type JsonObject, type JsonValue } from '../../../json/value.ts';
import type { Note } from '../../../canonical/note.ts';
import type { ReplySource, StreamDecoder } from '../../../codec.ts';
import type { SseFrame } from '../../../sse/frame.ts';
import { decodeBodyFailure } from '../error.ts';
import { replySchema, type ReplyInput } from '../reply/schema.ts';
import { CandidateReader, type StreamContext } from './choice-reader.ts';
import { StreamNoteBook } from '../../../shared/stream-notes.ts';
import { decodeTier, decodeUsage } from '../usage.ts';

/** Frames that are no chunk are passed over, up to this many; then it is no stream of this format. */
export const mostGarbage = 1_000;

export function createStreamDecoder(source: ReplySource): StreamDecoder {
  return new GenerateStreamDecoder(source);
}

/** The failure of a stream that closed before its answer was complete. */
export function interrupted(): GatewayError {
  const message = 'The upstream’s stream ended before the answer was complete.';
  return new GatewayError('upstream-unavailable', message, { reason: 'stream_interrupted' });
}

/** True for the data of an error, also where it lies in a list of one. */
export function isFailure(data: JsonValue | undefined): boolean {
  const whole = Array.isArray(data) ? data[0] : data;
  return isJsonObject(whole) && Boolean(whole['error']);
}

const chunkFields = ['candidates', 'promptFeedback', 'usageMetadata', 'responseId', 'modelVersion'];

/** Tells a chunk from other objects: each has one of these fields at least. */
export function isChunk(value: JsonValue | undefined): value is JsonObject {
  return isJsonObject(value) && chunkFields.some((field) => value[field] !== undefined);
}

/**
 * The format has no end mark: an answer is complete when each candidate said why it ended, or when
 * the prompt was blocked, and the connection closes. The ends are held back until then; everything
 * else passes at once.
 */
class GenerateStreamDecoder implements StreamDecoder {
  readonly #source: ReplySource;
  readonly #notes = new StreamNoteBook();
  readonly #candidates = new Map<number, CandidateReader>();
  #context: StreamContext | undefined;
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
    const value = parseJson(frame.data);
    if (isFailure(value) || frame.event === 'error') {
      return this.#fail(decodeBodyFailure(value ?? frame.data, this.#source.redact));
    }
    const chunk = isChunk(value) ? replySchema.safeParse(value) : undefined;
    return chunk?.success ? this.#read(chunk.data) : this.#skip();
  }

  end(): readonly CanonicalEvent[] {
    if (this.#isOver) return [];
    const readers = [...this.#candidates.values()];
    const isComplete = readers.length > 0 && readers.every((reader) => reader.isFinished);
    if (!isComplete) return this.#fail(interrupted());
    this.#isOver = true;
    return [...readers.flatMap((reader) => reader.close()), { type: 'reply-end' }];
  }

  #read(chunk: ReplyInput): CanonicalEvent[] {
    const events: CanonicalEvent[] = [];
    const context = this.#context ?? this.#start(chunk, events);
    for (const candidate of chunk.candidates ?? []) {
      events.push(...this.#readerOf(candidate.index ?? 0, context).read(candidate));
    }
    const { blockReason, blockReasonMessage } = chunk.promptFeedback ?? {};
    if (blockReason) {
      events.push(...this.#readerOf(0, context).block(blockReason, blockReasonMessage ?? ''));
    }
    const usage = decodeUsage(chunk.usageMetadata ?? undefined);
    return usage === undefined ? events : [...events, { type: 'usage', usage }];
  }

  #start(chunk: ReplyInput, events: CanonicalEvent[]): StreamContext {
    let parts = 0;
    const { responseId: id, modelVersion: model } = chunk;
    const serviceTier = decodeTier(chunk.usageMetadata ?? undefined);
    this.#context = {
      vendor: this.#source.vendor,
      seed: id ?? '',
      notes: this.#notes,
      nextPart: () => parts++,
    };
    events.push({
      type: 'reply-start',
      ...(id && { id }),
      ...(model && { model }),
      ...(serviceTier !== undefined && { serviceTier }),
    });
    return this.#context;
  }

  #readerOf(choice: number, context: StreamContext): CandidateReader {
    const known = this.#candidates.get(choice);
    if (known !== undefined) return known;
    const reader = new CandidateReader(context, choice);
    this.#candidates.set(choice, reader);
    return reader;
  }

  #skip(): CanonicalEvent[] {
    this.#garbage++;
    return this.#garbage > mostGarbage ? this.#fail(interrupted()) : [];
  }

  #fail(error: GatewayError): CanonicalEvent[] {
    this.#isOver = true;
    return [{ type: 'failure', error }];
  }
}
