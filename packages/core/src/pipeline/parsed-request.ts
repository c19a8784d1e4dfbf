/** A checked request: created by operations in the parse stage, read by encoders, billing and the record. */
import {
  GatewayError,
  parseScanned,
  scanObject,
  type CanonicalRequest,
  type JsonScan,
  type JsonValue,
  type Note,
  type ReadRequest,
  type RequestSummary,
  type Translated,
} from '@parley/protocol';

/** The body of a request before it is checked against a dialect. */
export interface RequestBody {
  readonly text: string;
  /** The positions of the top-level fields in the text. */
  readonly scan: JsonScan;
  readonly json: JsonValue;
}

/**
 * Scans a text before parsing it. The scan limits the depth, which protects recursive code, and rejects
 * repeated fields, so that the checked value is the one that the upstream gets.
 * @throws GatewayError `invalid-request`
 */
export function parseBody(text: string): RequestBody {
  const scan = scanObject(text);
  const json = parseScanned(text, scan);
  if (json !== undefined) return { text, scan, json };
  throw new GatewayError('invalid-request', 'The body is not valid JSON.', {
    reason: 'invalid_json',
  });
}

/** A request that is valid in the client's dialect. */
export interface ParsedRequest extends Pick<RequestBody, 'text' | 'scan'> {
  readonly summary: RequestSummary;
  /** Whether the model generates text, which is charged; false for embeddings and token counts. */
  readonly generatesText: boolean;
  /** Whether the reply is generated in the background: the response only says that it has begun. */
  readonly isBackground?: boolean;
  /** The parsed body, where the operation needs it later. */
  readonly json?: JsonValue;
  /** What the operation changed when it read the body. */
  readonly notes?: readonly Note[];
  /** The id of the stored reply that it continues, if the history was inserted into the text. */
  readonly previousResponseId?: string;
  /**
   * The request in canonical form. It is decoded on the first call and cached, because passthrough with a
   * key without limits never needs it, and after `forgetBody` decoded anew.
   * @throws GatewayError `invalid-request`; `unsupported` when there is no canonical form
   */
  canonical(): Translated<CanonicalRequest>;
  /**
   * Frees the parsed body and the canonical form, which take several times the memory of the text. To be called
   * when a stream has begun, which may last for minutes.
   */
  forgetBody(): void;
}

/**
 * Adds the canonical form to a checked body.
 * @param readBody checks a parsed body
 */
export function createParsedRequest(
  { text, scan, json }: RequestBody,
  readBody: (json: JsonValue) => ReadRequest,
  operation: Pick<ParsedRequest, 'generatesText' | 'json'>,
): ParsedRequest {
  let read: ReadRequest | undefined = readBody(json);
  let canonical: Translated<CanonicalRequest> | undefined;
  const decode = (): Translated<CanonicalRequest> =>
    (read ?? readBody(parseBody(text).json)).decode();
  return {
    text,
    scan,
    summary: read.summary,
    ...operation,
    canonical: () => (canonical ??= decode()),
    forgetBody: () => {
      read = canonical = undefined;
    },
  };
}
