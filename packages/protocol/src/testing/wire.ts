import type { CanonicalEvent } from '../canonical/event.ts';
import { isJsonObject, parseJson, type JsonObject } from '../canonical/json.ts';
import type { Codec, ReplyTarget } from '../codec.ts';
import { NameMap } from '../history/names.ts';
import { createFrameParser } from '../sse/frame-parser.ts';
import { writeFrames } from '../sse/frame-writer.ts';
import type { SseFrame } from '../sse/frame.ts';
import type { Dice } from './event-streams.ts';

/** What an encoder is told about the request it answers, when a test does not care. */
export function replyTarget(names = new NameMap()): ReplyTarget {
  return { model: 'call-name', id: 'x7', createdAt: 1_790_000_000, names, includeUsage: true };
}

/** Writes events in a dialect, through to the end mark or the error event. */
export function encodeStream(codec: Codec, events: Iterable<CanonicalEvent>): SseFrame[] {
  const encoder = codec.createStreamEncoder(replyTarget());
  return Array.from(events).flatMap((event) => {
    if (event.type === 'reply-end') return encoder.end();
    return event.type === 'failure' ? encoder.fail(event.error) : encoder.push(event);
  });
}

/** Reads a stream of a dialect through to the close of the connection. */
export function decodeStream(
  codec: Codec,
  frames: Iterable<SseFrame>,
  vendor: string,
): CanonicalEvent[] {
  const decoder = codec.createStreamDecoder({ vendor });
  const events = Array.from(frames).flatMap((frame) => decoder.push(frame));
  return [...events, ...decoder.end()];
}

/** Sends frames over a wire that cuts them into chunks at random. */
export function sendFrames(frames: readonly SseFrame[], dice: Dice): SseFrame[] {
  const bytes = new TextEncoder().encode(writeFrames(frames));
  const parser = createFrameParser();
  const arrived: SseFrame[] = [];
  for (let at = 0; at < bytes.length;) {
    const end = at + 1 + dice(80);
    arrived.push(...parser.push(bytes.subarray(at, end)));
    at = end;
  }
  return [...arrived, ...parser.end()];
}

/** The value as it arrives at the other end of a wire. */
export function sendJson(value: JsonObject): JsonObject {
  const arrived = parseJson(JSON.stringify(value));
  return isJsonObject(arrived) ? arrived : {};
}
