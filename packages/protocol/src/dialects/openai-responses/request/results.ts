// Encodes tool results of Responses requests, for the turns encoder.
import type { ResultPart } from '../../../canonical/part.ts';
import { encodeInputParts, noteMarks, type Place } from './content-encoder.ts';
import { ownExtras } from '../extras.ts';
import type { CallOutput, CustomOutputItem, FunctionOutputItem, InputContent } from './types.ts';

/** Encodes the result of a call: text alone as a string, media in a list. */
export function encodeResult(
  result: ResultPart,
  custom: boolean,
  place: Place,
): FunctionOutputItem | CustomOutputItem {
  noteMarks(result, place);
  const parts = encodeInputParts(result.content, { ...place, path: `${place.path}.content` });
  if (result.isError === true) {
    place.notes.approximated(place.path, 'The text of a failed tool result states the failure.');
  }
  const output = writeOutput(result.isError === true ? markError(parts) : parts);
  return {
    ...ownExtras(result.extras),
    type: custom ? 'custom_tool_call_output' : 'function_call_output',
    call_id: result.callId,
    output,
  };
}

function writeOutput(parts: readonly InputContent[]): CallOutput {
  const texts = parts.flatMap((part) => (part.type === 'input_text' ? [part.text] : []));
  return texts.length === parts.length ? texts.join('\n') : [...parts];
}

/** The format has no field for failure. */
function markError(parts: readonly InputContent[]): InputContent[] {
  const [first, ...rest] = parts;
  return first?.type === 'input_text'
    ? [{ ...first, text: `Error: ${first.text}` }, ...rest]
    : [{ type: 'input_text', text: 'Error:' }, ...parts];
}
