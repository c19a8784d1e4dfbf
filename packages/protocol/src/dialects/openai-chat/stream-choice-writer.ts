import type { CanonicalEvent, PartHead } from '../../canonical/event.ts';
import type { Finish } from '../../canonical/finish.ts';
import type { NoteBook } from '../../canonical/note.ts';
import type { Opaque } from '../../canonical/opaque.ts';
import type { Citation } from '../../canonical/part.ts';
import type { CallIds } from '../../history/ids.ts';
import type { NameMap } from '../../history/names.ts';
import { areWhole, isCutOff, passedAsTheyCame } from '../broken-calls.ts';
import { FreeformReader } from '../freeform-reader.ts';
import { encodeCitations } from './annotations.ts';
import { encodeClientState } from './calls.ts';
import { noteForeignExtras } from './extras.ts';
import { encodeFinish } from './finish.ts';
import { encodeClientDetail } from './reasoning.ts';
import { encodeSingleDelta, noteFurtherCall, toSingleFinish } from './single-call.ts';
import type { ChatCallDelta, ChatChunkChoice, ChatDelta } from './wire-types.ts';

export interface WriterContext {
  readonly names: NameMap;
  /** The caller's tools that take raw text. */
  readonly freeform: ReadonlySet<string>;
  /** True when the caller's client reads one call, in the form that calls had before tools. */
  readonly singleCall: boolean;
  readonly ids: CallIds;
  readonly notes: NoteBook;
}

interface OpenCall {
  readonly type: 'call';
  readonly position: number;
  readonly freeform: boolean;
  /** Takes the raw text out of the arguments of a function that stood in upstream. */
  readonly reader: FreeformReader | undefined;
  /** All that was told as arguments. */
  readonly pieces: string[];
  blank: boolean;
  /** The first fragment, held until the call's next event: some clients take its state only from there. */
  opening: Omit<ChatCallDelta, 'index'> | undefined;
}

type OpenPart =
  | { readonly type: 'text'; readonly start: number; readonly citations: Citation[] }
  | { readonly type: 'reasoning'; readonly pieces: string[]; opaque: Opaque | undefined }
  | { readonly type: 'refusal' | 'hidden' }
  | OpenCall;

interface TextSpan {
  readonly start: number;
  readonly end: number;
}

type PartEvent = Extract<CanonicalEvent, { type: 'part-delta' | 'part-citation' | 'part-opaque' }>;

/** Writes the chunks of one choice: the role first, calls counted from 0, one finish reason. */
export class ChoiceWriter {
  readonly #choice: number;
  readonly #context: WriterContext;
  readonly #open = new Map<number, OpenPart>();
  /** Where each closed text lies in the whole one: its sources may still come. */
  readonly #spans = new Map<number, TextSpan>();
  #hasRole = false;
  #calls = 0;
  #held: OpenCall[] = [];
  #thoughts = 0;
  #textLength = 0;
  /** True once a call has ended whose arguments are no object. */
  #hasBroken = false;

  constructor(choice: number, context: WriterContext) {
    this.#choice = choice;
    this.#context = context;
  }

  start(index: number, head: PartHead): ChatChunkChoice[] {
    if ('extras' in head) noteForeignExtras(head.extras, 'parts', this.#context.notes);
    if (head.type === 'server') {
      return this.#hide(index, 'Chat answers cannot show what a provider ran itself.');
    }
    if (head.type === 'media') {
      return this.#hide(index, 'Chat answers cannot hold media that a model made.');
    }
    if (head.type === 'call') return this.#startCall(index, head);
    this.#open.set(index, this.#speech(head.type));
    return this.#role('');
  }

  #hide(index: number, reason: string): ChatChunkChoice[] {
    this.#context.notes.dropped('parts', reason);
    this.#open.set(index, { type: 'hidden' });
    return [];
  }

  add(event: PartEvent): ChatChunkChoice[] {
    const part = this.#open.get(event.index);
    if (event.type === 'part-citation') return this.#cite(event, part);
    if (part === undefined) return [];
    if (event.type === 'part-opaque') return this.#addState(part, event.opaque);
    return event.text === '' ? [] : this.#addText(part, event.text);
  }

  end(index: number): ChatChunkChoice[] {
    const part = this.#open.get(index);
    this.#open.delete(index);
    if (part?.type === 'text') return this.#endText(index, part);
    if (part?.type === 'reasoning') return this.#endThought(part);
    return part?.type === 'call' ? this.#endCall(part) : [];
  }

  #endCall(call: OpenCall): ChatChunkChoice[] {
    if (call.blank && !call.freeform) return this.#addText(call, '{}');
    if (!call.freeform && !areWhole(call.pieces.join(''))) this.#hasBroken = true;
    return [...this.#openUpTo(call), ...this.#tell(call, call.reader?.end() ?? '')];
  }

