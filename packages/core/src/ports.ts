/**
 * The interfaces that a host may implement: transport, sink, outbox, decoder, clock, load monitor and logger; core
 * calls them.
 */
import type { Settlement } from './store/index.ts';

/** Headers that are sent, by their lower-case names. */
export type HeaderRecord = Readonly<Record<string, string>>;

/** The way to an upstream. */
export interface UpstreamNetwork {
  /**
   * The URL of an HTTP proxy, which may contain a user and a password, or `none` for no proxy. If absent, the
   * transport decides, for instance by `HTTPS_PROXY`.
   */
  readonly proxy?: string;
  /** Certificates in PEM that are trusted besides those of the runtime. */
  readonly ca?: string;
}

/** One HTTP request to an upstream. */
export interface UpstreamCall {
  readonly method: 'GET' | 'POST';
  /** Absolute; built only from the configuration. */
  readonly url: string;
  /** Lower-case names; only headers that may be sent to the upstream. */
  readonly headers: HeaderRecord;
  /** Text is sent in UTF-8. */
  readonly body?: string | Uint8Array<ArrayBuffer>;
  /** Absent when the upstream configures neither a proxy nor certificates. */
  readonly network?: UpstreamNetwork;
  /** Aborting ends the call at once, also while its body is read. */
  readonly signal: AbortSignal;
  /**
   * To be called when the whole request has been sent: the upstream may bill it from then on, whoever waits
   * for the response. A transport that cannot tell calls it when its HTTP client has the request.
   */
  readonly onSent?: () => void;
}

/** The body of an upstream's response, read one chunk at a time; not reading applies back-pressure. */
export interface UpstreamBody {
  /** The next chunk; `undefined` at the end. Rejects when the connection breaks. */
  read(): Promise<Uint8Array | undefined>;
  /** Releases the connection or closes it; never throws, may be called more than once. */
  cancel(): void;
}

/** The response of an upstream, with its body still unread. */
export interface UpstreamResponse {
  readonly status: number;
  /** Read by names in lower case. */
  readonly headers: Pick<Headers, 'get'>;
  readonly body: UpstreamBody;
  /** Whether an earlier call had used the connection; absent where the transport does not know. */
  readonly reusedConnection?: boolean;
}

/**
 * How core calls an upstream. Uses the global `fetch` by default; a host may provide a faster transport.
 * Every implementation passes the same suite: it does not follow redirects, decodes a compressed body, ends
 * the call on abort, and rejects with `UpstreamConnectionError` when the connection breaks.
 */
export interface UpstreamTransport {
  /** Resolves when status and headers have arrived. @throws UpstreamConnectionError */
  send(call: UpstreamCall): Promise<UpstreamResponse>;
  close(): Promise<void>;
}

/** The connection failed before or during the response. The message may be shown to clients. */
export class UpstreamConnectionError extends Error {
  /** True when no byte of a response arrived, so the request may be sent again on a new connection. */
  readonly beforeResponse: boolean;
  /** Why, such as `its proxy answered with status 407`, if known; without a URL or a credential. */
  readonly reason: string | undefined;

  constructor(beforeResponse: boolean, cause: unknown, reason?: string) {
    const because = reason === undefined ? '' : `, because ${reason}`;
    super(`The connection to the upstream failed${because}.`, { cause });
    this.name = 'UpstreamConnectionError';
    this.beforeResponse = beforeResponse;
    this.reason = reason;
  }
}

/** The reason of a failure that is no fault of the upstream: the process may open no further connection. */
export const tooManyFiles = 'the gateway has too many open files';

/** The headers of a request; those of a web `Request` are such. */
export interface RequestHeaders extends Iterable<readonly [name: string, value: string]> {
  /** The value of a header, by its name in lower case; several values are joined by a comma. */
  get(name: string): string | null;
  has(name: string): boolean;
}

/**
 * What core reads of a request to one of its endpoints. A web `Request` is one; a host whose runtime has something
 * cheaper passes that to `Gateway.answer`.
 */
export interface HttpRequest {
  readonly method: string;
  /** Absolute. */
  readonly url: string;
  readonly headers: RequestHeaders;
  /** Aborts when the client disconnects; absent where the sink of the host reports that. */
  readonly signal?: AbortSignal;
  /** Absent where a web `Request` has none. */
  readonly body: IncomingBody | null;
  /** Reads the whole body. Rejects when it breaks off. */
  arrayBuffer(): Promise<ArrayBuffer>;
}

/** A body that is read piece by piece; that of a web `Request` is one. */
export interface IncomingBody {
  getReader(): IncomingBodyReader;
}

/** Reads a body once; a `ReadableStreamDefaultReader` is one. */
export interface IncomingBodyReader {
  /** The next piece. Rejects when the body breaks off. */
  read(): Promise<IteratorResult<Uint8Array, unknown>>;
  /** Ends the reading; the rest of the body is not needed. */
  cancel(): Promise<unknown>;
}

/**
 * Where core writes a response, above all a streamed one. A host whose runtime has something faster than a web stream
 * provides a sink with the request; otherwise core returns the stream as a `ReadableStream`.
 */
export interface ReplySink {
  /** Sends status and headers. Called once, before any other method. */
  open(status: number, headers: HeaderRecord): void;
  /** Sends text at once. Returns a promise to wait for when the client reads too slowly. */
  write(text: string): Promise<void> | undefined;
  /**
   * Ends the response normally. A `failed` stream has ended with an error, after which a host that is able to closes the
   * connection (specification section 6).
   */
  end(outcome: 'completed' | 'failed'): void;
  /** Calls the listener once if the client disconnects before `end`. */
  onClose(listener: () => void): void;
  /**
   * Sends a response that is not streamed, in one write, instead of `open`, `write` and `end`. Where it is absent, such
   * a response is returned as a `Response`.
   */
  respond?(status: number, headers: HeaderRecord, text: string): void;
}

