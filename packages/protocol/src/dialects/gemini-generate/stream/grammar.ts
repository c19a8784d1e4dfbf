// Recognizes and writes the chunks of a Gemini generateContent stream, for its decoder, observer, encoder and
// lint.
import { writeJson } from '../../../json/exact-number.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../json/value.ts';
import { objectAt, objectsOf } from '../../../shared/json-fields.ts';
import type { SseFrame } from '../../../sse/frame.ts';

/** True for the data of an error, also in a list with one item. */
export function isFailure(data: JsonValue | undefined): boolean {
  const whole = Array.isArray(data) ? data[0] : data;
  return isJsonObject(whole) && Boolean(whole['error']);
}

const chunkFields = ['candidates', 'promptFeedback', 'usageMetadata', 'responseId', 'modelVersion'];

/** True for a chunk: each has at least one of these fields. */
export function isChunk(value: JsonValue | undefined): value is JsonObject {
  return isJsonObject(value) && chunkFields.some((field) => value[field] !== undefined);
}

export function candidatesOf(chunk: JsonObject): JsonObject[] {
  return objectsOf(chunk['candidates']);
}

/** True for the chunk of a blocked prompt, which has no candidate. */
export function isBlocked(chunk: JsonObject): boolean {
  return Boolean(objectAt(chunk, 'promptFeedback')?.['blockReason']);
}

/** A frame with its data on one line and nothing else. */
export function frameOf(value: JsonObject): SseFrame {
  return { data: escapeBreaks(writeJson(value)) };
}

/**
 * The frame of an error.
 * @param isRepeated whether the same JSON follows as a line of its own, for a client that takes the record for an empty chunk
 */
export function errorFrameOf(error: JsonObject, isRepeated = false): SseFrame {
  const frame = frameOf(error);
  return isRepeated ? { ...frame, appendix: `${frame.data}\n\n` } : frame;
}

/** An older official client also splits lines at U+2028 and U+2029, which JSON does not escape. */
export function escapeBreaks(json: string): string {
  return json.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
}
