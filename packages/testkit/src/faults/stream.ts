/** Event streams with errors, invalid records or no end. */
import { countFrames, createAnswer, insertAfter } from '../answer.ts';
import { send } from '../behaviour.ts';
import type { Answer, Step } from '../behaviour.ts';
import { rawReply } from '../replies/raw.ts';
import { writeFailure } from '../replies/stream-failure.ts';
import type { StreamFailure } from '../replies/stream-failure.ts';
import { truncate } from './ending.ts';

export interface StreamError extends StreamFailure {
  /** Number of complete frames before the error; 0 makes it the first event. */
  readonly after: number;
}

/** Sends an error event in place of the rest of the stream and ends the HTTP message properly. */
export function errorEvent(answer: Answer, error: StreamError): Answer {
  const cut = truncate(answer, { frames: error.after, by: 'clean' });
  return { ...cut, body: [...cut.body, ...writeFailure(cut, error).map(send)] };
}

/** Lines and records that are not events, and contain nothing of a reply. */
export const garbageFrames: readonly string[] = [
  'this line has no colon\n\n',
  'data: null\n\n',
  'data: 42\n\n',
  'data: []\n\n',
  'data:\n\n',
  'event: unheard_of\ndata: {"type":"unheard_of"}\n\n',
  'unheard: field\n\n',
  '\n\n\n',
];

/** Half an event: its content is lost. */
export const damagedFrame = 'data: {"broken": \n\n';

/** Bytes that are not UTF-8, within a record. */
export const binaryFrame: Uint8Array = Uint8Array.from([
  ...Buffer.from('data: '),
  ...[0xff, 0xfe, 0x00, 0x80, 0xc3, 0x28],
  ...Buffer.from('\n\n'),
]);

/** Inserts a text after this number of frames; 0 inserts it first. */
export function withGarbage(
  answer: Answer,
  frames: number,
  garbage: readonly (string | Uint8Array)[] = garbageFrames,
): Answer {
  return insertAfter(answer, frames, garbage.map(send));
}

/** Sends more data after the end mark; by default the whole stream again. */
export function withDataAfterEnd(answer: Answer, data?: string): Answer {
  const more: readonly Step[] = data === undefined ? answer.body : [send(data)];
  return insertAfter(answer, countFrames(answer), more);
}

/** An HTML page with the content type of a stream. */
export function htmlAsStream(): Answer {
  const page = '<!doctype html>\n<html>\n<body>Bad gateway</body>\n</html>\n';
  return rawReply(200, { 'content-type': 'text/event-stream' }, page);
}

const blockBytes = 64 * 1024;

function fill(bytes: number): Step {
  return {
    step: 'repeat',
    bytes: Buffer.alloc(blockBytes, 'a'),
    times: Math.ceil(bytes / blockBytes),
  };
}

/** Starts a line after this number of frames that ends only after `bytes`, rounded up to 64 KiB. */
export function withEndlessLine(answer: Answer, frames: number, bytes: number): Answer {
  const cut = truncate(answer, { frames, by: 'fin' });
  return { ...cut, body: [...cut.body, send('data: '), fill(bytes)] };
}

/** Inserts one well-formed record of `bytes`, rounded up to 64 KiB, after this number of frames. */
export function withHugeEvent(answer: Answer, frames: number, bytes: number): Answer {
  return insertAfter(answer, frames, [
    send('event: padding\ndata: {"type":"padding","padding":"'),
    fill(bytes),
    send('"}\n\n'),
  ]);
}

/**
 * Repeats one frame of a stream as fast as the client reads and never ends the stream: after `cap`
 * repetitions the connection is closed.
 * @param frame index of the frame, from 0; the frames before it are sent once
 * @throws RangeError when the stream has no such frame
 */
export function endlessStream(answer: Answer, frame: number, cap: number): Answer {
  const repeated = answer.body.filter((step) => step.step === 'send')[frame];
  if (!repeated) throw new RangeError(`The stream has no frame ${frame}.`);
  const cut = truncate(answer, { frames: frame, by: 'fin' });
  return { ...cut, body: [...cut.body, { ...repeated, step: 'repeat', times: cap }] };
}

/** Sends comments every `milliseconds`, without any event. */
export function pingsOnly(count: number, milliseconds: number, ping: string): Answer {
  const answer = createAnswer({
    headers: { 'content-type': 'text/event-stream' },
    framing: 'chunked',
  });
  const step: readonly Step[] = [send(ping), { step: 'wait', milliseconds }];
  return { ...answer, body: Array.from({ length: count }, () => step).flat() };
}
