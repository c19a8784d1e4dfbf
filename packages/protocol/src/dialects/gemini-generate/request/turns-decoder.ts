// Decodes the conversation of a Gemini generateContent request, and pairs results with calls without ids.
import type { Part } from '../../../canonical/part.ts';
import type { Turn } from '../../../canonical/request.ts';
import { asExtras, otherFields } from '../extras.ts';
import { decodeClientSignature, restoreEcho } from '../reasoning.ts';
import { readPart, type Piece } from './content-decoder.ts';
import type { ContentInput, InstructionInput, PartInput } from './content-schema.ts';
import { decodeResult } from './function-response.ts';
import { PartList } from './part-list.ts';
import { createCallIds } from '../../../history/ids.ts';

/**
 * Decodes the conversation. Results become separate turns, also if they are mixed with other parts.
 * Consecutive contents of the model become one turn, because clients store each chunk of a streamed reply as
 * a content.
 */
export function decodeTurns(
  instruction: InstructionInput | null | undefined,
  contents: readonly ContentInput[],
): Turn[] {
  const history = new History();
  const texts = instructionParts(instruction);
  if (texts.length > 0) history.turns.push({ role: 'instruction', parts: texts });
  for (const content of contents) history.add(content);
  history.closeAnswer();
  return history.turns;
}

/** Instructions are a string, a content, a part, or a list of strings and parts. */
function instructionParts(instruction: InstructionInput | null | undefined): Part[] {
  if (instruction === null || instruction === undefined) return [];
  if (typeof instruction === 'string') return textParts(instruction);
  if (Array.isArray(instruction)) return instruction.flatMap(instructionParts);
  const { parts, role: _, ...part } = instruction;
  return [part, ...(parts ?? [])].flatMap(readClientPart).flatMap(plainPart);
}

function textParts(text: string): Part[] {
  return text === '' ? [] : [{ type: 'text', text }];
}

function readClientPart(part: PartInput): Piece[] {
  return readPart(part, decodeClientSignature);
}

/** A piece of an instruction, which is not joined; fields next to its text are kept. */
function plainPart(piece: Piece): Part[] {
  return piece.type === 'text' || piece.type === 'whole' ? userParts(piece) : [];
}

/** A piece of a user content. Encoders note what only a reply may contain. */
function userParts(piece: Piece): Part[] {
  switch (piece.type) {
    case 'text':
      return [piece];
    case 'whole':
      return [piece.part];
    case 'call':
      return [piece.call];
    case 'reasoning':
      return [{ type: 'reasoning', text: piece.text }];
    case 'packed':
      return piece.thoughts.map(({ text }) => ({ type: 'reasoning', text }));
  }
}

class History {
  readonly turns: Turn[] = [];
  readonly #pairing = new CallPairing();
  #answer: PartList | undefined;

  add(content: ContentInput): void {
    const parts = content.parts ?? [];
    const isAnswer = content.role === 'model' || parts.some((part) => part.functionCall);
    const isResult = parts.some((part) => part.functionResponse);
    if (isAnswer && !isResult) this.#addAnswer(parts);
    else this.#addUserTurn(content, parts);
  }

  closeAnswer(): void {
    const parts = (this.#answer?.parts ?? []).map(withEcho);
    if (parts.length > 0) this.turns.push({ role: 'assistant', parts });
    this.#answer = undefined;
  }

  #addAnswer(parts: readonly PartInput[]): void {
    if (this.#answer === undefined) this.#pairing.startAnswer();
    this.#answer ??= new PartList();
    for (const part of parts) {
      for (const piece of readClientPart(part)) this.#answer.add(this.#open(piece));
    }
  }

  #open(piece: Piece): Piece {
    if (piece.type !== 'call') return piece;
    const { call } = piece;
    return { type: 'call', call: { ...call, id: this.#pairing.open(call.name, call.id) } };
  }

  #addUserTurn(content: ContentInput, parts: readonly PartInput[]): void {
    this.closeAnswer();
    const said: Part[] = [];
    let hasResults = false;
    for (const part of parts) {
      const response = part.functionResponse;
      if (response) {
        const callId = this.#pairing.close(response.name ?? '', response.id ?? '');
        this.turns.push({ role: 'result', parts: [decodeResult(part, response, callId)] });
        hasResults = true;
      } else {
        said.push(...readClientPart(part).flatMap(userParts));
      }
    }
    // A content that says nothing is still a turn, so that encoders reject it if it is the last one.
    if (hasResults && said.length === 0) return;
    const extras = asExtras(otherFields(content, ['role', 'parts']));
    this.turns.push({ role: 'user', parts: said, ...extras });
  }
}

function withEcho(part: Part): Part {
  if (part.type !== 'reasoning') return part;
  const providerState = restoreEcho(part.text, part.providerState);
  return providerState === undefined || providerState === part.providerState
    ? part
    : { ...part, providerState };
}

/** A call that waits for its result. */
interface OpenCall {
  /** The id that the canonical request uses. */
  readonly id: string;
  isAnswered: boolean;
}

/** The open calls of one name or id, first in first out. */
class CallQueue {
  readonly #calls: OpenCall[] = [];
  #at = 0;

  add(call: OpenCall): void {
    this.#calls.push(call);
  }

  take(): OpenCall | undefined {
    for (; this.#at < this.#calls.length; this.#at++) {
      const call = this.#calls[this.#at];
      if (call?.isAnswered === false) return call;
    }
    return undefined;
  }
}

/**
 * Finds the call of each result in a history. Ids are optional in this format and many clients omit them;
 * then a result belongs to the first open call of its name. Calls without an id, or with a duplicate id, get
 * a new one; the same history always gets the same ids.
 */
class CallPairing {
  readonly #ids = createCallIds('gemini');
  #byId = new Map<string, CallQueue>();
  #byName = new Map<string, CallQueue>();

  /** A reply starts: results after it belong to its own calls and not to earlier ones. */
  startAnswer(): void {
    this.#byId = new Map();
    this.#byName = new Map();
  }

  /** @returns the id of the call in the canonical request */
  open(name: string, givenId: string): string {
    const call = { id: this.#ids.claim(givenId), isAnswered: false };
    queueOf(this.#byName, name).add(call);
    if (givenId !== '') queueOf(this.#byId, givenId).add(call);
    return call.id;
  }

  /** @returns the id of the call that the result belongs to; the given one if no call is open */
  close(name: string, givenId: string): string {
    const call = this.#byId.get(givenId)?.take() ?? this.#byName.get(name)?.take();
    if (call === undefined) return givenId;
    call.isAnswered = true;
    return call.id;
  }
}

function queueOf(queues: Map<string, CallQueue>, key: string): CallQueue {
  const known = queues.get(key);
  if (known !== undefined) return known;
  const queue = new CallQueue();
  queues.set(key, queue);
  return queue;
}
