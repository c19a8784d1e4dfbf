// Reads the tool calls of a Chat Completions stream, for the stream decoder.
import type { CanonicalEvent } from '../../../canonical/reply.ts';
import type { CallIds } from '../../../history/ids.ts';
import { writeJson } from '../../../json/exact-number.ts';
import { parseJson } from '../../../json/parse.ts';
import { isJsonObject } from '../../../json/value.ts';
import { createChoiceIds } from '../../../shared/calls.ts';
import { omitUndefined } from '../../../shared/omit-undefined.ts';
import type { StreamContext } from '../../../shared/stream/stream-state.ts';
import { decodeUpstreamState } from '../calls.ts';
import type { ReplyCallInput } from '../reply/schema.ts';

/** More calls than any model makes in one reply; further ones are dropped with a note. */
const mostCalls = 1_000;

/** One call whose chunks are arriving. It opens as soon as its name is known. */
interface CallDraft {
  /** The index that the upstream stated; some servers use the same one for several calls. */
  readonly position: number | undefined;
  readonly id: string;
  readonly custom: boolean;
  /** True if the first chunk contained all arguments: more of them belong to another call. */
  readonly whole: boolean;
  /** The part index, once the call is open. */
  index: number | undefined;
  /** Arguments that arrived before the name, or that may turn out to mean none. */
  held: string;
  /** Whether only white space has arrived as arguments. */
  blank: boolean;
}

/** A chunk of a call with every absent field filled in. */
interface Fragment {
  readonly position: number | undefined;
  readonly id: string;
  readonly name: string;
  readonly text: string;
  readonly custom: boolean;
  readonly input: ReplyCallInput;
}

/**
 * Assembles the call chunks of one choice. Servers repeat or omit ids, names and indexes, send calls whole or
 * interleaved, or use index 0 for every call.
 */
export class CallReader {
  readonly #context: StreamContext;
  readonly #choice: number;
  readonly #ids: CallIds;
  readonly #calls: CallDraft[] = [];

  constructor(context: StreamContext, choice: number) {
    this.#context = context;
    this.#choice = choice;
    this.#ids = createChoiceIds(context.seed, choice);
  }

  /** True once a call is open: the choice then waits for its result. */
  get hasCalls(): boolean {
    return this.#calls.some((call) => call.index !== undefined);
  }

  read(input: ReplyCallInput): CanonicalEvent[] {
    const fragment = toFragment(input);
    const call = this.#find(fragment) ?? this.#begin(fragment);
    if (call === undefined) return [];
    const isOpening = call.index === undefined && fragment.name !== '';
    const opening = isOpening ? [this.#open(call, fragment)] : [];
    return [...opening, ...this.#add(call, fragment.text), ...this.#keepState(call, fragment)];
  }

  /** Closes the calls of a complete reply; one without arguments gets the empty object. */
  close(): CanonicalEvent[] {
    return this.#calls.flatMap((call): CanonicalEvent[] => {
      const { index } = call;
      if (index === undefined) {
        this.#context.notes.dropped('tool_calls', 'A call without a name cannot be answered.');
        return [];
      }
      const end: CanonicalEvent = { type: 'part-end', index };
      const isEmpty = call.blank && !call.custom;
      return isEmpty ? [{ type: 'part-delta', index, text: '{}' }, end] : [end];
    });
  }

  /** The call that a chunk continues; `undefined` if it starts a new one. */
  #find(fragment: Fragment): CallDraft | undefined {
    const call = this.#match(fragment);
    const isAnother = call?.whole && fragment.name !== '' && fragment.text.trim() !== '';
    return isAnother ? undefined : call;
  }

  #match({ position, id, name }: Fragment): CallDraft | undefined {
    const fits = (call: CallDraft) => position === undefined || call.position === position;
    const byId =
      id === '' ? undefined : this.#calls.findLast((call) => call.id === id && fits(call));
    if (byId !== undefined) return byId;
    const isNamed = name !== '';
    if (position === undefined) return isNamed ? undefined : this.#calls.at(-1);
    const there = this.#calls.findLast(fits);
    return there !== undefined && id !== '' && isNamed && there.id !== '' ? undefined : there;
  }

  #begin(fragment: Fragment): CallDraft | undefined {
    if (this.#calls.length >= mostCalls) {
      this.#context.notes.dropped(
        'tool_calls',
        `Only ${mostCalls} calls of an answer are carried.`,
      );
      return undefined;
    }
    const { position, id, custom, text } = fragment;
    const whole = isJsonObject(parseJson(text));
    const call = { position, id, custom, whole, index: undefined, held: '', blank: true };
    this.#calls.push(call);
    return call;
  }

  #open(call: CallDraft, { id, name, input }: Fragment): CanonicalEvent {
    const index = this.#context.nextPart();
    call.index = index;
    const { extras } = decodeUpstreamState(input.extra_content, this.#context.vendor);
    const part = {
      type: 'call',
      id: this.#ids.claim(id || call.id),
      name,
      ...omitUndefined({ custom: call.custom || undefined, extras }),
    } as const;
    return { type: 'part-start', index, choice: this.#choice, part };
  }

  #add(call: CallDraft, text: string): CanonicalEvent[] {
    const { index, custom } = call;
    const whole = isNothing(call.held) && !custom ? text : call.held + text;
    const mayBeNothing = call.blank && !custom && isNothing(whole);
    const waits = index === undefined || whole === '' || mayBeNothing;
    call.held = waits ? whole : '';
    if (waits) return [];
    if (whole.trim() !== '') call.blank = false;
    return [{ type: 'part-delta', index, text: whole }];
  }

  #keepState(call: CallDraft, { input }: Fragment): CanonicalEvent[] {
    const { providerState } = decodeUpstreamState(input.extra_content, this.#context.vendor);
    if (call.index === undefined || providerState === undefined) return [];
    return [{ type: 'part-state', index: call.index, providerState }];
  }
}

/** What servers send for no arguments. Some send it first and the real arguments after it. */
function isNothing(text: string): boolean {
  return text === '' || text === '{}' || text === 'null';
}

function toFragment(input: ReplyCallInput): Fragment {
  const { custom } = input;
  const named = input.function;
  const value = named?.arguments ?? custom?.input ?? '';
  return {
    position: input.index ?? undefined,
    id: input.id ?? '',
    name: named?.name ?? custom?.name ?? '',
    text: isJsonObject(value) ? writeJson(value) : value,
    custom: Boolean(custom) && !named,
    input,
  };
}
