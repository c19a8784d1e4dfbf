/** Writes streamed responses to a Node server response, with backpressure. */
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { WholeSink } from '@parley/core';

/** Milliseconds after which a client that reads nothing is disconnected. */
const stalledReaderMs = 60_000;

/** A reply sink that reports whether it has been opened. */
export interface SocketSink extends WholeSink {
  readonly opened: boolean;
}

/**
 * Creates a sink that makes one system call for each text. Node combines the head and the first text; the
 * later ones are written to the socket as chunks, past the response, which would pass each part of a chunk
 * on its own.
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
  let isHeadSent = false;
  const writeFirst = (text: string): boolean => {
    isHeadSent = true;
    return response.write(text);
  };
  return {
    get opened() {
      return opened;
    },
    // The head is sent with the first text if there is one in this turn of the event loop, otherwise alone.
    open(status, headers) {
      opened = true;
      if (response.destroyed) return;
      response.writeHead(status, headers);
      setImmediate(() => {
        if (isHeadSent || response.destroyed || response.writableEnded) return;
        isHeadSent = true;
        response.flushHeaders();
      });
    },
    write(text) {
      if (ended || response.destroyed) return undefined;
      const { socket } = response;
      // Without a socket, the response waits for the one before it on its connection.
      const canChunk = isHeadSent && socket !== null && response.chunkedEncoding;
      const isTaken = canChunk ? writeChunk(socket, text) : writeFirst(text);
      return isTaken ? undefined : waitForReader(response, stalledMs);
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

/**
 * Writes one chunk (RFC 9112 section 7.1); false when the client reads too slowly. An empty text is no chunk,
 * because that would end the body.
 */
function writeChunk(socket: Socket, text: string): boolean {
  if (text === '') return true;
  const length = Buffer.byteLength(text);
  const chunk = `${length.toString(16)}\r\n${text}\r\n`;
  // Text of ASCII characters only has one byte for each, which Node writes without a conversion.
  return socket.write(chunk, length === text.length ? 'latin1' : 'utf8');
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
      socket?.off('drain', settle);
      response.off('close', settle);
      socket?.off('timeout', cut);
      socket?.setTimeout(0);
      resolve();
    };
    response.on('drain', settle);
    // For chunks that were not written by the response.
    socket?.on('drain', settle);
    response.on('close', settle);
    socket?.on('timeout', cut);
    socket?.setTimeout(stalledMs);
  });
}
