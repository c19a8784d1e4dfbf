/** Splits a response at chosen bytes, for tests of stream decoders. */
import { mapFrames, readContent } from '../answer.ts';
import { send, wait } from '../behaviour.ts';
import type { Answer } from '../behaviour.ts';
import { cutBytes } from '../wire/bytes.ts';

/**
 * Splits the content into pieces of one size, regardless of frames and characters; each piece is an HTTP
 * chunk and a network write. Apply it last, because pieces are not frames.
 * @throws RangeError when the size is less than 1
 */
export function splitPieces(answer: Answer, size: number): Answer {
  return mapFrames(answer, (bytes) =>
    cutBytes(bytes, size).flatMap((piece) => [send(piece), wait(0)]),
  );
}

/** Sends the content in one piece. Removes the delays and holds within it. */
export function inOneChunk(answer: Answer): Answer {
  return { ...answer, body: [send(readContent(answer))] };
}

/** Sends the content in two pieces, split at a byte position. */
export function splitAt(answer: Answer, position: number): Answer {
  const content = readContent(answer);
  return {
    ...answer,
    body: [send(content.subarray(0, position)), wait(0), send(content.subarray(position))],
  };
}

/** One response for each position at which the content can be split in two. */
export function splitEverywhere(answer: Answer): readonly Answer[] {
  const length = readContent(answer).length;
  return Array.from({ length: Math.max(length - 1, 0) }, (_, at) => splitAt(answer, at + 1));
}

/** Splits all bytes, including head and framing, into network writes of one size. */
export function segmentWire(answer: Answer, size: number): Answer {
  return { ...answer, segmentBytes: size };
}
