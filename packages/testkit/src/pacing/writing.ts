/** Writes an event stream in other valid notations. */
import { countFrames, insertAfter, mapFrames } from '../answer.ts';
import { send } from '../behaviour.ts';
import type { Answer } from '../behaviour.ts';
import { rewriteBytes } from '../wire/bytes.ts';

function rewriteFrames(answer: Answer, rewrite: (text: string, index: number) => string): Answer {
  return mapFrames(answer, (bytes, index) => [
    send(rewriteBytes(bytes, (text) => rewrite(text, index))),
  ]);
}

/** Writes the stream with other line endings; all three are valid in an event stream. */
export function withLineEnds(answer: Answer, lineEnd: '\r\n' | '\r' | '\n'): Answer {
  return rewriteFrames(answer, (text) => text.replaceAll(/\r\n|\r|\n/g, lineEnd));
}

/** Puts a UTF-8 byte order mark before the content. */
export function withByteOrderMark(answer: Answer): Answer {
  return insertAfter(answer, 0, [send('\uFEFF')]);
}

/** Inserts a frame, a comment, a ping or any other text before every frame. */
export function betweenFrames(answer: Answer, text: string): Answer {
  return mapFrames(answer, (bytes) => [send(text), send(bytes)]);
}

/** A comment line, as some vendors send to keep a connection open. */
export const commentFrame = ': keepalive\n\n';

/** The messages format's ping. */
export const pingFrame = 'event: ping\ndata: {"type": "ping"}\n\n';

/** Adds an `id:` line to every record, and a reconnection time to the first. */
export function withIds(answer: Answer): Answer {
  return rewriteFrames(answer, (text, index) =>
    index === 0 ? `id: 0\nretry: 1000\n${text}` : `id: ${index}\n${text}`,
  );
}

/** Writes `data:` and `event:` without the space after the colon. */
export function withoutSpaces(answer: Answer): Answer {
  return rewriteFrames(answer, (text) => text.replaceAll(/^(data|event): /gm, '$1:'));
}

/** Splits JSON data into several `data:` lines, before its first member. */
export function withDataOverLines(answer: Answer): Answer {
  return rewriteFrames(answer, (text) => text.replaceAll(/^data: \{/gm, 'data: {\ndata: '));
}

/** Omits the line endings after the last frame. */
export function withoutFinalNewline(answer: Answer): Answer {
  const last = countFrames(answer) - 1;
  return rewriteFrames(answer, (text, index) =>
    index === last ? text.replace(/[\r\n]+$/, '') : text,
  );
}
