// Decides which tool calls of an interrupted reply are complete, for replies and stream encoders.
import type { Finish } from '../canonical/reply.ts';
import type { CallPart } from '../canonical/part.ts';
import { parseJson } from '../json/parse.ts';
import { isJsonObject } from '../json/value.ts';

/*
 * The arguments of a call are a JSON object. They are incomplete if the reply was cut off within them; with
 * some servers also if the finish reason says that the reply is complete.
 */

/** True for valid function arguments; empty text means no arguments. */
export function areWhole(text: string): boolean {
  return text.trim() === '' || isJsonObject(parseJson(text));
}

/** True for a call that can be executed; raw text always counts as complete. */
export function isWholeCall({ custom, arguments: text }: CallPart): boolean {
  return custom === true || areWhole(text);
}

/** True if a reply ended before the model was done, so that its last call may be incomplete. */
export function isCutOff({ reason }: Finish): boolean {
  return reason === 'length' || reason === 'context' || reason === 'filter';
}

/** The reason in the note when a format accepts only complete calls. */
export const leftOut = 'A call that was cut off was left out.';

/** The reason in the note when a format requires an object as arguments. */
export const replacedByNone = 'Arguments that are no JSON object were replaced by none.';

/** The reason in the note when arguments are text, which the client has to validate anyway. */
export const passedAsTheyCame = 'The arguments of a call are no JSON object; they were passed on.';
