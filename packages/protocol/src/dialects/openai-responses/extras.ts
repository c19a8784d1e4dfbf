// Fields of Responses bodies without a canonical form, kept as extras for decoders and encoders.
import type { DialectId } from '../../canonical/dialect.ts';
import { extrasOf } from '../../shared/extras.ts';
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
