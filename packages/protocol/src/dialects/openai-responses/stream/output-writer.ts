// Writes the output items of a Responses stream, for the stream encoder and for whole replies.
import type { PartHead, Finish } from '../../../canonical/reply.ts';
import { LogprobsList, type Logprobs } from '../../../canonical/logprobs.ts';
import type { NoteBook } from '../../../canonical/note.ts';
import type { CallPart, Citation, MediaPart, Part, ServerPart } from '../../../canonical/part.ts';
import type { ProviderState } from '../../../canonical/provider-state.ts';
import type { ReplyTarget } from '../../../codec.ts';
import { createChoiceIds, isCutOff, passedAsTheyCame } from '../../../shared/calls.ts';
import { followingCitation } from '../../../shared/citation-places.ts';
import { omitUndefined } from '../../../shared/omit-undefined.ts';
import { clientToolNames } from '../client-tools.ts';
import { dialect, noteForeignExtras, ownExtras } from '../extras.ts';
import { encodeFinish } from '../finish.ts';
import { imageBytes, imageFormat } from '../reply/content.ts';
import { encodeTokens } from '../reply/logprobs.ts';
import type { OutputItem, ReplyEnd, TokenLogprob } from '../reply/types.ts';
import { createNameSplitter } from '../request/namespaces.ts';
import { ClientCallWriter, CustomCallWriter, FunctionCallWriter } from './call-writer.ts';
import { MessageWriter, TextWriter } from './message-writer.ts';
import { OutputList, type Emit, type PartWriter } from './output-list.ts';
import { ReasoningWriter } from './reasoning-writer.ts';
import { SummaryWriter } from './summary-writer.ts';
import { foreignPart, misplacedPart } from '../../../shared/extras.ts';
import { looseState } from '../../../shared/lost-reply-details.ts';

const path = 'output';

const onlyText = 'A response states token probabilities of text only.';

type TextHead = Extract<PartHead, { readonly type: 'text' | 'refusal' }>;
type CallStart = Pick<CallPart, 'id' | 'name' | 'custom' | 'extras'>;

/** Writes the parts of one reply as items, whole or while they arrive. */
export class OutputWriter {
  readonly #target: ReplyTarget;
  readonly #notes: NoteBook;
  readonly #list: OutputList;
  readonly #ids;
  readonly #split;
  readonly #custom: ReadonlySet<string>;
  readonly #clientTools: ReadonlySet<string>;
  readonly #writers = new Map<number, PartWriter>();
  /** Texts that have ended: their citations may still arrive. */
  readonly #ended = new Set<number>();
  readonly #late: Citation[] = [];
  /** The probabilities of the tokens whose text comes next. */
  readonly #logprobs = new LogprobsList();
  /** Where the texts go if the reply is to be the compacted conversation. */
  readonly #summary: SummaryWriter | undefined;
  #message: MessageWriter | undefined;
  /** Reasoning that is over. What follows it tells whether it was cut. */
  #reasoning: ReasoningWriter | undefined;
  #hasCalls = false;
  #hasRefusal = false;

  constructor(target: ReplyTarget, notes: NoteBook, emit: Emit) {
    const tools = target.request?.tools ?? [];
    this.#target = target;
    this.#notes = notes;
    this.#list = new OutputList(target.id, emit);
    this.#ids = createChoiceIds(target.id, 0);
    this.#split = createNameSplitter(tools);
    this.#clientTools = clientToolNames(tools);
    if (target.request?.wantsCompaction === true)
      this.#summary = new SummaryWriter(this.#list, notes);
    this.#custom = new Set(tools.flatMap((tool) => (tool.kind === 'custom' ? [tool.name] : [])));
  }

  get items(): OutputItem[] {
    return this.#list.items;
  }

