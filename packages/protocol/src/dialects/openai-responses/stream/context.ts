// The interfaces between the item readers of one Responses stream and the stream decoder.
import type { CanonicalEvent } from '../../../canonical/reply.ts';
import type { CallIds } from '../../../history/ids.ts';
import type { JsonObject } from '../../../json/value.ts';
import type { StreamContext } from '../../../shared/stream-context.ts';
import type { OutputItemInput } from '../reply/schema.ts';

/** What the item readers of one stream share. */
export interface ItemContext extends Omit<StreamContext, 'seed'> {
  /** The call ids of the only choice in a stream. */
  readonly ids: CallIds;
}

/**
 * Reads the events of one item. Any of the events that complete it may be missing, and its content must not
 * be read twice.
 */
export interface ItemReader {
  /** True if the item is a call of one of the client's tools. */
  readonly isCall: boolean;
  /** Reads the start of an item: everything except its content. */
  begin(item: OutputItemInput): CanonicalEvent[];
  /** Reads any other event of the item. */
  read(type: string, event: JsonObject): CanonicalEvent[];
  /** Reads the completed item. */
  complete(item: OutputItemInput): CanonicalEvent[];
  /** The reply has ended; closes what is still open. */
  close(): CanonicalEvent[];
}
