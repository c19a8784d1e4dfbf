/**
 * The two operations for embeddings: models in the body, and models in the path. Both send the client's own body
 * to an upstream of the client's dialect; for others, it is translated.
 */
import {
  GatewayError,
  isJsonObject,
  NameMap,
  omitUndefined,
  replaceFields,
  spliceFields,
  writeBase64Vectors,
  type JsonObject,
  type JsonValue,
  type ReadRequest,
} from '@parley/protocol';
import * as z from 'zod';
import type { GatewayContext } from '../../context.ts';
import { embedUrl } from '../../models/providers/endpoint.ts';
import type { Target } from '../../models/routing/snapshot.ts';
import { createParsedRequest, type ParsedRequest } from '../request/parsed-request.ts';
import type { Admitted } from '../state.ts';
import { addCallerQuery } from '../upstream/caller-query.ts';
import { requestHead } from '../upstream/request-head.ts';
import type { UpstreamRequest } from '../upstream/upstream-request.ts';
import { unexpectedResponse, parseReply } from '../upstream/upstream-response.ts';
import type { Operation } from './operation.ts';
import {
  embeddingsOf,
  openTranslatedEmbeddings,
  translateEmbeddings,
} from './translate-embeddings.ts';

/** `POST /v1/embeddings`, where the upstream reports the tokens. */
export const embed: Operation = {
  isRecorded: true,
  parse(_, __, body) {
    const { model, encoding_format: format } = checkEmbedding(body.json);
    // Of the body, only what `open` reads.
    const json = format === base64 ? { encoding_format: base64 } : undefined;
    const operation = { generatesText: false, ...omitUndefined({ json }) };
    return createParsedRequest(body, () => readModel(model), operation);
  },
  encode(gateway, admitted, target) {
    const { text, scan } = admitted.request.body();
    const body = spliceFields(text, scan, { model: JSON.stringify(target.model) });
    return passBody(gateway, admitted, { target, body });
  },
  async open(gateway, admitted, response) {
    if (!response.sent.isPassthrough) return openTranslatedEmbeddings(gateway, admitted, response);
    const { request } = admitted;
    const body = await response.connection.readText(gateway.limits.replyBytes);
    const { text, json } = parseReply(body);
    const vectors = isJsonObject(json) && !json['error'] ? json['data'] : undefined;
    if (!isJsonObject(json) || !Array.isArray(vectors)) throw unexpectedResponse(response, json);
    const data =
      request.json?.['encoding_format'] === base64 ? writeBase64Vectors(vectors) : undefined;
    response.meter.report(embeddingsOf(admitted.inbound).readUsage(json));
    response.meter.finish();
    const { model } = request.summary;
    const shown = replaceFields(text, { model, ...omitUndefined({ data }) });
    return { kind: 'whole', text: shown, notes: [] };
  },
};

/** `embedContent` and `batchEmbedContents`. Replies of older models report no tokens, so they are estimated. */
export const embedNatively: Operation = {
  isRecorded: true,
  parse(_, { address }, body) {
    const { json } = body;
    if ((json['content'] ?? json['requests']) === undefined) {
      throw new GatewayError('invalid-request', "The field 'content' is missing.", {
        reason: 'missing_field',
      });
    }
    const read = readModel(address?.model ?? '');
    return createParsedRequest(body, () => read, { generatesText: false, json });
  },
  encode(gateway, admitted, target) {
    const body = nameModel(admitted.request, target.model);
    return passBody(gateway, admitted, { target, body });
  },
  async open(gateway, admitted, response) {
    if (!response.sent.isPassthrough) return openTranslatedEmbeddings(gateway, admitted, response);
    const body = await response.connection.readText(gateway.limits.replyBytes);
    const { text, json } = parseReply(body);
    const isReply = isJsonObject(json) && (json['embedding'] ?? json['embeddings']) !== undefined;
    if (!isReply || json['error']) throw unexpectedResponse(response, json);
    response.meter.report(embeddingsOf(admitted.inbound).readUsage(json));
    response.meter.finish();
    return { kind: 'whole', text, notes: [] };
  },
};

function passBody(
  gateway: GatewayContext,
  admitted: Admitted,
  { target, body }: { readonly target: Target; readonly body: string },
): UpstreamRequest {
  const { inbound, incoming, address } = admitted;
  const { dialect: outbound } = inbound;
  const { model, upstream } = target;
  const baseUrl = upstream.baseUrls[outbound];
  if (baseUrl === undefined) return translateEmbeddings(gateway, admitted, target);
  const endpoint = embedUrl(outbound, baseUrl, { model, action: address?.action });
  const url = addCallerQuery(endpoint, incoming.request);
  const { headers } = requestHead(gateway, admitted, { outbound, target, stream: false });
  const call = { method: 'POST', url, headers, body } as const;
  return { call, sent: { outbound, isPassthrough: true, names: new NameMap(), notes: [] } };
}

function readModel(model: string): ReadRequest {
  return {
    summary: { model, stream: false, includeUsage: false, maxOutputTokens: undefined },
    decode() {
      throw new GatewayError('unsupported', 'Embeddings cannot be translated.');
    },
  };
}

/** The encoding that official clients ask for unless told otherwise. */
const base64 = 'base64';

const tokens = z.array(z.int().nonnegative()).min(1);
const embeddingRequest = z.looseObject({
  model: z.string().min(1),
  input: z.union([z.string(), z.array(z.string()).min(1), tokens, z.array(tokens).min(1)]),
  encoding_format: z.unknown().optional(),
});

/** The check ends at the first wrong value, because an input of megabytes could have millions. */
const atFirst: z.core.ParseContextInternal<z.core.$ZodIssue> = { abortEarly: true };

/** @throws GatewayError `invalid-request` */
function checkEmbedding(body: JsonObject): z.infer<typeof embeddingRequest> {
  const result = embeddingRequest.safeParse(body, atFirst);
  if (result.success) return result.data;
  const field = String(result.error.issues[0]?.path[0]);
  const isMissing = body[field] === undefined;
  const fault = isMissing ? 'is required' : 'is not valid';
  throw new GatewayError('invalid-request', `The field '${field}' ${fault}.`, {
    reason: isMissing ? 'missing_required_parameter' : 'invalid_value',
    param: field,
  });
}

/** Replaces the model in the body, where clients may repeat it, by the upstream's model name. */
function nameModel(request: ParsedRequest, model: string): string {
  const { json } = request;
  if (json === undefined) return request.body().text;
  const name = `models/${model.replace(/^models\//, '')}`;
  const rename = (part: JsonValue) =>
    isJsonObject(part) && part['model'] !== undefined ? { ...part, model: name } : part;
  const { requests } = json;
  const renamed = Array.isArray(requests) ? { ...json, requests: requests.map(rename) } : json;
  return JSON.stringify(rename(renamed));
}
