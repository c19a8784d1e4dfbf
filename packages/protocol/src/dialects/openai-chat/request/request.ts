// Validates, decodes and encodes whole Chat Completions requests, for the codec.
import { NoteBook, type Translated } from '../../../canonical/note.ts';
import type { CanonicalRequest } from '../../../canonical/request.ts';
import type { EncodedRequest, RequestSummary, RequestTarget } from '../../../codec.ts';
import { NameMap, plainNames, wordNames } from '../../../history/names.ts';
import { parseJson } from '../../../json/parse.ts';
import type { JsonScan } from '../../../json/scan.ts';
import { noteBegunReply } from '../../../shared/begun-reply.ts';
import type { Profile } from '../../../profiles/profile.ts';
import { createSplice } from '../../../shared/passthrough-fields.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../json/value.ts';
import { omitUndefined } from '../../../shared/omit-undefined.ts';
import { toRequestError } from '../../../shared/openai/error.ts';
import { adoptFields, fitCacheOptions } from '../../../shared/openai/request-options.ts';
import { createRequestReader } from '../../../shared/request-validation.ts';
import { nothingToSend, refuseTie } from '../../../shared/unsupported.ts';
import { askForSummary } from '../../../shared/summary-request.ts';
import { replaceCustomTools } from '../custom-tools.ts';
import { keepExtras, noteForeignExtras, ownExtras } from '../extras.ts';
import type { ChatMessage, ChatRequest } from '../types.ts';
import type { MessageContext } from './instructions.ts';
import { askForJson, fitOutputFormat } from './json-output.ts';
import { distinctTools } from './distinct-tools.ts';
import { decodeOptions } from './options-decoder.ts';
import { encodeOptions } from './options-encoder.ts';
import { canonicalFields, requestSchema, type RequestInput } from './schema.ts';
import { leaveOutRejected } from './rejected-fields.ts';
import { otherThinking } from './thinking.ts';
import { decodeCallForm, decodeToolChoice, decodeTools, encodeToolOptions } from './tools.ts';
import { decodeTurns } from './turns-decoder.ts';
import { encodeMessages } from './turns-encoder.ts';

/**
 * Validates a body against the whole format; unknown fields and values are accepted.
 * @throws GatewayError `invalid-request` with the first invalid field in `param`
 */
export const { readRequest, decodeRequest } = createRequestReader({
  schema: requestSchema,
  toError: toRequestError,
  summarize,
  decode: decodeInput,
});

function summarize(input: RequestInput): RequestSummary {
  return {
    model: input.model,
    stream: input.stream ?? false,
    includeUsage: includesUsage(input),
    maxOutputTokens: input.max_completion_tokens ?? input.max_tokens ?? undefined,
  };
}

function includesUsage(input: RequestInput): boolean {
  return input.stream_options?.include_usage === true || hasUsageField(input);
}

/** True if usage is requested by OpenRouter's own field. */
function hasUsageField({ usage }: RequestInput): boolean {
  return isJsonObject(usage) && usage['include'] === true;
}

/** @throws GatewayError `invalid-request` */
function decodeInput(input: RequestInput): Translated<CanonicalRequest> {
  const notes = new NoteBook();
  const toolChoice = decodeToolChoice(input, notes);
  const fields = otherThinking(input);
  const value: CanonicalRequest = {
    model: input.model,
    stream: input.stream ?? false,
    includeUsage: includesUsage(input),
    turns: decodeTurns(input.messages),
    tools: distinctTools(decodeTools(input, notes), notes),
    ...omitUndefined({ toolChoice }),
    ...decodeOptions(input, notes),
    ...decodeCallForm(input),
    ...keepExtras(
      withStreamExtras(
        hasUsageField(input) ? { ...fields, usage: null } : fields,
        input.stream_options,
      ),
      isTextAlone(input) ? textFields : canonicalFields,
    ),
  };
  return { value, notes: notes.notes };
}

const textFields: ReadonlySet<string> = new Set([...canonicalFields, 'modalities']);

