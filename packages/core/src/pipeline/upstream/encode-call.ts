import {
  codecOf,
  GatewayError,
  mayHoldWrappedProviderState,
  NameMap,
  scanObject,
  writeJson,
  type Codec,
  type DialectId,
  type Effort,
  type Note,
} from '@parley/protocol';
import type { GatewayContext } from '../../context.ts';
import type { Exchange } from '../exchange.ts';
import { forwardHeaders } from '../headers.ts';
import type { UpstreamCall } from '../../ports.ts';
import { addCallerQuery } from './caller-query.ts';
import {
  authorizationHeaders,
  dialectHeaders,
  endpointUrl,
} from '../../models/providers/endpoint.ts';
import { chooseDialect } from '../../models/routing/select.ts';
import type { Target } from '../../models/routing/snapshot.ts';
import type { Question } from '../parse.ts';
import { spliceOutputLimit } from './output-limit.ts';

/** A request in the upstream's own words. */
export interface EncodedCall {
  readonly call: Omit<UpstreamCall, 'signal'>;
  readonly outbound: DialectId;
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
  const limit = outputLimit(exchange, question, target);
  const outbound = codecOf(chooseDialect(upstream, exchange.inbound.dialect));
  const effort = missingEffort(exchange, question);
  // A conversation that comes from another vendor holds state that only a translation can take out.
  const express =
    outbound.dialect === exchange.inbound.dialect &&
    effort === undefined &&
    !mayHoldWrappedProviderState(question.text);
  const { text, names, notes } = express
    ? spliceBody(outbound, { question, target, limit, effort })
    : translateBody(outbound, { question, target, limit, effort });
  refuseLoss(exchange.request, notes);
  const { stream } = question.facts;
  const url = endpointUrl(outbound.dialect, upstream.baseUrls[outbound.dialect] ?? '', {
    model: target.model,
    stream,
  });
  const headers = upstreamHeaders(gateway, exchange, {
    outbound: outbound.dialect,
    target,
    stream,
  });
  const isSame = outbound.dialect === exchange.inbound.dialect;
  return {
    call: {
      method: 'POST',
      url: isSame ? addCallerQuery(url, exchange.request) : url,
      headers,
      body: text,
    },
    outbound: outbound.dialect,
    express,
    names,
    notes,
  };
}

/** What is held for each candidate, but never more than the caller wants or the model gives. */
function outputLimit({ facts }: Exchange, question: Question, target: Target): number | undefined {
  const held = facts.allowance?.outputLimit;
  if (held === undefined) return undefined;
  return Math.min(held, question.facts.maxOutputTokens ?? target.profile.maxOutputTokens);
}

/** What a tier rule asks for, if the caller asks for nothing: only a translation can say it. */
function missingEffort({ facts }: Exchange, question: Question): Effort | undefined {
  if (facts.effort === undefined) return undefined;
  const { reasoning } = question.canonical().value;
  const isSaid = reasoning?.effort !== undefined || reasoning?.budget !== undefined;
  return isSaid ? undefined : facts.effort;
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
  { outbound, target, stream }: { outbound: DialectId; target: Target; stream: boolean },
): UpstreamCall['headers'] {
  const { upstream } = target;
  const isExpress = outbound === exchange.inbound.dialect;
  return {
    ...dialectHeaders(outbound),
    'content-type': 'application/json',
    accept: stream ? 'text/event-stream' : 'application/json',
    'accept-encoding': 'identity',
    'user-agent': `parley/${gateway.version}`,
    ...(isExpress ? forwardHeaders(exchange.request, outbound) : {}),
    ...upstream.headers,
    ...authorizationHeaders(outbound, upstream.provider, upstream.credential),
  };
}

interface Encoding {
  readonly question: Question;
  readonly target: Target;
  /** Tokens of one candidate that it is told, where they are limited. */
  readonly limit: number | undefined;
  readonly effort: Effort | undefined;
}

function spliceBody(outbound: Codec, { question, target, limit }: Encoding): EncodedBody {
  const limited =
    limit === undefined
      ? question
      : rescan(spliceOutputLimit(question, outbound.dialect, { limit, target }));
  const text = outbound.spliceRequest(limited.text, limited.scan, target.model);
  return { text, names: new NameMap(), notes: [] };
}

function rescan(text: string): Pick<Question, 'text' | 'scan'> {
  return { text, scan: scanObject(text) };
}

function translateBody(
  outbound: Codec,
  { question, target, limit, effort }: Encoding,
): EncodedBody {
  const decoded = question.canonical();
  const request = {
    ...decoded.value,
    ...(limit !== undefined && { maxOutputTokens: limit }),
    ...(effort !== undefined && { reasoning: { ...decoded.value.reasoning, effort } }),
  };
  const encoded = outbound.encodeRequest(request, {
    model: target.model,
    vendor: target.upstream.vendor,
    profile: target.profile,
  });
  return {
    text: writeJson(encoded.value.body),
    names: encoded.value.names,
    notes: [...decoded.notes, ...encoded.notes],
  };
}
