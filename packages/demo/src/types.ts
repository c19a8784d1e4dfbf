/**
 * The call and the response of the demo. The types match the upstream transport of `@parley/core`, which
 * imports this package and is therefore not imported here.
 */

/** One HTTP request. */
export interface DemoCall {
  readonly method: 'GET' | 'POST';
  /** Absolute; the query is ignored. */
  readonly url: string;
  /** JSON text, also in UTF-8; absent for `GET`. */
  readonly body?: string | Uint8Array;
  /** An abort ends the call at once, also while its response is read. */
  readonly signal: AbortSignal;
}

/** The bytes of a response, read one chunk at a time. */
export interface DemoBody {
  /** Resolves to the next chunk, or to `undefined` at the end. Rejects with the reason of an abort. */
  read(): Promise<Uint8Array | undefined>;
  /** Ends the body. Never throws; may be called more than once. */
  cancel(): void;
}

/** The response to a call. */
export interface DemoAnswer {
  readonly status: number;
  /** Read by names in lower case. */
  readonly headers: Pick<Headers, 'get'>;
  readonly body: DemoBody;
}

/** Responds to calls without a network. */
export interface DemoTransport {
  /** Rejects only with the reason of an abort. */
  send(call: DemoCall): Promise<DemoAnswer>;
  close(): Promise<void>;
}
