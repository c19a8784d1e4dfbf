// The output items of one Responses stream, in order, for its writers.
import type { ProviderState } from '../../../canonical/provider-state.ts';
import type { Citation } from '../../../canonical/part.ts';
import type { OutputItem, ResponsesEvent } from '../reply/types.ts';

/** Takes events in the order they are to be written. */
export type Emit = (event: ResponsesEvent) => void;

/** The items of one answer in the order they began, each announced when it begins and when it is done. */
export class OutputList {
  readonly emit: Emit;
  readonly items: OutputItem[] = [];
  readonly #seed: string;
  readonly #counts = new Map<string, number>();

  /** @param seed characters that distinguish the ids of this answer from those of others */
  constructor(seed: string, emit: Emit) {
    this.#seed = seed;
    this.emit = emit;
  }

  /** A new id; every kind of item counts for itself. */
  makeId(prefix: string): string {
    const count = this.#counts.get(prefix) ?? 0;
    this.#counts.set(prefix, count + 1);
    return `${prefix}_${this.#seed}_${count}`;
  }

  /** Announces an item that begins; gives its place among the items. */
  add(item: OutputItem): number {
    const index = this.items.push(item) - 1;
    this.emit({ type: 'response.output_item.added', output_index: index, item });
    return index;
  }

  /** Announces an item that is done and keeps it for the whole reply. */
  done(index: number, item: OutputItem): void {
    this.items[index] = item;
    this.emit({ type: 'response.output_item.done', output_index: index, item });
  }

  /** Announces an item that is all there when it begins. */
  addWhole(item: OutputItem): void {
    this.done(this.add(item), item);
  }
}

/** Writes one canonical part, from its beginning to its end. */
export interface PartWriter {
  addText(text: string): void;
  /** Absent where the format has no place for a citation. */
  cite?(citation: Citation): void;
  /** Absent where the format has no place for state. */
  keep?(providerState: ProviderState): void;
  end(): void;
}
