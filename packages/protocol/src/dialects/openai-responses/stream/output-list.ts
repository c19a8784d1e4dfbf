// The output items of one Responses stream, in order, for the item writers.
import type { ProviderState } from '../../../canonical/provider-state.ts';
import type { Citation } from '../../../canonical/part.ts';
import type { OutputItem, ResponsesEvent } from '../reply/types.ts';

/** Receives events in the order in which they are to be written. */
export type Emit = (event: ResponsesEvent) => void;

/** The items of one reply in the order in which they started, with events for their start and their end. */
export class OutputList {
  readonly emit: Emit;
  readonly items: OutputItem[] = [];
  readonly #seed: string;
  readonly #counts = new Map<string, number>();

  /** @param seed characters that distinguish the ids of this reply from those of others */
  constructor(seed: string, emit: Emit) {
    this.#seed = seed;
    this.emit = emit;
  }

  /** Returns a new id; each type of item is numbered separately. */
  makeId(prefix: string): string {
    const count = this.#counts.get(prefix) ?? 0;
    this.#counts.set(prefix, count + 1);
    return `${prefix}_${this.#seed}_${count}`;
  }

  /** Writes the start of an item; returns its index. */
  add(item: OutputItem): number {
    const index = this.items.push(item) - 1;
    this.emit({ type: 'response.output_item.added', output_index: index, item });
    return index;
  }

  /** Writes the end of an item and keeps the item for the whole reply. */
  done(index: number, item: OutputItem): void {
    this.items[index] = item;
    this.emit({ type: 'response.output_item.done', output_index: index, item });
  }

  /** Writes the start and the end of an item that is already complete. */
  addWhole(item: OutputItem): void {
    this.done(this.add(item), item);
  }
}

/** Writes one canonical part, from its start to its end. */
export interface PartWriter {
  addText(text: string): void;
  /** Absent if the format has no field for a citation here. */
  cite?(citation: Citation): void;
  /** Absent if the format has no field for state here. */
  keep?(providerState: ProviderState): void;
  end(): void;
}
