// The contract that every dialect fulfils, and what gateways exchange with it.
import type { DialectId } from './canonical/dialect.ts';
import type { GatewayError } from './canonical/error.ts';
import type { CanonicalEvent } from './canonical/event.ts';
import type { Note, Translated } from './canonical/note.ts';
import type { CanonicalReply } from './canonical/reply.ts';
import type { CanonicalRequest } from './canonical/request.ts';
import type { Usage } from './canonical/usage.ts';
import type { NameMap } from './history/names.ts';
import type { JsonScan } from './json/scan.ts';
import type { JsonObject, JsonValue } from './json/value.ts';
import type { Profile } from './profiles/profile.ts';
import type { Redact } from './redaction/redaction.ts';
import type { SseFrame } from './sse/frame.ts';
import type { DialectWire, RequestAddress } from './wire.ts';

/** What an encoder must know of the upstream it writes for. */
export interface RequestTarget {
  /** The upstream's own model name. */
  readonly model: string;
  /** Who runs the upstream: provider state goes only to the vendor that made it. */
  readonly vendor: string;
  /** What the model accepts. */
  readonly profile: Profile;
}

/** A request as an upstream gets it. */
export interface EncodedRequest {
  readonly body: JsonObject;
  /** Tool names that had to change on the way up, to be restored on the way down. */
  readonly names: NameMap;
}

/** What a decoder must know of the upstream that answered. */
export interface ReplySource {
  readonly vendor: string;
  /** Takes out of the upstream's errors what callers must not see; without it, by shape alone. */
  readonly redact?: Redact;
}

/** What an encoder must know of the request it answers. The protocol makes no ids and reads no clock. */
export interface ReplyTarget {
  /** The model name as the caller wrote it. */
  readonly model: string;
  /** Unique characters for ids, `[A-Za-z0-9]`; the encoder adds its format's prefix. */
  readonly id: string;
  /** Seconds since 1970. */
  readonly createdAt: number;
  /** Gives the time when the answer is complete, in seconds since 1970; without it no time is given. */
  readonly completedAt?: () => number;
  readonly names: NameMap;
  /** Whether a chat stream ends with a usage chunk. */
  readonly includeUsage: boolean;
  /** The request that is answered, for formats whose replies repeat it or depend on its tools. */
  readonly request?: CanonicalRequest;
}

/** Reads one upstream stream. Synchronous, no timers; one frame may give none or many events. */
export interface StreamDecoder {
  /** Takes the next frame. Faults of the stream are `failure` events, nothing is thrown. */
  push(frame: SseFrame): readonly CanonicalEvent[];
  /** The upstream closed. Without its own proof of completeness this gives a `failure`. */
  end(): readonly CanonicalEvent[];
  readonly notes: readonly Note[];
}

/** Writes one client stream. After `end` or `fail` it must not be used again. */
export interface StreamEncoder {
  /** Takes every event but `reply-end` and `failure`, which are `end` and `fail`. */
  push(event: CanonicalEvent): readonly SseFrame[];
  /** The last frames of a complete answer, end mark included. */
  end(): readonly SseFrame[];
  /** The error event that ends a broken answer; no end mark follows it. */
  fail(error: GatewayError): readonly SseFrame[];
  readonly notes: readonly Note[];
}

/** What to do with one frame of a same-dialect stream. */
export type ObserverStep =
  | { readonly action: 'relay'; readonly text: string }
  | { readonly action: 'drop' }
  /** The end mark: to be written once the exchange is settled. */
  | { readonly action: 'end'; readonly text: string }
  /** The upstream failed; `text` is the error event for the caller. */
  | { readonly action: 'fail'; readonly text: string; readonly error: GatewayError };

/** Watches a same-dialect stream go by: reads usage and the end, leaves the frames as they are. */
export interface StreamObserver {
  /** Takes the next frame and says what to do with it. */
  push(frame: SseFrame): ObserverStep;
  /** The upstream closed: `end` when the answer was complete all the same, else `fail`. */
  end(): ObserverStep;
  /** The error event for a failure of ours in the middle of the stream. */
  fail(error: GatewayError): string;
  /**
   * Ends the answer here although its upstream goes on: the frames that close what is open, the
   * output limit as the reason, this usage, and the end mark. Nothing may be pushed after it.
   */
  cut(usage: Usage): string;
  readonly usage: Usage | undefined;
  /** True once the answer's own content has begun. */
  readonly started: boolean;
}

/** What an observer must know of the request whose answer passes by. */
export interface ObserverTarget {
  /** The model name that the answer shows instead of the upstream's own. */
  readonly model: string;
  /** False to hide a usage chunk that the caller did not ask for. */
  readonly includeUsage: boolean;
  /** Gets the text that the model writes; without it frames with content need not be read. */
  readonly onText?: OnText;
  /** True to remember what `cut` must repeat, which in one dialect is the whole answer. */
  readonly mayBeCut?: boolean;
  /** As in `ReplySource`. */
  readonly redact?: Redact;
}

