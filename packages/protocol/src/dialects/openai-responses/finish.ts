// Maps the finish reasons of Responses, for replies and streams.
import type { Finish, FinishReason } from '../../canonical/reply.ts';
import type { NoteBook } from '../../canonical/note.ts';
import { omitUndefined } from '../../shared/omit-undefined.ts';
import { settleReason } from '../../shared/calls.ts';
import type { ReplyEnd } from './reply/types.ts';
import { meaningsOfIncomplete } from './tables.ts';

/** The fields of a reply that state its finish reason. */
export interface FinishSource {
  readonly status?: string | null | undefined;
  readonly incomplete_details?: { readonly reason?: string | null | undefined } | null | undefined;
}

/** Decodes the finish reason. Do not call it for a failed reply, which has none. */
export function decodeFinish(source: FinishSource, hasCalls: boolean, notes: NoteBook): Finish {
  if (source.status !== 'incomplete') return { reason: settleReason('stop', hasCalls) };
  const native = source.incomplete_details?.reason ?? '';
  const meaning = Object.hasOwn(meaningsOfIncomplete, native)
    ? meaningsOfIncomplete[native]
    : undefined;
  if (meaning === undefined) noteGuess(native, notes);
  return {
    reason: settleReason(meaning ?? guessReason(native, hasCalls), hasCalls),
    ...omitUndefined({ native: native === 'max_output_tokens' ? undefined : native || undefined }),
  };
}

/** Without a known reason the reply is still incomplete, and a call may be truncated. */
function guessReason(native: string, hasCalls: boolean): FinishReason {
  return native === '' || hasCalls ? 'length' : 'stop';
}

function noteGuess(native: string, notes: NoteBook): void {
  const reason =
    native === ''
      ? 'The upstream gave no reason; it counts as the output limit.'
      : 'The upstream gave an unknown reason; it counts as stop, beside a call as the output limit.';
  notes.approximated('incomplete_details', reason);
}

export interface FinishFacts {
  readonly hasCalls: boolean;
  /** A refusal states why the reply ended, so the reply counts as complete. */
  readonly hasRefusal: boolean;
}

/** Encodes the finish reason. */
export function encodeFinish(finish: Finish, facts: FinishFacts, notes: NoteBook): ReplyEnd {
  const reason = settleReason(finish.reason, facts.hasCalls);
  switch (reason) {
    case 'stop':
    case 'calls':
      return complete;
    case 'stop-sequence':
      notes.dropped('status', 'Responses do not state which stop string was generated.');
      return complete;
    case 'pause':
      notes.approximated('status', `Responses have no finish reason '${reason}'.`);
      return complete;
    case 'length':
      return incomplete('max_output_tokens');
    case 'context':
      notes.approximated(
        'status',
        'A full context window became the finish reason of the output limit.',
      );
      return incomplete('max_output_tokens');
    case 'filter':
      return facts.hasRefusal ? complete : incomplete('content_filter');
    case 'fault':
      return {
        status: 'failed',
        incomplete_details: null,
        error: { code: 'server_error', message: 'The model made a mistake in its answer.' },
      };
  }
}

const complete: ReplyEnd = { status: 'completed', incomplete_details: null, error: null };

function incomplete(reason: 'max_output_tokens' | 'content_filter'): ReplyEnd {
  return { status: 'incomplete', incomplete_details: { reason }, error: null };
}
