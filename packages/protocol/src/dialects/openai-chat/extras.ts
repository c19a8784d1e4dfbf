// Fields of Chat Completions bodies without a canonical form, kept as extras for decoders and encoders.
import type { Extras } from '../../canonical/dialect.ts';
import { extrasOf, otherFields } from '../../shared/extras.ts';

const { asExtras, ownExtras, noteForeignExtras } = extrasOf('openai-chat');
export { noteForeignExtras, ownExtras };

/** The fields of an object that are not among the known ones, as an extra of this dialect. */
export function keepExtras(
  source: Readonly<Record<string, unknown>>,
  known: ReadonlySet<string>,
): { readonly extras?: Extras } {
  return asExtras(otherFields(source, known));
}
