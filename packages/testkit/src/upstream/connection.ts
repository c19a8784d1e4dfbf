/** Serves one connection of the scripted upstream: reads requests and plays the script's steps. */
import type { Socket } from 'node:net';
import { send } from '../behaviour.ts';
import type { Behaviour, Step } from '../behaviour.ts';
import { createByteReader } from '../wire/byte-reader.ts';
import { MalformedMessageError } from '../wire/head.ts';
import { readRequest } from '../wire/request-reader.ts';
import type { WireRequest } from '../wire/request-reader.ts';
import type { Holds } from './holds.ts';
import { layOut } from './layout.ts';
import { playSteps } from './player.ts';
import type { PlayerContext } from './player.ts';
import type { RequestRecord } from './scripted-request.ts';

/** The interface of the upstream that a connection uses. */
export interface ConnectionHost {
  readonly holds: Holds;
  readonly maximumRequestBytes: number;
  readonly halfOpen: boolean;
  /** Returns the steps to play instead of reading a request, if the script has any. */
  takeAccept(): readonly Step[] | undefined;
  record(request: WireRequest): RequestRecord;
  choose(request: RequestRecord): Behaviour;
  /** Called when a recorded request changes. */
  onChange(): void;
  /** Called when a script throws, which is a mistake in the test. */
  onFailure(error: unknown): void;
}

/** Bytes that a client may send ahead, besides the content of one request. */
const headRoom = 64 * 1024;

/** Serves one connection until it ends. Never rejects. */
export async function serveConnection(socket: Socket, host: ConnectionHost): Promise<void> {
  const over = new AbortController();
  const reader = createByteReader();
  const context: PlayerContext = { socket, reader, holds: host.holds, signal: over.signal };
  let current: RequestRecord | undefined;

  function endConnection(): void {
    reader.end();
    over.abort();
    host.onChange();
  }
  /** A FIN or an error is caused by the client; a `close` alone is caused by this side. */
  function leave(): void {
    if (current && current.endedAt === undefined) current.closedByClientAt ??= performance.now();
    endConnection();
  }
  function takeFin(): void {
    const unanswered = current !== undefined && current.endedAt === undefined;
    if (host.halfOpen && unanswered) {
      reader.end();
      return;
    }
    leave();
    socket.destroy();
  }
  function takeBytes(bytes: Uint8Array): void {
    reader.push(bytes);
    // After this side's FIN there are no responses, and a client that keeps sending gets a reset.
    if (socket.writableEnded || reader.buffered > host.maximumRequestBytes + headRoom) {
      socket.resetAndDestroy();
    }
  }

  socket.setNoDelay(true);
  socket.on('error', leave).on('close', endConnection).on('end', takeFin).on('data', takeBytes);
  try {
    await serveRequests(context, host, (request) => (current = request));
    socket.end();
  } catch (error) {
    host.onFailure(error);
    socket.destroy();
  }
}

async function serveRequests(
  context: PlayerContext,
  host: ConnectionHost,
  onRequest: (request: RequestRecord) => void,
): Promise<void> {
  const accept = host.takeAccept();
  if (accept) await playSteps(context, accept);
  while (!context.signal.aborted) {
    const wire = await receive(context, host);
    if (!wire) return;
    const request = host.record(wire);
    onRequest(request);
    await answer(context, host, { wire, request });
  }
}

/** Reads the next request. A malformed one gets an error response and ends the connection. */
async function receive(
  context: PlayerContext,
  host: ConnectionHost,
): Promise<WireRequest | undefined> {
  const sendContinue = () => void context.socket.write('HTTP/1.1 100 Continue\r\n\r\n');
  try {
    return await readRequest(context.reader, {
      maximumBytes: host.maximumRequestBytes,
      sendContinue,
    });
  } catch (error) {
    if (!(error instanceof MalformedMessageError)) throw error;
    await playSteps(context, refuse(error));
    return undefined;
  }
}

function refuse(error: MalformedMessageError): readonly Step[] {
  const length = Buffer.byteLength(error.message);
  const head = `HTTP/1.1 ${error.status} Refused\r\ncontent-type: text/plain\r\n`;
  const framing = `content-length: ${length}\r\nconnection: close\r\n\r\n`;
  return [send(head + framing + error.message), { step: 'finish' }];
}

async function answer(
  context: PlayerContext,
  host: ConnectionHost,
  asked: { readonly wire: WireRequest; readonly request: RequestRecord },
): Promise<void> {
  const { wire, request } = asked;
  await playSteps(context, layOut(host.choose(request), wire), {
    onSend: (bytes) => (request.bytesSent += bytes),
    onEnd: () => {
      request.endedAt ??= performance.now();
      host.onChange();
    },
  });
}
