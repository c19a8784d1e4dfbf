/** The operation that counts tokens: by an upstream that supports it, otherwise by an estimate. */
import {
  codecOf,
  dialectIds,
  GatewayError,
  isJsonObject,
  NameMap,
  type DialectId,
  type JsonValue,
  type TokenCounting,
} from '@parley/protocol';
import { estimateRequestTokens } from '../../billing/tokens/estimate-request.ts';
import { estimateErrorPercent, familyOf } from '../../billing/tokens/token-family.ts';
import { countTokensUrl } from '../../models/providers/endpoint.ts';
import type { Target, Upstream } from '../../models/routing/snapshot.ts';
import { createParsedRequest, type ParsedRequest } from '../request/parsed-request.ts';
import {
  isAdmitted,
  type Admitted,
  type Authenticated,
  type Received,
  type WholeAnswer,
} from '../state.ts';
import { addCallerQuery } from '../upstream/caller-query.ts';
import { requestHead } from '../upstream/request-head.ts';
import { unexpectedResponse, parseReply } from '../upstream/upstream-response.ts';
import type { FailedAttempt, Operation } from './operation.ts';
import { resolveHistory } from './resolve-history.ts';

/**
 * Counts the tokens of a request. Groups of the chat-completions family do not offer it, unless they are
 * configured otherwise.
 */
export const countTokens: Operation = {
  isRecorded: false,
  answerLocally(reached, failed) {
    if (isRefused(reached)) return refuse(reached);
    if (!isAdmitted(reached)) return undefined;
    return failed === undefined ? estimateAtOnce(reached) : estimateInstead(reached, failed);
  },
  parse(_, { inbound, address }, body) {
    const counting = countingOf(inbound.dialect);
    const readBody = (json: JsonValue) => inbound.readRequest(counting.toRequest(json), address);
    return createParsedRequest(body, readBody, { generatesText: false });
  },
  encode(gateway, admitted, target) {
    const { upstream, model } = target;
    const { incoming, inbound, request } = admitted;
    const counting = findCounting(upstream, inbound.dialect);
    if (counting === undefined) throw notSupported();
    const { outbound, baseUrl } = counting;
    const hasOtherForm = countingOf(outbound).otherForms?.includes(upstream.vendor) === true;
    const isPassthrough = outbound === inbound.dialect && !hasOtherForm;
    const { text, scan } = request.body();
    const body = isPassthrough
      ? codecOf(outbound).spliceRequest(text, scan, model)
      : translateCount(request, target, outbound);
    const { headers } = requestHead(gateway, admitted, { outbound, target, stream: false });
    const url = countTokensUrl(outbound, baseUrl, model);
    return {
      call: {
        method: 'POST',
        url: isPassthrough ? addCallerQuery(url, incoming.request) : url,
        headers,
        body,
      },
      sent: { outbound, isPassthrough, names: new NameMap(), notes: [] },
    };
  },
  async open(gateway, admitted, response) {
    const { sent, connection } = response;
    const { text, json } = parseReply(await connection.readText(gateway.limits.errorBytes));
    const count = countingOf(sent.outbound).decodeCount(json);
    if (count === undefined) throw unexpectedResponse(response, json);
    // Formats state more than the count, such as what the cache contains of it. Text of an error may hold secrets.
    const isSame = sent.outbound === admitted.inbound.dialect;
    const isRelayed = isSame && isJsonObject(json) && json['error'] === undefined;
    return isRelayed ? { kind: 'whole', text, notes: [] } : answerCount(admitted, count);
  },
};

/** Counts the tokens of a Responses request together with the stored conversation that it continues. */
export const countResponseTokens: Operation = {
  ...countTokens,
  async parse(gateway, authenticated, body) {
    const resolved = await resolveHistory(gateway, { keyId: authenticated.caller.key.id }, body);
    return countTokens.parse(gateway, authenticated, resolved);
  },
};

