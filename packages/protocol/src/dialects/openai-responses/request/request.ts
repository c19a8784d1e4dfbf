// Validates, decodes and encodes whole Responses requests, for the codec.
import { GatewayError } from '../../../canonical/error.ts';
import { NoteBook, type Translated } from '../../../canonical/note.ts';
import type { CanonicalRequest } from '../../../canonical/request.ts';
import type { EncodedRequest, RequestSummary, RequestTarget } from '../../../codec.ts';
import { NameMap } from '../../../history/names.ts';
import { noteBegunReply } from '../../../shared/begun-reply.ts';
import { createSplice, modelField } from '../../../shared/passthrough-fields.ts';
import { omitUndefined } from '../../../shared/omit-undefined.ts';
import { toRequestError } from '../../../shared/openai/error.ts';
import { homeVendor } from '../../../shared/openai/wire.ts';
import { adoptFields } from '../../../shared/openai/request-options.ts';
import { createRequestReader } from '../../../shared/request-validation.ts';
import { nothingToSend, tiedTo } from '../../../shared/unsupported.ts';
import { noteForeignExtras, ownExtras } from '../extras.ts';
import { askForJson } from './json-output.ts';
import { decodeOptions, keepRequestExtras } from './options-decoder.ts';
import { encodeOptions } from './options-encoder.ts';
import { requestSchema, type RequestInput } from './schema.ts';
import { findClientTools } from './given-tools.ts';
import { decodeToolChoice } from './tool-choice.ts';
import { decodeTools, encodeToolOptions } from './tools.ts';
import { decodeTurns } from './turns-decoder.ts';
import { encodeConversation } from './turns-encoder.ts';
import type { ResponsesRequest } from './types.ts';

/**
 * Validates a body against the whole format; unknown fields, items and values are accepted. References to
 * stored responses and items must be resolved before decoding: see `prependHistory` and `resolveReferences`.
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
    includeUsage: true,
    maxOutputTokens: input.max_output_tokens ?? undefined,
  };
}

/**
 * @throws GatewayError `invalid-request`; `unsupported` if the vendor stores the conversation or the prompt,
 *   because it is then not in the request
 */
function decodeInput(input: RequestInput): Translated<CanonicalRequest> {
  refuseStoredInput(input);
  const notes = new NoteBook();
  const toolChoice = decodeToolChoice(input);
  const value: CanonicalRequest = {
    model: input.model,
    stream: input.stream ?? false,
    includeUsage: true,
    turns: decodeTurns(input, findClientTools(input), notes),
    tools: decodeTools(input, notes),
    ...omitUndefined({ toolChoice }),
    ...decodeOptions(input, notes),
    ...keepRequestExtras(input),
  };
  return { value, notes: notes.notes };
}

function refuseStoredInput(input: RequestInput): void {
  for (const param of ['conversation', 'prompt'] as const) {
    if (!input[param]) continue;
    const message = `The field '${param}' refers to what only OpenAI keeps; this model cannot see it.`;
    throw new GatewayError('unsupported', message, { param, reason: 'unsupported_parameter' });
  }
}

/** Extras within other fields, which are written together with those. */
const innerExtras = ['include', 'text', 'reasoning', 'tool_choice'];

/**
 * Encodes a request for an upstream.
 * @throws GatewayError `unsupported` if no input is left to send
 */
export function encodeRequest(
  request: CanonicalRequest,
  target: RequestTarget,
): Translated<EncodedRequest & { readonly body: ResponsesRequest }> {
  if (request.tie) throw tiedTo(request.tie);
  const notes = new NoteBook();
  const names = new NameMap(target.profile.maxToolName);
  if ((request.candidates ?? 1) > 1)
    notes.dropped('candidates', 'Responses upstreams generate only one reply.');
  const fields = adoptFields(request.extras, 'openai-chat', 'openai-responses');
  noteForeignExtras(fields, '', notes);
  const extras = Object.entries(ownExtras(fields));
  const tools = encodeToolOptions(request, {
    names,
    notes,
    searches: target.vendor === homeVendor,
  });
  const { instructions, input: said } = encodeConversation(request, { target, names, notes });
  noteBegunReply(request, notes);
  if (said.length === 0 && request.previousResponseId === undefined) {
    throw nothingToSend();
  }
  const input = askForJson(said, request, notes);
  const body: ResponsesRequest = {
    ...Object.fromEntries(extras.filter(([field]) => !innerExtras.includes(field))),
    model: target.model,
    ...omitUndefined({ instructions: instructions || undefined }),
    input,
    ...encodeOptions(request, target, notes),
    ...tools,
    ...omitUndefined({ stream: request.stream || undefined }),
  };
  return { value: { body, names }, notes: notes.notes };
}

export const upstreamFields = modelField;

/** Passthrough: replaces the model name in the client's text; all other characters stay unchanged. */
export const spliceRequest = createSplice(upstreamFields);
