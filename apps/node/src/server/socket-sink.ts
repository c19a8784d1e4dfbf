import type { ServerResponse } from 'node:http';
import type { ReplySink } from '@parley/core';

/** Milliseconds in which a client that was sent more than it read must take some of it. */
const stalledReaderMs = 60_000;

/** A reply sink that knows whether it has been opened. */
export interface SocketSink extends ReplySink {
  readonly opened: boolean;
}

/**
 * Writes a streamed answer to Node's own response, one write for each text: Node gathers head,
 * length and data of one turn into a single system call.
 *
 * A client that stops reading is cut once nothing has left the socket for `stalledMs`. Nothing
 * here throws after the client has gone.
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
    onClose(listener) {
      const notify = () => {
        if (!ended && !response.writableFinished) listener();
      };
      if (response.destroyed) queueMicrotask(notify);
      else response.once('close', notify);
    },
  };
}

/** The head travels with the first text if there is one in this turn, and alone otherwise. */
function flushHeadSoon(response: ServerResponse): void {
  setImmediate(() => {
    if (!response.destroyed && !response.writableEnded) response.flushHeaders();
  });
}

/**
 * Resolves when the client has taken everything or has gone. The socket's own timer is used,
 * because it starts again whenever the kernel took some bytes: a slow reader is not a stalled one.
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
