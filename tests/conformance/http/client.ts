// An HTTP client that sends requests unchanged: unnormalized paths, repeated headers, any framing.
import * as http from 'node:http';
import * as https from 'node:https';
import type { IncomingMessage } from 'node:http';

/** One request. */
export interface Call {
  /** `POST` when there is a body, otherwise `GET`. */
  readonly method?: string;
  /** Sent unchanged. */
  readonly path: string;
  /** `undefined` leaves out a header that is sent otherwise. */
  readonly headers?: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Objects are sent as JSON. */
  readonly body?: object | string | Uint8Array;
  /** Sends the body chunked, in pieces of this number of bytes, instead of with its length. */
  readonly pieceBytes?: number;
  /** Sent as `Authorization: Bearer`; the target's key when absent, none when `null`. */
  readonly key?: string | null;
}

/** A response, read to its end. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** The text as JSON; `undefined` when it is not JSON. */
  readonly body: unknown;
}

/** A response whose body is not read yet. */
export interface OpenReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The body as it arrives. Can be read once. @throws Error when the connection breaks */
  readonly pieces: AsyncIterable<string>;
  /** Reads up to and including this text. @returns everything so far @throws Error when it ends first */
  readUntil(text: string): Promise<string>;
  /** Reads the rest of the body. */
  readRest(): Promise<string>;
  /** Stops reading from the connection, which causes backpressure on the other side. */
  pause(): void;
  /** Closes the connection. */
  leave(): void;
}

export interface Client {
  send(call: Call): Promise<Reply>;
  open(call: Call): Promise<OpenReply>;
  /** Sends a request and disconnects when `signal` is aborted. */
  openUntil(call: Call, signal: AbortSignal): Promise<OpenReply>;
}

export interface ClientOptions {
  /** Base URL, with or without a path. */
  readonly url: string;
  readonly key: string;
  /** Aborts everything that is still running. */
  readonly signal: AbortSignal;
}

const largestReply = 64 * 1024 * 1024;

/** Connections are shared by all clients of a process. */
const plainAgent = new http.Agent({ keepAlive: true, maxSockets: Infinity });
const tlsAgent = new https.Agent({ keepAlive: true, maxSockets: Infinity });

export function createClient({ url, key, signal }: ClientOptions): Client {
  const base = new URL(url);
  const isTls = base.protocol === 'https:';
  const { request } = isTls ? https : http;
  const agent = isTls ? tlsAgent : plainAgent;

  const sendOnce = (call: Call, leaving: AbortSignal): Promise<OpenReply> =>
    new Promise((resolve, reject) => {
      const content = toContent(call.body);
      const sent = request({
        protocol: base.protocol,
        hostname: base.hostname.replace(/^\[|\]$/g, ''),
        port: base.port,
        path: base.pathname.replace(/\/$/, '') + call.path,
        method: call.method ?? (content === undefined ? 'GET' : 'POST'),
        headers: writeHeaders(call, key, content),
        agent,
        signal: AbortSignal.any([signal, leaving]),
      });
      sent.on('response', (message) => resolve(createOpenReply(message)));
      sent.on('error', (error) =>
        reject(sent.reusedSocket ? new StaleConnectionError(error) : error),
      );
      void writeContent(sent, content, call.pieceBytes);
    });

  const openUntil = (call: Call, leaving: AbortSignal): Promise<OpenReply> =>
    sendOnce(call, leaving).catch((error: unknown) => {
      // A server may close an idle connection while a request is sent on it.
      if (!(error instanceof StaleConnectionError) || leaving.aborted || signal.aborted)
        throw error;
      return openUntil(call, leaving);
    });

  const open = (call: Call): Promise<OpenReply> => openUntil(call, signal);

  return {
    open,
    openUntil,
    async send(call) {
      const { status, headers, readRest } = await open(call);
      const text = await readRest();
      return { status, headers, text, body: parseJson(text) };
    },
  };
}

/** A reused connection closed before a response. */
class StaleConnectionError extends Error {
  constructor(cause: Error) {
    super(cause.message, { cause });
    this.name = 'StaleConnectionError';
  }
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function toContent(body: Call['body']): Uint8Array | undefined {
  if (body === undefined || body instanceof Uint8Array) return body;
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}

function writeHeaders(
  call: Call,
  targetKey: string,
  content: Uint8Array | undefined,
): http.OutgoingHttpHeaders {
  const { key = targetKey, headers = {}, pieceBytes } = call;
  const isWhole = content !== undefined && pieceBytes === undefined;
  const all: Call['headers'] = {
    ...(key !== null && { authorization: `Bearer ${key}` }),
    ...(content && { 'content-type': 'application/json' }),
    ...(isWhole && { 'content-length': String(content.length) }),
    ...Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
    ),
  };
  return Object.fromEntries(
    Object.entries(all).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, typeof value === 'string' ? value : [...value]]],
    ),
  );
}

async function writeContent(
  request: http.ClientRequest,
  content: Uint8Array | undefined,
  pieceBytes: number | undefined,
): Promise<void> {
  if (content !== undefined && pieceBytes !== undefined) {
    for (let start = 0; start < content.length && !request.destroyed; start += pieceBytes) {
      await new Promise<void>((resolve) => {
        request.write(content.subarray(start, start + pieceBytes), () => resolve());
      });
    }
    request.end();
  } else request.end(content);
}

function createOpenReply(message: IncomingMessage): OpenReply {
  const pieces = readPieces(message);
  return {
    status: message.statusCode ?? 0,
    headers: joinHeaders(message),
    pieces,
    async readUntil(text) {
      let read = '';
      while (!read.includes(text)) {
        const next = await pieces.next();
        if (next.done === true) {
          throw new Error(`The answer ended before ${JSON.stringify(text)}: ${read.slice(-300)}`);
        }
        read += next.value;
      }
      return read;
    },
    async readRest() {
      const read: string[] = [];
      for (let next = await pieces.next(); next.done !== true; next = await pieces.next()) {
        read.push(next.value);
      }
      return read.join('');
    },
    pause: () => void message.pause(),
    leave: () => void message.destroy(),
  };
}

function joinHeaders({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value = '']) => [
      name,
      typeof value === 'string' ? value : value.join(', '),
    ]),
  );
}

async function* readPieces(message: IncomingMessage): AsyncGenerator<string, undefined> {
  const decoder = new TextDecoder();
  const bytes: AsyncIterator<Buffer> = message.iterator({ destroyOnReturn: false });
  let length = 0;
  for (let next = await bytes.next(); next.done !== true; next = await bytes.next()) {
    length += next.value.length;
    if (length > largestReply) throw new Error(`The answer is larger than ${largestReply} bytes.`);
    yield decoder.decode(next.value, { stream: true });
  }
  const rest = decoder.decode();
  if (rest !== '') yield rest;
  return undefined;
}
