// Decodes Chat Completions streams of upstreams into canonical events, for the codec.
import type { Extras } from '../../../canonical/dialect.ts';
import type { CanonicalEvent } from '../../../canonical/reply.ts';
import type { Citation } from '../../../canonical/part.ts';
import type { Usage } from '../../../canonical/usage.ts';
import type { ReplySource, StreamDecoder } from '../../../codec.ts';
import { parseJson } from '../../../json/parse.ts';
import { isJsonObject } from '../../../json/value.ts';
import { omitUndefined } from '../../../shared/omit-undefined.ts';
import { moderationOf } from '../../../shared/openai/reply.ts';
import { createParser } from '../../../shared/schema-check.ts';
import { FrameDecoder } from '../../../shared/stream/stream-decoder.ts';
import { areFinished, interrupted } from '../../../shared/stream/stream-state.ts';
import type { SseFrame } from '../../../sse/frame.ts';
import { readBodyFailure } from '../error.ts';
import { asExtras, noteLostFields } from '../extras.ts';
import { decodeSources } from '../reply/citations.ts';
import { chunkSchema, type ChunkInput } from '../reply/schema.ts';
import { decodeChunkUsage } from '../usage.ts';
import { ChoiceReader, type ChoiceContext } from './choice-reader.ts';
import { endMark, isFailure } from './grammar.ts';

const parseChunk = createParser(chunkSchema);

export function createStreamDecoder(source: ReplySource): StreamDecoder {
  return new ChatStreamDecoder(source);
}

/**
 * Finish reasons are held until the stream itself ends, because usage, late text and repeated finish reasons
 * may still follow. A call is held until its arguments begin, because its name may come in pieces. Text and
 * reasoning are never held.
 */
class ChatStreamDecoder extends FrameDecoder {
  readonly #choices = new Map<number, ChoiceReader>();
  #context: ChoiceContext | undefined;
  /** The sources that the last chunk with sources lists; every chunk repeats them. */
  #sources: readonly Citation[] = [];
  /** The extras of the reply, which a chunk without choices states. */
  #extras: { readonly extras?: Extras } = {};
  /** Usage that arrived with or before the first choice. */
  #early: Usage | undefined;

  override get isComplete(): boolean {
    return areFinished(this.#choices);
  }

  protected override read(frame: SseFrame): readonly CanonicalEvent[] {
    const data = frame.data.trim();
    if (data === endMark)
      return this.#choices.size > 0 ? this.#complete() : this.fail(interrupted());
    const value = parseJson(data);
    if (isFailure(frame, value)) {
      return this.fail(readBodyFailure(value ?? data, this.source.redact));
    }
    if (!isJsonObject(value)) return this.skip();
    const chunk = parseChunk(value).data;
    if (chunk === undefined) return this.skip();
    const usage = decodeChunkUsage(value);
    if (this.#context === undefined) this.#early = usage ?? this.#early;
    const isLater = usage !== undefined && this.#context !== undefined;
    const events = this.#read(chunk);
    return isLater ? [...events, { type: 'usage', usage }] : events;
  }

  protected override close(): readonly CanonicalEvent[] {
    return this.isComplete ? this.#complete() : this.fail(interrupted());
  }

  #read(chunk: ChunkInput): CanonicalEvent[] {
    noteLostFields(chunk, { path: '', notes: this.noteBook });
    if (chunk.search_results?.length || chunk.citations?.length) {
      this.#sources = decodeSources(chunk);
    }
    if (chunk['moderation']) this.#extras = asExtras(moderationOf(chunk));
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

  #start(chunk: ChunkInput, events: CanonicalEvent[]): ChoiceContext {
    let parts = 0;
    this.#context = {
      vendor: this.source.vendor,
      seed: chunk.id ?? '',
      notes: this.noteBook,
      noteText: this.noteText,
      nextPart: () => parts++,
    };
    events.push({
      type: 'reply-start',
      ...omitUndefined({
        id: chunk.id || undefined,
        model: chunk.model || undefined,
        serviceTier: chunk.service_tier || undefined,
        usage: this.#early,
      }),
    });
    if (this.#early !== undefined) events.push({ type: 'usage', usage: this.#early });
    return this.#context;
  }

  #readerOf(choice: number, context: ChoiceContext): ChoiceReader {
    const known = this.#choices.get(choice);
    if (known !== undefined) return known;
    const reader = new ChoiceReader(context, choice);
    this.#choices.set(choice, reader);
    return reader;
  }

  #complete(): readonly CanonicalEvent[] {
    const events = [...this.#choices.values()].flatMap((reader, at) => {
      return reader.close(at === 0 ? this.#sources : []);
    });
    const { extras } = this.#extras;
    if (extras !== undefined) events.push({ type: 'extras', extras });
    return this.finish([...events, { type: 'reply-end' }]);
  }
}
