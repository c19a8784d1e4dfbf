import {
  GatewayError,
  parseJson,
  scanObject,
  type CanonicalRequest,
  type JsonScan,
  type JsonValue,
  type RequestFacts,
  type Translated,
} from '@parley/protocol';
import { readBody } from '../body.ts';
import type { GatewayContext } from '../context.ts';
import type { Exchange } from '../exchange.ts';

/** A checked request: the caller's own text for the express lane, the canonical form for the hub. */
export interface Question {
  readonly facts: RequestFacts;
  /** The body as the caller wrote it. */
  readonly text: string;
  readonly scan: JsonScan;
  readonly body: JsonValue;
  /** Decoded on first use, because same-dialect traffic never needs it. */
  canonical(): Translated<CanonicalRequest>;
}

/**
 * Body → checked request. The scan comes first: it bounds the depth before anything recursive runs
 * and refuses bodies whose deciding fields are ambiguous, so what is checked is what is sent on.
 * @throws GatewayError `invalid-request`, `too-large` or `unsupported`
 */
export async function decode(gateway: GatewayContext, exchange: Exchange): Promise<Question> {
  const text = await readBody(gateway, exchange.request);
  const scan = scanObject(text);
  const body = parseJson(text);
  if (body === undefined) {
    throw new GatewayError('invalid-request', 'The body is not valid JSON.', {
      reason: 'invalid_json',
    });
  }
  const { inbound } = exchange;
  const facts = inbound.checkRequest(body);
  exchange.facts.callName = facts.model;
  exchange.facts.stream = facts.stream;
  let canonical: Translated<CanonicalRequest> | undefined;
  return { facts, text, scan, body, canonical: () => (canonical ??= inbound.decodeRequest(body)) };
}
