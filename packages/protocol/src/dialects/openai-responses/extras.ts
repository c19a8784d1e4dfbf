// Fields of Responses bodies without a canonical form, kept as extras for decoders and encoders.
import type { DialectId } from '../../canonical/dialect.ts';
import type { JsonObject } from '../../json/value.ts';
import { extrasOf, otherFields, type FieldNames } from '../../shared/extras.ts';
import { objectOf } from '../../shared/json-fields.ts';
import { createLossNoter } from '../../shared/lost-fields.ts';

export { otherFields, rawOf } from '../../shared/extras.ts';

export const dialect = 'openai-responses' satisfies DialectId;

export const { asExtras, ownExtras, noteForeignExtras } = extrasOf(dialect);

/** Fields of a reply that no other format has. */
export const noteLostFields = createLossNoter(dialect, [
  'access_programs',
  'image',
  'prompt_cache_diagnostics',
  'tool_usage',
]);

/** The fields of a tool, a call or a result without a canonical form; explicit defaults are left out. */
export function otherToolFields(
  source: Readonly<Record<string, unknown>>,
  known: FieldNames,
): JsonObject {
  const others = otherFields(source, known);
  if (others['async'] === false) delete others['async'];
  if (others['defer_loading'] === false) delete others['defer_loading'];
  if (objectOf(others['caller'])['type'] === 'direct') delete others['caller'];
  return others;
}
