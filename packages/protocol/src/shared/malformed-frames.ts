// Limits and errors of streams that break off or are malformed, for decoders and observers.
import { GatewayError } from '../canonical/error.ts';

/** Maximum number of malformed frames before a stream is rejected as another format. */
const mostFrames = 1_000;

/** Counts the frames of one stream that are skipped because the dialect does not define them. */
export class MalformedFrames {
  #count = 0;

  /** Counts one more; true once the maximum is exceeded. */
  add(): boolean {
    this.#count++;
    return this.#count > mostFrames;
  }
}

/** The error for a stream that closed before its reply was complete. @param cause for the log only */
export function interrupted(cause?: unknown): GatewayError {
  const message =
    'Connection error (terminated): the upstream’s stream ended before the answer was complete.';
  return new GatewayError('upstream-unavailable', message, { reason: 'stream_interrupted', cause });
}