  /** Starts a part; a part that the format cannot express is dropped with a note. */
  start(index: number, head: PartHead): void {
    if ('extras' in head) noteForeignExtras(head.extras, path, this.#notes);
    const writer = this.#createWriter(head);
    if (writer !== undefined) this.#writers.set(index, writer);
  }

  addText(index: number, text: string): void {
    this.#writers.get(index)?.addText(text);
  }

  cite(index: number, citation: Citation): void {
    const writer = this.#writers.get(index);
    if (writer?.cite) writer.cite(citation);
    else if (writer) this.#notes.dropped(path, 'Only text can hold a citation.');
    else if (this.#ended.has(index)) this.#late.push(citation);
  }

  addLogprobs(logprobs: Logprobs): void {
    this.#logprobs.add(logprobs);
  }

  keep(index: number, providerState: ProviderState): void {
    const writer = this.#writers.get(index);
    if (writer?.keep) writer.keep(providerState);
    else if (writer) this.#notes.dropped(path, looseState);
  }

  end(index: number): void {
    const writer = this.#writers.get(index);
    if (writer instanceof ReasoningWriter) this.#endReasoning(writer);
    else writer?.end();
    this.#writers.delete(index);
    if (writer?.cite) this.#ended.add(index);
  }

  /** A text that is done cannot be changed, so its late citations share an empty text at the end. */
  #citeLate(): void {
    if (this.#late.length === 0) return;
    const writer = this.#createTextWriter({
      type: 'text',
      ...omitUndefined({ phase: this.#message?.phase }),
    });
    // Offsets would refer to the empty text.
    for (const { start: _, end: __, ...source } of this.#late) writer.cite(source);
    writer.end();
    this.#notes.moved(path, followingCitation);
  }

  /** Notes a part that a reply of this format cannot contain. */
  drop(type: Part['type']): void {
    this.#notes.dropped(path, misplacedPart('An answer here', type));
  }

  #noteLogprobs(): void {
    if (this.#takeLogprobs().length > 0) this.#notes.dropped('logprobs', onlyText);
  }

  /** Ends all open parts and returns how the reply ended. */
  finish(finish: Finish): ReplyEnd {
    for (const index of [...this.#writers.keys()]) this.end(index);
    this.#reasoning?.end(isCutOff(finish) ? 'incomplete' : 'completed');
    this.#citeLate();
    this.#noteLogprobs();
    const facts = { hasCalls: this.#hasCalls, hasRefusal: this.#hasRefusal };
    const ended = encodeFinish(finish, facts, this.#notes);
    const end = this.#summary?.finish(ended) ?? ended;
    if (!isCutOff(finish) && this.items.some(isBroken)) {
      this.#notes.approximated(path, passedAsTheyCame);
    }
    this.#message?.retire(end.status === 'completed' ? 'completed' : 'incomplete');
    return end;
  }

  #createWriter(head: PartHead): PartWriter | undefined {
    this.#endReasoning();
    switch (head.type) {
      case 'text':
        return this.#summary ?? this.#createTextWriter(head);
      case 'refusal':
        this.#hasRefusal = true;
        return this.#createTextWriter(head);
      case 'reasoning':
        this.#retireMessage();
        return new ReasoningWriter(this.#list);
      case 'call':
        this.#retireMessage();
        this.#hasCalls = true;
        return this.#createCall(head);
      case 'media':
      case 'server':
        this.#retireMessage();
        this.#addWhole(head);
        return undefined;
    }
  }

  #createTextWriter({ type, phase }: TextHead): TextWriter {
    const findMessage = () => {
      if (this.#message?.phase !== phase) this.#retireMessage();
      return (this.#message ??= new MessageWriter(this.#list, phase));
    };
    return new TextWriter(type, {
      list: this.#list,
      findMessage,
      takeLogprobs: () => this.#takeLogprobs(),
      place: { path, notes: this.#notes },
    });
  }

  #takeLogprobs(): TokenLogprob[] {
    const taken = this.#logprobs.take();
    if (taken === undefined) return [];
    if (taken.refusal.length > 0) this.#notes.dropped('logprobs', onlyText);
    return encodeTokens(taken.content);
  }

  #createCall({ id, name, custom, extras }: CallStart): PartWriter {
    const called = this.#target.names.toCaller(name);
    const callId = this.#ids.claim(id);
    const head = { callId, ...this.#split(called), extras: ownExtras(extras) };
    if (this.#clientTools.has(called)) return new ClientCallWriter(this.#list, head);
    const isNative = custom === true;
    if (!isNative && !this.#custom.has(called)) return new FunctionCallWriter(this.#list, head);
    return new CustomCallWriter(this.#list, head, !isNative);
  }

  #endReasoning(next?: ReasoningWriter): void {
    this.#reasoning?.end();
    this.#reasoning = next;
  }

  #retireMessage(): void {
    this.#message?.retire('completed');
    this.#message = undefined;
  }

  #addWhole(head: MediaPart | ServerPart): void {
    if (head.type === 'media') this.#addMedia(head);
    // It came from a reply of this dialect, whose type lists it elsewhere.
    else if (head.dialect === dialect) this.#list.addWhole(head.raw as OutputItem);
    else this.#notes.dropped(path, foreignPart(head));
  }

  #addMedia(media: MediaPart): void {
    const result = imageBytes(media);
    if (result === undefined) {
      this.#notes.dropped(path, `An answer here cannot hold this ${media.kind}.`);
      return;
    }
    const id = this.#list.makeId('ig');
    const own = ownExtras(media.extras);
    const item = { ...own, id, type: 'image_generation_call', ...imageFormat(media) } as const;
    const index = this.#list.add({ ...item, status: 'in_progress', result: null });
    this.#list.done(index, { ...item, status: 'completed', result });
  }
}

function isBroken(item: OutputItem): boolean {
  return item.type === 'function_call' && item.status === 'incomplete';
}
