// Fields of Responses bodies without a canonical form, kept as extras for decoders and encoders.
import type { DialectId } from '../../canonical/dialect.ts';
import { extrasOf } from '../../shared/extras.ts';

export { otherFields, rawOf } from '../../shared/extras.ts';

export const dialect = 'openai-responses' satisfies DialectId;

export const { asExtras, ownExtras, noteForeignExtras } = extrasOf(dialect);