/** True when no group of the key counts tokens. */
function isRefused(reached: Authenticated | Admitted): boolean {
  const groups = isAdmitted(reached) ? [reached.route.group] : reached.caller.groups;
  return groups.every(({ countTokens: counting }) => counting === 'off');
}

/**
 * Upstreams that cannot count: their dialect has no counting, or they answered 404 or 405 without naming the model. A
 * reload of the configuration clears them.
 */
const uncounting = new WeakSet<Upstream>();

/** Estimates before any attempt if no upstream should count, or if the first one cannot. */
function estimateAtOnce(admitted: Admitted): WholeAnswer | undefined {
  const { group, targets } = admitted.route;
  const [target] = targets;
  const asks =
    group.countTokens === 'native' && target !== undefined && !uncounting.has(target.upstream);
  return asks ? undefined : estimate(admitted, target);
}

/** Estimates after an attempt showed that the upstream cannot count. */
function estimateInstead(
  admitted: Admitted,
  { error, target }: FailedAttempt,
): WholeAnswer | undefined {
  const isUnable = error.reason === notSupportedReason;
  const isMissing = error.upstreamStatus === 404 || error.upstreamStatus === 405;
  if (!isUnable && !isMissing) return undefined;
  if (!namesModel(error, admitted)) uncounting.add(target.upstream);
  return estimate(admitted, target);
}

/** True for an error about one model, such as one that the upstream does not have. It may count for others. */
function namesModel({ cause }: GatewayError, { request }: Admitted): boolean {
  // Errors have the call name in place of the upstream's name.
  return cause instanceof Error && cause.message.includes(request.summary.model);
}

function estimate(admitted: Admitted, target: Target | undefined): WholeAnswer {
  const { request } = admitted;
  const family = familyOf(target?.model ?? request.summary.model);
  const count = estimateRequestTokens(request.canonical().value, family);
  const headers = {
    'parley-token-count': `estimated; error=${String(estimateErrorPercent[family])}%`,
  };
  return { ...answerCount(admitted, count), headers };
}

/** The client's dialect if the upstream counts in it, otherwise another dialect in which it counts. */
function findCounting({ baseUrls }: Upstream, inbound: DialectId) {
  const able = dialectIds.flatMap((outbound) => {
    const baseUrl = baseUrls[outbound];
    const counts = baseUrl !== undefined && codecOf(outbound).tokenCounting !== undefined;
    return counts ? [{ outbound, baseUrl }] : [];
  });
  return able.find(({ outbound }) => outbound === inbound) ?? able[0];
}

function translateCount(request: ParsedRequest, target: Target, outbound: DialectId): string {
  const { model, upstream, profile } = target;
  const { vendor } = upstream;
  const encoded = codecOf(outbound).encodeRequest(request.canonical().value, {
    model,
    vendor,
    profile,
  });
  return JSON.stringify(countingOf(outbound).fromRequest(encoded.value.body, model, vendor));
}

/** Refuses in the body that clients of the dialect expect, or with an ordinary error. */
function refuse({ inbound }: Received): WholeAnswer {
  const error = notSupported();
  const body = inbound.tokenCounting?.encodeRefusal?.(error.message);
  if (body === undefined) throw error;
  const headers = { 'x-should-retry': 'false' };
  return { kind: 'whole', status: 404, text: JSON.stringify(body), headers, notes: [] };
}

function answerCount({ inbound }: Received, count: number): WholeAnswer {
  const body = countingOf(inbound.dialect).encodeCount(count);
  return { kind: 'whole', text: JSON.stringify(body), notes: [] };
}

function countingOf(dialect: DialectId): TokenCounting {
  const { tokenCounting } = codecOf(dialect);
  if (tokenCounting === undefined) throw notSupported();
  return tokenCounting;
}

const notSupportedReason = 'token_counting_not_supported';

function notSupported(): GatewayError {
  return new GatewayError('not-found', 'Token counting is not supported for this platform', {
    reason: notSupportedReason,
  });
}
