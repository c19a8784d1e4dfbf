// Writes tool calls into a Chat Completions stream, for the stream encoder.
import type { PartHead } from '../../../canonical/reply.ts';
import type { NoteBook } from '../../../canonical/note.ts';
import type { ProviderState } from '../../../canonical/provider-state.ts';
import type { CallIds } from '../../../history/ids.ts';
import type { NameMap } from '../../../history/names.ts';
import { areWhole } from '../../../shared/calls.ts';
import { omitUndefined } from '../../../shared/omit-undefined.ts';
import { CustomInputReader } from '../../../shared/openai/tools.ts';
import { encodeClientState } from '../calls.ts';
import { encodeSingleDelta, noteFurtherCall } from '../reply/single-call.ts';
import type { ChatCallDelta, ChatDelta } from '../types.ts';

export interface CallContext {
  readonly names: NameMap;
  /** The client's custom tools. */
  readonly custom: ReadonlySet<string>;
  /** True if the client supports only one call, in the form of the API before tools. */
  readonly singleCall: boolean;
  readonly ids: CallIds;
  readonly notes: NoteBook;
}

export interface OpenCall {
  readonly type: 'call';
  readonly position: number;
  readonly custom: boolean;
  /** Extracts the raw text from the arguments of a substitute function. */
  readonly reader: CustomInputReader | undefined;
  /** Everything that was sent as arguments. */
  readonly pieces: string[];
  blank: boolean;
  /** The first chunk, held until the call's next event: some clients read its state only there. */
  opening: Omit<ChatCallDelta, 'index'> | undefined;
}

type CallHead = Extract<PartHead, { type: 'call' }>;

/** Writes the calls of one choice, with indexes from 0. */
export class CallWriter {
  readonly #context: CallContext;
  #count = 0;
  #held: OpenCall[] = [];
  #hasBroken = false;

  constructor(context: CallContext) {
    this.#context = context;
  }

  get count(): number {
    return this.#count;
  }

  /** True once a call has ended whose arguments are not an object. */
  get hasBroken(): boolean {
    return this.#hasBroken;
  }

  /** Starts a call; `undefined` if the client does not support it. */
  start(head: CallHead): OpenCall | undefined {
    const { singleCall, names, custom: declared, notes } = this.#context;
    if (singleCall && (this.#count > 0 || head.custom === true)) {
      noteFurtherCall({ path: 'parts', notes });
      return undefined;
    }
    const name = names.toCaller(head.name);
    const isStandIn = head.custom !== true && declared.has(name);
    const custom = head.custom === true || isStandIn;
    const call: OpenCall = {
      type: 'call',
      position: this.#count++,
      custom,
      reader: isStandIn ? new CustomInputReader() : undefined,
      pieces: [],
      blank: true,
      opening: this.#open(head, name, custom),
    };
    this.#held.push(call);
    return call;
  }

  addText(call: OpenCall, text: string): ChatDelta[] {
    if (text.trim() !== '') call.blank = false;
    call.pieces.push(text);
    const written = call.reader === undefined ? text : call.reader.push(text);
    return [...this.#openUpTo(call), ...this.#writeText(call, written)];
  }

  addState(call: OpenCall, providerState: ProviderState): ChatDelta[] {
    const state = encodeClientState({ providerState });
    if (call.opening === undefined) return this.#addInput(call, '', state);
    call.opening = { ...call.opening, ...state };
    return [];
  }

  end(call: OpenCall): ChatDelta[] {
    if (call.blank && !call.custom) return this.addText(call, '{}');
    if (!call.custom && !areWhole(call.pieces.join(''))) this.#hasBroken = true;
    return [...this.#openUpTo(call), ...this.#writeText(call, call.reader?.end() ?? '')];
  }

  #open(head: CallHead, name: string, custom: boolean): OpenCall['opening'] {
    const id = this.#context.ids.claim(head.id);
    const own = encodeClientState(omitUndefined({ extras: head.extras }));
    return custom
      ? { id, type: 'custom', custom: { name, input: '' }, ...own }
      : { id, type: 'function', function: { name, arguments: '' }, ...own };
  }

  #writeText(call: OpenCall, text: string): ChatDelta[] {
    return text === '' ? [] : this.#addInput(call, text);
  }

  #addInput(
    { position, custom }: OpenCall,
    text: string,
    state?: ReturnType<typeof encodeClientState>,
  ): ChatDelta[] {
    const input = custom ? { custom: { input: text } } : { function: { arguments: text } };
    return this.#write(position, { ...input, ...state });
  }

  /** Calls open in the order of their indexes, so those that started before this one are opened first. */
  #openUpTo({ position }: OpenCall): ChatDelta[] {
    const due = this.#held.filter((call) => call.position <= position);
    this.#held = this.#held.filter((call) => call.position > position);
    return due.flatMap((call) => {
      const { opening } = call;
      call.opening = undefined;
      return opening === undefined ? [] : this.#write(call.position, opening);
    });
  }

  #write(position: number, fragment: Omit<ChatCallDelta, 'index'>): ChatDelta[] {
    const { singleCall, notes } = this.#context;
    if (!singleCall) return [{ tool_calls: [{ index: position, ...fragment }] }];
    const delta = encodeSingleDelta(fragment, notes);
    return delta.function_call === undefined ? [] : [delta];
  }
}
