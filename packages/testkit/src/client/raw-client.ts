/** An HTTP client on a raw socket, for tests that control every byte. */
import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { withTimeout } from '../waiting.ts';
import { createByteReader } from '../wire/byte-reader.ts';
import { cutBytes, joinBytes, toBytes } from '../wire/bytes.ts';
import { createAnswerReader } from './answer-reader.ts';
import type { AnswerHead, AnswerReader, RawAnswer } from './answer-reader.ts';
import { writeRequest } from './write-request.ts';
import type { RawRequest } from './write-request.ts';

export interface RawClientOptions {
  /** `127.0.0.1` when absent. */
  readonly host?: string;
  /** Maximum milliseconds of one read; 5000 when absent. */
  readonly waitMilliseconds?: number;
  /** Maximum bytes received in total; the client disconnects beyond. 64 MiB when absent. */
  readonly maximumBytes?: number;
}

/** A client that sends exactly the given bytes on one connection. */
export interface RawClient {
  /** Everything received so far. */
  readonly received: Uint8Array;
  /** How the other side ended the connection; `undefined` while it is open. */
  readonly endedBy: 'fin' | 'reset' | undefined;
  /** Writes bytes; resolves when the operating system has accepted them. */
  send(bytes: string | Uint8Array): Promise<void>;
  /** Writes bytes in pieces of one size, each in its own turn of the event loop. */
  sendPieces(bytes: string | Uint8Array, size: number): Promise<void>;
  /** Writes a complete request. */
  request(request: RawRequest): Promise<void>;
  /** Reads a head and the interim responses before it. @throws Error when the connection ends first */
  readHead(): Promise<AnswerHead>;
  /** The next piece of the content as it arrives; `undefined` once at the end. */
  readPiece(): Promise<Uint8Array | undefined>;
  /**
   * Reads content up to and including this text. @returns all content so far @throws Error when it ends first
   */
  readUntil(text: string): Promise<string>;
  /**
   * Reads a response, or the rest of one, to its end, even an incomplete one. @throws Error without a head
   */
  readAnswer(): Promise<RawAnswer>;
  /** `pause` stops reading, which causes backpressure on the other side; `resume` continues. */
  pause(): void;
  resume(): void;
  /** Closes this side only (FIN); responses can still be read. */
  halfClose(): void;
  /** Closes the connection as the operating system does for a killed process. */
  leave(): void;
  /** Resets the connection (RST). */
  reset(): void;
  /** Resolves when the other side has ended the connection. */
  whenEnded(): Promise<'fin' | 'reset'>;
}

/** The bytes that the other side has sent and how it ended the connection. */
interface Inbox {
  readonly received: Uint8Array;
  readonly endedBy: 'fin' | 'reset' | undefined;
  readonly ended: Promise<'fin' | 'reset'>;
  readonly answers: AnswerReader;
}

/** Collects what a socket receives from its first byte on. */
function openInbox(socket: Socket, maximumBytes: number): Inbox {
  const reader = createByteReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  let endedBy: 'fin' | 'reset' | undefined;
  const ended = new Promise<'fin' | 'reset'>((resolve) => {
    const end = (by: 'fin' | 'reset') => {
      endedBy ??= by;
      reader.end();
      resolve(endedBy);
    };
    socket.on('end', () => end('fin')).on('error', () => end('reset'));
  });
  socket.on('close', () => reader.end());
  socket.on('data', (bytes) => {
    chunks.push(bytes);
    length += bytes.length;
    reader.push(bytes);
    if (length > maximumBytes) socket.destroy();
  });
  return {
    ended,
    answers: createAnswerReader(reader),
    get endedBy() {
      return endedBy;
    },
    get received() {
      return joinBytes(chunks);
    },
  };
}

function write(socket: Socket, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.write(bytes, (error) => (error ? reject(error) : resolve()));
  });
}

async function writePieces(socket: Socket, bytes: Uint8Array, size: number): Promise<void> {
  for (const piece of cutBytes(bytes, size)) {
    await write(socket, piece);
    await setImmediate();
  }
}

/** Connects to a port. @throws Error when the connection is refused */
export async function openRawClient(
  port: number,
  options: RawClientOptions = {},
): Promise<RawClient> {
  const host = options.host ?? '127.0.0.1';
  const milliseconds = options.waitMilliseconds ?? 5000;
  const socket = connect({ port, host, noDelay: true });
  const inbox = openInbox(socket, options.maximumBytes ?? 64 * 1024 * 1024);
  await once(socket, 'connect');
  const within = <T>(what: string, promise: Promise<T>) =>
    withTimeout(promise, { milliseconds, what });

  return {
    get received() {
      return inbox.received;
    },
    get endedBy() {
      return inbox.endedBy;
    },
    send: (bytes) => within('a write', write(socket, toBytes(bytes))),
    sendPieces: (bytes, size) => within('writes', writePieces(socket, toBytes(bytes), size)),
    request: (request) =>
      within('a request', write(socket, writeRequest(request, `${host}:${port}`))),
    readHead: () => within('a head', inbox.answers.readHead()),
    readPiece: () => within('content', inbox.answers.readPiece()),
    readUntil: (text) => within(JSON.stringify(text), inbox.answers.readUntil(text)),
    readAnswer: () => within('an answer', inbox.answers.readAnswer()),
    pause: () => void socket.pause(),
    resume: () => void socket.resume(),
    halfClose: () => void socket.end(),
    leave: () => void socket.destroy(),
    reset: () => void socket.resetAndDestroy(),
    whenEnded: () => within('the other side to end the connection', inbox.ended),
  };
}
