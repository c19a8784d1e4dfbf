/** Answers that go on until somebody ends them: how many there may be, for how long, and what ends them. */
import { GatewayError } from '@parley/protocol';

export interface LiveStreams {
  /**
   * Takes a place.
   * @param keyId whose key it is; holders of keys get few places each, so that they leave some to others
   * @throws GatewayError `overloaded` when there is none, or the gateway is closing
   */
  open(keyId?: string): LiveStream;
  /** Ends every stream, and lets none begin from now on. */
  close(): void;
}

export interface LiveStream {
  /** Aborts at the end, whatever the reason is. */
  readonly signal: AbortSignal;
  /** Gives the place back; ending again changes nothing. */
  end(): void;
}

/** How many streams the holder of one key may have open. */
const mostOfKey = 4;

/**
 * @param capacity how many streams may be open at once, at least 1
 * @param lifeMs how long each of them lives at most, in milliseconds
 */
export function createLiveStreams(capacity: number, lifeMs: number): LiveStreams {
  const streams = new Map<LiveStream, string | undefined>();
  let isClosed = false;
  return {
    open(keyId) {
      if (isClosed) {
        throw new GatewayError('overloaded', 'The gateway is shutting down.', {
          reason: 'shutting_down',
          retryAfter: 5,
        });
      }
      const own = [...streams.values()].filter((owner) => owner === keyId).length;
      if (streams.size >= capacity || (keyId !== undefined && own >= mostOfKey)) {
        throw new GatewayError('overloaded', 'Too many live streams are open.', {
          reason: 'too_many_streams',
          retryAfter: 5,
        });
      }
      const controller = new AbortController();
      const stream: LiveStream = {
        signal: controller.signal,
        end() {
          clearTimeout(timer);
          streams.delete(stream);
          controller.abort();
        },
      };
      const timer = setTimeout(() => stream.end(), lifeMs);
      streams.set(stream, keyId);
      return stream;
    },
    close() {
      isClosed = true;
      for (const stream of streams.keys()) stream.end();
    },
  };
}
