// The ids and the completeness of tool calls, and the finish reason that they imply, for replies and streams.
import type { Finish, FinishReason } from '../canonical/reply.ts';
import type { CallPart } from '../canonical/part.ts';
import { createCallIds, type CallIds } from '../history/ids.ts';
import { parseJson } from '../json/parse.ts';
import { isJsonObject } from '../json/value.ts';

/** Maximum length of the part of a reply id that is used in generated ids, in characters. */
const longestSeed = 32;

/**
 * Creates the tool call ids of one choice. Choices are alternatives, so each has its own ids, and the order
 * in which they stream does not matter.
 * @param seed characters that distinguish this reply from others; only letters and digits count
 * @param choice index of the choice in the reply, from 0
 */
export function createChoiceIds(seed: string, choice: number): CallIds {
  return createCallIds(plainSeed(seed) + tailOf(choice));
}

/**
 * Like `createChoiceIds`, for replies that may have no id: without a seed no ids are generated, and the
 * encoder for the client fills them in.
 */
export function createOptionalChoiceIds(seed: string, choice: number): CallIds {
  return plainSeed(seed) === '' ? new EmptyIds() : createChoiceIds(seed, choice);
}

function plainSeed(seed: string): string {
  return seed.replace(/[^A-Za-z0-9]/g, '').slice(-longestSeed);
}

function tailOf(choice: number): string {
  return choice === 0 ? '' : `c${choice}`;
}

/**
 * Leaves ids empty if they cannot be generated; otherwise two replies of one conversation would get the same
 * ones.
 */
class EmptyIds implements CallIds {
  readonly #taken = new Set<string>();

  claim(id: string): string {
    if (id === '' || this.#taken.has(id)) return '';
    this.#taken.add(id);
    return id;
  }
}

/*
 * The arguments of a call are a JSON object. They are incomplete if the reply was cut off within them; with
 * some servers also if the finish reason says that the reply is complete.
 */

/** True for valid function arguments; empty text means no arguments. */
export function areWhole(text: string): boolean {
  return text.trim() === '' || isJsonObject(parseJson(text));
}

/** True for a call that can be executed; raw text always counts as complete. */
export function isWholeCall({ custom, arguments: text }: CallPart): boolean {
  return custom === true || areWhole(text);
}

/** True if a reply ended before the model was done, so that its last call may be incomplete. */
export function isCutOff({ reason }: Finish): boolean {
  return reason === 'length' || reason === 'context' || reason === 'filter';
}

/**
 * Reasons that mean that the model is done, or nothing. If there is a call, they all mean that the call
 * waits.
 */
const completions: ReadonlySet<FinishReason> = new Set([
  'stop',
  'stop-sequence',
  'calls',
  'pause',
  'fault',
]);

/**
 * Decides from the parts whether a reply waits for tool results. Servers send `stop`, `eos` or nothing with a
 * call, and an agent that trusts them never runs the tool.
 */
export function settleReason(reason: FinishReason, hasCalls: boolean): FinishReason {
  if (hasCalls) return completions.has(reason) ? 'calls' : reason;
  return reason === 'calls' ? 'stop' : reason;
}

/** The reason in the note when a format accepts only complete calls. */
export const leftOut = 'A call that was cut off was left out.';

/** The reason in the note when a format requires an object as arguments. */
export const replacedByNone = 'Arguments that are no JSON object were replaced by none.';

/** The reason in the note when arguments are text, which the client has to validate anyway. */
export const passedAsTheyCame = 'The arguments of a call are no JSON object; they were passed on.';
