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

/** A POST request with a body that has arrived. The body is read once, and not kept. */
export class MessageRequest implements HttpRequest {
  readonly method = 'POST';
  readonly url: string;
  readonly headers: RequestHeaders;
  readonly byteLength: number;
  #bytes: Uint8Array<ArrayBuffer> | undefined;

  constructor(url: string, headers: ReadonlyMap<string, string>, text: string) {
    this.url = url;
    this.#bytes = new TextEncoder().encode(text);
    this.byteLength = this.#bytes.byteLength;
    const all = new Map(headers)
      .set('content-type', 'application/json')
      .set('content-length', String(this.byteLength));
    this.headers = {
      get: (name) => all.get(name) ?? null,
      has: (name) => all.has(name),
      [Symbol.iterator]: () => all.entries(),
    };
  }

  get body(): IncomingBody {
    const read = async (): Promise<IteratorResult<Uint8Array>> => {
      const value = this.#take();
      return value === undefined ? { done: true, value } : { done: false, value };
    };
    return { getReader: () => ({ read, cancel: async () => undefined }) };
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    return this.#take()?.buffer ?? new ArrayBuffer(0);
  }

  #take(): Uint8Array<ArrayBuffer> | undefined {
    const bytes = this.#bytes;
    this.#bytes = undefined;
    return bytes;
  }
}
