/** Encodes the request for one target: the client's own text in passthrough, otherwise a translation. */
import {
  codecOf,
  GatewayError,
  mayHoldWrappedProviderState,
  NameMap,
  omitUndefined,
  spliceBytes,
  spliceFields,
  writeJson,
  type Codec,
  type DialectId,
  type Effort,
  type Note,
} from '@parley/protocol';
import type { GatewayContext } from '../../context.ts';
import { addCallerQuery } from './caller-query.ts';
import { chooseDialect } from '../../models/routing/select.ts';
import type { Target } from '../../models/routing/snapshot.ts';
import type { HttpRequest, UpstreamCall } from '../../ports.ts';
import { noteLostHeaders } from '../request/request-headers.ts';
import type { ParsedRequest } from '../request/parsed-request.ts';
import type { Admitted } from '../state.ts';
import { limitFields } from './candidate-limit.ts';
import { requestHead } from './request-head.ts';

/** What reading the response needs to know of a request. */
export interface SentRequest {
  readonly outbound: DialectId;
  /** True when the body is the client's own text, so that the reply passes through, too. */
  readonly isPassthrough: boolean;
  /** Tool names that had to be changed. */
  readonly names: NameMap;
  /** What the translation changed. */
  readonly notes: readonly Note[];
}

/** A request as it is sent to an upstream. */
export interface UpstreamRequest {
  readonly call: Omit<UpstreamCall, 'signal'>;
  readonly sent: SentRequest;
}

type EncodedBody = Pick<SentRequest, 'names' | 'notes'> & Pick<UpstreamCall, 'body'>;

/**
 * Encodes the request of an exchange for one target.
 * @throws GatewayError `invalid-request` when it cannot be encoded, or only with a loss that the client does
 *   not accept
 */
export function encodeRequest(
  gateway: GatewayContext,
  admitted: Admitted,
  target: Target,
): UpstreamRequest {
  const { incoming, inbound, request } = admitted;
  const outbound = codecOf(chooseDialect(target.upstream, inbound.dialect));
  const effort = missingEffort(admitted);
  const isSame = outbound.dialect === inbound.dialect;
  // Only a translation can remove provider state of another vendor from the conversation.
  const isPassthrough =
    isSame && effort === undefined && !mayHoldWrappedProviderState(request.body().text);
  const candidateLimit = limitCandidate(admitted, target);
  const write = isPassthrough ? spliceBody : translateBody;
  const written = write(outbound, request, { target, candidateLimit, effort });
  const lost = isSame ? [] : noteLostHeaders(incoming.request, inbound);
  const notes = [...(request.notes ?? []), ...lost, ...written.notes];
  refuseLoss(incoming.request, notes);
  const to = { outbound: outbound.dialect, target, stream: request.summary.stream };
  const { url, headers } = requestHead(gateway, admitted, to);
  return {
    call: {
      method: 'POST',
      url: isSame ? addCallerQuery(url, incoming.request) : url,
      headers,
      body: written.body,
    },
    sent: { outbound: outbound.dialect, isPassthrough, names: written.names, notes },
  };
}

/** The reserved output limit of one candidate, at most what the client requests and the model supports. */
function limitCandidate({ admission, request }: Admitted, { profile }: Target): number | undefined {
  const reserved = admission.budget?.outputLimit;
  if (reserved === undefined) return undefined;
  return Math.min(reserved, request.summary.maxOutputTokens ?? profile.maxOutputTokens);
}

/** The effort of a tier rule, unless the client sets one; only a translation can add it. */
function missingEffort({ route, request }: Admitted): Effort | undefined {
  if (route.effort === undefined) return undefined;
  const { reasoning } = request.canonical().value;
  const isSaid = reasoning?.effort !== undefined || reasoning?.budget !== undefined;
  return isSaid ? undefined : route.effort;
}

/** Maximum number of lost paths that an error names. */
const mostPaths = 10;

/** @throws GatewayError `invalid-request` when there would be a loss and the client accepts none */
export function refuseLoss(request: HttpRequest, notes: readonly Note[]): void {
  // Python writes `True`, which must not be taken for consent to a loss.
  if (request.headers.get('parley-strict')?.toLowerCase() !== 'true') return;
  const paths = notes.filter(({ action }) => action === 'dropped').map(({ path }) => path);
  const [first] = paths;
  if (first === undefined) return;
  const named = paths.slice(0, mostPaths).join(', ');
  const more = paths.length > mostPaths ? ` and ${String(paths.length - mostPaths)} more` : '';
  throw new GatewayError(
    'invalid-request',
    `The translation for the upstream would lose ${named}${more}.`,
    {
      reason: 'lossy_translation',
      param: first,
    },
  );
}

interface BodyTarget {
  readonly target: Target;
  /** Output limit of one candidate, in tokens; absent where there is none. */
  readonly candidateLimit: number | undefined;
  readonly effort: Effort | undefined;
}

/** Up to this size, a body is spliced as text, which takes less time. */
const shortBytes = 8 * 1_024;

function spliceBody(
  outbound: Codec,
  request: ParsedRequest,
  { target, candidateLimit }: BodyTarget,
): EncodedBody {
  const body = request.body();
  const { text, scan, bytes } = body;
  const { outputLimit: fields } = outbound.wire;
  const { profile } = target;
  const named = outbound.upstreamFields(text, scan, target.model);
  const formed = outbound.vendorFields?.(text, scan, target.upstream.vendor);
  const wanted = Object.entries(formed === undefined ? named : { ...named, ...formed });
  // What the client sends itself stays unchanged.
  const accepted = wanted.filter(([field]) => !profile.rejectedFields.includes(field));
  const needed = Object.fromEntries(accepted);
  const limited =
    candidateLimit === undefined
      ? needed
      : { ...needed, ...limitFields(body, { tokens: candidateLimit, fields, profile }) };
  const isLong = bytes !== undefined && bytes.length > shortBytes;
  const spliced = isLong
    ? spliceBytes({ text, bytes }, scan, limited)
    : spliceFields(text, scan, limited);
  return { body: spliced, names: new NameMap(), notes: [] };
}

function translateBody(
  outbound: Codec,
  request: ParsedRequest,
  { target, candidateLimit, effort }: BodyTarget,
): EncodedBody {
  const decoded = request.canonical();
  const { reasoning } = decoded.value;
  const canonical = {
    ...decoded.value,
    ...omitUndefined({
      maxOutputTokens: candidateLimit,
      reasoning: effort === undefined ? undefined : { ...reasoning, effort },
    }),
  };
  const encoded = outbound.encodeRequest(canonical, {
    model: target.model,
    vendor: target.upstream.vendor,
    profile: target.profile,
  });
  const isOnlyOurs = effort !== undefined && reasoning === undefined;
  const notes = isOnlyOurs ? encoded.notes.map(keepEffortNote) : encoded.notes;
  return {
    body: writeJson(encoded.value.body),
    names: encoded.value.names,
    notes: [...decoded.notes, ...notes],
  };
}

/**
 * A note on the effort of a tier rule is never about a loss: a model that takes no effort loses nothing of the
 * client's request.
 */
function keepEffortNote(note: Note): Note {
  const isLost = note.path === 'reasoning' && note.action === 'dropped';
  return isLost ? { ...note, action: 'approximated' } : note;
}
