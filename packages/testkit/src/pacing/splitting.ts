import { mapFrames, readContent } from '../answer.ts';
import { send, wait } from '../behaviour.ts';
import type { Answer } from '../behaviour.ts';
import { cutBytes } from '../wire/bytes.ts';

/**
 * Splits all content into pieces of one size, wherever frames and characters end; each piece is
 * an HTTP chunk and a network write of its own. Splitting goes last: pieces are no frames.
 * @throws RangeError when the size is less than 1
 */
export function splitPieces(answer: Answer, size: number): Answer {
  return mapFrames(answer, (bytes) =>
    cutBytes(bytes, size).flatMap((piece) => [send(piece), wait(0)]),
  );
}

/** Sends all content in one piece. Delays and holds within it are gone. */
export function inOneChunk(answer: Answer): Answer {
  return { ...answer, body: [send(readContent(answer))] };
}

/** Sends all content in two pieces that part at a byte position. */
export function splitAt(answer: Answer, position: number): Answer {
  const content = readContent(answer);
  return {
    ...answer,
    body: [send(content.subarray(0, position)), wait(0), send(content.subarray(position))],
  };
}

/** One answer for every position at which the content can be split in two. */
export function splitEverywhere(answer: Answer): readonly Answer[] {
  const length = readContent(answer).length;
  return Array.from({ length: Math.max(length - 1, 0) }, (_, at) => splitAt(answer, at + 1));
}

/** Cuts everything on the wire, head and framing too, into network writes of one size. */
export function segmentWire(answer: Answer, size: number): Answer {
  return { ...answer, segmentBytes: size };
}
