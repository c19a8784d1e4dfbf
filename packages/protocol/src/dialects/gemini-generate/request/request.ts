// Validates, decodes and encodes whole Gemini generateContent requests, for the codec.
import { GatewayError } from '../../../canonical/error.ts';
import { NoteBook, type Translated } from '../../../canonical/note.ts';
import type { CanonicalRequest } from '../../../canonical/request.ts';
import type { EncodedRequest, ReadRequest, RequestSummary, RequestTarget } from '../../../codec.ts';
import { NameMap } from '../../../history/names.ts';
import { writeJson } from '../../../json/exact-number.ts';
import { parseJson } from '../../../json/parse.ts';
import { scanObject, type JsonScan } from '../../../json/scan.ts';
import { createSplice } from '../../../shared/passthrough-fields.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../json/value.ts';
import { decodeBegunReply } from '../../../shared/begun-reply.ts';
import { objectOf } from '../../../shared/json-fields.ts';
import { omitUndefined } from '../../../shared/omit-undefined.ts';
import { refuseTie } from '../../../shared/unsupported.ts';
import { askForSummary } from '../../../shared/summary-request.ts';
import { createParser } from '../../../shared/schema-check.ts';
import type { RequestAddress } from '../../../wire.ts';
import { asExtras, isEmpty, noteForeignExtras, otherFields, ownExtras } from '../extras.ts';
import { dialect, functionNames, vertex } from '../tables.ts';
import type { RequestBody } from '../types.ts';
import type { Encoding } from './content-encoder.ts';
import { decodeOptions } from './options-decoder.ts';
import { encodeOptions } from './options-encoder.ts';
import { requestSchema, toRequestError, type RequestInput } from './schema.ts';
import { toCamelCase } from './spelling.ts';
import { decodeToolConfig, decodeTools, encodeTools } from './tools.ts';
import { decodeTurns } from './turns-decoder.ts';
import { encodeConversation } from './turns-encoder.ts';

const parseSchema = createParser(requestSchema, { reportInput: true });

function parseRequest(body: JsonValue): RequestInput {
  const parsed = parseSchema(toCamelCase(body));
  if (!parsed.success) throw toRequestError(parsed.error);
  return parsed.data;
}

/** The path states the model and the method. */
function requireAddress(address: RequestAddress | undefined): RequestAddress {
  if (address !== undefined && address.model !== '') return address;
  throw new GatewayError('invalid-request', 'The path names no model.', {
    param: 'model',
    reason: 'missing_field',
  });
}

/**
 * Validates a body of `models/{model}:generateContent` against the whole format, in either spelling; unknown
 * fields are accepted.
 * @throws GatewayError `invalid-request` with `param`
 */
export function readRequest(body: JsonValue, address?: RequestAddress): ReadRequest {
  const place = requireAddress(address);
  const input = parseRequest(body);
  return { summary: summarize(input, place), decode: () => decodeInput(input, place) };
}

export function decodeRequest(
  body: JsonValue,
  address?: RequestAddress,
): Translated<CanonicalRequest> {
  return readRequest(body, address).decode();
}

function summarize(
  { generationConfig }: RequestInput,
  { model, stream }: RequestAddress,
): RequestSummary {
  const maxOutputTokens = generationConfig?.maxOutputTokens ?? undefined;
  return { model, stream, includeUsage: true, maxOutputTokens };
}

const knownFields = [
  'contents',
  'systemInstruction',
  'tools',
  'toolConfig',
  'generationConfig',
  'labels',
  'serviceTier',
  'store',
  'model',
];

