/** Answers which models a key may call, in the form of the caller's dialect. */
import { encodeGeminiModel, encodeGeminiModelList, readGeminiPage } from './gemini-model-list.ts';
import { encodeModelEntry, encodeModelList, readModelPage } from './model-list.ts';
import { describeModel, listModels as listUsableModels } from '../models/routing/usable-names.ts';
import type { EndpointCall } from './endpoint.ts';
import { answerLookup } from './lookup.ts';
import { dialectOf, isMessagesClient } from './request-dialect.ts';

/**
 * `GET /v1/models`: every name that the key may write in `model`. Google's clients get the form of Gemini,
 * all others one body that is a list of OpenAI and of Anthropic at once.
 */
export function listModels(call: EndpointCall): Promise<Response> {
  return answerLookup(call, (caller, url) => {
    if (isGemini(call)) {
      const entries = listUsableModels(caller, { aliases: false });
      return encodeGeminiModelList(entries, readGeminiPage(url.searchParams));
    }
    // Some clients of the messages dialect show only names of Anthropic's models; they get aliases.
    const aliases = isMessagesClient(call.request.headers);
    return encodeModelList(listUsableModels(caller, { aliases }), readModelPage(url.searchParams));
  });
}

/** `GET /v1/models/{id}`: one of these names; it may hold slashes, encoded or not. */
export function findModel(call: EndpointCall): Promise<Response> {
  return answerLookup(call, (caller) => {
    const entry = describeModel(caller, call.id);
    return isGemini(call) ? encodeGeminiModel(entry) : encodeModelEntry(entry);
  });
}

function isGemini({ request }: EndpointCall): boolean {
  return dialectOf(new URL(request.url).pathname, request) === 'gemini-generate';
}
