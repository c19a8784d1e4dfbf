/** Asks the upstream of a background response for its state, or to cancel it. */
import {
  GatewayError,
  isJsonObject,
  omitUndefined,
  parseJson,
  replaceFields,
  shownBackgroundFields,
  type DialectId,
  type JsonObject,
} from '@parley/protocol';
import type { GatewayContext } from '../../context.ts';
import { readBounded } from '../../models/catalogue/list-call.ts';
import { storedReplyUrl, type StoredReplyAddress } from '../../models/providers/endpoint.ts';
import type { Upstream } from '../../models/routing/upstream.ts';
import type { UpstreamResponse, UpstreamCall } from '../../ports.ts';
import { bareHeaders } from '../upstream/request-head.ts';
import { unreachable } from '../upstream/unreachable.ts';
import { createUpstreamReader } from '../upstream/upstream-reader.ts';
import { badResponse } from '../upstream/upstream-response.ts';

/** How long a call may take, in milliseconds. */
const timeoutMs = 30_000;

/** A response at its upstream. */
export interface RemoteResponse {
  readonly upstream: Upstream;
  readonly dialect: DialectId;
  /** The upstream's own name of the model, and the name that the client used. */
  readonly model: string;
  readonly callName: string;
  readonly id: string;
}

/** The state of a response: as JSON, and as the text that its client sees. */
export interface RemoteState {
  readonly json: JsonObject;
  readonly text: string;
}

/**
 * Returns the response as it is now.
 * @param action `cancel` ends it first
 * @throws GatewayError when the upstream does not answer, refuses, or no longer has the response
 */
export async function callBackground(
  gateway: GatewayContext,
  remote: RemoteResponse,
  action?: 'cancel',
): Promise<RemoteState> {
  const { upstream, dialect, model, callName, id } = remote;
  const reader = createUpstreamReader(dialect, { upstream, model }, callName);
  const call = createCall(gateway, remote, omitUndefined({ id, action }));
  const { status, headers, text } = await send(gateway, upstream, call);
  const json = parseJson(text);
  if (status !== 200) throw reader.readError({ status, headers, body: json ?? text });
  if (!isJsonObject(json)) throw badResponse();
  const fields = shownBackgroundFields(json, { model: callName, redact: reader.redact });
  return { json, text: replaceFields(text, fields) };
}

/** Creates a call about a stored response, without its signal. */
export function createCall(
  gateway: GatewayContext,
  remote: Pick<RemoteResponse, 'upstream' | 'dialect'>,
  address: StoredReplyAddress,
): Omit<UpstreamCall, 'signal'> {
  const { upstream, dialect } = remote;
  const accept = address.query === undefined ? 'application/json' : 'text/event-stream';
  return omitUndefined({
    method: address.action === undefined ? ('GET' as const) : ('POST' as const),
    url: storedReplyUrl(dialect, upstream.baseUrls[dialect] ?? '', address),
    headers: bareHeaders(gateway, remote, accept),
    network: upstream.network,
  });
}

interface TextResponse {
  readonly status: number;
  readonly headers: UpstreamResponse['headers'];
  readonly text: string;
}

async function send(
  gateway: GatewayContext,
  upstream: Upstream,
  call: Omit<UpstreamCall, 'signal'>,
): Promise<TextResponse> {
  const transport = upstream.transport ?? gateway.transport;
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const { status, headers, body } = await transport.send({ ...call, signal });
    try {
      const text = await readBounded(body, gateway.limits.replyBytes);
      if (text === undefined) throw badResponse();
      return { status, headers, text };
    } finally {
      body.cancel();
    }
  } catch (thrown) {
    throw thrown instanceof GatewayError ? thrown : unreachable(thrown);
  }
}
