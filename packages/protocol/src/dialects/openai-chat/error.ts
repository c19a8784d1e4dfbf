// Decodes and encodes errors of Chat Completions, for the codec, its replies and its streams.
import type { GatewayError } from '../../canonical/error.ts';
import type { Usage } from '../../canonical/usage.ts';
import type { EncodedError, ErrorReply } from '../../codec.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../json/value.ts';
import { mayHoldError, redactJson, redactShapes, type Redact } from '../../redaction/redaction.ts';
import { omitUndefined } from '../../shared/omit-undefined.ts';
import { findFailureReport } from '../../shared/errors/failure-report.ts';
import { encodeErrorFor, writeErrorBody } from '../../shared/openai/error.ts';
import {
  readUpstreamFailure,
  redactBody,
  redactReply,
} from '../../shared/errors/upstream-error.ts';
import type { ChatErrorBody } from './types.ts';
import { encodeUsage } from './usage.ts';

/** Decodes an HTTP error response of an upstream, whatever its body looks like. */
export function decodeError(reply: ErrorReply, redact?: Redact): GatewayError {
  return readUpstreamFailure(redactReply(reply, redact), 'openai-chat');
}

/** Decodes an error without an error status: inside a stream, or in place of a reply. */
export function readBodyFailure(body: JsonValue, redact: Redact | undefined): GatewayError {
  const inner = isJsonObject(body) && !body['error'] ? errorOfChoice(body) : undefined;
  return readUpstreamFailure(
    redactBody(inner === undefined ? body : { error: inner }, redact),
    'openai-chat',
  );
}

/** True for a body or a chunk with an error; routers also place one within a choice, and MiniMax beside them. */
export function hasError(body: JsonObject): boolean {
  if (body['error'] || errorOfChoice(body) !== undefined) return true;
  return findFailureReport(body) !== undefined;
}

/** Redacts the top-level fields that may contain an error, such as `x_groq`; returns only those, if there are any. */
export function redactVendorFields(
  body: JsonObject,
  redact: Redact = redactShapes,
): JsonObject | undefined {
  let telling: Record<string, JsonValue> | undefined;
  for (const name in body) {
    const value = body[name] ?? null;
    if (name !== 'choices' && isTelling(value)) telling = { ...telling, [name]: value };
  }
  return telling && redactJson(telling, redact);
}

/** Only an object or a list can contain a field. */
function isTelling(value: JsonValue | undefined): boolean {
  return typeof value === 'object' && value !== null && mayHoldError(JSON.stringify(value));
}

function errorOfChoice({ choices }: JsonObject): JsonValue | undefined {
  if (!Array.isArray(choices)) return undefined;
  for (const choice of choices) {
    if (isJsonObject(choice) && choice['error']) return choice['error'];
  }
  return undefined;
}

/** Encodes an error for a client; an upstream body of the same format keeps its fields. */
export function encodeError(error: GatewayError, requestId: string): EncodedError {
  return encodeErrorFor('openai-chat', error, requestId);
}

/** The body of an error event in the middle of a stream, with the usage so far. */
export function encodeStreamError(error: GatewayError, usage: Usage | undefined): ChatErrorBody {
  return { ...writeErrorBody(error), ...omitUndefined({ usage: usage && encodeUsage(usage) }) };
}
