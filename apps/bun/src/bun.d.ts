/**
 * The part of Bun that Parley uses, as https://bun.com/docs/runtime/http/server and
 * https://bun.com/docs/runtime/networking/fetch describe it. It is written by hand because Bun's own
 * types change the global types (`fetch`, `Request`, streams) of every package in this repository.
 */
declare const Bun: {
  readonly version: string;
  serve(options: BunServeOptions): BunServer;
};

interface BunServeOptions {
  readonly hostname: string;
  /** 0 lets the system choose. */
  readonly port: number;
  /** Seconds without a byte until a connection is closed; 10 by default, 255 at most, 0 for never. */
  readonly idleTimeout: number;
  /** In bytes. */
  readonly maxRequestBodySize: number;
  /** Whether a failure is answered with a page that shows its code; by default unless `NODE_ENV` is `production`. */
  readonly development?: boolean;
  /** Answers a request for which `fetch` has thrown or rejected. */
  error?(error: unknown): Response;
  /** Returns `undefined` for a request that was upgraded. */
  fetch(request: Request, server: BunServer): Promise<Response | undefined>;
  readonly websocket?: unknown;
}

/** https://bun.com/reference/bun/WebSocketHandler */
interface BunSocketHandler<Data> {
  /** In bytes. */
  readonly maxPayloadLength: number;
  /** In seconds. */
  readonly idleTimeout: number;
  readonly sendPings: boolean;
  /** In bytes; 0 for none. */
  readonly backpressureLimit: number;
  open(socket: BunSocket<Data>): void;
  message(socket: BunSocket<Data>, message: string | Uint8Array): void;
  drain(socket: BunSocket<Data>): void;
  close(socket: BunSocket<Data>): void;
}

interface BunSocket<Data> {
  readonly data: Data;
  /** Returns -1 if the text was queued because the client reads too slowly. */
  send(text: string): number;
  close(code: number): void;
}

interface BunServer {
  readonly port: number;
  requestIP(request: Request): { readonly address: string } | null;
  /** Sets the idle time-out of one request, in seconds; 0 for none. */
  timeout(request: Request, seconds: number): void;
  /** Opens a WebSocket instead of a response; false if that is not possible. */
  upgrade(
    request: Request,
    options: { readonly data: unknown; readonly headers: Readonly<Record<string, string>> },
  ): boolean;
  /** Stops accepting connections; resolves when the last one has ended. `true` ends all at once. */
  stop(closeActiveConnections?: boolean): Promise<void>;
}

/** Options of Bun's `fetch` that are not in the standard. */
interface BunFetchOptions extends RequestInit {
  /** `false` turns off the time-out of five minutes for a silent response. */
  readonly timeout: false;
  /** Leaves the body as the server has encoded it. */
  readonly decompress?: false;
}

/** Options of Bun's `fetch` for the way to a server; `proxy: false` was tried with 1.4.4. */
interface BunNetworkOptions extends RequestInit {
  readonly proxy?: string | false;
  readonly tls?: { readonly ca: readonly string[] };
}

/** The source of a stream that is written to its consumer directly; https://bun.com/docs/runtime/streams */
interface BunDirectSource {
  readonly type: 'direct';
  /** Called once, when the consumer begins; the stream ends when the result resolves. */
  pull(controller: BunStreamController): Promise<void> | undefined;
  /** Called when the consumer wants no more. */
  cancel(): void;
}

interface BunStreamController {
  /** Returns a promise when the consumer is too slow; it resolves when the text was sent. */
  write(text: string): number | Promise<number>;
  /** Sends what was written. */
  flush(): void;
  end(): void;
}
