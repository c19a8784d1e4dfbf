import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { directReads } from './direct-reads.ts';

/** Milliseconds after which what is waited for will never come, also on a busy machine. */
const patienceMs = 30_000;

const server = createServer((socket) => {
  peer = socket;
});
let peer: Socket;
let socket: Socket;

afterEach(() => {
  socket.destroy();
  peer.destroy();
  server.close();
});

async function open(): Promise<void> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  socket = connect({ port, host: '127.0.0.1', onread: directReads });
  await Promise.all([once(socket, 'connect'), once(server, 'connection')]);
}

/** Reads like undici: everything at each `readable`, unless it is paused. */
function createReader() {
  const reader = {
    pieces: [] as Buffer[],
    /** How many bytes the stream held at each event. */
    queued: [] as number[],
    isPaused: false,
    isEnded: false,
    get text() {
      return Buffer.concat(reader.pieces).toString();
    },
    readAll() {
      while (!reader.isPaused) {
        const piece: unknown = socket.read();
        if (!Buffer.isBuffer(piece)) return;
        reader.pieces.push(piece);
      }
    },
  };
  socket.on('readable', () => {
    reader.queued.push(socket.readableLength);
    reader.readAll();
  });
  socket.on('end', () => (reader.isEnded = true));
  return reader;
}

describe('reads past the buffer of a stream', () => {
  it('keep what arrives before anyone listens', async () => {
    await open();
    peer.write('early');
    await nextTurn();
    await nextTurn();
    const reader = createReader();
    peer.end(', late');
    await vi.waitFor(() => {
      expect(reader.isEnded).toBe(true);
    }, patienceMs);
    expect(reader.text).toBe('early, late');
  });

  it('lose nothing while the listener does not read, and then stop the connection', async () => {
    await open();
    const reader = createReader();
    reader.isPaused = true;
    const bytes = Buffer.alloc(16 * 1024 * 1024, 'abcdefghijk');
    peer.end(bytes);
    await vi.waitFor(() => {
      expect(socket.readableLength).toBeGreaterThanOrEqual(16 * 1024);
    }, patienceMs);
    expect(socket.readableLength).toBeLessThan(256 * 1024);
    expect(reader.isEnded).toBe(false);
    reader.isPaused = false;
    reader.readAll();
    await vi.waitFor(() => {
      expect(reader.isEnded).toBe(true);
    }, patienceMs);
    expect(Buffer.concat(reader.pieces).equals(bytes)).toBe(true);
  });

  it('come after a single byte that the listener has left', async () => {
    await open();
    const reader = createReader();
    reader.isPaused = true;
    peer.write('a');
    await vi.waitFor(() => {
      expect(socket.readableLength).toBe(1);
    }, patienceMs);
    reader.isPaused = false;
    peer.write('b');
    await vi.waitFor(() => {
      expect(reader.text).toHaveLength(2);
    }, patienceMs);
    expect(reader.text).toBe('ab');
  });

  it('return each chunk at once, which later ones do not overwrite', async () => {
    await open();
    const reader = createReader();
    const reads = new Set<unknown>();
    for (const text of ['one ', 'two ', 'three']) {
      peer.write(text);
      await vi.waitFor(() => {
        expect(reader.text.endsWith(text)).toBe(true);
      }, patienceMs);
      reads.add(socket.read);
    }
    expect(reads.size).toBe(1);
    expect(reader.text).toBe('one two three');
    expect(reader.queued).toEqual([0, 0, 0]);
  });
});
