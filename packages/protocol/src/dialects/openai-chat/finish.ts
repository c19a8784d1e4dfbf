// Maps the finish reasons of Chat Completions, for replies and streams.
import type { Finish } from '../../canonical/reply.ts';
import type { NoteBook } from '../../canonical/note.ts';
import { omitUndefined } from '../../shared/omit-undefined.ts';
import { settleReason } from '../../shared/calls.ts';
import { unknownFinish } from '../../shared/lost-reply-details.ts';
import { meaningOf, wireFinishReasons } from './tables.ts';
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
  if (meaning === undefined) notes.approximated('finish_reason', unknownFinish);
  const metStop = meaning === 'stop' && matched !== undefined && !hasCalls;
  const reason = metStop ? 'stop-sequence' : settleReason(meaning ?? 'stop', hasCalls);
  return {
    reason,
    ...omitUndefined({
      native: wireFinishReasons[reason] === native ? undefined : native,
      stopSequence: metStop ? matched : undefined,
    }),
  };
}

/** Encodes the finish reason as one of the official values. */
export function encodeFinish(finish: Finish, hasCalls: boolean, notes: NoteBook): ChatFinishReason {
  const reason = settleReason(finish.reason, hasCalls);
  if (reason === 'pause' || reason === 'fault' || reason === 'context') {
    notes.approximated('finish_reason', `Chat replies have no finish reason '${reason}'.`);
  } else if (finish.stopSequence !== undefined) {
    notes.dropped('finish_reason', 'Chat replies do not state which stop string was generated.');
  }
  return wireFinishReasons[reason];
}
