/** Limits the open streams of server-sent events: how many, for how long, and until the gateway closes. */
import { GatewayError } from '@parley/protocol';

/** How many live streams there may be, and for how long. */
export interface LiveStreamLimits {
  /** How many streams may be open at the same time in this process, at least 1. */
  readonly capacity: number;
  /** How many of them the holder of one key may have open. */
  readonly perKey: number;
  /** How long a stream may stay open, in milliseconds. */
  readonly durationMs: number;
}

export const defaultLiveStreamLimits: LiveStreamLimits = {
  capacity: 100,
  perKey: 4,
  durationMs: 10 * 60_000,
};

export interface LiveStreams {
  /**
   * Opens a stream.
   * @param keyId the key of the holder who reads it; absent for operators
   * @throws GatewayError `overloaded` when too many are open or the gateway is closing
   */
  open(keyId?: string): LiveStream;
  /** Ends every stream and rejects new ones. */
  close(): void;
}

export interface LiveStream {
  /** Aborts when the stream ends, for whatever reason. */
  readonly signal: AbortSignal;
  /** Ends the stream; may be called again. */
  end(): void;
}

export function createLiveStreams({ capacity, perKey, durationMs }: LiveStreamLimits): LiveStreams {
  const streams = new Map<LiveStream, string | undefined>();
  let isClosed = false;
  return {
    open(keyId) {
      if (isClosed) throw refuse('The gateway is shutting down.', 'shutting_down');
      const ofKey = [...streams.values()].filter((owner) => owner === keyId).length;
      if (streams.size >= capacity || (keyId !== undefined && ofKey >= perKey)) {
        throw refuse('Too many live streams are open.', 'too_many_streams');
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
      const timer = setTimeout(() => stream.end(), durationMs);
      streams.set(stream, keyId);
      return stream;
    },
    close() {
      isClosed = true;
      for (const stream of streams.keys()) stream.end();
    },
  };
}

function refuse(message: string, reason: string): GatewayError {
  return new GatewayError('overloaded', message, { reason, retryAfter: 5 });
}
