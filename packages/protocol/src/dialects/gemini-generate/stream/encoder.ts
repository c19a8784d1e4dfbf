// Encodes canonical events as a Gemini generateContent stream for a client, for the codec.
import type { GatewayError } from '../../../canonical/error.ts';
import type { CanonicalEvent } from '../../../canonical/reply.ts';
import type { Note } from '../../../canonical/note.ts';
import type { Usage } from '../../../canonical/usage.ts';
import type { ReplyTarget, StreamEncoder } from '../../../codec.ts';
import type { SseFrame } from '../../../sse/frame.ts';
import { createEncoding } from '../reply/content.ts';
import { encodeStreamError } from '../error.ts';
import { noteForeignExtras } from '../extras.ts';
import { emptyPart, replyHead } from '../reply/reply.ts';
import { ChoiceWriter, type PartsWithLogprobs } from './choice-writer.ts';
import { errorFrameOf, frameOf } from './grammar.ts';
import {
  noteCacheWrites,
  noteCommentary,
  noteLostTier,
} from '../../../shared/lost-reply-details.ts';
import { StreamNoteBook } from '../../../shared/stream/stream-state.ts';
import { tierOf } from '../tables.ts';
import { encodeUsage } from '../usage.ts';
import type { Reply, WireCandidate, WirePart } from '../types.ts';

export function createStreamEncoder(target: ReplyTarget): StreamEncoder {
  return new GenerateStreamEncoder(target);
}

interface Owner {
  readonly choice: number;
  readonly writer: ChoiceWriter;
}

class GenerateStreamEncoder implements StreamEncoder {
  readonly #target: ReplyTarget;
  readonly #notes = new StreamNoteBook();
  readonly #candidates = new Map<number, ChoiceWriter>();
  /** The candidate of each part. */
  readonly #owners = new Map<number, Owner>();
  #usage: Usage | undefined;
  #tier: string | undefined;

  constructor(target: ReplyTarget) {
    this.#target = target;
  }

  get notes(): readonly Note[] {
    return this.#notes.notes;
  }

  push(event: CanonicalEvent): readonly SseFrame[] {
    switch (event.type) {
      case 'reply-start':
        this.#tier = event.serviceTier;
        return [];
      case 'usage':
        this.#usage = event.usage;
        return [];
      case 'extras':
        noteForeignExtras(event.extras, '', this.#notes);
        return [];
      case 'part-start': {
        noteCommentary([event.part], this.#notes);
        const owner = { choice: event.choice, writer: this.#writerOf(event.choice) };
        this.#owners.set(event.index, owner);
        return this.#frame(owner, owner.writer.start(event.index, event.part));
      }
      case 'part-delta':
      case 'part-citation':
      case 'part-state':
      case 'part-end':
        return this.#feed(event);
      case 'logprobs':
        this.#writerOf(event.choice).addLogprobs(event.logprobs);
        return [];
      case 'finish':
        this.#writerOf(event.choice).finish(event.finish);
        return [];
      case 'reply-end':
      case 'failure':
        return [];
    }
  }

  /** The last chunk states the finish reason of each candidate and the usage. */
  end(): readonly SseFrame[] {
    if (this.#candidates.size === 0) this.#writerOf(0);
    const candidates = [...this.#candidates.values()].map((writer): WireCandidate => {
      const { parts, ...candidate } = writer.close();
      return { content: contentOf(parts.length > 0 ? parts : [emptyPart]), ...candidate };
    });
    const tier = this.#usage && tierOf(this.#tier ?? '');
    noteLostTier(this.#tier, tier, this.#notes);
    noteCacheWrites(this.#usage, this.#notes);
    const usage = this.#usage && {
      ...encodeUsage(this.#usage),
      ...(tier !== undefined && { serviceTier: tier }),
    };
    const chunk: Reply = {
      candidates,
      ...(usage && { usageMetadata: usage }),
      ...replyHead(this.#target),
    };
    return [frameOf(chunk)];
  }

  fail(error: GatewayError): readonly SseFrame[] {
    return [...this.release(), errorFrameOf(encodeStreamError(error), this.#target.failsOtherwise)];
  }

  release(): readonly SseFrame[] {
    return [...this.#candidates].flatMap(([choice, writer]) => {
      return this.#write(choice, writer.release());
    });
  }

  #feed(
    event: Extract<
      CanonicalEvent,
      { type: 'part-delta' | 'part-citation' | 'part-state' | 'part-end' }
    >,
  ): SseFrame[] {
    const owner = this.#owners.get(event.index);
    if (owner === undefined) return [];
    if (event.type !== 'part-end') return this.#frame(owner, owner.writer.add(event));
    return this.#frame(owner, owner.writer.end(event.index));
  }

  #writerOf(choice: number): ChoiceWriter {
    const known = this.#candidates.get(choice);
    if (known !== undefined) return known;
    const writer = new ChoiceWriter(choice, createEncoding(this.#target, choice, this.#notes));
    this.#candidates.set(choice, writer);
    return writer;
  }

  #frame({ choice, writer }: Owner, parts: WirePart[]): SseFrame[] {
    return this.#write(choice, writer.hold(parts));
  }

  #write(choice: number, { parts, logprobs }: PartsWithLogprobs): SseFrame[] {
    if (parts.length === 0) return [];
    const stated = logprobs && { logprobsResult: logprobs };
    const candidates = [{ content: contentOf(parts), index: choice, ...stated }];
    const chunk: Reply = { candidates, ...replyHead(this.#target) };
    return [frameOf(chunk)];
  }
}

function contentOf(parts: WirePart[]): WireCandidate['content'] {
  return { role: 'model', parts };
}
