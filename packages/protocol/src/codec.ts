// The codec contract: what every dialect implements, and the types a gateway passes to a codec and gets from
// it.
import type { DialectId } from './canonical/dialect.ts';
import type { EmbeddingsReply, EmbeddingsRequest } from './canonical/embeddings.ts';
import type { GatewayError } from './canonical/error.ts';
import type { CanonicalEvent, CanonicalReply } from './canonical/reply.ts';
import type { Note, Translated } from './canonical/note.ts';
import type { CanonicalRequest } from './canonical/request.ts';
import type { Usage } from './canonical/usage.ts';
import type { NameMap } from './history/names.ts';
import type { JsonScan } from './json/scan.ts';
import type { JsonObject, JsonValue } from './json/value.ts';
import type { Profile } from './profiles/profile.ts';
import type { Redact } from './redaction/redaction.ts';
import type { SseFrame } from './sse/frame.ts';
import type { DialectWire, RequestAddress } from './wire.ts';

/** The upstream that an encoder writes a request for. */
export interface RequestTarget {
  /** The model name that the upstream uses. */
  readonly model: string;
  /** The vendor that runs the upstream. Provider state is sent only to the vendor that created it. */
  readonly vendor: string;
  /** What the model accepts. */
  readonly profile: Profile;
}

/** A request body in the upstream's dialect. */
export interface EncodedRequest {
  readonly body: JsonObject;
  /** Tool names that were changed for the upstream; the reply encoder restores the client's own names. */
  readonly names: NameMap;
}

/** The upstream that a decoder reads a reply from. */
export interface ReplySource {
  readonly vendor: string;
  /** Redacts the upstream's error messages. By default they are redacted by the shapes of secrets alone. */
  readonly redact?: Redact;
}

/**
 * What an encoder needs to know about the request it replies to. The package itself creates no ids and reads
 * no clock.
 */
export interface ReplyTarget {
  /** The model name that the client sent. */
  readonly model: string;
  /** Unique characters for ids, `[A-Za-z0-9]`; the encoder adds the prefix of its format. */
  readonly id: string;
  /** Seconds since 1970. */
  readonly createdAt: number;
  /** Returns the completion time in seconds since 1970. If absent, the reply states no completion time. */
  readonly completedAt?: () => number;
  readonly names: NameMap;
  /** Whether a Chat Completions stream ends with a usage chunk. */
  readonly includeUsage: boolean;
  /** The request, for formats whose replies repeat it or depend on its tools. */
  readonly request?: CanonicalRequest;
  /**
   * Whether the client overlooks the usual error of a stream that breaks; false by default. In Responses, `response.failed`
   * then takes the place of the event `error`; in Gemini, bare JSON follows the record.
   */
  readonly failsOtherwise?: boolean;
}

/** Decodes one upstream stream. Synchronous, without timers; a frame yields zero or more events. */
export interface StreamDecoder {
  /** Decodes the next frame. Errors in the stream become `failure` events; nothing is thrown. */
  push(frame: SseFrame): readonly CanonicalEvent[];
  /** Call when the upstream closed the stream. Yields a `failure` if the stream was incomplete. */
  end(): readonly CanonicalEvent[];
  /** True once every choice has ended, so that only usage and the end of the stream may still follow. */
  readonly isComplete: boolean;
  readonly notes: readonly Note[];
}

/** Encodes one client stream. Must not be used after `end` or `fail`. */
export interface StreamEncoder {
  /** Encodes any event except `reply-end` and `failure`; for those, call `end` and `fail`. */
  push(event: CanonicalEvent): readonly SseFrame[];
  /** Returns the last frames of a complete reply, including the end marker. */
  end(): readonly SseFrame[];
  /** Returns the error event that ends an incomplete reply; no end marker follows it. */
  fail(error: GatewayError): readonly SseFrame[];
  /**
   * Returns the frames of content that waits for what follows it; call it when nothing follows for a moment. Absent for
   * formats in which nothing waits. In Gemini's, the latest content does, because some clients drop a turn whose
   * last chunk is empty.
   */
  release?(): readonly SseFrame[];
  readonly notes: readonly Note[];
}

