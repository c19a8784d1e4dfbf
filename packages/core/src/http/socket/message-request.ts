/** The request that a message of a WebSocket stands for, as the pipeline reads it. */
import type { HttpRequest, IncomingBody, RequestHeaders } from '../../ports.ts';

/** Headers of a handshake that belong to the connection, and those of a body, which it does not have. */
const handshakeHeaders =
  /^(?:connection|upgrade|sec-websocket-.*|content-.*|transfer-encoding|expect)$/;

/** The headers of a handshake that hold for each request of its connection. */
export function keepHeaders(headers: RequestHeaders): ReadonlyMap<string, string> {
  return new Map(
    [...headers]
      .map(([name, value]) => [name.toLowerCase(), value] as const)
      .filter(([name]) => !handshakeHeaders.test(name)),
  );
}

/** A POST request with a body that has arrived. */
export class MessageRequest implements HttpRequest {
  readonly method = 'POST';
  readonly url: string;
  readonly headers: RequestHeaders;
  readonly #bytes: Uint8Array<ArrayBuffer>;

  constructor(url: string, headers: ReadonlyMap<string, string>, text: string) {
    this.url = url;
    this.#bytes = new TextEncoder().encode(text);
    const all = new Map(headers)
      .set('content-type', 'application/json')
      .set('content-length', String(this.#bytes.byteLength));
    this.headers = {
      get: (name) => all.get(name) ?? null,
      has: (name) => all.has(name),
      [Symbol.iterator]: () => all.entries(),
    };
  }

  get body(): IncomingBody {
    const pieces = [this.#bytes].values();
    return {
      getReader: () => ({ read: async () => pieces.next(), cancel: async () => undefined }),
    };
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    return this.#bytes.buffer;
  }
}
