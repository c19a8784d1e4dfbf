// Decodes Gemini generateContent streams of upstreams into canonical events, for the codec.
import type { CanonicalEvent } from '../../../canonical/reply.ts';
import type { Usage } from '../../../canonical/usage.ts';
import type { ReplySource, StreamDecoder } from '../../../codec.ts';
import { parseJson } from '../../../json/parse.ts';
import { noteLateTier } from '../../../shared/lost-reply-details.ts';
import {
  areFinished,
  interrupted,
  type StreamContext,
} from '../../../shared/stream/stream-state.ts';
import { omitUndefined } from '../../../shared/omit-undefined.ts';
import { createParser } from '../../../shared/schema-check.ts';
import { FrameDecoder } from '../../../shared/stream/stream-decoder.ts';
import type { SseFrame } from '../../../sse/frame.ts';
import { decodeBodyFailure } from '../error.ts';
import { noteLostFields } from '../extras.ts';
import { replySchema, type ReplyInput } from '../reply/schema.ts';
import { decodeTier, noteLostUsage, UsageClaims } from '../usage.ts';
import { ChoiceReader } from './choice-reader.ts';
import { isChunk, isFailure } from './grammar.ts';

const parseChunk = createParser(replySchema);

export function createStreamDecoder(source: ReplySource): StreamDecoder {
  return new GenerateStreamDecoder(source);
}

/**
 * The format has no end marker: a reply is complete when each candidate has a finish reason, or the prompt
 * was blocked, and the connection closes. Finish reasons are held until then; everything else is returned at
 * once.
 */
class GenerateStreamDecoder extends FrameDecoder {
  readonly #candidates = new Map<number, ChoiceReader>();
  readonly #claims = new UsageClaims();
  #context: StreamContext | undefined;
  #tier: string | undefined;

  override get isComplete(): boolean {
    return areFinished(this.#candidates);
  }

  protected override read(frame: SseFrame): readonly CanonicalEvent[] {
    const value = parseJson(frame.data);
    if (isFailure(value) || frame.event === 'error') {
      return this.fail(decodeBodyFailure(value ?? frame.data, this.source.redact));
    }
    const chunk = isChunk(value) ? parseChunk(value) : undefined;
    return chunk?.success ? this.#read(chunk.data) : this.skip();
  }

  protected override close(): readonly CanonicalEvent[] {
    if (!this.isComplete) return this.fail(interrupted());
    const events = [...this.#candidates.values()].flatMap((reader) => reader.close());
    return this.finish([...events, { type: 'reply-end' }]);
  }

  #read(chunk: ReplyInput): CanonicalEvent[] {
    const events: CanonicalEvent[] = [];
    const usage = this.#claims.take(chunk);
    const context = this.#context ?? this.#start(chunk, usage, events);
    noteLostFields(chunk, { path: '', notes: this.noteBook });
    noteLostUsage(chunk.usageMetadata, { path: 'usageMetadata', notes: this.noteBook });
    for (const candidate of chunk.candidates ?? []) {
      this.explanation = candidate.finishMessage || this.explanation;
      events.push(...this.#readerOf(candidate.index ?? 0, context).read(candidate));
    }
    const { blockReason, blockReasonMessage } = chunk.promptFeedback ?? {};
    if (blockReason) {
      events.push(...this.#readerOf(0, context).block(blockReason, blockReasonMessage ?? ''));
    }
    noteLateTier(decodeTier(chunk.usageMetadata ?? undefined), this.#tier, this.noteBook);
    return usage === undefined ? events : [...events, { type: 'usage', usage }];
  }

  #start(chunk: ReplyInput, usage: Usage | undefined, events: CanonicalEvent[]): StreamContext {
    let parts = 0;
    const { responseId: id, modelVersion: model } = chunk;
    const serviceTier = decodeTier(chunk.usageMetadata ?? undefined);
    this.#tier = serviceTier;
    this.#context = {
      vendor: this.source.vendor,
      seed: id ?? '',
      notes: this.noteBook,
      nextPart: () => parts++,
    };
    events.push({
      type: 'reply-start',
      ...omitUndefined({ id: id || undefined, model: model || undefined, serviceTier, usage }),
    });
    return this.#context;
  }

  #readerOf(choice: number, context: StreamContext): ChoiceReader {
    const known = this.#candidates.get(choice);
    if (known !== undefined) return known;
    const reader = new ChoiceReader(context, choice);
    this.#candidates.set(choice, reader);
    return reader;
  }
}
