// Reads one field of a JSON text.
import { at } from '../check.ts';
import { parseJson } from './client.ts';

/** Returns `undefined` when the text is not JSON or has no such field. */
export function readField(text: string, ...path: readonly (string | number)[]): unknown {
  return at(parseJson(text), ...path);
}
