/** A checked request: created by operations in the parse stage, read by encoders, billing and the record. */
import {
  GatewayError,
  isJsonObject,
  parseScanned,
  scanObject,
  type CanonicalRequest,
  type JsonObject,
  type JsonScan,
  type JsonValue,
  type Note,
  type ReadRequest,
  type RequestSummary,
  type Translated,
} from '@parley/protocol';
import { decodeText } from './body.ts';

/** The text of a body. */
export interface BodyText {
  readonly text: string;
  /** The text in UTF-8, if it is as the client sent it. */
  readonly bytes?: Uint8Array<ArrayBuffer> | undefined;
  /** The positions of the top-level fields in the text. */
  readonly scan: JsonScan;
}

/** The body of a request before it is checked against a dialect. */
export interface RequestBody extends BodyText {
  readonly json: JsonObject;
}

/**
 * Scans a text before parsing it. The scan limits the depth, which protects recursive code, and rejects
 * repeated fields, so that the checked value is the one that the upstream gets.
 * @param bytes the same text in UTF-8, without a byte order mark
 * @throws GatewayError `invalid-request`
 */
export function parseBody(text: string, bytes?: Uint8Array<ArrayBuffer>): RequestBody {
  const scan = scanObject(text);
  const json = parseScanned(text, scan);
  if (isJsonObject(json)) return { text, scan, json, bytes };
  throw new GatewayError('invalid-request', 'The body is not valid JSON.', {
    reason: 'invalid_json',
  });
}

/** A stored conversation that a request continues. */
export interface ContinuedConversation {
  readonly id: string;
  /** What the request adds to it. */
  readonly input: readonly JsonObject[];
}

/** A request that is valid in the client's dialect. */
export interface ParsedRequest {
  readonly summary: RequestSummary;
  /** Whether the model generates text, which is charged; false for embeddings and token counts. */
  readonly generatesText: boolean;
  /** Whether the reply is generated in the background: the response only says that it has begun. */
  readonly isBackground?: boolean;
  /** Whether the conversation is to be compacted. */
  readonly isCompaction?: boolean;
  /** Whether the upstream is only to prepare its cache, and to generate nothing. */
  readonly isPrewarm?: boolean;
  /** The parsed body, where the operation needs it later. */
  readonly json?: JsonObject;
  /** What the operation changed when it read the body. */
  readonly notes?: readonly Note[];
  /** The id of the stored reply that it continues, if the history was inserted into the text. */
  readonly previousResponseId?: string;
  /** The conversation that it continues, if that was inserted into the text. */
  readonly conversation?: ContinuedConversation;
  /** The body as text; decoded anew after `forgetBody`. */
  body(): BodyText;
  /**
   * The request in canonical form. It is decoded on the first call and cached, because passthrough with a
   * key without limits never needs it, and after `forgetBody` decoded anew.
   * @throws GatewayError `invalid-request`; `unsupported` when there is no canonical form
   */
  canonical(): Translated<CanonicalRequest>;
  /**
   * The canonical form with no turn but a first instruction: a reply repeats nothing else of the conversation.
   * @throws GatewayError as `canonical` does
   */
  outline(): CanonicalRequest;
  /**
   * Frees everything that was decoded from the bytes of the client, which garbage collection does not copy. To be
   * called before each wait for an upstream: what is held for some milliseconds is collected as slowly as what
   * stays for good.
   */
  forgetBody(): void;
}

/**
 * Adds the canonical form to a checked body.
 * @param readBody checks a parsed body
 */
export function createParsedRequest(
  { text, scan, json, bytes }: RequestBody,
  readBody: (json: JsonValue) => ReadRequest,
  operation: Pick<ParsedRequest, 'generatesText' | 'json'>,
): ParsedRequest {
  let kept: BodyText | Uint8Array<ArrayBuffer> = { text, scan, bytes };
  let read: ReadRequest | undefined = readBody(json);
  let canonical: Translated<CanonicalRequest> | undefined;
  let outline: CanonicalRequest | undefined;
  const { summary } = read;
  const body = (): BodyText =>
    kept instanceof Uint8Array ? (kept = parseBody(decodeText(kept), kept)) : kept;
  const decode = (): Translated<CanonicalRequest> =>
    (canonical ??= (read ?? readBody(parseBody(body().text).json)).decode());
  const outlineNow = (): CanonicalRequest => (outline ??= withoutConversation(decode().value));
  return {
    summary,
    body,
    canonical: decode,
    outline: outlineNow,
    forgetBody: () => {
      if (canonical !== undefined) outlineNow();
      read = canonical = undefined;
      kept = bytes ?? kept;
    },
    // Last, because V8 defines each member after a spread by a call of its own.
    ...operation,
  };
}

function withoutConversation({ turns: [first], ...request }: CanonicalRequest): CanonicalRequest {
  return { ...request, turns: first?.role === 'instruction' ? [first] : [] };
}
