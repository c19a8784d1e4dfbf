// Which calls of a cut answer are whole, for replies and stream encoders.
import type { Finish } from '../canonical/finish.ts';
import type { CallPart } from '../canonical/part.ts';
import { parseJson } from '../json/parse.ts';
import { isJsonObject } from '../json/value.ts';

/*
 * Arguments of a call are an object of JSON. They are none when the answer was cut off within them,
 * and with some servers also when its end says that nothing is missing.
 */

/** True for arguments as a function takes them; no text at all means no arguments. */
export function areWhole(text: string): boolean {
  return text.trim() === '' || isJsonObject(parseJson(text));
}

/** True for a call that can be run: raw text is always whole. */
export function isWholeCall({ custom, arguments: text }: CallPart): boolean {
  return custom === true || areWhole(text);
}

/** True when an answer ended before the model did, so that its last call may miss something. */
export function isCutOff({ reason }: Finish): boolean {
  return reason === 'length' || reason === 'context' || reason === 'filter';
}

/** What a note says of a cut call where a format can hold whole ones only. */
export const leftOut = 'A call that was cut off was left out.';

/** What a note says where an object has to stand in the place of other arguments. */
export const replacedByNone = 'Arguments that are no JSON object were replaced by none.';

/** What a note says where arguments are a text, which the caller has to check anyway. */
export const passedAsTheyCame = 'The arguments of a call are no JSON object; they were passed on.';
