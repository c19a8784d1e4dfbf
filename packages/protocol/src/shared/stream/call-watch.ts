// Notes calls whose arguments lack something, for the base class of stream decoders.
import type { Note } from '../../canonical/note.ts';
import type { CanonicalEvent } from '../../canonical/reply.ts';
import { parseJson } from '../../json/parse.ts';
import { isJsonObject } from '../../json/value.ts';

const brokenCall: Note = {
  path: 'calls',
  action: 'dropped',
  reason: 'The arguments of a call are no JSON object, so a part of them may be lost.',
};

/** Watches the calls of one stream. A reply that ends early, such as at its output limit, may end within a call. */
export class CallWatch {
  /** The arguments of the open calls. */
  readonly #open = new Map<number, string>();
  #isBroken = false;
  #hasCalled = false;

  get notes(): readonly Note[] {
    return this.#isBroken && this.#hasCalled ? [brokenCall] : [];
  }

  see(events: readonly CanonicalEvent[]): void {
    for (const event of events) {
      if (event.type === 'part-start') this.#start(event);
      else if (event.type === 'part-delta') this.#add(event.index, event.text);
      else if (event.type === 'part-end') this.#end(event.index);
      else if (event.type === 'finish') this.#hasCalled ||= event.finish.reason === 'calls';
    }
  }

  #start({ index, part }: Extract<CanonicalEvent, { type: 'part-start' }>): void {
    if (part.type === 'call' && part.custom !== true) this.#open.set(index, '');
  }

  #add(index: number, text: string): void {
    const known = this.#open.get(index);
    if (known !== undefined) this.#open.set(index, known + text);
  }

  #end(index: number): void {
    const text = this.#open.get(index);
    if (text === undefined) return;
    this.#open.delete(index);
    this.#isBroken ||= text.trim() !== '' && !isJsonObject(parseJson(text));
  }
}
