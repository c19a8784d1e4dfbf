/** Writes streamed responses to a Node server response, with backpressure. */
import type { ServerResponse } from 'node:http';
import type { WholeSink } from '@parley/core';

/** Milliseconds after which a client that reads nothing is disconnected. */
const stalledReaderMs = 60_000;

/** A reply sink that reports whether it has been opened. */
export interface SocketSink extends WholeSink {
  readonly opened: boolean;
}

/**
 * Creates a sink that writes once for each text: Node combines head, length and data of one turn of the
 * event loop into a single system call.
 *
 * A client that stops reading is disconnected once nothing has left the socket for `stalledMs`. Nothing
 * here throws after the client has disconnected.
 */
export function createSocketSink(
  response: ServerResponse,
  stalledMs: number = stalledReaderMs,
): SocketSink {
  let opened = false;
  let ended = false;
  return {
    get opened() {
      return opened;
    },
    open(status, headers) {
      opened = true;
      if (response.destroyed) return;
      response.writeHead(status, headers);
      flushHeadSoon(response);
    },
    write(text) {
      if (ended || response.destroyed || response.write(text)) return undefined;
      return waitForReader(response, stalledMs);
    },
    end() {
      if (ended) return;
      ended = true;
      response.end();
    },
    respond(status, headers, text) {
      opened = true;
      if (ended || response.destroyed) return;
      response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(text) });
      ended = true;
      response.end(text);
    },
    onClose(listener) {
      const notify = () => {
        if (!ended && !response.writableFinished) listener();
      };
      if (response.destroyed) queueMicrotask(notify);
      else response.once('close', notify);
    },
  };
}

/** Sends the head with the first text if there is one in this turn of the event loop, otherwise alone. */
function flushHeadSoon(response: ServerResponse): void {
  setImmediate(() => {
    if (!response.destroyed && !response.writableEnded) response.flushHeaders();
  });
}

/**
 * Resolves when the client has read everything or has disconnected. The timer of the socket is used,
 * because it restarts whenever the kernel accepts bytes: a slow reader is not a stalled one.
 */
function waitForReader(response: ServerResponse, stalledMs: number): Promise<void> {
  return new Promise((resolve) => {
    const { socket } = response;
    const cut = () => response.destroy();
    const settle = () => {
      response.off('drain', settle);
      response.off('close', settle);
      socket?.off('timeout', cut);
      socket?.setTimeout(0);
      resolve();
    };
    response.on('drain', settle);
    response.on('close', settle);
    socket?.on('timeout', cut);
    socket?.setTimeout(stalledMs);
  });
}
