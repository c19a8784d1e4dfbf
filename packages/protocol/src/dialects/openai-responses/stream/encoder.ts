// Encodes canonical events as a Responses stream for a client, for the codec.
import type { GatewayError } from '../../../canonical/error.ts';
import type { CanonicalEvent, Finish } from '../../../canonical/reply.ts';
import type { Note } from '../../../canonical/note.ts';
import { noteMediaTokens, type Usage } from '../../../canonical/usage.ts';
import type { ReplyTarget, StreamEncoder } from '../../../codec.ts';
import { writeJson } from '../../../json/exact-number.ts';
import type { JsonObject } from '../../../json/value.ts';
import {
  noteCacheLifetimes,
  noteLostTier,
  noteMissingUsage,
} from '../../../shared/lost-reply-details.ts';
import { adoptFields } from '../../../shared/openai/request-options.ts';
import { StreamNoteBook } from '../../../shared/stream/stream-state.ts';
import type { SseFrame } from '../../../sse/frame.ts';
import { encodeFailure, encodeStreamError } from '../error.ts';
import { dialect, noteForeignExtras, ownExtras } from '../extras.ts';
import { createEnvelope, type Envelope } from '../reply/envelope.ts';
import { encodeModeration } from '../reply/moderation.ts';
import { tierOf } from '../tables.ts';
import type { ErrorEvent, ResponsesEvent } from '../reply/types.ts';
import { OutputWriter } from './output-writer.ts';

export function createStreamEncoder(target: ReplyTarget): StreamEncoder {
  return new ResponsesStreamEncoder(target);
}

/** Writes an event under the name that clients expect. */
export function frameOf(
  event: ErrorEvent | (ResponsesEvent & { sequence_number: number }),
): SseFrame {
  return { event: event.type, data: writeJson(event) };
}

/**
 * Encodes a client stream. Only the finish reason and the usage are held until the end, because the last
 * event contains them together with the whole reply.
 */
class ResponsesStreamEncoder implements StreamEncoder {
  readonly #target: ReplyTarget;
  readonly #noteBook = new StreamNoteBook();
  readonly #writer: OutputWriter;
  /** The envelope of the reply, once it has started. */
  #envelope: Envelope | undefined;
  #frames: SseFrame[] = [];
  #sequence = 0;
  #finish: Finish = { reason: 'stop' };
  #usage: Usage | undefined;
  #moderation: JsonObject = {};

  constructor(target: ReplyTarget) {
    this.#target = target;
    this.#writer = new OutputWriter(target, this.#noteBook, (event) => this.#write(event));
  }

  get notes(): readonly Note[] {
    return this.#noteBook.notes;
  }

  push(event: CanonicalEvent): readonly SseFrame[] {
    this.#frames = [];
    switch (event.type) {
      case 'reply-start':
        this.#start(event.serviceTier);
        break;
      case 'part-start':
        this.#open(event);
        break;
      case 'part-delta':
        this.#writer.addText(event.index, event.text);
        break;
      case 'part-citation':
        this.#writer.cite(event.index, event.citation);
        break;
      case 'part-state':
        this.#writer.keep(event.index, event.providerState);
        break;
      case 'part-end':
        this.#writer.end(event.index);
        break;
      case 'logprobs':
        if (event.choice === 0) this.#writer.addLogprobs(event.logprobs);
        break;
      case 'usage':
        this.#usage = event.usage;
        break;
      case 'extras': {
        const extras = adoptFields(event.extras, 'openai-chat', dialect);
        noteForeignExtras(extras, '', this.#noteBook);
        this.#moderation = encodeModeration(ownExtras(extras), this.#noteBook);
        break;
      }
      case 'finish':
        if (this.#isOfFirst(event)) this.#finish = event.finish;
        break;
      case 'failure':
      case 'reply-end':
        break;
    }
    return this.#frames;
  }

  end(): readonly SseFrame[] {
    this.#frames = [];
    const envelope = this.#start();
    const end = this.#writer.finish(this.#finish);
    if (this.#usage === undefined) noteMissingUsage(this.#noteBook);
    noteMediaTokens(this.#usage, this.#noteBook);
    noteCacheLifetimes(this.#usage, this.#noteBook);
    const response = envelope.finish({ output: this.#writer.items, end, usage: this.#usage });
    const type = `response.${end.status}` as const;
    this.#write({ type, response: { ...response, ...this.#moderation } });
    return this.#frames;
  }

  fail(error: GatewayError): readonly SseFrame[] {
    if (this.#target.failsOtherwise !== true) {
      return [frameOf(encodeStreamError(error, this.#sequence++))];
    }
    this.#frames = [];
    const end = encodeFailure(error);
    const usage = this.#usage === undefined ? { usage: null } : {};
    const response = this.#start().finish({ output: [], end, usage: this.#usage });
    this.#write({ type: 'response.failed', response: { ...response, ...usage } });
    return this.#frames;
  }

  #start(serviceTier?: string): Envelope {
    if (this.#envelope !== undefined) return this.#envelope;
    this.#envelope = createEnvelope(this.#target, serviceTier);
    noteLostTier(serviceTier, tierOf(serviceTier ?? ''), this.#noteBook);
    this.#write({ type: 'response.created', response: this.#envelope.begin() });
    this.#write({ type: 'response.in_progress', response: this.#envelope.begin() });
    return this.#envelope;
  }

  #open(event: Extract<CanonicalEvent, { type: 'part-start' }>): void {
    this.#start();
    if (this.#isOfFirst(event)) this.#writer.start(event.index, event.part);
  }

  #isOfFirst({ choice }: { readonly choice: number }): boolean {
    if (choice > 0) {
      this.#noteBook.dropped('choices', 'A response has only one choice; the first was kept.');
    }
    return choice === 0;
  }

  #write(event: ResponsesEvent): void {
    this.#frames.push(frameOf({ ...event, sequence_number: this.#sequence++ }));
  }
}
