import {
  codecOf,
  GatewayError,
  mayHoldWrappedOpaque,
  NameMap,
  type Codec,
  type Note,
} from '@parley/protocol';
import type { GatewayContext } from '../context.ts';
import type { Exchange } from '../exchange.ts';
import { forwardHeaders } from '../headers.ts';
import type { UpstreamCall } from '../ports.ts';
import { authorizationHeaders, dialectHeaders, endpointUrl } from '../providers/endpoint.ts';
import { chooseDialect } from '../routing/select.ts';
import type { Target } from '../routing/snapshot.ts';
import type { Question } from '../stages/decode.ts';

/** A request in the upstream's own words. */
export interface EncodedCall {
  readonly call: Omit<UpstreamCall, 'signal'>;
  readonly outbound: Codec;
  /** True on the express lane: same dialect, the caller's own bytes. */
  readonly express: boolean;
  readonly names: NameMap;
  readonly notes: readonly Note[];
}

interface EncodedBody {
  readonly text: string;
  readonly names: NameMap;
  readonly notes: readonly Note[];
}

/** Writes the caller's request for one target: spliced on the express lane, else through the hub. */
export function encodeCall(
  gateway: GatewayContext,
  exchange: Exchange,
  { question, target }: { readonly question: Question; readonly target: Target },
): EncodedCall {
  const { upstream } = target;
  const outbound = codecOf(chooseDialect(upstream, exchange.inbound.dialect));
  // A conversation that comes from another vendor holds state that only a translation can take out.
  const express =
    outbound.dialect === exchange.inbound.dialect && !mayHoldWrappedOpaque(question.text);
  const { text, names, notes } = express
    ? spliceBody(outbound, question, target)
    : translateBody(outbound, question, target);
  refuseLoss(exchange.request, notes);
  const { stream } = question.facts;
  const url = endpointUrl(outbound.dialect, upstream.baseUrls[outbound.dialect] ?? '', {
    model: target.model,
    stream,
  });
  const headers = upstreamHeaders(gateway, exchange, { outbound, target, stream });
  return {
    call: { method: 'POST', url, headers, body: text },
    outbound,
    express,
    names,
    notes,
  };
}

/** How many lost paths an error names. */
const mostPaths = 10;

/** @throws GatewayError `invalid-request` when the caller wants no loss and there would be one */
function refuseLoss(request: Request, notes: readonly Note[]): void {
  if (request.headers.get('parley-strict') !== 'true') return;
  const paths = notes.filter(({ action }) => action === 'dropped').map(({ path }) => path);
  const [first] = paths;
  if (first === undefined) return;
  const named = paths.slice(0, mostPaths).join(', ');
  const more = paths.length > mostPaths ? ` and ${String(paths.length - mostPaths)} more` : '';
  throw new GatewayError('invalid-request', `The upstream cannot be told ${named}${more}.`, {
    reason: 'lossy_translation',
    param: first,
  });
}

/** Everything an upstream is told beside the body, built anew from what we know of it. */
export function upstreamHeaders(
  gateway: GatewayContext,
  exchange: Exchange,
  { outbound, target, stream }: { outbound: Codec; target: Target; stream: boolean },
): UpstreamCall['headers'] {
  const { upstream } = target;
  const isExpress = outbound.dialect === exchange.inbound.dialect;
  return {
    ...dialectHeaders(outbound.dialect),
    'content-type': 'application/json',
    accept: stream ? 'text/event-stream' : 'application/json',
    'accept-encoding': 'identity',
    'user-agent': `parley/${gateway.version}`,
    ...(isExpress ? forwardHeaders(exchange.request, outbound.dialect) : {}),
    ...upstream.headers,
    ...authorizationHeaders(outbound.dialect, upstream.provider, upstream.credential),
  };
}

function spliceBody(outbound: Codec, question: Question, target: Target): EncodedBody {
  const text = outbound.spliceRequest(question.text, question.scan, target.model);
  return { text, names: new NameMap(), notes: [] };
}

function translateBody(outbound: Codec, question: Question, target: Target): EncodedBody {
  const decoded = question.canonical();
  const encoded = outbound.encodeRequest(decoded.value, {
    model: target.model,
    vendor: target.upstream.vendor,
    profile: target.profile,
  });
  return {
    text: JSON.stringify(encoded.value.body),
    names: encoded.value.names,
    notes: [...decoded.notes, ...encoded.notes],
  };
}
