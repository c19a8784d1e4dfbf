import {
  codecOf,
  GatewayError,
  NameMap,
  parseJson,
  type DialectId,
  type TokenCounting,
} from '@parley/protocol';
import type { WholeAnswer } from '../upstream/answer.ts';
import { upstreamHeaders, type EncodedCall } from '../upstream/encode-call.ts';
import { readText } from '../upstream/read-text.ts';
import { badAnswer } from '../upstream/reception.ts';
import type { Exchange } from '../exchange.ts';
import { countTokensUrl } from '../../models/providers/endpoint.ts';
import type { Target, Upstream } from '../../models/routing/snapshot.ts';
import type { Question } from '../parse.ts';
import { estimateErrorPercent } from '../../billing/tokens/estimate-error.ts';
import { estimateRequestTokens, familyOf } from '../../billing/tokens/estimate-request.ts';
import type { Operation } from './operation.ts';

/**
 * Counts the tokens of a request: by an upstream that can, by estimate where the caller's group
 * says so, not at all for groups of the chat-completions family (specification §4, §7).
 */
export const countTokens: Operation = {
  recorded: false,
  answersInWords: false,
  answerCaller: (exchange, { groups }) =>
    groups.every((group) => group.countTokens === 'off') ? refuse(exchange) : undefined,
  toRequest: ({ inbound }, body) => countingOf(inbound.dialect).toRequest(body),
  check: ({ inbound, address }, body) => inbound.checkRequest(body, address),
  answerHere(exchange, { question, targets }) {
    const counting = exchange.facts.group?.countTokens ?? 'off';
    if (counting === 'off') return refuse(exchange);
    const [target] = targets;
    const asks = counting === 'native' && target !== undefined && !uncounting.has(target.upstream);
    return asks ? undefined : estimate(exchange, question, target);
  },
  recover(exchange, error, { question, target }) {
    const isUnable = error.reason === notSupportedReason;
    const isMissing = error.upstreamStatus === 404 || error.upstreamStatus === 405;
    if (!isUnable && !isMissing) return undefined;
    uncounting.add(target.upstream);
    return estimate(exchange, question, target);
  },
  encode(gateway, exchange, { question, target }): EncodedCall {
    const { upstream, model } = target;
    const dialect = countingDialect(upstream, exchange.inbound.dialect);
    if (dialect === undefined) throw notSupported();
    const outbound = codecOf(dialect);
    const headers = upstreamHeaders(gateway, exchange, {
      outbound: dialect,
      target,
      stream: false,
    });
    const url = countTokensUrl(dialect, upstream.baseUrls[dialect] ?? '', model);
    const express = dialect === exchange.inbound.dialect;
    const body = express
      ? outbound.spliceRequest(question.text, question.scan, model)
      : JSON.stringify(translate(question, { target, dialect }));
    return {
      call: { method: 'POST', url, headers, body },
      outbound: dialect,
      express,
      names: new NameMap(),
      notes: [],
    };
  },
  async open(gateway, exchange, { encoded, connection }) {
    const text = await readText(gateway, connection, gateway.limits.errorBytes);
    const count = countingOf(encoded.outbound).decodeCount(parseJson(text));
    if (count === undefined) throw badAnswer();
    return encodeAnswer(exchange, count);
  },
};

/**
 * Upstreams that cannot count: their dialect has no counting, or they have told so by 404 or 405.
 * They are forgotten with the routing they belong to.
 */
const uncounting = new WeakSet<Upstream>();

/** The caller's dialect where the upstream counts in it, else another one in which it counts. */
function countingDialect({ baseUrls }: Upstream, inbound: DialectId): DialectId | undefined {
  const able = (['anthropic-messages', 'gemini-generate', 'openai-responses'] as const).filter(
    (dialect) => baseUrls[dialect] !== undefined,
  );
  return able.find((dialect) => dialect === inbound) ?? able[0];
}

function translate(
  question: Question,
  { target, dialect }: { readonly target: Target; readonly dialect: DialectId },
) {
  const { model, upstream, profile } = target;
  const encoded = codecOf(dialect).encodeRequest(question.canonical().value, {
    model,
    vendor: upstream.vendor,
    profile,
  });
  return countingOf(dialect).fromRequest(encoded.value.body, model);
}

function estimate(exchange: Exchange, question: Question, target: Target | undefined): WholeAnswer {
  const family = familyOf(target?.model ?? question.facts.model);
  const count = estimateRequestTokens(question.canonical().value, family);
  const headers = {
    'parley-token-count': `estimated; error=${String(estimateErrorPercent[family])}%`,
  };
  return { ...encodeAnswer(exchange, count), headers };
}

/** The body that clients of the messages dialect know for this, to the letter; else an error of the dialect. */
function refuse({ inbound }: Exchange): WholeAnswer {
  const error = notSupported();
  if (inbound.dialect !== 'anthropic-messages') throw error;
  const body = { type: 'error', error: { type: 'not_found_error', message: error.message } };
  const headers = { 'x-should-retry': 'false' };
  return { kind: 'whole', status: 404, text: JSON.stringify(body), headers };
}

function encodeAnswer({ inbound }: Exchange, count: number): WholeAnswer {
  return { kind: 'whole', text: JSON.stringify(countingOf(inbound.dialect).encodeCount(count)) };
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
