// Function calls of the API before tools, for replies to clients that support only those.
import type { NoteBook, Place } from '../../../canonical/note.ts';
import type { ReplyTarget } from '../../../codec.ts';
import type {
  ChatCall,
  ChatCallDelta,
  ChatDelta,
  ChatFinishReason,
  ChatFunctionCall,
  ChatReplyMessage,
} from '../types.ts';

/*
 * Function calls of the API before tools, as of `openai` 7.55.0 `ChatCompletionMessage.FunctionCall`: one per
 * reply, without an id. Clients of that API ignore `tool_calls`.
 */

/** True if the client supports only this form. */
export function readsSingleCall({ request }: Pick<ReplyTarget, 'request'>): boolean {
  return request?.singleCall === true;
}

/** Notes a call of a reply that cannot be expressed in this form. */
export function noteFurtherCall({ path, notes }: Place): void {
  notes.dropped(path, 'The function_call form holds one call of a function; others are left out.');
}

/** Encodes the first call of a reply in this form. */
export function encodeSingleCall(
  calls: readonly ChatCall[],
  place: Place,
): Pick<ChatReplyMessage, 'function_call'> {
  const [first, ...others] = calls.filter(isFunctionCall);
  if (others.length > 0 || calls.some((call) => !isFunctionCall(call))) noteFurtherCall(place);
  if (first === undefined) return {};
  noteState(first, place.notes);
  return { function_call: first.function };
}

function isFunctionCall(call: ChatCall): call is ChatFunctionCall {
  return call.type === 'function';
}

/** Encodes a chunk of the only call in this form; empty if it contained only state. */
export function encodeSingleDelta(
  fragment: Omit<ChatCallDelta, 'index'>,
  notes: NoteBook,
): Pick<ChatDelta, 'function_call'> {
  noteState(fragment, notes);
  return fragment.function === undefined ? {} : { function_call: fragment.function };
}

function noteState(call: Pick<ChatCallDelta, 'extra_content'>, notes: NoteBook): void {
  if (call.extra_content === undefined) return;
  notes.dropped('parts', 'The function_call form cannot hold the provider state of a call.');
}

/** The finish reason of this form for a reply that waits for a call. */
export function toSingleFinish(reason: ChatFinishReason): ChatFinishReason {
  return reason === 'tool_calls' ? 'function_call' : reason;
}
