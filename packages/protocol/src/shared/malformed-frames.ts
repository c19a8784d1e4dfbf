// Limits and failures of streams that break off or turn into something else; decoders and observers use it.
import { GatewayError } from '../canonical/error.ts';

/** Most malformed frames that one stream may hold before it counts as no stream of its dialect. */
const mostFrames = 1_000;

/** Counts the frames of one stream that are passed over because the dialect does not know them. */
export class MalformedFrames {
  #count = 0;

  /** Counts one more; true once there are more than a stream of this dialect may hold. */
  add(): boolean {
    this.#count++;
    return this.#count > mostFrames;
  }
}

/** The failure of a stream that closed before its answer was complete. */
export function interrupted(): GatewayError {
  const message = 'The upstream’s stream ended before the answer was complete.';
  return new GatewayError('upstream-unavailable', message, { reason: 'stream_interrupted' });
}
