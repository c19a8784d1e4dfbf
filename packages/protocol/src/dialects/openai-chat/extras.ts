// Fields of Chat Completions bodies without a canonical form, kept as extras for decoders and encoders.
import type { Extras } from '../../canonical/dialect.ts';
import { extrasOf, type FieldNames, otherFields } from '../../shared/extras.ts';
import { createLossNoter } from '../../shared/lost-fields.ts';

const { asExtras, ownExtras, noteForeignExtras } = extrasOf('openai-chat');
export { asExtras, noteForeignExtras, otherFields, ownExtras };

/** Fields of a reply or a chunk that no other format has. */
export const noteLostFields = createLossNoter('openai-chat', [
  'system_fingerprint',
  'prompt_filter_results',
  'usage.prompt_tokens_details.image_tokens',
  'usage.completion_tokens_details.accepted_prediction_tokens',
  'usage.completion_tokens_details.rejected_prediction_tokens',
]);

/** Fields of a choice that no other format has. */
export const noteLostChoiceFields = createLossNoter('openai-chat', ['content_filter_results']);

/** The fields of an object that are not among the known ones, as an extra of this dialect. */
export function keepExtras(
  source: Readonly<Record<string, unknown>>,
  known: FieldNames,
): { readonly extras?: Extras } {
  return asExtras(otherFields(source, known));
}
