import { codecOf, GatewayError, isJsonObject, NameMap, noUsage, parseJson } from '@parley/protocol';
import { upstreamHeaders, type EncodedCall } from '../attempt/encode-call.ts';
import { readText } from '../attempt/read-text.ts';
import { badAnswer } from '../attempt/reception.ts';
import { nativeUrl } from '../providers/endpoint.ts';
import { estimateTextTokens } from '../tokens/estimate-text.ts';
import type { Operation } from './operation.ts';

/**
 * Google's own embeddings, for upstreams that speak its dialect: the caller's body goes up as it
 * is, and because the answer reports no tokens they are estimated.
 */
export const embedNatively: Operation = {
  recorded: true,
  check({ address }, body) {
    if (!isJsonObject(body) || (body['content'] ?? body['requests']) === undefined) {
      throw new GatewayError('invalid-request', "The field 'content' is missing.", {
        param: 'content',
      });
    }
    return {
      model: address?.model ?? '',
      stream: false,
      includeUsage: false,
      maxOutputTokens: undefined,
    };
  },
  answerHere: () => undefined,
  encode(gateway, exchange, { question, target }): EncodedCall {
    const baseUrl = target.upstream.baseUrls['gemini-generate'];
    if (baseUrl === undefined) {
      throw new GatewayError('invalid-request', 'This model has no native embeddings.', {
        reason: 'embeddings_not_supported',
        param: 'model',
      });
    }
    const outbound = codecOf('gemini-generate');
    const url = nativeUrl(baseUrl, target.model, exchange.address?.action ?? 'embedContent');
    const headers = upstreamHeaders(gateway, exchange, { outbound, target, stream: false });
    return {
      call: { method: 'POST', url, headers, body: question.text },
      outbound,
      express: true,
      names: new NameMap(),
      notes: [],
    };
  },
  async open(gateway, exchange, { question, connection }) {
    const text = await readText(gateway, connection, gateway.limits.replyBytes);
    const body = parseJson(text);
    if (!isJsonObject(body) || (body['embedding'] ?? body['embeddings']) === undefined) {
      throw badAnswer();
    }
    const input = estimateTextTokens(question.text, 'gemini');
    exchange.facts.usage = { ...noUsage, input, estimated: true };
    return { kind: 'whole', text };
  },
};
