// Maps the finish reasons of Anthropic Messages, for replies and streams.
import type { Finish } from '../../canonical/reply.ts';
import type { NoteBook } from '../../canonical/note.ts';
import type { Part } from '../../canonical/part.ts';
import { settleReason } from '../../shared/calls.ts';
import { omitNullish } from '../../shared/omit-undefined.ts';
import { unknownFinish } from '../../shared/lost-reply-details.ts';
import { finishOfStopReason, stopReasonOfFinish, type StopReason } from './tables.ts';

/** What the parts of a reply tell about its end. */
interface ReplyFacts {
  readonly hasCalls: boolean;
  readonly hasRefusal: boolean;
}

export function factsOf(parts: readonly Part[]): ReplyFacts {
  return {
    hasCalls: parts.some(({ type }) => type === 'call'),
    hasRefusal: parts.some(({ type }) => type === 'refusal'),
  };
}

export interface WireStop {
  readonly stop_reason?: string | null | undefined;
  readonly stop_sequence?: string | null | undefined;
}

/** Decodes the finish reason; whether the reply waits for tool results is decided by the calls in it. */
export function decodeFinish(stop: WireStop, hasCalls: boolean, notes: NoteBook): Finish {
  const native = stop.stop_reason ?? undefined;
  const known = finishOfStopReason.get(native ?? 'end_turn');
  if (known === undefined) notes.approximated('stop_reason', unknownFinish);
  const reason = known ?? 'stop';
  const isPlain = reason === 'stop' || reason === 'calls';
  return {
    reason: isPlain ? (hasCalls ? 'calls' : 'stop') : reason,
    ...omitNullish({
      native,
      stopSequence: reason === 'stop-sequence' ? stop.stop_sequence : undefined,
    }),
  };
}

interface EncodedStop {
  readonly stop_reason: StopReason;
  readonly stop_sequence: string | null;
}

export function encodeFinish(finish: Finish, facts: ReplyFacts, notes: NoteBook): EncodedStop {
  const reason = settleReason(finish.reason, facts.hasCalls);
  if (reason === 'calls') return plain('tool_use');
  if (facts.hasRefusal && reason === 'stop') return plain('refusal');
  if (reason === 'fault') {
    notes.approximated('finish', 'Messages replies have no stop reason for an error of the model.');
  }
  const { native = '' } = finish;
  // After `compaction`, a reason of the beta, the client sends the compacted conversation and not the same turn again.
  if (reason === 'pause' && finishOfStopReason.get(native) === reason) {
    return plain(native as StopReason);
  }
  const sequence = reason === 'stop-sequence' ? (finish.stopSequence ?? null) : null;
  return { stop_reason: stopReasonOfFinish[reason], stop_sequence: sequence };
}

function plain(reason: StopReason): EncodedStop {
  return { stop_reason: reason, stop_sequence: null };
}
