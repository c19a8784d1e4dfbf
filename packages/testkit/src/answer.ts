/** Creates and changes HTTP responses of the scripted upstream; used by replies, faults and tests. */
import { STATUS_CODES } from 'node:http';
import { send } from './behaviour.ts';
import type { Answer, Step } from './behaviour.ts';
import { joinBytes } from './wire/bytes.ts';
import type { HeaderLine } from './wire/head.ts';

/** Headers as a record, or as lines where order, case or repetition matters. */
export type HeaderInput = Readonly<Record<string, string>> | readonly HeaderLine[];

export interface AnswerParts {
  /** 200 when absent. */
  readonly status?: number;
  readonly headers?: HeaderInput;
  /** One `send` per piece. */
  readonly body?: string | Uint8Array | readonly (string | Uint8Array)[];
  /** `length` when absent. */
  readonly framing?: Answer['framing'];
}

/** Header lines of either input form. */
export function listHeaders(headers: HeaderInput = []): readonly HeaderLine[] {
  return isHeaderLines(headers) ? headers : Object.entries(headers);
}

function isHeaderLines(headers: HeaderInput): headers is readonly HeaderLine[] {
  return Array.isArray(headers);
}

function listPieces(body: AnswerParts['body'] = []): readonly (string | Uint8Array)[] {
  return typeof body === 'string' || body instanceof Uint8Array ? [body] : body;
}

/** A complete and valid response to start from. */
export function createAnswer(parts: AnswerParts = {}): Answer {
  const status = parts.status ?? 200;
  return {
    type: 'answer',
    before: [],
    status,
    reason: STATUS_CODES[status] ?? '',
    headers: listHeaders(parts.headers),
    framing: parts.framing ?? 'length',
    body: listPieces(parts.body).map(send),
    complete: true,
    after: [],
  };
}

/** Sets headers; replaces a header of the same name in any case. */
export function withHeaders(answer: Answer, headers: HeaderInput): Answer {
  const added = listHeaders(headers);
  const names = new Set(added.map(([name]) => name.toLowerCase()));
  const kept = answer.headers.filter(([name]) => !names.has(name.toLowerCase()));
  return { ...answer, headers: [...kept, ...added] };
}

/** Replaces every `send` of the body; `index` counts sends from 0. */
export function mapFrames(
  answer: Answer,
  replace: (bytes: Uint8Array, index: number) => readonly Step[],
): Answer {
  let index = 0;
  const body = answer.body.flatMap((step) =>
    step.step === 'send' ? replace(step.bytes, index++) : [step],
  );
  return { ...answer, body };
}

/**
 * Inserts steps into the body after this number of frames; 0 inserts them first.
 * @throws RangeError when the response has fewer frames
 */
export function insertAfter(answer: Answer, frames: number, steps: readonly Step[]): Answer {
  const position = findFrameEnd(answer, frames);
  return { ...answer, body: answer.body.toSpliced(position, 0, ...steps) };
}

/**
 * The index in the body after its first `frames` frames.
 * @throws RangeError when the response has fewer frames
 */
export function findFrameEnd(answer: Answer, frames: number): number {
  let position = 0;
  for (let left = frames; left > 0; left -= 1) {
    const found = answer.body.findIndex((step, at) => at >= position && step.step === 'send');
    if (found < 0) throw new RangeError(`The answer has fewer than ${frames} frames.`);
    position = found + 1;
  }
  return position;
}

/** The number of frames (`send` steps) in the body. */
export function countFrames(answer: Answer): number {
  return answer.body.filter((step) => step.step === 'send').length;
}

/** The content as one byte array, without its delays. Repeated content is included once. */
export function readContent(answer: Answer): Uint8Array {
  return joinBytes(answer.body.flatMap((step) => ('bytes' in step ? [step.bytes] : [])));
}
