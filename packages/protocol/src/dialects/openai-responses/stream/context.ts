// What the readers of the items of one Responses stream share and offer.
import type { CanonicalEvent } from '../../../canonical/event.ts';
import type { CallIds } from '../../../history/ids.ts';
import type { JsonObject } from '../../../json/value.ts';
import type { StreamContext } from '../../../shared/stream-context.ts';
import type { OutputItemInput } from '../reply/schema.ts';

/** What the readers of the items of one stream share. */
export interface ItemContext extends Omit<StreamContext, 'seed'> {
  /** The call ids of the one answer that a stream holds. */
  readonly ids: CallIds;
}

/** Reads the events of one item; every way to complete it may be missing, and none may be read twice. */
export interface ItemReader {
  /** True when the item turned out to be a call of the caller's own tools. */
  readonly isCall: boolean;
  /** An item as it begins: everything but its content. */
  begin(item: OutputItemInput): CanonicalEvent[];
  /** Any other event of the item. */
  read(type: string, event: JsonObject): CanonicalEvent[];
  /** The item as it is in the end. */
  complete(item: OutputItemInput): CanonicalEvent[];
  /** The answer is over; what is still open is closed. */
  close(): CanonicalEvent[];
}
