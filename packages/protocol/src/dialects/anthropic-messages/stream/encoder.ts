// Encodes canonical events as an Anthropic Messages stream for a client, for the codec.
import type { GatewayError } from '../../../canonical/error.ts';
import type { CanonicalEvent, Finish } from '../../../canonical/reply.ts';
import type { Citation } from '../../../canonical/part.ts';
import type { JsonObject } from '../../../json/value.ts';
import type { Note } from '../../../canonical/note.ts';
import { noteMediaTokens, noUsage, type Usage } from '../../../canonical/usage.ts';
import type { ReplyTarget, StreamEncoder } from '../../../codec.ts';
import { createCallIds } from '../../../history/ids.ts';
import type { SseFrame } from '../../../sse/frame.ts';
import {
  looseState,
  noteCommentary,
  noteLostTier,
  noteMissingUsage,
} from '../../../shared/lost-reply-details.ts';
import { isCutOff } from '../../../shared/calls.ts';
import { omitUndefined } from '../../../shared/omit-undefined.ts';
import { StreamNoteBook } from '../../../shared/stream/stream-state.ts';
import { encodeCallHead, type ReplyEncoding } from '../reply/content.ts';
import { TextWriter, ReasoningWriter, WholeBlockWriter, type PartWriter } from './part-writers.ts';
import { BlockSequence } from './block-sequence.ts';
import { CallWriter, CustomCallWriter } from './call-writer.ts';
import { encodeStreamError } from '../error.ts';
import { noteForeignExtras, ownExtras } from '../extras.ts';
import { encodeFinish } from '../finish.ts';
import { messageHead, noteLostLogprobs, noteOtherChoices } from '../reply/reply.ts';
import { dialect } from '../tables.ts';
import { encodeMessageUsage, encodeTokenUsage } from '../usage.ts';
import type { StreamEvent } from '../types.ts';
import { writeJson } from '../../../json/exact-number.ts';
import { foreignPart } from '../../../shared/extras.ts';

type PartStart = Extract<CanonicalEvent, { type: 'part-start' }>;

export function createStreamEncoder(target: ReplyTarget): StreamEncoder {
  return new MessageStreamEncoder(target);
}

const lateSignature =
  'A signature that came after the final text was left out, because the last block has to be the text.';

/** Writes an event under the name that the official client expects. */
function frameOf(event: JsonObject & { readonly type: string }): SseFrame {
  return { event: event.type, data: writeJson(event) };
}

/**
 * Encodes a client stream. The finish reason and the usage are held until the end, because Chat Completions
 * upstreams send usage last; everything else is written as soon as the order of blocks allows.
 */
class MessageStreamEncoder implements StreamEncoder {
  readonly #head: ReturnType<typeof messageHead>;
  readonly #noteBook = new StreamNoteBook();
  readonly #encoding: ReplyEncoding;
  readonly #blocks: BlockSequence;
  /** The writers of the parts that have not ended. */
  readonly #writers = new Map<number, PartWriter>();
  /** Texts that have ended: their citations may still arrive. */
  readonly #ended = new Set<number>();
  readonly #late: Citation[] = [];
  readonly #calls: CallWriter[] = [];
  #frames: SseFrame[] = [];
  #isStarted = false;
  #hasCalls = false;
  #hasRefusal = false;
  #finish: Finish = { reason: 'stop' };
  #usage: Usage | undefined;
  /** Fields of a whole reply in this format, which an upstream gave in place of a stream. */
  #ownFields: JsonObject = {};

  constructor(target: ReplyTarget) {
    this.#head = messageHead(target);
    const ids = createCallIds(target.id);
    this.#encoding = { names: target.names, ids, notes: this.#noteBook };
    this.#blocks = new BlockSequence((event) => this.#write(event));
  }

  get notes(): readonly Note[] {
    return this.#noteBook.notes;
  }

