// Validates, decodes and encodes whole Anthropic Messages requests, for the codec.
import type { Extras } from '../../../canonical/dialect.ts';
import { NoteBook, type Translated } from '../../../canonical/note.ts';
import type { CanonicalRequest } from '../../../canonical/request.ts';
import type { EncodedRequest, RequestSummary, RequestTarget } from '../../../codec.ts';
import { NameMap, plainNames } from '../../../history/names.ts';
import { decodeBegunReply } from '../../../shared/begun-reply.ts';
import { createSplice, modelField } from '../../../shared/passthrough-fields.ts';
import { isJsonObject, type JsonObject } from '../../../json/value.ts';
import { omitUndefined } from '../../../shared/omit-undefined.ts';
import { refuseTie, noteUnsupported } from '../../../shared/unsupported.ts';
import { askForSummary } from '../../../shared/summary-request.ts';
import { createRequestReader } from '../../../shared/request-validation.ts';
import { outputTool, hasOutputTool } from '../output-tool.ts';
import { asExtras, noteForeignExtras, otherFields, ownExtras } from '../extras.ts';
import { dialect } from '../tables.ts';
import type { RequestBody } from '../types.ts';
import { limitCacheMarks } from './cache-marks.ts';
import type { Encoding } from './content-encoder.ts';
import { encodeThinking } from './effort.ts';
import { decodeOptions } from './options-decoder.ts';
import {
  encodeOutput,
  encodeSampling,
  encodeStops,
  encodeTier,
  limitOf,
  unsupportedOptions,
} from './options-encoder.ts';
import { requestSchema, toRequestError, type RequestInput } from './schema.ts';
import { decodeToolChoice, decodeTools, encodeTools, isForced } from './tools.ts';
import { decodeTurns } from './turns-decoder.ts';
import { encodeConversation } from './turns-encoder.ts';

/**
 * Validates a body of `POST /v1/messages` against the whole format; unknown fields are accepted.
 * @throws GatewayError `invalid-request` with `param`.
 */
export const { readRequest, decodeRequest } = createRequestReader({
  schema: requestSchema,
  toError: toRequestError,
  summarize,
  decode: decodeInput,
});

function summarize({ model, stream, max_tokens: maxOutputTokens }: RequestInput): RequestSummary {
  return { model, stream: stream === true, includeUsage: true, maxOutputTokens };
}

export const upstreamFields = modelField;

/** Replaces the model name in the client's request text. */
export const spliceRequest = createSplice(upstreamFields);

/** The fields with a canonical form; anything in them beyond it is handled separately. */
const knownFields = [
  'model',
  'max_tokens',
  'messages',
  'system',
  'stream',
  'stop_sequences',
  'temperature',
  'top_p',
  'top_k',
  'tools',
  'tool_choice',
  'thinking',
  'output_config',
  'output_format',
  'metadata',
  'service_tier',
];

function decodeInput(wire: RequestInput): Translated<CanonicalRequest> {
  const notes = new NoteBook();
  const { options, rest } = decodeOptions(wire);
  const turns = decodeTurns(wire.system, wire.messages, notes);
  const request: CanonicalRequest = {
    model: wire.model,
    stream: wire.stream === true,
    includeUsage: true,
    turns,
    ...decodeBegunReply(turns),
    tools: decodeTools(wire.tools),
    ...decodeToolChoice(wire.tool_choice),
    ...options,
    ...asExtras({ ...otherFields(wire, knownFields), ...rest }),
  };
  return { value: request, notes: notes.notes };
}

/**
 * Encodes a request for an upstream of this format; everything it cannot express is noted.
 * @throws GatewayError `unsupported` if the request continues a response that it does not include
 */
export function encodeRequest(
  given: CanonicalRequest,
  target: RequestTarget,
): Translated<EncodedRequest> {
  refuseTie(given, dialect);
  const notes = new NoteBook();
  const names = new NameMap(target.profile.maxToolName, plainNames, outputTool);
  const request = limitCacheMarks(askForSummary(given, notes), notes);
  const body = encodeBody(request, { target, names, notes });
  noteUnsupported(request, unsupportedOptions, notes);
  noteForeignExtras(request.extras, '', notes);
  return { value: { body: withOwnExtras(body, request.extras, notes), names }, notes: notes.notes };
}

function encodeBody(request: CanonicalRequest, encoding: Encoding): RequestBody {
  const { target, notes } = encoding;
  const { profile } = target;
  // Tools come first, so that the name of a tool is changed only if it is not valid itself.
  const tools = encodeTools(request, encoding);
  const { system, messages } = encodeConversation(request, encoding);
  const { reasoning } = request;
  const forced = isForced(tools.tool_choice);
  const plan = { reasoning, profile, messages, forced, maxTokens: limitOf(request, encoding) };
  const { thinking, effort, maxTokens } = encodeThinking(plan, notes);
  const isReasoning = thinking !== undefined && thinking.type !== 'disabled';
  const format = hasOutputTool(tools.tools) ? undefined : request.outputFormat;
  return {
    model: target.model,
    max_tokens: maxTokens,
    ...omitUndefined({ system }),
    messages: [...messages],
    ...tools,
    ...omitUndefined({ thinking }),
    ...encodeOutput(format, effort, encoding),
    ...encodeSampling(request.sampling, { profile, isReasoning }, notes),
    ...encodeStops(request.stopSequences, notes),
    ...omitUndefined({
      metadata: request.user === undefined ? undefined : { user_id: request.user },
      service_tier: encodeTier(request.serviceTier, notes),
      stream: request.stream || undefined,
    }),
  };
}

/** Adds the extras of the client's own dialect, also inside objects. */
function withOwnExtras(body: RequestBody, extras: Extras | undefined, notes: NoteBook): JsonObject {
  const merged: JsonObject = { ...body };
  for (const [name, value] of Object.entries(ownExtras(extras))) {
    const written = merged[name];
    const isWhole = !isJsonObject(value) || value['type'] !== undefined;
    if (isWhole) merged[name] = value;
    else if (isJsonObject(written)) merged[name] = { ...written, ...value };
    else if (name !== 'thinking') merged[name] = value;
    else notes.dropped('thinking', 'The request has no reasoning to which these settings apply.');
  }
  return merged;
}
