/** The endpoints that list the models of a key, in the client's dialect. */
import { codecOf, type JsonObject, type ModelListForm } from '@parley/protocol';
import {
  describeModel,
  listModelEntries,
  type ModelEntry,
} from '../../models/routing/usable-names.ts';
import type { EndpointCall } from '../endpoint.ts';
import { encodeGeminiModel, encodeGeminiModelList, readGeminiPage } from './gemini-model-list.ts';
import { serveCaller } from './serve-caller.ts';
import { encodeModelEntry, encodeModelList, readModelPage } from './model-list.ts';
import { dialectOf } from '../request-dialect.ts';

/** Writes models in the format of a dialect. */
interface ModelListCodec {
  encodeList(entries: readonly ModelEntry[], query: URLSearchParams): JsonObject;
  encodeOne(entry: ModelEntry): JsonObject;
}

const codecs: Readonly<Record<ModelListForm['shape'], ModelListCodec>> = {
  data: {
    encodeList: (entries, query) => encodeModelList(entries, readModelPage(query)),
    encodeOne: encodeModelEntry,
  },
  models: {
    encodeList: (entries, query) => encodeGeminiModelList(entries, readGeminiPage(query)),
    encodeOne: encodeGeminiModel,
  },
};

/**
 * `GET /v1/models`: every name that the key may use as `model`. Google's clients get the format of Gemini,
 * all others one body that is valid for both OpenAI and Anthropic clients.
 */
export function listModels(call: EndpointCall): Promise<Response | undefined> {
  const { shape, aliases } = callerForm(call);
  return serveCaller(call, (caller, { searchParams }) =>
    codecs[shape].encodeList(listModelEntries(caller, { aliases }), searchParams),
  );
}

/** `GET /v1/models/{id}`: one of these names; it may contain slashes, encoded or not. */
export function findModel(call: EndpointCall): Promise<Response | undefined> {
  const codec = codecs[callerForm(call).shape];
  return serveCaller(call, (caller) => codec.encodeOne(describeModel(caller, call.id)));
}

function callerForm({ path, request }: EndpointCall): ModelListForm {
  return codecOf(dialectOf(path, request)).wire.modelList;
}
