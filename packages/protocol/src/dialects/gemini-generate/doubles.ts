import { holdsExactNumber } from '../../json/exact-number.ts';
import type { Place } from './extras.ts';

/**
 * Notes a number that the upstream itself changes: Google keeps arguments and schemas as
 * `google.protobuf.Struct`, whose numbers are doubles. Results are written as text instead.
 */
export function noteDoubles(value: unknown, { path, notes }: Place): void {
  if (holdsExactNumber(value)) {
    notes.approximated(path, 'Gemini upstreams keep numbers as doubles, which changes long ones.');
  }
}
