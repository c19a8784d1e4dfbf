// Writes and reads streams of a dialect, for tests.
import type { CanonicalEvent } from '../canonical/reply.ts';
import type { Note } from '../canonical/note.ts';
import type { Codec, ReplyTarget } from '../codec.ts';
import { NameMap } from '../history/names.ts';
import { writeJson } from '../json/exact-number.ts';
import { parseJson } from '../json/parse.ts';
import { isJsonObject, type JsonObject } from '../json/value.ts';
import { createFrameParser } from '../sse/frame-parser.ts';
import { writeFrames, type SseFrame } from '../sse/frame.ts';
import type { NumberSource } from './event-streams.ts';

/** A default `ReplyTarget`, for tests that do not depend on it. */
export function replyTarget(names = new NameMap()): ReplyTarget {
  return { model: 'call-name', id: 'x7', createdAt: 1_790_000_000, names, includeUsage: true };
}

/** The frames or events of a stream, with the notes of that step. */
export interface Written<Step> {
  readonly steps: readonly Step[];
  readonly notes: readonly Note[];
}

/** Encodes events in a dialect, up to the end marker or the error event. */
export function writeStream(
  codec: Codec,
  events: Iterable<CanonicalEvent>,
  target: ReplyTarget,
): Written<SseFrame> {
  const encoder = codec.createStreamEncoder(target);
  const frames = Array.from(events).flatMap((event) => {
    if (event.type === 'reply-end') return encoder.end();
    return event.type === 'failure' ? encoder.fail(event.error) : encoder.push(event);
  });
  return { steps: frames, notes: encoder.notes };
}

/** Decodes a stream of a dialect up to the close of the connection. */
export function readStream(
  codec: Codec,
  frames: Iterable<SseFrame>,
  vendor: string,
): Written<CanonicalEvent> {
  const decoder = codec.createStreamDecoder({ vendor });
  const events = Array.from(frames).flatMap((frame) => decoder.push(frame));
  return { steps: [...events, ...decoder.end()], notes: decoder.notes };
}

/** The frames of `writeStream` with the default target. */
export function encodeStream(codec: Codec, events: Iterable<CanonicalEvent>): SseFrame[] {
  return [...writeStream(codec, events, replyTarget()).steps];
}

/** The events of `readStream`. */
export function decodeStream(
  codec: Codec,
  frames: Iterable<SseFrame>,
  vendor: string,
): CanonicalEvent[] {
  return [...readStream(codec, frames, vendor).steps];
}

/** Sends frames over a connection that splits them into chunks at random. */
export function sendFrames(frames: readonly SseFrame[], nextNumber: NumberSource): SseFrame[] {
  const bytes = new TextEncoder().encode(writeFrames(frames));
  const parser = createFrameParser();
  const arrived: SseFrame[] = [];
  for (let at = 0; at < bytes.length;) {
    const end = at + 1 + nextNumber(80);
    arrived.push(...parser.push(bytes.subarray(at, end)));
    at = end;
  }
  return [...arrived, ...parser.end()];
}

/** The value as it arrives at the other end of a connection. */
export function sendJson(value: JsonObject): JsonObject {
  const arrived = parseJson(writeJson(value));
  return isJsonObject(arrived) ? arrived : {};
}
