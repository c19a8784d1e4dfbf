// Reorders the tool calls and results of a conversation as upstreams require, for request encoders.
import type { NoteBook } from '../canonical/note.ts';
import type { CallPart, Part, ResultPart } from '../canonical/part.ts';
import type { Turn } from '../canonical/request.ts';
import { createCallIds, type CallIds } from './ids.ts';

/**
 * Reorders tool calls and results as every dialect accepts them: the results of a turn directly after it, one
 * turn for each, in the order of its calls.
 * - Results are searched up to the next assistant turn; other turns move after them.
 * - A call without a result gets a marked error result, unless its turn ends the conversation.
 * - A result that repeats another one of its call is left out. Any other result without a call becomes user text.
 * - A call with an empty or repeated id gets a new one, together with its result. Call turns stay separate,
 *   and repairing twice changes nothing more. Note paths use the turn indexes.
 */
export function repairTurns(turns: readonly Turn[], notes: NoteBook): readonly Turn[] {
  if (!turns.some(holdsTools)) return turns;
  const ids = createCallIds('history');
  const starts = turns.flatMap(({ role }, at) => (at === 0 || role === 'assistant' ? [at] : []));
  return starts.flatMap((start, position) => {
    const end = starts[position + 1] ?? turns.length;
    const stretch = new Stretch(start, notes);
    for (const turn of turns.slice(start, end)) stretch.add(turn, ids);
    if (end < turns.length || end > start + 1) stretch.answerTheRest();
    return stretch.turns();
  });
}

function holdsTools({ parts }: Turn): boolean {
  return parts.some(({ type }) => type === 'call' || type === 'result');
}

/** The consecutive result turns from `start`; none if another turn is there. */
export function resultRun(turns: readonly Turn[], start: number): readonly Turn[] {
  let end = start;
  while (turns[end]?.role === 'result') end++;
  return turns.slice(start, end);
}

/** An assistant turn and everything up to the next one; the first stretch may have no assistant turn. */
class Stretch {
  readonly #start: number;
  #at: number;
  readonly #notes: NoteBook;
  readonly #head: Turn[] = [];
  readonly #others: Turn[] = [];
  /** The ids of the calls as they are written, with the result turns found so far. */
  readonly #callIds: string[] = [];
  readonly #answers: (Turn | undefined)[] = [];
  /** The calls without a result, by their original id; the next one is last. */
  readonly #waiting = new Map<string, number[]>();
  /** The results that calls got, by their original id. */
  readonly #given = new Map<string, ResultPart>();
  #lastAnswered = -1;

  constructor(start: number, notes: NoteBook) {
    this.#start = start;
    this.#at = start;
    this.#notes = notes;
  }

  add(turn: Turn, ids: CallIds): void {
    if (turn.role === 'assistant') this.#addAssistant(turn, ids);
    else if (turn.parts.some((part) => part.type === 'result')) this.#addResults(turn);
    else this.#others.push(turn);
    this.#at++;
  }

  answerTheRest(): void {
    for (const [position, callId] of this.#callIds.entries()) {
      if (this.#answers[position] !== undefined) continue;
      this.#answers[position] = { role: 'result', parts: [missingResult(callId)] };
      this.#notes.defaulted(
        `turns[${this.#start}]`,
        'A tool call had no result, so an error result was added.',
      );
    }
  }

  turns(): Turn[] {
    const answers = this.#answers.filter((turn) => turn !== undefined);
    return [...this.#head, ...answers, ...this.#others];
  }

  #addAssistant(turn: Turn, ids: CallIds): void {
    const parts = turn.parts.map((part) =>
      part.type === 'call' ? this.#addCall(part, ids) : part,
    );
    for (const positions of this.#waiting.values()) positions.reverse();
    const same = parts.every((part, index) => part === turn.parts[index]);
    this.#head.push(same ? turn : { ...turn, parts });
  }

  #addCall(call: CallPart, ids: CallIds): CallPart {
    const id = ids.claim(call.id);
    const position = this.#callIds.push(id) - 1;
    this.#answers.push(undefined);
    const waiting = this.#waiting.get(call.id);
    if (waiting) waiting.push(position);
    else this.#waiting.set(call.id, [position]);
    if (id === call.id) return call;
    this.#notes.approximated(
      `turns[${this.#at}]`,
      'A tool call without an id of its own got a new one.',
    );
    return { ...call, id };
  }

  #addResults(turn: Turn): void {
    const rest: Part[] = [];
    for (const part of turn.parts) {
      if (part.type !== 'result') rest.push(part);
      else if (!this.#answer(part, turn) && !this.#repeats(part)) rest.push(...this.#asText(part));
    }
    if (rest.length === 0) return;
    this.#others.push({ ...turn, role: turn.role === 'result' ? 'user' : turn.role, parts: rest });
  }

  /** Assigns a result to its call; false if no call waits for it. */
  #answer(result: ResultPart, turn: Turn): boolean {
    const position = this.#waiting.get(result.callId)?.pop();
    const callId = position === undefined ? undefined : this.#callIds[position];
    if (position === undefined || callId === undefined) return false;
    this.#given.set(result.callId, result);
    const part = callId === result.callId ? result : { ...result, callId };
    const alone = turn.role === 'result' && turn.parts.length === 1 && part === result;
    this.#answers[position] = alone ? turn : { ...turn, role: 'result', parts: [part] };
    if (this.#others.length > 0 || position < this.#lastAnswered) {
      this.#notes.moved(
        `turns[${this.#at}]`,
        'A tool result was moved to its place behind its call.',
      );
    }
    this.#lastAnswered = Math.max(this.#lastAnswered, position);
    return true;
  }

  /** Gemini CLI 0.61 repeats every result of a session that it resumes. */
  #repeats(result: ResultPart): boolean {
    const given = result.callId === '' ? undefined : this.#given.get(result.callId);
    if (given === undefined || JSON.stringify(given) !== JSON.stringify(result)) return false;
    this.#notes.approximated(
      `turns[${this.#at}]`,
      'A tool result that was given twice was written once.',
    );
    return true;
  }

  #asText(result: ResultPart): Part[] {
    this.#notes.approximated(
      `turns[${this.#at}]`,
      'A tool result that answers no call of the turn before it was made user text.',
    );
    const kind = result.isError === true ? 'Error' : 'Result';
    return [{ type: 'text', text: `${kind} of a tool call that is not shown:` }, ...result.content];
  }
}

function missingResult(callId: string): ResultPart {
  const text = 'No result was given for this call.';
  return { type: 'result', callId, content: [{ type: 'text', text }], isError: true };
}
