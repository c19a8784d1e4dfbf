/** A checked request, as operations make it in the parse stage; read by encoders, billing and the record. */
import {
  GatewayError,
  parseJson,
  scanObject,
  type CanonicalRequest,
  type JsonScan,
  type JsonValue,
  type ReadRequest,
  type RequestFacts,
  type Translated,
} from '@parley/protocol';

/** The body of a request before it is checked against a dialect. */
export interface RequestBody {
  readonly text: string;
  /** Where the top-level fields stand in the text. */
  readonly scan: JsonScan;
  readonly json: JsonValue;
}

/**
 * Scans a text before it parses it: the scan limits the depth, which protects recursive code, and it
 * refuses repeated fields, so that the value that is checked is the one that is sent on.
 * @throws GatewayError `invalid-request`
 */
export function parseBody(text: string): RequestBody {
  const scan = scanObject(text);
  const json = parseJson(text);
  if (json !== undefined) return { text, scan, json };
  throw new GatewayError('invalid-request', 'The body is not valid JSON.', {
    reason: 'invalid_json',
  });
}

/** A request that is valid in the caller's dialect. */
export interface ParsedRequest extends Pick<RequestBody, 'text' | 'scan'> {
  readonly summary: RequestFacts;
  /** Whether a model answers it with text, which is paid for; false for embeddings and token counts. */
  readonly generatesText: boolean;
  /** The body as a value, where its operation needs it later. */
  readonly json?: JsonValue;
  /** The stored response that it continues, where the history was put into the text. */
  readonly previousResponseId?: string;
  /**
   * The request in canonical form. It is decoded on the first call and kept: a target of the same
   * dialect and a key without limits never need it.
   * @throws GatewayError `invalid-request`; `unsupported` for what has no canonical form
   */
  canonical(): Translated<CanonicalRequest>;
}

/** Adds the canonical form, which is made at most once, to a checked body. */
export function createParsedRequest(
  { text, scan }: Pick<RequestBody, 'text' | 'scan'>,
  read: ReadRequest,
  operation: Pick<ParsedRequest, 'generatesText' | 'json'>,
): ParsedRequest {
  let canonical: Translated<CanonicalRequest> | undefined;
  const { summary } = read;
  return { text, scan, summary, ...operation, canonical: () => (canonical ??= read.decode()) };
}
