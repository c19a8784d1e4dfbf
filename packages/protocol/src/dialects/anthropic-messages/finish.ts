// Maps the finish reasons of Anthropic Messages, for replies and streams.
import type { Finish } from '../../canonical/finish.ts';
import type { NoteBook } from '../../canonical/note.ts';
import type { Part } from '../../canonical/part.ts';
import { finishOfStopReason, stopReasonOfFinish, type StopReason } from './tables.ts';

/** What the parts of a reply tell about its end. */
interface AnswerFacts {
  readonly hasCalls: boolean;
  readonly hasRefusal: boolean;
}

export function factsOf(parts: readonly Part[]): AnswerFacts {
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
  if (known === undefined) {
    notes.approximated('stop_reason', 'An unknown stop reason is treated as a stop.');
  }
  const reason = known ?? 'stop';
  const isPlain = reason === 'stop' || reason === 'calls';
  const sequence = stop.stop_sequence;
  return {
    reason: isPlain ? (hasCalls ? 'calls' : 'stop') : reason,
    ...(native !== undefined && { native }),
    ...(reason === 'stop-sequence' && typeof sequence === 'string' && { stopSequence: sequence }),
  };
}

interface EncodedStop {
  readonly stop_reason: StopReason;
  readonly stop_sequence: string | null;
}

/** Reasons that a reply with tool calls must not end with, because its client would never run them. */
const overruled: ReadonlySet<Finish['reason']> = new Set([
  'stop',
  'stop-sequence',
  'pause',
  'fault',
]);

export function encodeFinish(finish: Finish, facts: AnswerFacts, notes: NoteBook): EncodedStop {
  const { reason, stopSequence } = finish;
  if (facts.hasCalls && (reason === 'calls' || overruled.has(reason))) return plain('tool_use');
  if (facts.hasRefusal && (reason === 'stop' || reason === 'calls')) return plain('refusal');
  if (reason === 'calls') return plain('end_turn');
  if (reason === 'fault') {
    notes.approximated(
      'finish',
      'A malformed call of the model has no stop reason in this format.',
    );
  }
  const sequence = reason === 'stop-sequence' ? (stopSequence ?? null) : null;
  return { stop_reason: stopReasonOfFinish[reason], stop_sequence: sequence };
}

function plain(reason: StopReason): EncodedStop {
  return { stop_reason: reason, stop_sequence: null };
}
