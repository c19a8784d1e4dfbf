// Keeps the output of a Responses stream in passthrough, for a cut that must repeat it.
import type { JsonObject } from '../../../json/value.ts';
import { objectAt, positionAt, textAt } from '../../../shared/json-fields.ts';

/** A part of an item: of its content, or of its reasoning summary. */
export interface KeptPart {
  /** The part at its start, or completed. */
  part: JsonObject;
  readonly pieces: string[];
  /** True if its whole text has been sent. */
  isSent: boolean;
  isDone: boolean;
}

export interface KeptItem {
  /** The item at its start, or completed. */
  item: JsonObject;
  readonly parts: KeptPart[];
  /** The arguments or input of a call, which has no parts. */
  readonly pieces: string[];
  isSent: boolean;
  isDone: boolean;
}

/** Keeps the output of a stream as it passes, because the last event must repeat it. */
export class OutputRecorder {
  readonly #items = new Map<number, KeptItem>();

  /** The items, sorted by index. */
  get items(): readonly (readonly [position: number, item: KeptItem])[] {
    return [...this.#items].sort(([one], [other]) => one - other);
  }

  take(type: string, event: JsonObject): void {
    const position = positionAt(event, 'output_index');
    if (position === undefined) return;
    if (type === 'response.output_item.added') {
      const item = objectAt(event, 'item') ?? {};
      this.#items.set(position, { item, parts: [], pieces: [], isSent: false, isDone: false });
      return;
    }
    const kept = this.#items.get(position);
    if (kept === undefined) return;
    if (type === 'response.output_item.done') finishItem(kept, event);
    else follow(kept, type, event);
  }
}

/** The item contains all of its text, so the chunks are no longer needed. */
function finishItem(kept: KeptItem, event: JsonObject): void {
  kept.item = objectAt(event, 'item') ?? kept.item;
  kept.parts.length = 0;
  kept.pieces.length = 0;
  kept.isDone = true;
}

function follow(kept: KeptItem, type: string, event: JsonObject): void {
  const place = positionAt(event, 'content_index') ?? positionAt(event, 'summary_index');
  if (type.endsWith('_part.added')) {
    const part = objectAt(event, 'part') ?? {};
    kept.parts.push({ part, pieces: [], isSent: false, isDone: false });
    return;
  }
  const owner = place === undefined ? kept : kept.parts[place];
  if (owner === undefined) return;
  if (type.endsWith('_part.done') && 'part' in owner) {
    owner.part = objectAt(event, 'part') ?? owner.part;
    owner.isDone = true;
  } else if (type.endsWith('.delta')) owner.pieces.push(textAt(event, 'delta'));
  else if (type.endsWith('.done')) owner.isSent = true;
}
