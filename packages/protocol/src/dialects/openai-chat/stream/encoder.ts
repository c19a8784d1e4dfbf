// Encodes canonical events as a Chat Completions stream for a client, for the codec.
import type { GatewayError } from '../../../canonical/error.ts';
import type { CanonicalEvent } from '../../../canonical/reply.ts';
import type { Note } from '../../../canonical/note.ts';
import type { Usage } from '../../../canonical/usage.ts';
import type { ReplyTarget, StreamEncoder } from '../../../codec.ts';
import { writeJson } from '../../../json/exact-number.ts';
import type { JsonObject } from '../../../json/value.ts';
import {
  noteCacheLifetimes,
  noteCommentary,
  noteLostTier,
} from '../../../shared/lost-reply-details.ts';
import { createChoiceIds } from '../../../shared/calls.ts';
import { moderationOf } from '../../../shared/openai/reply.ts';
import { adoptFields, tierOf } from '../../../shared/openai/request-options.ts';
import { StreamNoteBook } from '../../../shared/stream/stream-state.ts';
import type { SseFrame } from '../../../sse/frame.ts';
import { namesOfCustomTools } from '../custom-tools.ts';
import { encodeStreamError } from '../error.ts';
import { noteForeignExtras, ownExtras } from '../extras.ts';
import { replyId } from '../reply/reply.ts';
import { readsSingleCall } from '../reply/single-call.ts';
import type { ChatChunk, ChatChunkChoice } from '../types.ts';
import { encodeUsage } from '../usage.ts';
import type { CallContext } from './call-writer.ts';
import { ChoiceWriter } from './choice-writer.ts';
import { chunkObject, endMark } from './grammar.ts';

export function createStreamEncoder(target: ReplyTarget): StreamEncoder {
  return new ChatStreamEncoder(target);
}

class ChatStreamEncoder implements StreamEncoder {
  readonly #target: Omit<ReplyTarget, 'request'>;
  /** What the choices need of the request, which is not kept. */
  readonly #asked: Pick<CallContext, 'custom' | 'singleCall'>;
  readonly #notes = new StreamNoteBook();
  readonly #choices = new Map<number, ChoiceWriter>();
  /** The choice of each part. */
  readonly #owners = new Map<number, ChoiceWriter>();
  #head: Omit<ChatChunk, 'choices' | 'usage'>;
  /** The head as JSON, but for its last brace. */
  #headText: string | undefined;
  #usage: Usage | undefined;
  #moderation: JsonObject = {};

  constructor(target: ReplyTarget) {
    const { request: _, ...kept } = target;
    this.#target = kept;
    this.#asked = { custom: namesOfCustomTools(target), singleCall: readsSingleCall(target) };
    this.#head = {
      id: replyId(target),
      object: chunkObject,
      created: target.createdAt,
      model: target.model,
    };
  }

  get notes(): readonly Note[] {
    return this.#notes.notes;
  }

  push(event: CanonicalEvent): readonly SseFrame[] {
    switch (event.type) {
      case 'reply-start': {
        const tier = tierOf(event.serviceTier ?? '');
        noteLostTier(event.serviceTier, tier, this.#notes);
        if (tier !== undefined) this.#head = { ...this.#head, service_tier: tier };
        this.#headText = undefined;
        return [];
      }
      case 'usage':
        this.#usage = event.usage;
        return [];
      case 'extras': {
        const extras = adoptFields(event.extras, 'openai-responses', 'openai-chat');
        noteForeignExtras(extras, '', this.#notes);
        this.#moderation = moderationOf(ownExtras(extras));
        return [];
      }
      case 'part-start': {
        noteCommentary([event.part], this.#notes);
        const writer = this.#writerOf(event.choice);
        this.#owners.set(event.index, writer);
        return this.#frames(writer.start(event.index, event.part));
      }
      case 'part-delta':
      case 'part-citation':
      case 'part-state':
        return this.#frames(this.#owners.get(event.index)?.add(event) ?? []);
      case 'part-end':
        return this.#frames(this.#owners.get(event.index)?.end(event.index) ?? []);
      case 'logprobs':
        this.#writerOf(event.choice).addLogprobs(event.logprobs);
        return [];
      case 'finish':
        return this.#frames(this.#writerOf(event.choice).finish(event.finish));
      case 'reply-end':
      case 'failure':
        return [];
    }
  }

  end(): readonly SseFrame[] {
    if (this.#target.includeUsage) noteCacheLifetimes(this.#usage, this.#notes);
    const moderated = Object.keys(this.#moderation).length > 0 ? [this.#writeModeration()] : [];
    const done: SseFrame = { data: endMark };
    if (!this.#target.includeUsage || this.#usage === undefined) return [...moderated, done];
    const chunk: ChatChunk = { ...this.#head, choices: [], usage: encodeUsage(this.#usage) };
    return [...moderated, { data: JSON.stringify(chunk) }, done];
  }

  /** The chunk that states the result of moderation. */
  #writeModeration(): SseFrame {
    const usage = this.#target.includeUsage ? { usage: null } : {};
    return { data: writeJson({ ...this.#head, choices: [], ...this.#moderation, ...usage }) };
  }

  fail(error: GatewayError): readonly SseFrame[] {
    return [{ event: 'error', data: JSON.stringify(encodeStreamError(error, this.#usage)) }];
  }

  #writerOf(choice: number): ChoiceWriter {
    const known = this.#choices.get(choice);
    if (known !== undefined) return known;
    const { names, id } = this.#target;
    const writer = new ChoiceWriter(choice, {
      names,
      ...this.#asked,
      ids: createChoiceIds(id, choice),
      notes: this.#notes,
    });
    this.#choices.set(choice, writer);
    return writer;
  }

  /** Writes only what differs: the head of a chunk is most of it. */
  #frames(choices: readonly ChatChunkChoice[]): SseFrame[] {
    const head = (this.#headText ??= JSON.stringify(this.#head).slice(0, -1));
    // A client that requests usage expects the field on every chunk, null until the last one.
    const end = this.#target.includeUsage ? '],"usage":null}' : ']}';
    return choices.map((choice) => ({
      data: `${head},"choices":[${JSON.stringify(choice)}${end}`,
    }));
  }
}