/** What to do with one frame of a passthrough stream. */
export type ObserverStep =
  | { readonly action: 'relay'; readonly text: string }
  | { readonly action: 'drop' }
  /** The end marker; write it after the exchange has been settled. */
  | { readonly action: 'end'; readonly text: string }
  /** The upstream failed; `text` is the error event for the client. */
  | { readonly action: 'fail'; readonly text: string; readonly error: GatewayError };

/** Watches a passthrough stream: reads usage and detects the end, without changing the frames. */
export interface StreamObserver {
  /** Reads the next frame and returns what to do with it. */
  push(frame: SseFrame): ObserverStep;
  /** Call when the upstream closed the stream. Returns `end` if the reply was complete, else `fail`. */
  end(): ObserverStep;
  /** Returns the error event for a gateway failure in the middle of the stream. */
  fail(error: GatewayError): string;
  /**
   * Ends the reply before the upstream does. Returns the frames that close what is open, the output limit as
   * the finish reason, the given usage, and the end marker. Do not call `push` afterwards.
   */
  cut(usage: Usage): string;
  readonly usage: Usage | undefined;
  /** What the stream had and its client does not get. */
  readonly notes: readonly Note[];
  /** True once content of the reply has been received. */
  readonly started: boolean;
  /** As in `StreamDecoder`. */
  readonly isComplete: boolean;
}

/** What an observer needs to know about the request of the stream. */
export interface ObserverTarget {
  /** The model name to show in the reply instead of the upstream's. */
  readonly model: string;
  /** False to hide a usage chunk that the client did not ask for. */
  readonly includeUsage: boolean;
  /** Called with the text of the reply. If absent, content frames are not parsed. */
  readonly onText?: OnText;
  /** True to keep what `cut` has to repeat; in one dialect this is the whole reply. */
  readonly mayBeCut?: boolean;
  /** As in `ReplyTarget`. */
  readonly failsOtherwise?: boolean;
  /** As in `ReplySource`. */
  readonly redact?: Redact;
}

/** What a gateway reads from a whole reply in passthrough. */
export interface ReadReply {
  readonly usage: Usage | undefined;
  /** Top-level fields that redaction changed; write them instead of the upstream's. */
  readonly redacted?: JsonObject;
}

/** A complete HTTP error response from an upstream. */
export interface ErrorReply {
  /** 400 to 599. */
  readonly status: number;
  /** Read by names in lower case. */
  readonly headers: Pick<Headers, 'get'>;
  /** Parsed JSON if the body is JSON, else its text. */
  readonly body: JsonValue;
}

/** An error in the format of a dialect. */
export interface EncodedError {
  readonly status: number;
  readonly body: JsonObject;
}

/** What a gateway reads from a request without translating it. */
export interface RequestSummary {
  readonly model: string;
  readonly stream: boolean;
  readonly includeUsage: boolean;
  readonly maxOutputTokens: number | undefined;
}

/** A request body that has been validated against its dialect. */
export interface ReadRequest {
  readonly summary: RequestSummary;
  /**
   * Decodes the validated body without validating it again. Each call decodes anew.
   * @throws GatewayError `invalid-request`; `unsupported` for what has no canonical form
   */
  decode(): Translated<CanonicalRequest>;
}

/** Everything that one dialect implements. All functions are pure and synchronous. */
export interface Codec {
  readonly dialect: DialectId;

  /**
   * Validates a request body against the whole format; unknown fields are accepted.
   * @throws GatewayError `invalid-request` with `param`.
   */
  readRequest(body: JsonValue, address?: RequestAddress): ReadRequest;
  /** Returns `readRequest(…).decode()`. Throws like both. */
  decodeRequest(body: JsonValue, address?: RequestAddress): Translated<CanonicalRequest>;
  /** @throws GatewayError `unsupported` if the request makes no sense without a part that would be lost. */
  encodeRequest(request: CanonicalRequest, target: RequestTarget): Translated<EncodedRequest>;
  /**
   * Passthrough: replaces the model name in the client's request text and leaves the rest unchanged. A
   * dialect whose path names the model returns the text unchanged.
   */
  spliceRequest(text: string, scan: JsonScan, model: string): string;
  /**
   * Returns the fields that `spliceRequest` sets, as JSON text by name, for callers that set others at the same
   * time: `spliceFields` then copies the text once.
   */
  upstreamFields(text: string, scan: JsonScan, model: string): Readonly<Record<string, string>>;
  /**
   * Passthrough: returns the fields that the server of a vendor requires in another form, like `upstreamFields`;
   * `undefined` when there are none. Absent in dialects without such servers.
   */
  vendorFields?(
    text: string,
    scan: JsonScan,
    vendor: string,
  ): Readonly<Record<string, string>> | undefined;

