// Maps the finish reasons of Gemini generateContent, for replies and streams.
import type { Finish } from '../../canonical/reply.ts';
import type { NoteBook } from '../../canonical/note.ts';
import { settleReason } from '../../shared/calls.ts';
import { unknownFinish } from '../../shared/lost-reply-details.ts';
import {
  wireFinishReasons,
  isWireFinishReason,
  meaningOf,
  type WireFinishReason,
} from './tables.ts';

/** Decodes the finish reason; unknown and missing values mean that the reply is complete. */
export function decodeFinish(
  word: string | null | undefined,
  hasCalls: boolean,
  notes: NoteBook,
): Finish {
  const native = word || 'STOP';
  const meaning = meaningOf(native);
  if (meaning === undefined) notes.approximated('finishReason', unknownFinish);
  const reason = settleReason(meaning ?? 'stop', hasCalls);
  return wireFinishReasons[reason] === native ? { reason } : { reason, native };
}

/** True if the upstream did not cut the reply short. */
export function isNormalStop(word: string | null | undefined): boolean {
  return meaningOf(word || 'STOP') === 'stop';
}

/** The field of a candidate that explains its finish reason. */
export interface ExplainedFinish {
  readonly finishMessage?: string | null | undefined;
}

/**
 * The upstream's explanation of why it stopped an answer that has no content, to be shown as a refusal; empty
 * otherwise.
 */
export function explanationOf(
  { finishMessage }: ExplainedFinish,
  { reason }: Finish,
  hasContent: boolean,
): string {
  return reason === 'filter' && !hasContent ? (finishMessage ?? '') : '';
}

/** The finish reason for a blocked prompt, which gets no reply. */
export function blockedFinish(blockReason: string): Finish {
  return { reason: 'filter', native: blockReason };
}

/** Encodes the finish reason; a matching value of this format is written back unchanged. */
export function encodeFinish(finish: Finish, hasCalls: boolean, notes: NoteBook): WireFinishReason {
  const reason = settleReason(finish.reason, hasCalls);
  const { native = '' } = finish;
  if (isWireFinishReason(native) && meaningOf(native) === reason) return native;
  if (reason === 'context') {
    notes.approximated(
      'finishReason',
      'A full context window became the finish reason of the output limit.',
    );
  }
  if (reason === 'stop-sequence' && finish.stopSequence !== undefined) {
    notes.dropped('finishReason', 'Gemini replies do not state which stop string was generated.');
  }
  return wireFinishReasons[reason];
}
