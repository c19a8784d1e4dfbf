// Fields of Gemini generateContent bodies without a canonical form, kept as extras for decoders and encoders.
import type { Extras } from '../../canonical/dialect.ts';
import type { NoteBook, Place } from '../../canonical/note.ts';
import type { CacheMark } from '../../canonical/part.ts';
import { holdsExactNumber } from '../../json/exact-number.ts';
import { extrasOf } from '../../shared/extras.ts';
import { createLossNoter, createOtherFieldNoter } from '../../shared/lost-fields.ts';
import { dialect } from './tables.ts';

export { otherFields, rawOf } from '../../shared/extras.ts';

export const { asExtras, ownExtras, noteForeignExtras } = extrasOf(dialect);

/** Notes the fields of a reply or a chunk that no other format has. */
export const noteLostFields = createOtherFieldNoter(dialect, [
  ...['candidates', 'modelVersion', 'responseId', 'error'],
  ...['promptFeedback.blockReason', 'promptFeedback.blockReasonMessage'],
  // The counts have a function of their own.
  'usageMetadata',
  // The reply is new for the client.
  'createTime',
]);

/** Notes the fields of a candidate that no other format has. */
export const noteLostCandidateFields = createOtherFieldNoter(dialect, [
  ...['content.parts', 'content.role', 'index', 'finishReason', 'finishMessage', 'logprobsResult'],
  ...['citationMetadata.citations', 'citationMetadata.citationSources'],
  ...['groundingMetadata.groundingChunks', 'groundingMetadata.groundingSupports'],
  // Servers state them in every reply; usage and token probabilities say the same.
  ...['tokenCount', 'avgLogprobs'],
]);

/** What explains why a model stopped is shown only where there is nothing else to show. */
export const noteLostExplanation = createLossNoter(dialect, ['finishMessage']);

export function isEmpty(fields: object): boolean {
  return Object.keys(fields).length === 0;
}

/** Notes extras of this dialect where the part that follows in canonical form cannot keep them. */
export function noteOwnExtras(extras: Extras | undefined, path: string, notes: NoteBook): void {
  for (const name of Object.keys(ownExtras(extras))) {
    notes.dropped(`${path}.${name}`, `Only the ${dialect} format has this field.`);
  }
}

/** Notes a cache mark: Gemini caches prompts implicitly, or as a named object. */
export function noteCache(cache: CacheMark | undefined, { path, notes }: Place): void {
  if (cache !== undefined) {
    notes.dropped(`${path}.cache`, 'Gemini upstreams cache prompts without cache marks.');
  }
}

/**
 * Notes a number that the upstream itself changes: Google stores arguments and schemas as
 * `google.protobuf.Struct`, whose numbers are doubles. Results are written as text instead.
 */
export function noteDoubles(value: unknown, { path, notes }: Place): void {
  if (holdsExactNumber(value)) {
    notes.approximated(path, 'Gemini upstreams keep numbers as doubles, which changes long ones.');
  }
}
