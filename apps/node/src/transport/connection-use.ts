/** Learns whether calls of the undici transport reuse a connection; for debug lines. */
import { channel } from 'node:diagnostics_channel';

/** @see https://undici.nodejs.org/#/docs/api/DiagnosticsChannel */
const requestCreated = channel('undici:request:create');
const headersSent = channel('undici:client:sendHeaders');

export interface ConnectionUse {
  /** Runs a function that dispatches exactly one request, for `call`. */
  watch(call: object, dispatch: () => void): void;
  /** Whether the connection of the call had carried a request before; undefined when it has none. */
  isReused(call: object): boolean | undefined;
}

/** Subscribes to undici's diagnostics, which costs some time per call; to be created once. */
export function createConnectionUse(): ConnectionUse {
  let current: object | undefined;
  const calls = new WeakMap<object, object>();
  const usedSockets = new WeakSet<object>();
  const reused = new WeakMap<object, boolean>();
  requestCreated.subscribe((message) => {
    const { request } = message as { readonly request: object };
    // undici creates the request while it dispatches, before anything else can run.
    if (current !== undefined) calls.set(request, current);
  });
  headersSent.subscribe((message) => {
    const { request, socket } = message as { readonly request: object; readonly socket: object };
    const call = calls.get(request);
    if (call !== undefined) reused.set(call, usedSockets.has(socket));
    usedSockets.add(socket);
  });
  return {
    watch(call, dispatch) {
      current = call;
      try {
        dispatch();
      } finally {
        current = undefined;
      }
    },
    isReused: (call) => reused.get(call),
  };
}
