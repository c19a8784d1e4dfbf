// Reads the reasoning of a Chat Completions stream, for the stream decoder.
import type { CanonicalEvent } from '../../../canonical/reply.ts';
import type { ProviderState, ReasoningField } from '../../../canonical/provider-state.ts';
import type { StreamContext } from '../../../shared/stream/stream-state.ts';
import { omitUndefined } from '../../../shared/omit-undefined.ts';
import {
  plainState,
  stateOfDetail,
  stateWithText,
  textOfDetail,
  type ReadReasoning,
} from '../reasoning.ts';
import type { ReasoningDetail } from '../request/content-schema.ts';

/** Maximum length of reasoning that is kept for its echo, in characters; longer reasoning has no state. */
const longestEcho = 4 * 1024 * 1024;

interface OpenReasoning {
  readonly index: number;
  readonly pieces: string[];
  length: number;
  field: ReasoningField | undefined;
  state: ProviderState | undefined;
  /** The index of the detail with the state. */
  block: ReasoningDetail['index'];
  /** True once a detail has stated text of this part. */
  hasDetails: boolean;
}

/** Reads the reasoning of one choice and, at the end of a part, returns the state that authenticates it. */
export class ReasoningReader {
  readonly #context: StreamContext;
  readonly #choice: number;
  #part: OpenReasoning | undefined;

  constructor(context: StreamContext, choice: number) {
    this.#context = context;
    this.#choice = choice;
  }

  add({ text, field }: ReadReasoning, details: readonly ReasoningDetail[]): CanonicalEvent[] {
    const { vendor } = this.#context;
    const states = details.flatMap((detail) => stateOfDetail(detail, vendor) ?? []);
    const before = text === '' || states.length === 0 ? undefined : this.#textBefore(text);
    if (before !== undefined && before.trim() !== '' && isSignature(states)) {
      const split = this.#split(before);
      const sign = (detail: ReasoningDetail) => this.#sign(detail, stateWithText(detail, vendor));
      return [...split, ...details.flatMap(sign)];
    }
    const events = text === '' || before !== undefined ? [] : this.#think(text);
    if (this.#part !== undefined && text !== '') this.#part.field = field;
    if (this.#part !== undefined && details.some((detail) => textOfDetail(detail) !== '')) {
      this.#part.hasDetails = true;
    }
    for (const detail of details) events.push(...this.#sign(detail, stateOfDetail(detail, vendor)));
    return events;
  }

  /**
   * A signature may arrive with the whole text again, so that a client can echo the entry, or with the text of
   * the last of several thoughts. Returns the text before the repeated one; `undefined` if it is no repetition.
   */
  #textBefore(text: string): string | undefined {
    const part = this.#part;
    if (part === undefined || part.length > longestEcho) return undefined;
    const whole = part.pieces.join('');
    const isRepeat = whole === text || (!part.hasDetails && whole.endsWith(text));
    return isRepeat ? whole.slice(0, whole.length - text.length) : undefined;
  }

  /** The text of both parts was passed on in the first one, so the second one has only its state. */
  #split(before: string): CanonicalEvent[] {
    if (this.#part !== undefined) this.#part.state = this.#plainState(this.#part, before);
    const events = this.close();
    this.#open(events);
    return events;
  }

  close(): CanonicalEvent[] {
    const part = this.#part;
    if (part === undefined) return [];
    this.#part = undefined;
    const { index } = part;
    const providerState = part.state ?? this.#echoOf(part);
    const end: CanonicalEvent = { type: 'part-end', index };
    return providerState === undefined
      ? [end]
      : [{ type: 'part-state', index, providerState }, end];
  }

  #think(text: string): CanonicalEvent[] {
    const events: CanonicalEvent[] = [];
    // Text after a signature belongs to the next part.
    if (this.#part?.state !== undefined) events.push(...this.close());
    const part = this.#part ?? this.#open(events);
    part.length += text.length;
    if (part.length <= longestEcho) part.pieces.push(text);
    events.push({ type: 'part-delta', index: part.index, text });
    return events;
  }

  #open(events: CanonicalEvent[]): OpenReasoning {
    const index = this.#context.nextPart();
    const part: OpenReasoning = {
      ...{ index, pieces: [], length: 0 },
      ...{ field: undefined, state: undefined, block: undefined, hasDetails: false },
    };
    this.#part = part;
    events.push({ type: 'part-start', index, choice: this.#choice, part: { type: 'reasoning' } });
    return part;
  }

  /** Hidden reasoning is a separate part; a signature belongs to the open part, unless another block has signed it. */
  #sign({ index: block }: ReasoningDetail, state: ProviderState | undefined): CanonicalEvent[] {
    if (state === undefined) return [];
    const part = this.#part;
    const isOfPart = part?.state === undefined || part.block === block;
    if (state.kind === 'signature' && part !== undefined && isOfPart) {
      part.state = state;
      part.block = block;
      return [];
    }
    const events = this.close();
    this.#open(events).state = state;
    return [...events, ...this.close()];
  }

  #echoOf(part: OpenReasoning): ProviderState | undefined {
    if (part.length <= longestEcho) return this.#plainState(part, part.pieces.join(''));
    this.#context.notes.dropped('reasoning_content', 'This reasoning is too long to be echoed.');
    return undefined;
  }

  #plainState({ field }: OpenReasoning, text: string): ProviderState {
    return plainState(this.#context.vendor, { text, ...omitUndefined({ field }) });
  }
}

function isSignature(states: readonly ProviderState[]): boolean {
  return states.every(({ kind }) => kind === 'signature');
}
