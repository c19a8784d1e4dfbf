/** The global object of the platform, with a stream that stores what is written. */
import type { Context, LambdaRuntime, ResponseHead, ResponseStream } from '../platform.ts';

export const runtime: LambdaRuntime = {
  streamifyResponse: (handler) => handler,
  HttpResponseStream: {
    from: (stream, head) => {
      (stream as KeptStream).head = head;
      return stream;
    },
  },
};

export interface KeptStream extends ResponseStream {
  head: ResponseHead | undefined;
  readonly chunks: string[];
  ended: boolean;
  /** Whether `write` reports that the client reads too slowly. */
  slow: boolean;
  destroyed: boolean;
  emit(event: string): void;
}

export function createKeptStream(): KeptStream {
  const listeners = new Map<string, Set<() => void>>();
  const chunks: string[] = [];
  return {
    head: undefined,
    chunks,
    ended: false,
    slow: false,
    destroyed: false,
    write(chunk) {
      chunks.push(Buffer.from(chunk).toString());
      return !this.slow;
    },
    end() {
      this.ended = true;
    },
    once: (event, listener) => {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener));
    },
    off: (event, listener) => void listeners.get(event)?.delete(listener),
    emit: (event) => {
      for (const listener of listeners.get(event) ?? []) listener();
    },
  };
}

export function createContext(leftMs = 900_000): Context {
  return { getRemainingTimeInMillis: () => leftMs };
}
