import { codecOf, GatewayError } from '@parley/protocol';
import type { GatewayContext } from '../context.ts';
import { createExchangeId } from '../pipeline/ids.ts';
import {
  encodeGeminiModel,
  encodeGeminiModelList,
  readGeminiPage,
} from '../models/routing/gemini-model-list.ts';
import { encodeModelEntry, encodeModelList, readModelPage } from '../models/routing/model-list.ts';
import { describeModel, listModels as listUsableModels } from '../models/routing/models.ts';
import { identifyCaller, type Caller, type IdentifyOptions } from '../pipeline/caller.ts';
import type { IncomingRequest } from '../context.ts';
import { dialectOf } from './endpoints.ts';
import { respondError } from '../pipeline/error-response.ts';

/**
 * The list of models: every name the caller's key may write, in Google's shape for Google's
 * clients and else in one that clients of all other dialects read.
 */
export function listModels(gateway: GatewayContext, lookup: IncomingRequest): Promise<Response> {
  return answerLookup(gateway, lookup, (caller, url) => {
    if (isGemini(lookup)) {
      const entries = listUsableModels(caller, { aliases: false });
      return encodeGeminiModelList(entries, readGeminiPage(url.searchParams));
    }
    // Clients of the messages dialect may show their list in a picker that hides most names.
    const aliases = lookup.request.headers.has('anthropic-version');
    return encodeModelList(listUsableModels(caller, { aliases }), readModelPage(url.searchParams));
  });
}

/** One of those names; an id may hold slashes, encoded or not. */
export function findModel(
  gateway: GatewayContext,
  lookup: IncomingRequest,
  id: string,
): Promise<Response> {
  return answerLookup(gateway, lookup, (caller) => {
    const entry = describeModel(caller, id);
    return isGemini(lookup) ? encodeGeminiModel(entry) : encodeModelEntry(entry);
  });
}

function isGemini({ request }: IncomingRequest): boolean {
  return dialectOf(new URL(request.url).pathname, request) === 'gemini-generate';
}

/** A plain look-up, and who may make it. */
export type Lookup = IncomingRequest & Omit<IdentifyOptions, 'takesKeyInQuery'>;

/** Answers a plain look-up for the holder of a key, errors in the dialect of the path. */
export async function answerLookup(
  gateway: GatewayContext,
  lookup: Lookup,
  look: (caller: Caller, url: URL) => object | Promise<object>,
): Promise<Response> {
  const id = createExchangeId(gateway.clock.now());
  const url = new URL(lookup.request.url);
  const codec = codecOf(dialectOf(url.pathname, lookup.request));
  const { takesKeyInQuery } = codec.wire;
  try {
    const caller = await identifyCaller(gateway, lookup, { ...lookup, takesKeyInQuery });
    const body = await look(caller, url);
    const headers = { 'cache-control': 'no-store', 'x-request-id': id, 'request-id': id };
    return Response.json(body, { headers });
  } catch (thrown) {
    return respondError(codec, GatewayError.from(thrown), id);
  }
}
