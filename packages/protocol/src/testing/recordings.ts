// Recorded streams, and what decoders make of a stream, for the tests of the dialects.
import { readdirSync, readFileSync } from 'node:fs';
import type { DialectId } from '../canonical/dialect.ts';
import type { Note } from '../canonical/note.ts';
import type { CanonicalEvent } from '../canonical/reply.ts';
import type { StreamDecoder } from '../codec.ts';
import { createFrameParser } from '../sse/frame-parser.ts';
import type { SseFrame } from '../sse/frame.ts';

const home = new URL('../../fixtures/', import.meta.url);
const ending = '.stream.sse';

/** The names of the recorded streams of a dialect, without the ending of their files. */
export function listRecordings(dialect: DialectId): string[] {
  return readdirSync(new URL(`${dialect}/`, home))
    .filter((file) => file.endsWith(ending))
    .map((file) => file.slice(0, -ending.length));
}

/** The text of a recorded stream. */
export function readRecording(dialect: DialectId, name: string): string {
  return readFileSync(new URL(`${dialect}/${name}${ending}`, home), 'utf8');
}

/** The frames of a stream that arrives at once. */
export function framesOf(text: string): SseFrame[] {
  const parser = createFrameParser();
  return [...parser.push(new TextEncoder().encode(text)), ...parser.end()];
}

/** The events and the notes of a stream that arrives at once. */
export function decodeStreamText(decoder: StreamDecoder, text: string) {
  const events: CanonicalEvent[] = framesOf(text).flatMap((frame) => decoder.push(frame));
  events.push(...decoder.end());
  const notes: readonly Note[] = decoder.notes;
  return { events, notes };
}
