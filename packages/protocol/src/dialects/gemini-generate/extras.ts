// Fields of Gemini generateContent bodies without a canonical form, kept as extras for decoders and encoders.
import type { NoteBook } from '../../canonical/note.ts';
import type { CacheMark } from '../../canonical/part.ts';
import { holdsExactNumber } from '../../json/exact-number.ts';
import { extrasOf } from '../../shared/extras.ts';
import { createLossNoter, createOtherFieldNoter } from '../../shared/lost-fields.ts';
import { dialect } from './tables.ts';

export { otherFields, rawOf } from '../../shared/extras.ts';

export const { asExtras, ownExtras, noteForeignExtras } = extrasOf(dialect);

/** The path in the source, and the notes to add to. */
export interface Place {
  readonly path: string;
  readonly notes: NoteBook;
}

const noteOtherFields = createOtherFieldNoter(dialect, [
  ...['candidates', 'promptFeedback', 'usageMetadata', 'modelVersion', 'responseId', 'error'],
  // The reply is new for the client.
  'createTime',
]);
const noteLostFeedback = createLossNoter(dialect, ['promptFeedback.safetyRatings']);

/** Notes the fields of a reply or a chunk that no other format has. */
export function noteLostFields(reply: unknown, place: Place): void {
  noteOtherFields(reply, place);
  noteLostFeedback(reply, place);
}

const noteOtherCandidateFields = createOtherFieldNoter(dialect, [
  ...['content', 'index', 'finishReason', 'finishMessage', 'logprobsResult'],
  ...['citationMetadata', 'groundingMetadata'],
  // Servers state them in every reply; usage and token probabilities say the same.
  ...['tokenCount', 'avgLogprobs'],
]);
const noteLostGrounding = createLossNoter(dialect, [
  'groundingMetadata.searchEntryPoint',
  'groundingMetadata.webSearchQueries',
  'groundingMetadata.imageSearchQueries',
  'groundingMetadata.retrievalQueries',
  'groundingMetadata.retrievalMetadata',
  'groundingMetadata.googleMapsWidgetContextToken',
  'groundingMetadata.sourceFlaggingUris',
]);

/** Notes the fields of a candidate that no other format has. */
export function noteLostCandidateFields(candidate: unknown, place: Place): void {
  noteOtherCandidateFields(candidate, place);
  noteLostGrounding(candidate, place);
}

/** What explains why a model stopped is shown only where there is nothing else to show. */
export const noteLostExplanation = createLossNoter(dialect, ['finishMessage']);

export function isEmpty(fields: object): boolean {
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
