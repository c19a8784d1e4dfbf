import type { DialectId } from '../../canonical/dialect.ts';
import { extrasOf } from '../extras.ts';

export { otherFields, rawOf } from '../extras.ts';

export const dialect = 'openai-responses' satisfies DialectId;

export const { asExtras, ownExtras, noteForeignExtras } = extrasOf(dialect);
