// Reads the tool calls of a Chat Completions stream, for the stream decoder.
import type { Extras } from '../../../canonical/dialect.ts';
import type { ProviderState } from '../../../canonical/provider-state.ts';
import type { CanonicalEvent } from '../../../canonical/reply.ts';
import type { CallIds } from '../../../history/ids.ts';
import { writeJson } from '../../../json/exact-number.ts';
import { parseJson } from '../../../json/parse.ts';
import { isJsonObject } from '../../../json/value.ts';
import { createChoiceIds } from '../../../shared/calls.ts';
import { omitUndefined } from '../../../shared/omit-undefined.ts';
import type { StreamContext } from '../../../shared/stream/stream-state.ts';
import { decodeUpstreamState, readCallId } from '../calls.ts';
import type { ReplyCallInput } from '../reply/schema.ts';
import { namelessCall } from '../../../shared/openai/reply.ts';

/** More calls than any model makes in one reply; further ones are dropped with a note. */
const mostCalls = 1_000;

/** More characters than any format allows in the name of a tool. */
const longestName = 1_000;

/** One call whose chunks are arriving. It opens as soon as its whole name is known. */
interface CallDraft {
  /** The index that the upstream stated; some servers use the same one for several calls. */
  readonly position: number | undefined;
  id: string;
  readonly custom: boolean;
  /** True if the first chunk contained all arguments: more of them belong to another call. */
  readonly whole: boolean;
  /** The name so far. */
  name: string;
  extras: Extras | undefined;
  /** State that arrived before the call was open. */
  state: ProviderState | undefined;
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
    const known = this.#find(fragment);
    // No more of the name of a call comes once another one begins.
    const earlier = known === undefined ? this.#openAll() : [];
    const call = known ?? this.#begin(fragment);
    if (call === undefined) return earlier;
    this.#keep(call, fragment);
    const hasArguments = fragment.text !== '' || call.held !== '';
    const opening = hasArguments ? this.#open(call) : [];
    return [...earlier, ...opening, ...this.#writeState(call), ...this.#add(call, fragment.text)];
  }

  /** Closes the calls of a complete reply; one without arguments gets the empty object. */
  close(): CanonicalEvent[] {
    const opening = this.#openAll();
    const ends = this.#calls.flatMap((call): CanonicalEvent[] => {
      const { index } = call;
      if (index === undefined) {
        this.#context.notes.dropped('tool_calls', namelessCall);
        return [];
      }
      const end: CanonicalEvent = { type: 'part-end', index };
      const isEmpty = call.blank && !call.custom;
      return isEmpty ? [{ type: 'part-delta', index, text: '{}' }, end] : [end];
    });
    return [...opening, ...ends];
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
    const call: CallDraft = {
      ...{ position, id, custom, whole, name: '', extras: undefined, state: undefined },
      ...{ index: undefined, held: '', blank: true },
    };
    this.#calls.push(call);
    return call;
  }

  /** Keeps what a chunk states besides arguments. The name of an open call does not change. */
  #keep(call: CallDraft, { id, name, input }: Fragment): void {
    const { vendor } = this.#context;
    const { extras, providerState } = decodeUpstreamState(input.extra_content, vendor);
    call.state = providerState ?? call.state;
    if (call.index !== undefined) return;
    call.id ||= id;
    call.name = joinName(call.name, name);
    call.extras ??= extras;
  }

  #openAll(): CanonicalEvent[] {
    return this.#calls.flatMap((call) => [...this.#open(call), ...this.#writeState(call)]);
  }

  /** Opens a call that is not open yet and has a name. */
  #open(call: CallDraft): CanonicalEvent[] {
    const { name, extras } = call;
    if (call.index !== undefined || name === '') return [];
    const index = this.#context.nextPart();
    call.index = index;
    const part = {
      type: 'call',
      id: this.#ids.claim(call.id),
      name,
      ...omitUndefined({ custom: call.custom || undefined, extras }),
    } as const;
    return [{ type: 'part-start', index, choice: this.#choice, part }];
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

  #writeState(call: CallDraft): CanonicalEvent[] {
    const { index, state: providerState } = call;
    if (index === undefined || providerState === undefined) return [];
    call.state = undefined;
    return [{ type: 'part-state', index, providerState }];
  }
}

/** Servers send a name once, in pieces, or whole in every chunk. OpenAI’s client for Python joins the pieces. */
function joinName(known: string, next: string): string {
  if (known.length > longestName) return known;
  return next.startsWith(known) ? next : known + next;
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
    id: readCallId(input.id),
    name: named?.name ?? custom?.name ?? '',
    text: isJsonObject(value) ? writeJson(value) : value,
    custom: Boolean(custom) && !named,
    input,
  };
}
