import { codecOf, NameMap, type Codec, type Note } from '@parley/protocol';
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
  const express = outbound.dialect === exchange.inbound.dialect;
  const { text, names, notes } = express
    ? spliceBody(outbound, question, target)
    : translateBody(outbound, question, target);
  const headers = {
    ...dialectHeaders(outbound.dialect),
    'content-type': 'application/json',
    accept: question.facts.stream ? 'text/event-stream' : 'application/json',
    'accept-encoding': 'identity',
    'user-agent': `parley/${gateway.version}`,
    ...(express ? forwardHeaders(exchange.request) : {}),
    ...upstream.headers,
    ...authorizationHeaders(outbound.dialect, upstream.provider, upstream.credential),
  };
  const url = endpointUrl(outbound.dialect, upstream.baseUrls[outbound.dialect] ?? '');
  return {
    call: { method: 'POST', url, headers, body: text },
    outbound,
    express,
    names,
    notes,
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
