/** A request of the Node server as core reads it, without a web `Request`. */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { HttpRequest, IncomingBody, RequestHeaders } from '@parley/core';

/** A host that a URL keeps as it is, with the usual ports. */
const plainHost = /^[a-z\d._-]+(?::(?:[1-9]\d{3}|[1-5]\d{4}|6[0-4]\d{3}))?$/;

/** Stands for a host that is not named: HTTP/1.0 does not require the header, and in HTTP/1.1 it may be empty. */
export const unnamedHost = 'localhost';

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
  const host = headers.host || unnamedHost;
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
    this.headers = new NodeHeaders(incoming.headers);
    this.#incoming = incoming;
  }

  get method(): string {
    return this.#incoming.method ?? '';
  }

  /** Without a web stream, which copies each piece. */
  get body(): IncomingBody {
    const pieces = this.#incoming.iterator({ destroyOnReturn: false });
    return {
      getReader: () => ({
        read: () => pieces.next() as Promise<IteratorResult<Buffer, undefined>>,
        cancel: async () => pieces.return?.(),
      }),
    };
  }

  arrayBuffer(): Promise<ArrayBuffer> {
    const incoming = this.#incoming;
    if (incoming.destroyed) return Promise.reject(new Error('The client disconnected.'));
    // Nobody else reads it, so all of it waits to be read.
    if (incoming.complete) return Promise.resolve(readWhole(incoming));
    const pieces: Buffer[] = [];
    return new Promise((resolve, reject) => {
      const collect = (piece: Buffer): void => {
        pieces.push(piece);
      };
      incoming.on('data', collect);
      incoming.once('error', reject);
      incoming.once('end', () => {
        // The request lives as long as its response; its listeners would keep the body for as long.
        incoming.off('data', collect);
        incoming.off('error', reject);
        resolve(joinBuffers(pieces));
      });
    });
  }
}

/** From Node 26 on, each `read` returns one piece. */
function readWhole(incoming: IncomingMessage): ArrayBuffer {
  const pieces: Buffer[] = [];
  for (;;) {
    const piece = incoming.read() as Buffer | null;
    if (piece === null) return joinBuffers(pieces);
    pieces.push(piece);
  }
}

/** A body of one piece is not copied: Node's parser has made a buffer of its own for it. */
function joinBuffers(pieces: readonly Buffer[]): ArrayBuffer {
  const [first] = pieces;
  if (pieces.length === 1 && first?.buffer instanceof ArrayBuffer) {
    const { buffer, byteLength } = first;
    if (buffer.byteLength === byteLength) return buffer;
  }
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const whole = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole.buffer;
}

/** Node's table of headers, which must have been made with `joinDuplicateHeaders`, as a web `Headers` reads it. */
class NodeHeaders implements RequestHeaders {
  readonly #table: IncomingHttpHeaders;

  constructor(table: IncomingHttpHeaders) {
    this.#table = table;
  }

  get(name: string): string | null {
    const value: unknown = this.#table[name];
    if (typeof value === 'string') return value;
    // Only `set-cookie` is a list; anything else is inherited from `Object`.
    return Array.isArray(value) ? value.join(', ') : null;
  }

  has(name: string): boolean {
    return Object.hasOwn(this.#table, name);
  }

  *[Symbol.iterator](): Iterator<[string, string]> {
    for (const name of Object.keys(this.#table)) yield [name, this.get(name) ?? ''];
  }
}
