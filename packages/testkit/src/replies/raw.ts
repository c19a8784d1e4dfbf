/** Responses with any body, and recorded streams. */
import { createAnswer } from '../answer.ts';
import type { HeaderInput } from '../answer.ts';
import type { Answer } from '../behaviour.ts';
import { toBytes } from '../wire/bytes.ts';
import { cutFrames } from './frames.ts';

/** A response with any status, headers and body, and with its length. */
export function rawReply(
  status: number,
  headers: HeaderInput,
  body: string | Uint8Array = '',
): Answer {
  return createAnswer({ status, headers, body });
}

/** A JSON answer with status 200. */
export function jsonReply(value: unknown): Answer {
  return rawReply(200, { 'content-type': 'application/json' }, JSON.stringify(value));
}

/** A recorded stream, byte for byte. Its records become frames, so that they can be delayed. */
export function rawStream(recorded: string | Uint8Array): Answer {
  const text = Buffer.from(toBytes(recorded)).toString('latin1');
  return createAnswer({
    headers: { 'content-type': 'text/event-stream' },
    body: cutFrames(text).map((frame) => Buffer.from(frame, 'latin1')),
    framing: 'chunked',
  });
}
