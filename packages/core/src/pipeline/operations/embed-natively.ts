import { GatewayError, isJsonObject, NameMap, parseJson, type JsonValue } from '@parley/protocol';
import { upstreamHeaders, type EncodedCall } from '../upstream/encode-call.ts';
import { readText } from '../upstream/read-text.ts';
import { badAnswer } from '../upstream/reception.ts';
import { embedUrl } from '../../models/providers/endpoint.ts';
import type { Question } from '../parse.ts';
import type { Operation } from './operation.ts';

/** Clients may say the model's name in the body, too; there it becomes the upstream's. */
function nameModel({ body, text }: Question, model: string): string {
  if (!isJsonObject(body)) return text;
  const name = `models/${model.replace(/^models\//, '')}`;
  const rename = (part: JsonValue) =>
    isJsonObject(part) && part['model'] !== undefined ? { ...part, model: name } : part;
  const { requests } = body;
  const renamed = Array.isArray(requests) ? { ...body, requests: requests.map(rename) } : body;
  return JSON.stringify(rename(renamed));
}

/**
 * Google's own embeddings, for upstreams that speak its dialect: the caller's body goes up as it
 * is, and because the answer reports no tokens they are estimated.
 */
export const embedNatively: Operation = {
  recorded: true,
  answersInWords: false,
  check({ address }, body) {
    if (!isJsonObject(body) || (body['content'] ?? body['requests']) === undefined) {
      throw new GatewayError('invalid-request', "The field 'content' is missing.", {
        reason: 'missing_field',
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
    const outbound = 'gemini-generate';
    const url = embedUrl('gemini-generate', baseUrl, {
      model: target.model,
      action: exchange.address?.action ?? 'embedContent',
    });
    const headers = upstreamHeaders(gateway, exchange, { outbound, target, stream: false });
    return {
      call: { method: 'POST', url, headers, body: nameModel(question, target.model) },
      outbound,
      express: true,
      names: new NameMap(),
      notes: [],
    };
  },
  async open(gateway, _, { connection, meter }) {
    const text = await readText(gateway, connection, gateway.limits.replyBytes);
    const body = parseJson(text);
    const isAnswer = isJsonObject(body) && (body['embedding'] ?? body['embeddings']) !== undefined;
    if (!isAnswer || body['error']) throw badAnswer();
    meter.finish();
    return { kind: 'whole', text };
  },
};