  push(event: CanonicalEvent): readonly SseFrame[] {
    this.#frames = [];
    switch (event.type) {
      case 'reply-start':
        this.#start(event.serviceTier, event.usage);
        break;
      case 'part-start':
        this.#open(event);
        break;
      case 'part-delta':
      case 'part-citation':
      case 'part-state':
      case 'part-end':
        this.#feed(event);
        break;
      case 'logprobs':
        if (event.choice === 0) noteLostLogprobs(this.#noteBook);
        break;
      case 'usage':
        this.#usage = event.usage;
        break;
      case 'extras':
        noteForeignExtras(event.extras, '', this.#noteBook);
        this.#ownFields = ownExtras(event.extras);
        break;
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
    this.#start();
    this.#endAll();
    this.#citeLate();
    if (this.#blocks.waits) this.#noteBook.dropped('content', lateSignature);
    const facts = { hasCalls: this.#hasCalls, hasRefusal: this.#hasRefusal };
    const stop = encodeFinish(this.#trueFinish(), facts, this.#noteBook);
    if (this.#usage === undefined) noteMissingUsage(this.#noteBook);
    noteMediaTokens(this.#usage, this.#noteBook);
    const { stop_details, container, ...others } = this.#ownFields;
    // They came from a reply in this format, whose type here knows only what is written for others.
    const own: object = omitUndefined({ stop_details, container });
    this.#write({
      ...others,
      type: 'message_delta',
      delta: { ...stop, stop_details: null, container: null, ...own },
      usage: encodeTokenUsage(this.#usage),
    });
    this.#write({ type: 'message_stop' });
    return this.#frames;
  }

  /** What was sent cannot be replaced; only this finish reason keeps a client from running the call. */
  #trueFinish(): Finish {
    const isSound = isCutOff(this.#finish) || !this.#calls.some((call) => call.isBroken);
    if (isSound) return this.#finish;
    const reason = 'Arguments of a call are no JSON object, so the answer counts as cut off.';
    this.#noteBook.approximated('finish', reason);
    return { reason: 'length' };
  }

  fail(error: GatewayError): readonly SseFrame[] {
    return [{ event: 'error', data: JSON.stringify(encodeStreamError(error)) }];
  }

  #write(event: StreamEvent): void {
    this.#frames.push(frameOf(event));
  }

  /** Older clients read the input only here; those that add the output of both usages need a 0. */
  #start(serviceTier?: string, known = noUsage): void {
    if (this.#isStarted) return;
    this.#isStarted = true;
    const usage = encodeMessageUsage({ ...known, output: 0, reasoning: 0 }, serviceTier);
    noteLostTier(serviceTier, usage.service_tier ?? undefined, this.#noteBook);
    this.#write({ type: 'message_start', message: { ...this.#head, usage } });
  }

  #open(event: PartStart): void {
    this.#start();
    if (!this.#isOfFirst(event)) return;
    noteCommentary([event.part], this.#noteBook);
    const writer = this.#createWriter(event.part);
    if (writer === undefined) return;
    this.#writers.set(event.index, writer);
    this.#blocks.add(writer);
  }

  #isOfFirst({ choice }: { readonly choice: number }): boolean {
    if (choice > 0) noteOtherChoices(this.#noteBook);
    return choice === 0;
  }

  #createWriter(part: PartStart['part']): PartWriter | undefined {
    switch (part.type) {
      case 'refusal':
        this.#hasRefusal = true;
        return new TextWriter(this.#noteBook);
      case 'text':
        return new TextWriter(this.#noteBook);
      case 'reasoning':
        return new ReasoningWriter(this.#noteBook);
      case 'call': {
        this.#hasCalls = true;
        noteForeignExtras(part.extras, 'content', this.#noteBook);
        const head = encodeCallHead(part, this.#encoding);
        if (part.custom === true) return new CustomCallWriter(head);
        const writer = new CallWriter(head, this.#noteBook);
        this.#calls.push(writer);
        return writer;
      }
      case 'server':
        if (part.dialect === dialect) return new WholeBlockWriter(part.raw);
        this.#noteBook.dropped('content', foreignPart(part));
        return undefined;
      case 'media':
        this.#noteBook.dropped('content', 'Messages replies cannot contain generated media.');
        return undefined;
    }
  }

  #feed(event: Exclude<Extract<CanonicalEvent, { index: number }>, PartStart>): void {
    const writer = this.#writers.get(event.index);
    if (writer === undefined) {
      if (event.type === 'part-citation' && this.#ended.has(event.index)) {
        this.#late.push(event.citation);
      }
      return;
    }
    if (event.type === 'part-delta') writer.addText(event.text);
    else if (event.type === 'part-end') this.#end(event.index, writer);
    else if (event.type === 'part-citation') {
      if (writer.cite) writer.cite(event.citation);
      else this.#noteBook.dropped('content', 'Only text can hold a citation.');
    } else if (writer.keep) writer.keep(event.providerState);
    else this.#noteBook.dropped('content', looseState);
    this.#blocks.advance(writer);
  }

  #endAll(): void {
    for (const writer of this.#writers.values()) {
      writer.end();
      this.#blocks.advance(writer);
    }
  }

  #end(index: number, writer: PartWriter): void {
    writer.end();
    this.#writers.delete(index);
    if (writer.cite) this.#ended.add(index);
  }

  /** The block of a text that has ended may be closed, so its late citations share a block at the end. */
  #citeLate(): void {
    if (this.#late.length === 0) return;
    const writer = new TextWriter(this.#noteBook);
    for (const citation of this.#late) writer.cite(citation);
    writer.end();
    this.#blocks.add(writer);
  }
}
