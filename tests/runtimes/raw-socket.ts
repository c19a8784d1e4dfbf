/** A client of a WebSocket that writes its own bytes, also wrong ones; for the tests of this folder. */
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** The opcodes of RFC 6455, section 5.2. */
export const opcodes = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 };

/** A frame that the server has sent. */
export interface Frame {
  readonly opcode: number;
  readonly payload: Buffer;
}

/** How a frame differs from a whole one with text. */
export interface FrameOptions {
  readonly opcode?: number;
  /** Whether it is the last one of its message; true by default. */
  readonly isLast?: boolean;
  readonly isMasked?: boolean;
  /** Whether it claims to be compressed. */
  readonly isCompressed?: boolean;
}

/** A connection that may have become a WebSocket. */
export interface RawSocket {
  /** The head of the response to the handshake. */
  readonly head: string;
  readonly socket: Socket;
  readonly frames: readonly Frame[];
  /** The messages that have arrived, as JSON. */
  readonly messages: () => readonly Record<string, unknown>[];
  /** Resolves with a value once there is one. @throws Error when it does not come in time */
  until<Value>(find: () => Value | undefined): Promise<Value>;
  /** Waits for the close frame, and returns its code; 1005 for one without, 1006 for a connection that ends. */
  whenClosed(): Promise<number>;
  write(payload: string | Buffer, options?: FrameOptions): void;
}

const patienceMs = 30_000;

/** The lines of a valid handshake; a header that is `undefined` is left out. */
export function writeHandshake(
  headers: Readonly<Record<string, string | undefined>> = {},
  target = 'GET /v1/responses',
): string {
  const all: Readonly<Record<string, string | undefined>> = {
    host: '127.0.0.1',
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    ...headers,
  };
  const lines = Object.entries(all).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}: ${value}\r\n`],
  );
  return `${target} HTTP/1.1\r\n${lines.join('')}\r\n`;
}

function writeFrame(
  payload: string | Buffer,
  {
    opcode = opcodes.text,
    isLast = true,
    isMasked = true,
    isCompressed = false,
  }: FrameOptions = {},
): Buffer {
  const bytes = Buffer.from(payload);
  const first = opcode | (isLast ? 0x80 : 0) | (isCompressed ? 0x40 : 0);
  const mask = isMasked ? 0x80 : 0;
  // A mask of zeros changes nothing.
  const key = Buffer.alloc(isMasked ? 4 : 0);
  return Buffer.concat([Buffer.from([first, ...writeLength(bytes.length, mask)]), key, bytes]);
}

function writeLength(length: number, mask: number): readonly number[] {
  if (length < 126) return [mask | length];
  if (length < 65_536) return [mask | 126, length >> 8, length & 255];
  const long = Buffer.alloc(8);
  long.writeBigUInt64BE(BigInt(length));
  return [mask | 127, ...long];
}

/** Connects, writes bytes, and waits for the head of the response. */
export async function openRawSocket(url: string, bytes: string | Buffer): Promise<RawSocket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  let received: Buffer = Buffer.alloc(0);
  let head = '';
  let isEnded = false;
  const frames: Frame[] = [];
  socket.on('data', (chunk) => {
    received = Buffer.concat([received, chunk]);
    if (head === '') {
      const end = received.indexOf('\r\n\r\n');
      if (end === -1) return;
      head = received.subarray(0, end).toString();
      received = received.subarray(end + 4);
    }
    if (head.startsWith('HTTP/1.1 101 ')) received = readFrames(received, frames);
  });
  socket.on('error', () => undefined);
  socket.on('close', () => {
    isEnded = true;
  });
  socket.on('end', () => {
    isEnded = true;
  });
  socket.write(bytes);
  const until = async <Value>(find: () => Value | undefined): Promise<Value> => {
    for (const limit = Date.now() + patienceMs; Date.now() < limit;) {
      const found = find();
      if (found !== undefined) return found;
      await wait(5);
    }
    const texts = frames.map(({ opcode, payload }) => `${opcode} ${payload.toString()}`);
    throw new Error(
      `It did not happen; the server sent ${head} ${texts.join('\n').slice(0, 2_000)}`,
    );
  };
  await until(() => (head === '' && !isEnded ? undefined : true));
  return {
    head,
    socket,
    frames,
    messages: () =>
      frames
        .filter(({ opcode }) => opcode === opcodes.text)
        .map(({ payload }) => JSON.parse(payload.toString()) as Record<string, unknown>),
    until,
    whenClosed: () =>
      until(() => {
        const close = frames.find(({ opcode }) => opcode === opcodes.close);
        if (close !== undefined)
          return close.payload.length < 2 ? 1005 : close.payload.readUInt16BE();
        return isEnded ? 1006 : undefined;
      }),
    write(payload, options) {
      socket.write(writeFrame(payload, options));
    },
  };
}

/** Moves whole frames out of bytes, and returns the rest. */
function readFrames(bytes: Buffer, frames: Frame[]): Buffer {
  let rest = bytes;
  for (;;) {
    const [first, second] = rest;
    if (first === undefined || second === undefined) return rest;
    const extra = { 126: 2, 127: 8 }[second & 127] ?? 0;
    if (rest.length < 2 + extra) return rest;
    const length =
      extra === 0
        ? second & 127
        : extra === 2
          ? rest.readUInt16BE(2)
          : Number(rest.readBigUInt64BE(2));
    const end = 2 + extra + length;
    if (rest.length < end) return rest;
    frames.push({ opcode: first & 15, payload: rest.subarray(2 + extra, end) });
    rest = rest.subarray(end);
  }
}