  finish(finish: Finish): ChatChunkChoice[] {
    const { notes } = this.#context;
    const reason = encodeFinish(finish, this.#calls > 0, notes);
    if (this.#hasBroken && !isCutOff(finish)) notes.approximated('parts', passedAsTheyCame);
    const word = this.#context.singleCall ? toSingleFinish(reason) : reason;
    return [...this.#role(''), { index: this.#choice, delta: {}, finish_reason: word }];
  }

  /** The first chunk of a choice; `null` content when it begins with a call. */
  #role(content: '' | null): ChatChunkChoice[] {
    if (this.#hasRole) return [];
    this.#hasRole = true;
    return this.#chunk({ role: 'assistant', content });
  }

  #chunk(delta: ChatDelta): ChatChunkChoice[] {
    return [{ index: this.#choice, delta, finish_reason: null }];
  }

  #callChunk(position: number, fragment: Omit<ChatCallDelta, 'index'>): ChatChunkChoice[] {
    const { singleCall, notes } = this.#context;
    if (!singleCall) return this.#chunk({ tool_calls: [{ index: position, ...fragment }] });
    const delta = encodeSingleDelta(fragment, notes);
    return delta.function_call === undefined ? [] : this.#chunk(delta);
  }

  #speech(type: 'text' | 'reasoning' | 'refusal'): OpenPart {
    if (type === 'text') return { type, start: this.#textLength, citations: [] };
    return type === 'reasoning' ? { type, pieces: [], opaque: undefined } : { type };
  }

  #startCall(index: number, head: Extract<PartHead, { type: 'call' }>): ChatChunkChoice[] {
    if (this.#context.singleCall && (this.#calls > 0 || head.freeform === true)) {
      noteFurtherCall({ path: 'parts', notes: this.#context.notes });
      this.#open.set(index, { type: 'hidden' });
      return [];
    }
    const position = this.#calls++;
    const id = this.#context.ids.claim(head.id);
    const name = this.#context.names.toCaller(head.name);
    const isStandIn = head.freeform !== true && this.#context.freeform.has(name);
    const freeform = head.freeform === true || isStandIn;
    const fragment = freeform
      ? ({ id, type: 'custom', custom: { name, input: '' } } as const)
      : ({ id, type: 'function', function: { name, arguments: '' } } as const);
    const own = encodeClientState({ ...(head.extras && { extras: head.extras }) });
    const opening = { ...fragment, ...own };
    const reader = isStandIn ? new FreeformReader() : undefined;
    const call: OpenCall = {
      type: 'call',
      position,
      freeform,
      reader,
      pieces: [],
      blank: true,
      opening,
    };
    this.#open.set(index, call);
    this.#held.push(call);
    return this.#role(null);
  }

  #addText(part: OpenPart, text: string): ChatChunkChoice[] {
    switch (part.type) {
      case 'text':
        this.#textLength += text.length;
        return this.#chunk({ content: text });
      case 'reasoning':
        part.pieces.push(text);
        return this.#chunk({ reasoning_content: text });
      case 'refusal':
        return this.#chunk({ refusal: text });
      case 'call': {
        if (text.trim() !== '') part.blank = false;
        part.pieces.push(text);
        const told = part.reader === undefined ? text : part.reader.push(text);
        return [...this.#openUpTo(part), ...this.#tell(part, told)];
      }
      case 'hidden':
        return [];
    }
  }

  #addState(part: OpenPart, opaque: Opaque): ChatChunkChoice[] {
    if (part.type === 'reasoning') part.opaque = opaque;
    if (part.type !== 'call') return [];
    const state = encodeClientState({ opaque });
    if (part.opening === undefined) return this.#addInput(part, '', state);
    part.opening = { ...part.opening, ...state };
    return [];
  }

  #tell(call: OpenCall, text: string): ChatChunkChoice[] {
    return text === '' ? [] : this.#addInput(call, text);
  }

  #addInput(
    { position, freeform }: OpenCall,
    text: string,
    state?: ReturnType<typeof encodeClientState>,
  ): ChatChunkChoice[] {
    const input = freeform ? { custom: { input: text } } : { function: { arguments: text } };
    return this.#callChunk(position, { ...input, ...state });
  }

  /** Calls open in the order of their positions, so those that began before this one go first. */
  #openUpTo({ position }: OpenCall): ChatChunkChoice[] {
    const due = this.#held.filter((call) => call.position <= position);
    this.#held = this.#held.filter((call) => call.position > position);
    return due.flatMap((call) => {
      const { opening } = call;
      call.opening = undefined;
      return opening === undefined ? [] : this.#callChunk(call.position, opening);
    });
  }

  #cite(
    { index, citation }: Extract<PartEvent, { type: 'part-citation' }>,
    part: OpenPart | undefined,
  ): ChatChunkChoice[] {
    const span = this.#spans.get(index);
    if (span !== undefined) return this.#annotate([citation], span);
    if (part?.type === 'text') part.citations.push(citation);
    return [];
  }

  #endText(index: number, part: Extract<OpenPart, { type: 'text' }>): ChatChunkChoice[] {
    const span = { start: part.start, end: this.#textLength };
    this.#spans.set(index, span);
    return this.#annotate(part.citations, span);
  }

  #annotate(citations: readonly Citation[], span: TextSpan): ChatChunkChoice[] {
    const place = { path: 'parts', notes: this.#context.notes };
    const annotations = encodeCitations(citations, span, place);
    return annotations.length > 0 ? this.#chunk({ annotations }) : [];
  }

  /** State is written with its whole text, because clients join or overwrite what comes in pieces. */
  #endThought({ pieces, opaque }: Extract<OpenPart, { type: 'reasoning' }>): ChatChunkChoice[] {
    const index = this.#thoughts++;
    if (opaque === undefined) return [];
    const part = { type: 'reasoning', text: pieces.join(''), opaque } as const;
    return this.#chunk({ reasoning_details: [encodeClientDetail(part, index)] });
  }
}
