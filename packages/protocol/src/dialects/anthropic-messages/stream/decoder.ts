// Decodes Anthropic Messages streams of upstreams into canonical events, for the codec.
import type { CanonicalEvent } from '../../../canonical/reply.ts';
import type { ReplySource, StreamDecoder } from '../../../codec.ts';
import { parseJson } from '../../../json/parse.ts';
import { omitNullish } from '../../../shared/omit-undefined.ts';
import { isKind } from '../../../shared/schema.ts';
import { createParser } from '../../../shared/schema-check.ts';
import { FrameDecoder } from '../../../shared/stream/stream-decoder.ts';
import type { SseFrame } from '../../../sse/frame.ts';
import { isOutputCall } from '../output-tool.ts';
import { decodeBodyFailure } from '../error.ts';
import {
  noteLostBlockFields,
  noteLostEndFields,
  noteLostFields,
  noteLostUsage,
} from '../extras.ts';
import { decodeFinish, type WireStop } from '../finish.ts';
import { readTier } from '../reply/reply.ts';
import {
  streamEvent,
  type BlockDeltaInput,
  type ReplyBlockInput,
  type StreamEventInput,
} from '../reply/schema.ts';
import { UsageClaims } from '../usage.ts';
import { blockOf, createBlockReader, type BlockReader } from './block-reader.ts';
import { blocksOfDelta, interrupted, isBareEnd, isFailure } from './grammar.ts';

const parseEvent = createParser(streamEvent);

const knownDeltas: ReadonlySet<string> = new Set([
  ...Object.keys(blocksOfDelta),
  'compaction_delta',
]);

/** The key of the text or reasoning that arrives while a call is open. */
const besideCall = -1;

type Started = Extract<StreamEventInput, { type: 'message_start' }>;
type Ending = Extract<StreamEventInput, { type: 'message_delta' }>;
type StopDetails = NonNullable<NonNullable<Ending['delta']>['stop_details']>;

export function createStreamDecoder(source: ReplySource): StreamDecoder {
  return new MessageStreamDecoder(source);
}

/** Decodes a stream of named events. Unknown events and deltas are skipped with a note. */
class MessageStreamDecoder extends FrameDecoder {
  readonly #usage = new UsageClaims();
  /** The open blocks by their index; the format opens one at a time, but some servers do not. */
  readonly #open = new Map<number, BlockReader>();
  /** The index of the block that started last. */
  #latest = -1;
  #events: CanonicalEvent[] = [];
  #isStarted = false;
  #partCount = 0;
  #hasCalls = false;
  #stop: WireStop = {};
  #stopDetails: StopDetails = {};

  protected override read(frame: SseFrame): readonly CanonicalEvent[] {
    const data = parseJson(frame.data);
    if (isFailure(frame, data)) {
      return this.fail(decodeBodyFailure(data ?? null, this.source.redact));
    }
    const parsed = parseEvent(data);
    this.#events = [];
    if (isBareEnd(frame)) this.#complete();
    else if (parsed.success) this.#read(parsed.data);
    else if (frame.event !== 'ping') return this.skip();
    return this.#events;
  }

  protected override close(): readonly CanonicalEvent[] {
    return this.fail(interrupted());
  }

