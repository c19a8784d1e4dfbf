// Fields of Gemini generateContent bodies without a canonical form, kept as extras for decoders and encoders.
import type { NoteBook } from '../../canonical/note.ts';
import type { CacheMark } from '../../canonical/part.ts';
import { holdsExactNumber } from '../../json/exact-number.ts';
import type { JsonObject } from '../../json/value.ts';
import { extrasOf } from '../../shared/extras.ts';
import { createLossNoter } from '../../shared/lost-fields.ts';
import { dialect } from './tables.ts';

export { otherFields, rawOf } from '../../shared/extras.ts';

export const { asExtras, ownExtras, noteForeignExtras } = extrasOf(dialect);

/** The path in the source, and the notes to add to. */
export interface Place {
  readonly path: string;
  readonly notes: NoteBook;
}

/** Fields of a reply or a chunk that no other format has. */
export const noteLostFields = createLossNoter(dialect, [
  'modelStatus',
  'promptFeedback.safetyRatings',
]);

/** Fields of a candidate that no other format has. */
export const noteLostCandidateFields = createLossNoter(dialect, [
  'safetyRatings',
  'urlContextMetadata',
  'groundingMetadata.searchEntryPoint',
  'groundingMetadata.webSearchQueries',
  'groundingMetadata.imageSearchQueries',
  'groundingMetadata.retrievalQueries',
  'groundingMetadata.retrievalMetadata',
  'groundingMetadata.googleMapsWidgetContextToken',
  'groundingMetadata.sourceFlaggingUris',
]);

/** What explains why a model stopped is shown only where there is nothing else to show. */
export const noteLostExplanation = createLossNoter(dialect, ['finishMessage']);

export function isEmpty(fields: JsonObject): boolean {
  return Object.keys(fields).length === 0;
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