/** @throws GatewayError `invalid-request` */
function decodeInput(
  input: RequestInput,
  { model, stream }: RequestAddress,
): Translated<CanonicalRequest> {
  const { toolChoice, rest: toolConfig } = decodeToolConfig(input.toolConfig);
  const { options, rest } = decodeOptions(input);
  const turns = decodeTurns(input.systemInstruction, input.contents);
  const value: CanonicalRequest = {
    model,
    stream,
    includeUsage: true,
    turns,
    ...decodeBegunReply(turns),
    tools: decodeTools(input.tools),
    ...omitUndefined({ toolChoice }),
    ...options,
    ...asExtras({
      ...otherFields(input, knownFields),
      ...rest,
      ...omitUndefined({ toolConfig: isEmpty(toolConfig) ? undefined : toolConfig }),
    }),
  };
  return { value, notes: [] };
}

/**
 * Encodes a request for an upstream of this format; everything it cannot express is noted. The model and the
 * method belong in the path.
 * @throws GatewayError `unsupported` if the request continues a response that it does not include
 */
export function encodeRequest(
  asked: CanonicalRequest,
  target: RequestTarget,
): Translated<EncodedRequest> {
  refuseTie(asked, dialect);
  const notes = new NoteBook();
  const request = askForSummary(asked, notes);
  const names = new NameMap(target.profile.maxToolName, functionNames);
  const encoding: Encoding = { target, names, notes };
  noteForeignExtras(request.extras, '', notes);
  // Tools come first, so that the name of a tool is changed only if it is not valid itself.
  const tools = encodeTools(request, encoding);
  const { systemInstruction, contents } = encodeConversation(request.turns, encoding);
  const body: RequestBody = {
    contents,
    ...omitUndefined({ systemInstruction }),
    ...tools,
    ...encodeOptions(request, target, notes),
  };
  return {
    value: { body: mergeExtras(body, ownExtras(request.extras), notes), names },
    notes: notes.notes,
  };
}

/** With this setting, calls arrive in pieces, which only a reply that is passed through can have. */
const piecesSetting = 'streamFunctionCallArguments';

/** Adds the extras of the client's own dialect, also inside objects. */
function mergeExtras(body: JsonObject, extras: JsonObject, notes: NoteBook): JsonObject {
  const merged: JsonObject = { ...body };
  for (const [name, value] of Object.entries(extras)) {
    const inner = isJsonObject(value) ? mergeExtras(objectOf(merged[name]), value, notes) : value;
    if (name !== piecesSetting) merged[name] = inner;
    else if (value) notes.approximated(name, 'Calls in a translated reply arrive whole.');
  }
  return merged;
}

/**
 * Passthrough: the path names the model, so the text stays unchanged. Only a call name that the body repeats
 * is replaced, because it has no meaning upstream.
 */
export const spliceRequest = createSplice(upstreamFields);

/** The fields that `spliceRequest` sets. */
export function upstreamFields(
  text: string,
  scan: JsonScan,
  model: string,
): Readonly<Record<string, string>> {
  const fields: Record<string, string> = {};
  if (scan.fields.has('model')) fields['model'] = JSON.stringify(`models/${model}`);
  for (const name of ['generateContentRequest', 'generate_content_request']) {
    const span = scan.fields.get(name);
    if (span === undefined || text[span.start] !== '{') continue;
    const inner = text.slice(span.start, span.end);
    fields[name] = spliceRequest(inner, scanObject(inner), model);
  }
  return fields;
}

/** Vertex AI rejects contents without a role, which Google's own service reads as those of the user. */
export function vendorFields(
  text: string,
  { fields }: JsonScan,
  vendor: string,
): Readonly<Record<string, string>> | undefined {
  const span = vendor === vertex ? fields.get('contents') : undefined;
  if (span === undefined) return undefined;
  const contents = parseJson(text.slice(span.start, span.end));
  if (!Array.isArray(contents) || contents.every(hasRole)) return undefined;
  const named = contents.map((content) =>
    isJsonObject(content) && !hasRole(content) ? { ...content, role: 'user' } : content,
  );
  return { contents: writeJson(named) };
}

function hasRole(content: JsonValue): boolean {
  return isJsonObject(content) && Boolean(content['role']);
}
