// Recognizes the chunks of a Chat Completions stream, for its decoder, observer, encoder and lint.
import { isJsonObject, type JsonObject, type JsonValue } from '../../../json/value.ts';
import { objectsOf } from '../../../shared/json-fields.ts';
import type { SseFrame } from '../../../sse/frame.ts';
import { hasError } from '../error.ts';

/** The data of the end marker. */
export const endMark = '[DONE]';

/** The value of `object` in every chunk. */
export const chunkObject = 'chat.completion.chunk';

/** True for an error event, also in the flat form of vLLM. */
export function isFailure(frame: SseFrame, value: JsonValue | undefined): boolean {
  if (frame.event === 'error') return true;
  return isJsonObject(value) && (hasError(value) || value['object'] === 'error');
}

export function choicesOf(chunk: JsonObject): JsonObject[] {
  return objectsOf(chunk['choices']);
}

/** True for a chunk that contains only usage. */
export function isUsageChunk(chunk: JsonObject): boolean {
  return isJsonObject(chunk['usage']) && choicesOf(chunk).length === 0;
}