/** A sink that takes every response. */
export type WholeSink = ReplySink & Required<Pick<ReplySink, 'respond'>>;

/** The side of a WebSocket that a host provides to core. */
export interface MessageSocket {
  /** Sends a text message; does nothing once it is closed. Returns a promise to wait for when the client reads too slowly. */
  send(text: string): Promise<void> | undefined;
  /** Closes it with a code of RFC 6455, section 7.4.1, after what was sent. */
  close(code: number): void;
}

/** The side of a WebSocket that core provides to a host. */
export interface SocketReceiver {
  /**
   * Tells that bytes of the client have arrived, before `receive` gets the message that they end. Large messages then
   * count against the limit of all request bodies, and must arrive in time. For hosts that know it.
   */
  noteArrival(bytes: number): void;
  /** Takes a message, in the order of arrival; `undefined` stands for one that is not text. */
  receive(text: string | undefined): void;
  /** The WebSocket has closed, whoever has closed it. May be called more than once. */
  closed(): void;
}

/** A WebSocket whose client may open it. */
export interface AcceptedSocket {
  /** Maximum size of a message, in bytes: the host closes a WebSocket with a larger one. */
  readonly maximumBytes: number;
  /** To be called once it is open. */
  open(socket: MessageSocket): SocketReceiver;
}

/** A response that is not streamed. */
export interface WholeResponse {
  readonly status: number;
  readonly headers: HeaderRecord;
  readonly text: string;
}

/** What a host may pass along with a request. */
export interface Host {
  readonly sink?: ReplySink | undefined;
  /** The client's network address, for logs and limits. */
  readonly address?: string | undefined;
  /**
   * Whether the request came through a trusted proxy, so that `x-forwarded-proto` and `x-forwarded-host`
   * contain the public origin of the gateway.
   */
  readonly proxied?: boolean | undefined;
  /**
   * Aborts when the client disconnects, before or during the response. Needed on hosts that do not cancel
   * the body of the response then, such as Workers.
   */
  readonly departure?: AbortSignal | undefined;
  /**
   * Aborts when the host is about to stop running the request, for hosts that limit its time, such as Lambda. The response
   * then ends with an error, as at a time-out of the upstream.
   */
  readonly deadline?: AbortSignal;
  /**
   * Keeps the host running until the work has ended, even after the response has ended or the client has
   * disconnected. For hosts that may stop with the response, such as `ctx.waitUntil` of Workers; absent
   * where the process keeps running anyway. The work never rejects.
   */
  readonly waitUntil?: ((work: Promise<unknown>) => void) | undefined;
}

/** Whether timers run between two requests: a host that stops work with the response stops them, too. */
export function hasTimers({ waitUntil }: Host): boolean {
  return waitUntil === undefined;
}

/**
 * Keeps settlements on disk until the store has them, so that none is lost if the process crashes. A host
 * without a disk provides none; the end of an exchange then waits for the store.
 */
export interface SettlementOutbox {
  /**
   * Resolves when the settlement is written and survives the process; rejects when it cannot be written.
   * @param id of the exchange
   * @param text of `encodeSettlement`
   */
  append(id: string, text: string): Promise<void>;
  /** Resolves when everything that was appended survives a power cut, too. */
  sync(): Promise<void>;
  /** Takes over the settlements that other processes left, oldest first; damaged entries are skipped. */
  readLeft(): Promise<readonly Settlement[]>;
  /**
   * Drops settlements that were appended or read, by the ids of their exchanges, because the store has them.
   * Never rejects: what stays in the outbox is settled twice, which changes nothing.
   */
  remove(ids: readonly string[]): Promise<void>;
  /** Ends it. What was not removed stays for the next process. Never rejects. */
  close(): Promise<void>;
}

/**
 * Decodes a whole request body from one content coding, such as `br`.
 * @param limit maximum number of decoded bytes; decoding stops there
 * @throws RangeError for a longer body, another error for a damaged one
 */
export type ContentDecoder = (
  bytes: Uint8Array<ArrayBuffer>,
  limit: number,
) => Promise<Uint8Array<ArrayBuffer>>;

/** The source of time; tests replace it to advance the time. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Milliseconds from an arbitrary start; never goes back. */
  monotonic(): number;
}

/** How loaded a process is. What a host cannot measure is absent. */
export interface ProcessLoad {
  /** How late the event loop runs what is due, in milliseconds. */
  readonly delayMs?: number;
  /** The share of the heap's limit that is used, 0 to 1. */
  readonly heapShare?: number;
}

/** Measures the process, so that core can refuse new exchanges before running ones suffer. */
export interface LoadMonitor {
  /** Called for every exchange, so it must be cheap. */
  measure(): ProcessLoad;
}

/** In ascending order; a host writes the lines of one level and of those above it. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/** The fields of a log line, in snake_case, without secrets, prompts and base URLs of upstreams. */
export type LogFields = Readonly<Record<string, unknown>>;

/** Where core reports what a client must not see. */
export interface Logger {
  (level: LogLevel, message: string, fields?: LogFields): void;
  /**
   * Writes a debug line. Absent when debug lines are turned off, so that `log.debug?.(message, { … })`
   * then builds no fields.
   */
  readonly debug?: (message: string, fields: LogFields) => void;
  /** Whether lines of a level are written, so that the fields of others need not be built; absent when all are. */
  readonly isWritten?: (level: LogLevel) => boolean;
}