  #read(event: StreamEventInput): void {
    if (isKind(event, 'content_block_delta')) this.#extendBlock(event);
    else if (isKind(event, 'message_start')) this.#start(event.message);
    else if (isKind(event, 'content_block_start')) this.#openBlock(event);
    else if (isKind(event, 'content_block_stop')) this.#closeBlock(event.index ?? this.#latest);
    else if (isKind(event, 'message_delta')) this.#readEnding(event);
    else if (isKind(event, 'message_stop')) this.#complete();
    else if (!isKind(event, 'ping')) this.#noteUnknown('stream');
  }

  #start(message: Started['message']): void {
    this.#ensureStarted(message);
    noteLostFields(message, { path: '', notes: this.noteBook });
    this.#emitUsage(message.usage);
  }

  #ensureStarted(message: Partial<Started['message']> = {}): void {
    if (this.#isStarted) return;
    this.#isStarted = true;
    this.#events.push({
      type: 'reply-start',
      ...omitNullish({
        id: message.id,
        model: message.model,
        serviceTier: readTier(message.usage),
      }),
    });
  }

  #emitUsage(claims: unknown): void {
    const usage = this.#usage.take(claims);
    noteLostUsage(claims, { path: 'usage', notes: this.noteBook });
    if (usage !== undefined) this.#events.push({ type: 'usage', usage });
  }

  #openBlock(event: Extract<StreamEventInput, { type: 'content_block_start' }>): void {
    this.#ensureStarted();
    const { index = null, content_block: block } = event;
    this.#latest = index ?? this.#latest + 1;
    this.#closeBlock(this.#latest);
    this.#closeBlock(besideCall);
    this.#addBlock(this.#latest, block);
    noteLostBlockFields(block, { path: `content[${this.#latest}]`, notes: this.noteBook });
    if (block.type === 'tool_use' && !isOutputCall(block)) this.#hasCalls = true;
  }

  #addBlock(key: number, block: ReplyBlockInput): BlockReader {
    const reader = createBlockReader(block, {
      vendor: this.source.vendor,
      emit: (emitted) => this.#events.push(emitted),
      nextIndex: () => this.#partCount++,
      notes: this.noteBook,
      noteText: this.noteText,
    });
    this.#open.set(key, reader);
    return reader;
  }

  #extendBlock({ index, delta }: Extract<StreamEventInput, { type: 'content_block_delta' }>): void {
    if (!knownDeltas.has(delta.type)) {
      this.#noteUnknown('content');
      return;
    }
    const at = index ?? this.#latest;
    const isRead = this.#open.get(at)?.read(delta) ?? false;
    if (!isRead) this.#readOtherKind(at, delta);
  }

  /** Some servers write text and reasoning into the block that is open, whatever its kind. */
  #readOtherKind(at: number, delta: BlockDeltaInput): void {
    const open = this.#open.get(at);
    const block = blockOf(delta);
    if (open === undefined || block === undefined) {
      this.noteBook.dropped('content', 'Content of no open block was left out.');
      return;
    }
    const key = open.staysOpen ? besideCall : at;
    if (this.#open.get(key)?.read(delta)) return;
    this.#closeBlock(key);
    this.#addBlock(key, block).read(delta);
  }

  #noteUnknown(path: string): void {
    this.noteBook.dropped(path, 'An event of a kind that no other format has was left out.');
  }

  #closeBlock(index: number): void {
    this.#open.get(index)?.close();
    this.#open.delete(index);
  }

  #readEnding(event: Ending): void {
    const { delta, usage } = event;
    this.#ensureStarted();
    noteLostEndFields(event, { path: '', notes: this.noteBook });
    this.#emitUsage(usage);
    if (typeof delta?.stop_reason === 'string') this.#stop = delta;
    this.#stopDetails = delta?.stop_details ?? this.#stopDetails;
  }

  #complete(): void {
    this.#ensureStarted();
    for (const index of [...this.#open.keys()]) this.#closeBlock(index);
    this.#emitExplanation();
    const finish = decodeFinish(this.#stop, this.#hasCalls, this.noteBook);
    this.#events.push({ type: 'finish', choice: 0, finish }, { type: 'reply-end' });
    this.finish(this.#events);
  }

  /** A refusal without content still has an explanation for the user; other details are noted as lost. */
  #emitExplanation(): void {
    const { explanation, ...others } = this.#stopDetails;
    const text = this.#partCount > 0 ? '' : (explanation ?? '');
    const lost = text === '' ? this.#stopDetails : { ...others, type: undefined };
    noteLostFields({ stop_details: lost }, { path: '', notes: this.noteBook });
    if (text === '') return;
    const index = this.#partCount++;
    this.#events.push(
      { type: 'part-start', index, choice: 0, part: { type: 'refusal' } },
      { type: 'part-delta', index, text },
      { type: 'part-end', index },
    );
  }
}
