/** The URL and the headers of upstream requests; used by the operations and for background responses. */
import type { DialectId } from '@parley/protocol';
import type { GatewayContext } from '../../context.ts';
import { dialectHeaders, endpointUrl } from '../../models/providers/endpoint.ts';
import type { Target, Upstream } from '../../models/routing/snapshot.ts';
import { configuredHeaders } from '../../models/routing/upstream.ts';
import type { HeaderRecord } from '../../ports.ts';
import { forwardHeaders } from '../request/request-headers.ts';
import type { Received } from '../state.ts';

/** Where a request is sent, and how. */
export interface HeadTarget {
  readonly outbound: DialectId;
  readonly target: Target;
  readonly stream: boolean;
}

/** What the requests to one target in one dialect have in common. */
export interface RequestHead {
  /** Of a request that generates a reply. */
  readonly url: string;
  /** All headers: those of the configuration, and those of the client that may be forwarded. */
  readonly headers: HeaderRecord;
}

/** The head of a request. Headers of the client are forwarded to an upstream of its own dialect only. */
export function requestHead(
  gateway: GatewayContext,
  { incoming, inbound }: Received,
  to: HeadTarget,
): RequestHead {
  const head = prepareHead(gateway, to);
  if (to.outbound !== inbound.dialect) return head;
  const forwarded = forwardHeaders(incoming.request, inbound.wire);
  if (forwarded === undefined) return head;
  return { url: head.url, headers: { ...head.usual, ...forwarded, ...head.fixed } };
}

interface PreparedHead extends RequestHead {
  /** The headers that those of a client replace. */
  readonly usual: HeaderRecord;
  /** The headers that replace those of a client. */
  readonly fixed: HeaderRecord;
}

type PreparedHeads = WeakMap<Target, Partial<Record<DialectId, PreparedHead>>>;

/** Garbage-collected together with the configuration. */
const wholeHeads: PreparedHeads = new WeakMap();
const streamHeads: PreparedHeads = new WeakMap();

function prepareHead(gateway: GatewayContext, to: HeadTarget): PreparedHead {
  const { target, outbound, stream } = to;
  const heads = stream ? streamHeads : wholeHeads;
  let byDialect = heads.get(target);
  if (byDialect === undefined) heads.set(target, (byDialect = {}));
  return (byDialect[outbound] ??= createHead(gateway, to));
}

function createHead(
  gateway: GatewayContext,
  { outbound, target, stream }: HeadTarget,
): PreparedHead {
  const { upstream, model } = target;
  const accept = stream ? 'text/event-stream' : 'application/json';
  const usual = {
    ...usualHeaders(gateway, outbound, accept),
    'content-type': 'application/json',
  };
  const fixed = configuredHeaders(upstream, outbound);
  const url = endpointUrl(outbound, upstream.baseUrls[outbound] ?? '', { model, stream });
  return { url, usual, fixed, headers: { ...usual, ...fixed } };
}

/** The headers of a request without a body, which no client has made. */
export function bareHeaders(
  gateway: GatewayContext,
  { upstream, dialect }: { readonly upstream: Upstream; readonly dialect: DialectId },
  accept: string,
): HeaderRecord {
  return { ...usualHeaders(gateway, dialect, accept), ...configuredHeaders(upstream, dialect) };
}

function usualHeaders(
  { version }: GatewayContext,
  dialect: DialectId,
  accept: string,
): HeaderRecord {
  return {
    ...dialectHeaders(dialect),
    accept,
    'accept-encoding': 'identity',
    'user-agent': `parley/${version}`,
  };
}
