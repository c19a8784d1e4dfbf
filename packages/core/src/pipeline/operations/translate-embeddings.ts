/** Embeddings of an upstream that does not speak the client's dialect; used by `embed.ts`. */
import {
  codecOf,
  dialectIds,
  GatewayError,
  isJsonObject,
  NameMap,
  noUsage,
  parseJson,
  writeJson,
  type EmbeddingsCodec,
  type JsonObject,
} from '@parley/protocol';
import type { GatewayContext } from '../../context.ts';
import { embedUrl } from '../../models/providers/endpoint.ts';
import type { Target } from '../../models/routing/snapshot.ts';
import type { Admitted, WholeAnswer } from '../state.ts';
import { requestHead } from '../upstream/request-head.ts';
import { refuseLoss, type UpstreamRequest } from '../upstream/upstream-request.ts';
import {
  unexpectedResponse,
  parseReply,
  type AttemptResponse,
} from '../upstream/upstream-response.ts';

/** @throws GatewayError `invalid-request` when the upstream has no embeddings; `unsupported` for anything but texts */
export function translateEmbeddings(
  gateway: GatewayContext,
  admitted: Admitted,
  target: Target,
): UpstreamRequest {
  const { baseUrls } = target.upstream;
  const { incoming, inbound } = admitted;
  const able = dialectIds.flatMap((outbound) => {
    const { embeddings } = codecOf(outbound);
    const baseUrl = baseUrls[outbound];
    return embeddings === undefined || baseUrl === undefined
      ? []
      : [{ outbound, embeddings, baseUrl }];
  });
  const [chosen] = able;
  if (chosen === undefined) throw noEmbeddings();
  const { outbound, baseUrl } = chosen;
  const { value, notes } = embeddingsOf(inbound).decodeRequest(readBody(admitted));
  refuseLoss(incoming.request, notes);
  const { body, action } = chosen.embeddings.encodeRequest(value, target.model);
  const url = embedUrl(outbound, baseUrl, { model: target.model, action });
  const { headers } = requestHead(gateway, admitted, { outbound, target, stream: false });
  return {
    call: { method: 'POST', url, headers, body: writeJson(body) },
    sent: { outbound, isPassthrough: false, names: new NameMap(), notes },
  };
}

/** @throws GatewayError `upstream-unavailable` when the response is not one vector for each text */
export async function openTranslatedEmbeddings(
  gateway: GatewayContext,
  admitted: Admitted,
  response: AttemptResponse,
): Promise<WholeAnswer> {
  const { sent, connection, meter } = response;
  const { json } = parseReply(await connection.readText(gateway.limits.replyBytes));
  const isError = isJsonObject(json) && Boolean(json['error']);
  const reply = isError ? undefined : embeddingsOf(codecOf(sent.outbound)).decodeVectors(json);
  const asked = readBody(admitted);
  const codec = embeddingsOf(admitted.inbound);
  const { texts } = codec.decodeRequest(asked).value;
  if (reply?.vectors.length !== texts.length) throw unexpectedResponse(response, json);
  meter.report({ ...noUsage, input: reply.tokens ?? 0 });
  meter.finish();
  const tokens = reply.tokens ?? meter.usage?.input ?? 0;
  const { model } = admitted.request.summary;
  const text = writeJson(codec.encodeVectors({ ...reply, tokens }, model, asked));
  return { kind: 'whole', text, notes: [] };
}

/** The body as its client sent it, which is not kept while the upstream is waited for. */
function readBody({ request }: Admitted): JsonObject {
  const json = parseJson(request.body().text);
  return isJsonObject(json) ? json : {};
}

/** @throws GatewayError `invalid-request` when the dialect has no embeddings */
export function embeddingsOf({
  embeddings,
}: {
  readonly embeddings?: EmbeddingsCodec;
}): EmbeddingsCodec {
  if (embeddings === undefined) throw noEmbeddings();
  return embeddings;
}

function noEmbeddings(): GatewayError {
  return new GatewayError('invalid-request', 'This model has no embeddings.', {
    reason: 'embeddings_not_supported',
    param: 'model',
  });
}
