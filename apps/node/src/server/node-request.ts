/** A request of the Node server as core reads it, without a web `Request`. */
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { HttpRequest, RequestHeaders } from '@parley/core';

/** A host that a URL keeps as it is, with the usual ports. */
const plainHost = /^[a-z\d._-]+(?::[1-9]\d{3}|:[1-5]\d{4})?$/;

/** A path and a query that a URL keeps as they are. */
const plainTarget = /^\/[\w./:@-]*(?:\?[\w.~&=+,:@%-]*)?$/;

/** Dot segments are removed from a URL. */
const dotSegment = /\/\.{1,2}(?:[/?]|$)/;

/**
 * Reads a request. Returns `undefined` where a URL would have to be parsed or checked, which is left to the conversion
 * into a web `Request`.
 */
export function readNodeRequest(incoming: IncomingMessage): HttpRequest | undefined {
  const { url: target = '', headers } = incoming;
  const { host = '' } = headers;
  if (!plainHost.test(host) || !plainTarget.test(target) || dotSegment.test(target)) {
    return undefined;
  }
  return new NodeRequest(incoming, `http://${host}${target}`);
}

class NodeRequest implements HttpRequest {
  readonly url: string;
  readonly headers: RequestHeaders;
  readonly #incoming: IncomingMessage;

  constructor(incoming: IncomingMessage, url: string) {
    this.url = url;
    this.headers = readHeaders(incoming.rawHeaders);
    this.#incoming = incoming;
  }

  get method(): string {
    return this.#incoming.method ?? '';
  }

  get body(): Request['body'] {
    // Node declares the same stream with types of its own.
    const stream: unknown = Readable.toWeb(this.#incoming);
    return stream as Request['body'];
  }

  arrayBuffer(): Promise<ArrayBuffer> {
    const incoming = this.#incoming;
    if (incoming.destroyed) return Promise.reject(new Error('The client disconnected.'));
    const pieces: Buffer[] = [];
    return new Promise((resolve, reject) => {
      incoming.on('data', (piece: Buffer) => pieces.push(piece));
      incoming.once('end', () => {
        resolve(joinBuffers(pieces));
      });
      incoming.once('error', reject);
    });
  }
}

function joinBuffers(pieces: readonly Buffer[]): ArrayBuffer {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const whole = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole.buffer;
}

/** RFC 6265 section 5.4 and RFC 9110 section 5.3. */
function separatorOf(name: string): string {
  return name === 'cookie' ? '; ' : ', ';
}

/**
 * Joins repeated headers, as a web `Headers` does. Node's own table leaves some of them out.
 * @param raw names and values in turn
 */
function readHeaders(raw: readonly string[]): RequestHeaders {
  const values = new Map<string, string>();
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = (raw[index] ?? '').toLowerCase();
    const value = raw[index + 1] ?? '';
    const known = values.get(name);
    values.set(name, known === undefined ? value : known + separatorOf(name) + value);
  }
  return {
    get: (name) => values.get(name) ?? null,
    has: (name) => values.has(name),
    [Symbol.iterator]: () => values[Symbol.iterator](),
  };
}