/** What a gateway must know of a whole reply that it passes on. */
export interface ReadReply {
  readonly usage: Usage | undefined;
  /** Top-level fields that redaction changed, to be written in place of the upstream's own. */
  readonly redacted?: JsonObject;
}

/** An HTTP error answer of an upstream, read in full. */
export interface ErrorReply {
  /** 400 to 599. */
  readonly status: number;
  readonly headers: Headers;
  /** Parsed JSON where it is JSON, else the text. */
  readonly body: JsonValue;
}

/** An error as a dialect writes it. */
export interface EncodedError {
  readonly status: number;
  readonly body: JsonObject;
}

/** What can be known of a request without translating it. */
export interface RequestFacts {
  readonly model: string;
  readonly stream: boolean;
  readonly includeUsage: boolean;
  readonly maxOutputTokens: number | undefined;
}

/** A request body that is valid in its dialect. */
export interface ReadRequest {
  readonly summary: RequestFacts;
  /**
   * Decodes what was checked, without checking it again. Each call decodes anew.
   * @throws GatewayError `invalid-request`; `unsupported` for what has no canonical form
   */
  decode(): Translated<CanonicalRequest>;
}

/** Everything one wire format can do. All functions are pure and synchronous. */
export interface Codec {
  readonly dialect: DialectId;

  /**
   * Checks a request body against the whole wire format, once; unknown fields pass.
   * @throws GatewayError `invalid-request` with `param`.
   */
  readRequest(body: JsonValue, address?: RequestAddress): ReadRequest;
  /** The summary of `readRequest`. Throws as it does. */
  checkRequest(body: JsonValue, address?: RequestAddress): RequestFacts;
  /** Checks and decodes: `readRequest(…).decode()`. Throws as both do. */
  decodeRequest(body: JsonValue, address?: RequestAddress): Translated<CanonicalRequest>;
  /** @throws GatewayError `unsupported` when the request makes no sense without what would be lost. */
  encodeRequest(request: CanonicalRequest, target: RequestTarget): Translated<EncodedRequest>;
  /**
   * Same dialect: changes the model name in the caller's own text and nothing else a caller sees.
   * A dialect whose path names the model gives the text back as it is.
   */
  spliceRequest(text: string, scan: JsonScan, model: string): string;

  /** @throws GatewayError `upstream-unavailable` when the body is no reply of this dialect. */
  decodeReply(body: JsonValue, source: ReplySource): Translated<CanonicalReply>;
  /** Writes a whole reply for a caller; everything the format cannot say is noted. */
  encodeReply(reply: CanonicalReply, target: ReplyTarget): Translated<JsonObject>;
  /** Same dialect: checks that a body is a whole reply and reads its usage. Throws as `decodeReply`. */
  readReply(body: JsonValue, redact?: Redact): ReadReply;

  /** One decoder for each upstream stream. */
  createStreamDecoder(source: ReplySource): StreamDecoder;
  /** One encoder for each caller's stream. */
  createStreamEncoder(target: ReplyTarget): StreamEncoder;
  /** Same dialect: one observer for each stream that passes by. */
  createStreamObserver(target: ObserverTarget): StreamObserver;

  /**
   * Reads an upstream's HTTP error, whatever its body looks like. The body passes `redact` before
   * anything of it is read; without it, it is redacted by shape alone.
   */
  decodeError(reply: ErrorReply, redact?: Redact): GatewayError;
  /** Writes an error for a caller. @param requestId names the exchange in the body */
  encodeError(error: GatewayError, requestId: string): EncodedError;
  /** Absent in dialects that cannot count. */
  readonly tokenCounting?: TokenCounting;
  /** A frame that keeps a silent connection open; the dialect's clients ignore it. */
  readonly keepAlive: string;
  /** Addresses, headers and names of fields that belong to the dialect. */
  readonly wire: DialectWire;
}

/** How a dialect asks for the token count of a request, where it can. All functions are pure. */
export interface TokenCounting {
  /**
   * Makes a counting body into the body of the request whose tokens it asks for, so that the codec
   * can check and decode it.
   */
  toRequest(body: JsonValue): JsonValue;
  /** Makes the body of a request into the counting body for it. */
  fromRequest(body: JsonObject, model: string): JsonObject;
  /** Writes the answer to a counting body. @param tokens at least 0 */
  encodeCount(tokens: number): JsonObject;
  /** Gives `undefined` for a body that is no count. */
  decodeCount(body: JsonValue | undefined): number | undefined;
}

/** What a token was spent on: the answer with its calls, or the reasoning before it. */
export type TextKind = 'output' | 'reasoning';

/** Gets the text that a model writes, piece by piece, while it passes; never what is encrypted. */
export type OnText = (text: string, kind: TextKind) => void;
