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
import { readBody } from './body.ts';
import type { GatewayContext } from '../context.ts';
import type { Exchange } from './state.ts';
import { isQuotable } from '../models/routing/call-name.ts';

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
  const received = await readBody(gateway, exchange.request);
  const receivedScan = scanObject(received);
  const prepared = await exchange.operation.prepare?.(gateway, exchange, {
    text: received,
    scan: receivedScan,
  });
  const text = prepared ?? received;
  const scan = prepared === undefined ? receivedScan : scanObject(prepared);
  const parsed = parseJson(text);
  if (parsed === undefined) {
    throw new GatewayError('invalid-request', 'The body is not valid JSON.', {
      reason: 'invalid_json',
    });
  }
  const { inbound, address, operation } = exchange;
  const body = operation.toRequest?.(exchange, parsed) ?? parsed;
  const facts = operation.check(exchange, body);
  if (isQuotable(facts.model)) exchange.facts.callName = facts.model;
  exchange.facts.stream = facts.stream;
  let canonical: Translated<CanonicalRequest> | undefined;
  return {
    facts,
    text,
    scan,
    body,
    canonical: () => (canonical ??= inbound.decodeRequest(body, address)),
  };
}