/** Text is the default, so that no other format loses anything. */
function isTextAlone({ modalities }: RequestInput): boolean {
  return modalities?.length === 1 && modalities[0] === 'text';
}

/** Of the stream options only the usage option is canonical; the others are kept for the dialect. */
function withStreamExtras(
  input: Readonly<Record<string, unknown>>,
  options: RequestInput['stream_options'],
): Readonly<Record<string, unknown>> {
  if (!options) return input;
  const { include_usage: _, ...others } = options;
  return Object.keys(others).length > 0 ? { ...input, [streamExtra]: others } : input;
}

/** The name under which the extras store the other stream options; no request field has this name. */
const streamExtra = 'other_stream_options';

/**
 * Encodes a request for an upstream. A stream always requests usage, which the cost is computed from.
 * @throws GatewayError `unsupported` if nothing is left to ask, or if it continues a stored response
 */
export function encodeRequest(
  given: CanonicalRequest,
  target: RequestTarget,
): Translated<EncodedRequest & { readonly body: ChatRequest }> {
  refuseTie(given, 'openai-chat');
  const notes = new NoteBook();
  const { profile } = target;
  const names = createNames(profile);
  const asked = askForSummary(given, notes);
  const request = profile.customTools ? asked : replaceCustomTools(asked, notes);
  const whole = encodeBody(request, { target, names, notes });
  const body = leaveOutRejected(whole, profile.rejectedFields, notes);
  return { value: { body, names }, notes: notes.notes };
}

function encodeBody(request: CanonicalRequest, context: MessageContext): ChatRequest {
  const { target, names, notes } = context;
  const { profile } = target;
  const known = fitCacheOptions(request.extras, notes);
  const fields = adoptFields(known, 'openai-responses', 'openai-chat');
  noteForeignExtras(fields, '', notes);
  const { [streamExtra]: streamExtras, ...extras } = ownExtras(fields);
  const tools = encodeToolOptions(request, { profile, names, notes });
  const json = fitOutputFormat(request, profile, notes);
  const said = encodeConversation(request, context);
  const body = {
    ...extras,
    model: target.model,
    messages: askForJson(said, json, { role: profile.instructionRole, notes }),
    ...encodeOptions(json.request, target, notes),
    ...tools,
  };
  return request.stream ? { ...body, ...streamFields(streamExtras) } : body;
}

/** @throws GatewayError `unsupported` if no message is left */
function encodeConversation(request: CanonicalRequest, context: MessageContext): ChatMessage[] {
  const messages = encodeMessages(request, context);
  noteBegunReply(request, context.notes);
  if (messages.length > 0) return messages;
  throw nothingToSend();
}

/** Moonshot rejects names that begin with a digit (its chat reference). */
function createNames({ maxToolName, schemaSubset }: Profile): NameMap {
  return new NameMap(maxToolName, schemaSubset === 'moonshot' ? wordNames : plainNames);
}

function streamFields(others: JsonValue | undefined) {
  const kept: JsonObject = isJsonObject(others) ? others : {};
  return { stream: true, stream_options: { ...kept, include_usage: true } } as const;
}

/**
 * Passthrough: replaces the model name in the client's text and, for a stream, requests usage. All other
 * characters stay unchanged.
 */
export const spliceRequest = createSplice(upstreamFields);

/** The fields that `spliceRequest` sets. */
export function upstreamFields(
  text: string,
  scan: JsonScan,
  model: string,
): Readonly<Record<string, string>> {
  const fields: Record<string, string> = { model: JSON.stringify(model) };
  if (valueAt(text, scan, 'stream') === true) {
    const given = valueAt(text, scan, 'stream_options');
    const options = isJsonObject(given) ? given : {};
    if (options['include_usage'] !== true) {
      fields['stream_options'] = JSON.stringify({ ...options, include_usage: true });
    }
  }
  return fields;
}

function valueAt(text: string, scan: JsonScan, field: string): JsonValue | undefined {
  const span = scan.fields.get(field);
  return span && parseJson(text.slice(span.start, span.end));
}
