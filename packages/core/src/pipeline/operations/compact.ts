/** The operation that compacts a conversation: by an upstream of the client's dialect, or else by a summary. */
import {
  codecOf,
  GatewayError,
  isJsonObject,
  mayHoldWrappedProviderState,
  NameMap,
  parseJson,
  writeCompactedResponse,
  writeJson,
  type CanonicalRequest,
} from '@parley/protocol';
import { compactUrl } from '../../models/providers/endpoint.ts';
import type { Target } from '../../models/routing/snapshot.ts';
import { isAdmitted, type Admitted } from '../state.ts';
import { addCallerQuery } from '../upstream/caller-query.ts';
import { requestHead } from '../upstream/request-head.ts';
import { refuseLoss, type SentRequest } from '../upstream/upstream-request.ts';
import { generate } from './generate.ts';
import { openReply } from './open-reply.ts';
import type { FailedAttempt, Operation } from './operation.ts';
import { resolveHistory } from './resolve-history.ts';

/**
 * `POST /v1/responses/compact`. A vendor's compacted conversation is an encrypted item that only the vendor can read. The
 * model of an upstream without compaction writes a summary, which later requests bring to any model as text.
 */
export const compact: Operation = {
  ...generate,
  answerLocally(reached, failed) {
    if (failed !== undefined && isAdmitted(reached)) refuseMissing(reached, failed);
    return undefined;
  },
  async parse(gateway, authenticated, body) {
    const resolved = await resolveHistory(gateway, { keyId: authenticated.caller.key.id }, body);
    const request = await generate.parse(gateway, authenticated, resolved);
    // The endpoint has neither streams nor an output limit.
    const summary = { ...request.summary, stream: false, maxOutputTokens: undefined };
    return {
      ...request,
      summary,
      isCompaction: true,
      json: resolved.json,
      canonical: () => {
        const { value, notes } = request.canonical();
        return { value: askForCompaction(value), notes };
      },
      outline: () => askForCompaction(request.outline()),
    };
  },
  encode(gateway, admitted, target) {
    const { incoming, inbound } = admitted;
    const outbound = inbound.dialect;
    if (!(outbound in target.upstream.baseUrls)) return generate.encode(gateway, admitted, target);
    const { text: body, names, notes } = writeBody(admitted, target);
    refuseLoss(incoming.request, notes);
    const url = compactUrl(outbound, target.upstream.baseUrls[outbound] ?? '');
    const { headers } = requestHead(gateway, admitted, { outbound, target, stream: false });
    return {
      call: { method: 'POST', url: addCallerQuery(url, incoming.request), headers, body },
      sent: { outbound, isPassthrough: true, names, notes },
    };
  },
  open(gateway, admitted, response) {
    const { inbound, request } = admitted;
    if (response.sent.outbound === inbound.dialect) return openReply(gateway, admitted, response);
    const rewrite = (text: string) => {
      const reply = parseJson(text);
      return writeJson(
        writeCompactedResponse(isJsonObject(reply) ? reply : {}, request.json ?? {}),
      );
    };
    return openReply(gateway, admitted, { ...response, rewrite });
  },
};

/** The path asks for it; the body does not. */
function askForCompaction(request: CanonicalRequest): CanonicalRequest {
  return { ...request, stream: false, wantsCompaction: true };
}

/**
 * Many servers of the format have everything but this endpoint.
 * @throws GatewayError `invalid-request` when the last target does not have it
 */
function refuseMissing({ admission, attempts }: Admitted, { error }: FailedAttempt): void {
  const isLast = attempts.all.length >= admission.targets.length;
  const { upstreamStatus } = error;
  if (!isLast || (upstreamStatus !== 404 && upstreamStatus !== 405)) return;
  const message = 'The upstream of this model does not compact: ask the model for a summary.';
  throw new GatewayError('invalid-request', message, {
    reason: 'compaction_not_supported',
    param: 'model',
    upstreamStatus,
    cause: error,
  });
}

interface WrittenBody extends Pick<SentRequest, 'names' | 'notes'> {
  readonly text: string;
}

/** The client's own text; only a translation can remove provider state of another vendor from it. */
function writeBody(
  { inbound, request }: Admitted,
  { model, upstream, profile }: Target,
): WrittenBody {
  const { text, scan } = request.body();
  const codec = codecOf(inbound.dialect);
  if (!mayHoldWrappedProviderState(text)) {
    return { text: codec.spliceRequest(text, scan, model), names: new NameMap(), notes: [] };
  }
  const decoded = request.canonical();
  const target = { model, vendor: upstream.vendor, profile };
  const { value, notes } = codec.encodeRequest(decoded.value, target);
  // An encoder adds options of the reply, which the endpoint would refuse.
  const fields = Object.entries(value.body).filter(
    ([name]) => scan.fields.has(name) || name === 'instructions',
  );
  return {
    text: writeJson(Object.fromEntries(fields)),
    names: value.names,
    notes: [...decoded.notes, ...notes],
  };
}
