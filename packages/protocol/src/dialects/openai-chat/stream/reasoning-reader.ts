import type { CanonicalEvent } from '../../../canonical/event.ts';
import type { Opaque } from '../../../canonical/opaque.ts';
import type { StreamContext } from '../../../shared/stream-context.ts';
import { plainState } from '../reasoning.ts';

/** Longest reasoning that is kept for its echo, in characters; longer one has no state. */
const longestEcho = 4 * 1024 * 1024;

interface Thought {
  readonly index: number;
  readonly pieces: string[];
  length: number;
  state: Opaque | undefined;
}

/** Reads the thinking of one choice and, when a thought ends, gives the state that vouches for it. */
export class StreamReasoning {
  readonly #context: StreamContext;
  readonly #choice: number;
  #thought: Thought | undefined;

  constructor(context: StreamContext, choice: number) {
    this.#context = context;
    this.#choice = choice;
  }

  add(text: string, states: readonly Opaque[]): CanonicalEvent[] {
    // A signature may come with the whole text once more, so that a client can echo the entry.
    const isRepeat = states.length > 0 && text === this.#thought?.pieces.join('');
    const events = text === '' || isRepeat ? [] : this.#think(text);
    for (const state of states) events.push(...this.#sign(state));
    return events;
  }

  close(): CanonicalEvent[] {
    const thought = this.#thought;
    if (thought === undefined) return [];
    this.#thought = undefined;
    const { index } = thought;
    const opaque = thought.state ?? this.#echoOf(thought);
    const end: CanonicalEvent = { type: 'part-end', index };
    return opaque === undefined ? [end] : [{ type: 'part-opaque', index, opaque }, end];
  }

  #think(text: string): CanonicalEvent[] {
    const events: CanonicalEvent[] = [];
    // Text behind a signature belongs to the next thought.
    if (this.#thought?.state !== undefined) events.push(...this.close());
    const thought = this.#thought ?? this.#open(events);
    thought.length += text.length;
    if (thought.length <= longestEcho) thought.pieces.push(text);
    events.push({ type: 'part-delta', index: thought.index, text });
    return events;
  }

  #open(events: CanonicalEvent[]): Thought {
    const index = this.#context.nextPart();
    const thought: Thought = { index, pieces: [], length: 0, state: undefined };
    this.#thought = thought;
    events.push({ type: 'part-start', index, choice: this.#choice, part: { type: 'reasoning' } });
    return thought;
  }

  /** Hidden reasoning is a thought of its own; a signature belongs to the thought that is open. */
  #sign(state: Opaque): CanonicalEvent[] {
    const thought = this.#thought;
    if (state.kind === 'signature' && thought !== undefined) {
      thought.state = state;
      return [];
    }
    const events = this.close();
    this.#open(events).state = state;
    return [...events, ...this.close()];
  }

  #echoOf({ pieces, length }: Thought): Opaque | undefined {
    if (length <= longestEcho) return plainState(this.#context.vendor, pieces.join(''));
    this.#context.notes.dropped('reasoning_content', 'This reasoning is too long to be echoed.');
    return undefined;
  }
}
