// Maps the finish reasons of Chat Completions, for replies and streams.
import type { Finish } from '../../canonical/finish.ts';
import type { NoteBook } from '../../canonical/note.ts';
import { settleReason } from '../../shared/openai/settle-reason.ts';
import { wireFinishReasons, meaningOf } from './tables.ts';
import type { ChatFinishReason } from './types.ts';

/** The fields of a choice that state its finish reason. */
export interface FinishInput {
  readonly finish_reason?: string | null | undefined;
  readonly stop_reason?: string | null | undefined;
  readonly matched_stop?: string | null | undefined;
}

/** Decodes the finish reason; unknown and missing values mean that the reply is complete. */
export function decodeFinish(input: FinishInput, hasCalls: boolean, notes: NoteBook): Finish {
  const native = input.finish_reason || undefined;
  const matched = input.stop_reason ?? input.matched_stop ?? undefined;
  const meaning = native === undefined ? 'stop' : meaningOf(native);
  if (meaning === undefined) {
    notes.approximated('finish_reason', 'The upstream gave an unknown reason; it counts as stop.');
  }
  const metStop = meaning === 'stop' && matched !== undefined && !hasCalls;
  const reason = metStop ? 'stop-sequence' : settleReason(meaning ?? 'stop', hasCalls);
  return {
    reason,
    ...(native !== undefined && wireFinishReasons[reason] !== native && { native }),
    ...(metStop && { stopSequence: matched }),
  };
}

/** Encodes the finish reason as one of the official values. */
export function encodeFinish(finish: Finish, hasCalls: boolean, notes: NoteBook): ChatFinishReason {
  const reason = settleReason(finish.reason, hasCalls);
  if (reason === 'pause' || reason === 'fault' || reason === 'context') {
    notes.approximated('finish_reason', `Chat answers have no word for the end '${reason}'.`);
  } else if (finish.stopSequence !== undefined) {
    notes.dropped('finish_reason', 'Chat completions do not report which stop string was met.');
  }
  return wireFinishReasons[reason];
}
