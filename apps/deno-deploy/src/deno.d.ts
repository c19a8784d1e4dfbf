/**
 * The part of Deno that Parley uses, as https://docs.deno.com/api/deno/~/Deno.serve describes it. It is
 * written by hand because Deno's own types conflict with those of the other runtimes.
 */
declare const Deno: {
  readonly version: { readonly deno: string };
  /** @throws Error when it cannot listen on the address */
  serve(
    options: DenoServeOptions,
    handler: (request: Request, info: DenoServeInfo) => Promise<Response>,
  ): DenoServer;
  /** Seconds in which a client must answer a ping are `idleTimeout`. */
  upgradeWebSocket(
    request: Request,
    options: { readonly idleTimeout: number },
  ): { readonly socket: WebSocket; readonly response: Response };
  createHttpClient(options: {
    readonly proxy?: { readonly url: string };
    /** In PEM, trusted besides those of Deno. */
    readonly caCerts?: readonly string[];
  }): DenoHttpClient;
};

/** https://docs.deno.com/api/deno/~/Deno.createHttpClient */
interface DenoHttpClient {
  close(): void;
}

interface DenoFetchOptions extends RequestInit {
  readonly client: DenoHttpClient;
}

interface DenoServeOptions {
  readonly hostname: string;
  /** 0 lets the system choose. */
  readonly port: number;
  /** Replaces the line on standard output. */
  onListen(): void;
}

interface DenoServeInfo {
  readonly remoteAddr: { readonly hostname: string };
}

interface DenoServer {
  readonly addr: { readonly port: number };
  /** Resolves when all connections have ended. */
  readonly finished: Promise<void>;
  /** Stops accepting connections; running responses continue. */
  shutdown(): Promise<void>;
}
