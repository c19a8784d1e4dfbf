import type { Settlement } from './store/index.ts';

/** One HTTP request towards an upstream. */
export interface UpstreamCall {
  readonly method: 'GET' | 'POST';
  /** Absolute, built from configuration only. */
  readonly url: string;
  /** Lower-case names; already an allow-list. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Aborting ends the call at once, also while its body is read. */
  readonly signal: AbortSignal;
}

/** The bytes of an upstream's answer, pulled one chunk at a time: not pulling is back-pressure. */
export interface UpstreamBody {
  /** The next chunk; `undefined` at the end. Rejects when the connection breaks. */
  read(): Promise<Uint8Array | undefined>;
  /** Gives the connection back or closes it; never throws, may be called more than once. */
  cancel(): void;
}

export interface UpstreamAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: UpstreamBody;
  /** Whether an earlier call had used the connection; absent where the transport does not know. */
  readonly reusedConnection?: boolean;
}

/**
 * How core calls an upstream. The default is the global `fetch`; a host may lend a cheaper one.
 * Every implementation passes the same suite: redirects are not followed, a coded body arrives
 * decoded, an abort ends the call, and a broken connection rejects with `UpstreamConnectionError`.
 */
export interface UpstreamTransport {
  /** Resolves when the answer's head has arrived. @throws UpstreamConnectionError */
  send(call: UpstreamCall): Promise<UpstreamAnswer>;
  close(): Promise<void>;
}

/** The connection failed, before or during the answer. */
export class UpstreamConnectionError extends Error {
  /** True when no byte of an answer came and the request may be sent again on a new connection. */
  readonly beforeAnswer: boolean;

  constructor(beforeAnswer: boolean, cause: unknown) {
    super('The connection to the upstream failed.', { cause });
    this.name = 'UpstreamConnectionError';
    this.beforeAnswer = beforeAnswer;
  }
}

/**
 * Where a relay writes a streamed answer. A host that has something cheaper than a web stream
 * lends one with the request; without it core wraps the relay into a `ReadableStream`.
 */
export interface ReplySink {
  /** Sends the head. Called once, before anything else. */
  open(status: number, headers: Readonly<Record<string, string>>): void;
  /** Sends text at once. Gives a promise when the client reads too slowly; wait for it. */
  write(text: string): Promise<void> | undefined;
  /** Ends the answer normally. */
  end(): void;
  /** Calls back once when the client has gone before `end`. */
  onClose(listener: () => void): void;
}

/** What a host may lend with a request. */
export interface Host {
  readonly sink?: ReplySink;
  /** The caller's network address, for logs and limits. */
  readonly address?: string;
  /**
   * Whether the request came through a proxy that is trusted: its `x-forwarded-proto` and
   * `x-forwarded-host` then tell by which address the caller knows the gateway.
   */
  readonly proxied?: boolean;
  /**
   * Aborts when the caller has left, whenever that is. A host lends it that does not cancel the body of
   * a response then, such as Workers, whose request has such a signal.
   */
  readonly departure?: AbortSignal;
  /**
   * Keeps the host running until the work has ended, even when the response has ended before or its
   * caller has left. A host that may stop with the response lends it, such as `ctx.waitUntil` of Workers.
   * Absent where the process goes on anyway. The work never rejects.
   */
  readonly waitUntil?: (work: Promise<unknown>) => void;
}

/**
 * Where ends of exchanges wait on a disk while the store is down, so that a process which dies meanwhile
 * loses none. A host without a disk lends none; then they wait in memory.
 */
export interface SettlementOutbox {
  /** Resolves when it is on the disk. Rejects when the disk does not take it. */
  append(settlement: Settlement): Promise<void>;
  /** What others left behind, oldest first; parts that are damaged are left out. */
  readLeft(): Promise<readonly Settlement[]>;
  /** Forgets what was appended and read: the store has all of it. */
  clear(): Promise<void>;
}

/** Clocks are lent, so that tests can move them. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Milliseconds from an arbitrary start; never goes back. */
  monotonic(): number;
}

export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/** The fields of a log line, in snake_case. They hold no secret, no prompt and no upstream address. */
export type LogFields = Readonly<Record<string, unknown>>;

/** Where core reports what a caller must not see. */
export interface Logger {
  (level: LogLevel, message: string, fields?: LogFields): void;
  /**
   * Writes a debug line. Absent when debug lines are turned off, so that `log.debug?.(message, { … })`
   * then builds no fields.
   */
  readonly debug?: (message: string, fields: LogFields) => void;
}
