// Decodes the conversation of a Gemini generateContent request.
import type { Part } from '../../../canonical/part.ts';
import type { Turn } from '../../../canonical/request.ts';
import { asExtras, otherFields } from '../extras.ts';
import { decodeClientSignature, restoreEcho } from '../reasoning.ts';
import { CallPairing } from './call-pairing.ts';
import { PartList, readPart, type Piece } from './content-decoder.ts';
import type { ContentInput, InstructionInput, PartInput } from './content-schema.ts';
import { decodeResult } from './function-response.ts';

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

/** A piece that is not joined; fields next to its text are kept. */
function plainPart(piece: Piece): Part[] {
  switch (piece.type) {
    case 'text':
      return [piece];
    case 'whole':
      return [piece.part];
    case 'reasoning':
    case 'call':
      return [];
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
    const texts: Part[] = [];
    for (const part of parts) {
      const response = part.functionResponse;
      if (response) {
        const callId = this.#pairing.close(response.name ?? '', response.id ?? '');
        this.turns.push({ role: 'result', parts: [decodeResult(response, callId)] });
      } else {
        texts.push(...readClientPart(part).flatMap(plainPart));
      }
    }
    if (texts.length === 0) return;
    const extras = asExtras(otherFields(content, ['role', 'parts']));
    this.turns.push({ role: 'user', parts: texts, ...extras });
  }
}

function withEcho(part: Part): Part {
  if (part.type !== 'reasoning') return part;
  const providerState = restoreEcho(part.text, part.providerState);
  return providerState === undefined || providerState === part.providerState
    ? part
    : { ...part, providerState };
}
