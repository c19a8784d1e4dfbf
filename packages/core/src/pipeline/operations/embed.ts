import {
  GatewayError,
  isJsonObject,
  NameMap,
  parseJson,
  spliceFields,
  tokenCount,
  noUsage,
  type JsonValue,
  type RequestFacts,
  type Usage,
} from '@parley/protocol';
import * as z from 'zod';
import { upstreamHeaders, type EncodedCall } from '../upstream/encode-call.ts';
import { showFields } from '../upstream/open-answer.ts';
import { readText } from '../upstream/read-text.ts';
import { badAnswer } from '../upstream/reception.ts';
import { embedUrl } from '../../models/providers/endpoint.ts';
import type { Operation } from './operation.ts';

const tokens = z.array(z.int().nonnegative()).min(1);
const embeddingRequest = z.looseObject({
  model: z.string().min(1),
  input: z.union([z.string(), z.array(z.string()).min(1), tokens, z.array(tokens).min(1)]),
});

/**
 * Embeddings, which only the chat family has: the caller's own body goes up with another model
 * name, and the tokens of the answer are metered.
 */
export const embed: Operation = {
  recorded: true,
  answersInWords: false,
  check: (_, body) => checkEmbedding(body),
  answerHere: () => undefined,
  encode(gateway, exchange, { question, target }): EncodedCall {
    const baseUrl = target.upstream.baseUrls['openai-chat'];
    if (baseUrl === undefined) {
      throw new GatewayError('invalid-request', 'This model has no embeddings.', {
        reason: 'embeddings_not_supported',
        param: 'model',
      });
    }
    const outbound = 'openai-chat';
    const body = spliceFields(question.text, question.scan, {
      model: JSON.stringify(target.model),
    });
    const headers = upstreamHeaders(gateway, exchange, { outbound, target, stream: false });
    return {
      call: {
        method: 'POST',
        url: embedUrl('openai-chat', baseUrl, { model: target.model }),
        headers,
        body,
      },
      outbound,
      express: true,
      names: new NameMap(),
      notes: [],
    };
  },
  async open(gateway, _, { question, connection, meter }) {
    const text = await readText(gateway, connection, gateway.limits.replyBytes);
    const body = parseJson(text);
    if (!isJsonObject(body) || body['error'] || !Array.isArray(body['data'])) throw badAnswer();
    meter.report(readUsage(body['usage']));
    meter.finish();
    return { kind: 'whole', text: showFields(text, { model: question.facts.model }) };
  },
};

function checkEmbedding(body: JsonValue): RequestFacts {
  const result = embeddingRequest.safeParse(body);
  if (!result.success) {
    const [field = 'body'] = result.error.issues[0]?.path.map(String) ?? [];
    const isMissing = isJsonObject(body) && body[field] === undefined;
    const fault = isMissing ? 'is required' : 'is not valid';
    throw new GatewayError('invalid-request', `The field '${field}' ${fault}.`, {
      reason: isMissing ? 'missing_required_parameter' : 'invalid_value',
      param: field,
    });
  }
  return {
    model: result.data.model,
    stream: false,
    includeUsage: false,
    maxOutputTokens: undefined,
  };
}

function readUsage(usage: JsonValue | undefined): Usage {
  const claim = isJsonObject(usage) ? usage['prompt_tokens'] : undefined;
  return { ...noUsage, input: tokenCount(claim) };
}
