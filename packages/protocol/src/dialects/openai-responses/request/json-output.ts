// Adds the word JSON to Responses requests that need it, for the request encoder.
import type { NoteBook } from '../../../canonical/note.ts';
import type { CanonicalRequest } from '../../../canonical/request.ts';
import {
  jsonInstruction,
  mentionsJson,
  needsWord,
} from '../../../shared/openai/json-instruction.ts';
import type { InputItem } from './types.ts';

/** Any JSON is given only if a message of the input contains the word; `instructions` do not count (OpenAI's error). */
export function askForJson(
  input: InputItem[],
  { outputFormat }: CanonicalRequest,
  notes: NoteBook,
): InputItem[] {
  if (outputFormat?.type !== 'json' || mentionsJson(textsOf(input))) return input;
  notes.defaulted('outputFormat', needsWord);
  return [{ type: 'message', role: 'developer', content: jsonInstruction }, ...input];
}

function* textsOf(input: readonly InputItem[]): Iterable<string> {
  for (const item of input) {
    if (item.type !== 'message') continue;
    if (typeof item.content === 'string') yield item.content;
    else for (const part of item.content) if (part.type === 'input_text') yield part.text;
  }
}