  /** @throws GatewayError `upstream-unavailable` if the body is not a reply in this dialect. */
  decodeReply(body: JsonValue, source: ReplySource): Translated<CanonicalReply>;
  /** Encodes a whole reply for a client. Everything the format cannot express is noted. */
  encodeReply(reply: CanonicalReply, target: ReplyTarget): Translated<JsonObject>;
  /** Passthrough: validates a whole reply and reads its usage. Throws like `decodeReply`. */
  readReply(body: JsonValue, redact?: Redact): ReadReply;

  /** Create one decoder per upstream stream. */
  createStreamDecoder(source: ReplySource): StreamDecoder;
  /** Create one encoder per client stream. */
  createStreamEncoder(target: ReplyTarget): StreamEncoder;
  /** Passthrough: create one observer per stream. */
  createStreamObserver(target: ObserverTarget): StreamObserver;

  /**
   * Decodes an HTTP error response, whatever its body looks like. The body is redacted before it is read: by
   * `redact`, or by default by the shapes of secrets alone.
   */
  decodeError(reply: ErrorReply, redact?: Redact): GatewayError;
  /** Encodes an error for a client. @param requestId identifies the exchange in the body */
  encodeError(error: GatewayError, requestId: string): EncodedError;
  /** Absent in dialects without token counting. */
  readonly tokenCounting?: TokenCounting;
  /** Absent in dialects without embeddings. */
  readonly embeddings?: EmbeddingsCodec;
  /** Paths, headers and field names of the dialect. */
  readonly wire: DialectWire;
}

/** Token counting: how a dialect asks for the number of tokens in a request. All functions are pure. */
export interface TokenCounting {
  /**
   * Turns the body of a token count request into an ordinary request body that the codec can validate and
   * decode.
   */
  toRequest(body: JsonValue): JsonValue;
  /** Turns an ordinary request body into the body of a token count request to a server of this vendor. */
  fromRequest(body: JsonObject, model: string, vendor?: string): JsonObject;
  /** Vendors that speak the dialect but count in another form, so that a client's own body is no use to them. */
  readonly otherForms?: readonly string[];
  /** Encodes the response to a token count request. @param tokens at least 0 */
  encodeCount(tokens: number): JsonObject;
  /** Returns `undefined` if the body is not a token count. */
  decodeCount(body: JsonValue | undefined): number | undefined;
  /**
   * Encodes the 404 response of a gateway that does not count tokens. Absent in dialects whose clients expect
   * nothing but an ordinary error.
   */
  encodeRefusal?(message: string): JsonObject;
}

/** Embeddings: how a dialect asks for the vectors of texts. All functions are pure. */
export interface EmbeddingsCodec {
  /**
   * Decodes a request.
   * @throws GatewayError `invalid-request` when a field has the wrong type; `unsupported` for anything but texts
   */
  decodeRequest(body: JsonObject): Translated<EmbeddingsRequest>;
  /** Encodes a request; `action` is that of the path, where the dialect has several. */
  encodeRequest(
    request: EmbeddingsRequest,
    model: string,
  ): { readonly body: JsonObject; readonly action?: string };
  /** Returns `undefined` if the body is not a reply. */
  decodeVectors(body: JsonValue | undefined): EmbeddingsReply | undefined;
  /** Reads the tokens that a reply states; all counts are 0 if it states none. */
  readUsage(body: JsonObject): Usage;
  /** Encodes a reply to a client. @param asked the body of its request, on which the form of the reply depends */
  encodeVectors(reply: EmbeddingsReply, model: string, asked: JsonObject): JsonObject;
}

/** What a token was used for: the output including tool calls, or the reasoning before it. */
export type TextKind = 'output' | 'reasoning';

/** Called with each piece of text that the model writes. Never called with encrypted content. */
export type OnText = (text: string, kind: TextKind) => void;
