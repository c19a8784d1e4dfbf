/**
 * The part of Deno that Parley uses, as https://docs.deno.com/api/deno/~/Deno.serve describes it. It is
 * written by hand because Deno's own types are a whole platform's and clash with those of the others.
 */
declare const Deno: {
  readonly version: { readonly deno: string };
  /** @throws Error when it cannot listen there */
  serve(
    options: DenoServeOptions,
    handler: (request: Request, info: DenoServeInfo) => Promise<Response>,
  ): DenoServer;
};

interface DenoServeOptions {
  readonly hostname: string;
  /** 0 lets the system choose. */
  readonly port: number;
  /** Ends all connections at once. */
  readonly signal: AbortSignal;
  /** Is called in place of a line on standard output. */
  onListen(): void;
}

interface DenoServeInfo {
  readonly remoteAddr: { readonly hostname: string };
}

interface DenoServer {
  readonly addr: { readonly port: number };
  /** Resolves when all connections have ended. */
  readonly finished: Promise<void>;
  /** Takes no new connections and lets running answers end. */
  shutdown(): Promise<void>;
}
