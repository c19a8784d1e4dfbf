// The results of moderation in replies, for the decoders and encoders of Responses, whole and streamed.
import type { NoteBook } from '../../../canonical/note.ts';
import { isJsonObject, type JsonObject } from '../../../json/value.ts';
import { objectsOf } from '../../../shared/json-fields.ts';

/*
 * Chat Completions states a list of results for each side, input and output, and Responses one result (`openai` 7.55.0,
 * `ChatCompletion.Moderation` and `Response.Moderation`). The canonical form is the list.
 */

/** Decodes the field `moderation` of a reply; empty if there is none. */
export function decodeModeration(reply: Readonly<Record<string, unknown>>): JsonObject {
  return changeSides(reply, (result) => {
    if (result['type'] !== 'moderation_result') return result;
    return { type: 'moderation_results', model: result['model'] ?? null, results: [result] };
  });
}

/** Encodes the field `moderation` of the extras, with a note on results that have no place. */
export function encodeModeration(extras: JsonObject, notes: NoteBook): JsonObject {
  return changeSides(extras, (result, side) => {
    const [first = result, ...others] = objectsOf(result['results']);
    if (others.length > 0) {
      notes.dropped(`moderation.${side}.results`, 'A response states one result of moderation.');
    }
    return first;
  });
}

function changeSides(
  { moderation }: Readonly<Record<string, unknown>>,
  change: (result: JsonObject, side: string) => JsonObject,
): JsonObject {
  if (!isJsonObject(moderation)) return {};
  const changed: JsonObject = {};
  for (const [side, result] of Object.entries(moderation)) {
    changed[side] = isJsonObject(result) ? change(result, side) : result;
  }
  return { moderation: changed };
}
