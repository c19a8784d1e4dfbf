import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { dialectIds } from '../canonical/dialect.ts';
import { checkEvents } from '../canonical/event-lint.ts';
import type { CanonicalEvent } from '../canonical/reply.ts';
import type { Codec } from '../codec.ts';
import { codecOf } from '../dialects.ts';
import { createFrameParser } from '../sse/frame-parser.ts';
import type { SseFrame } from '../sse/frame.ts';

const home = new URL('../../fixtures/', import.meta.url);

function listRecordings(dialect: string): string[] {
  const folder = new URL(`${dialect}/`, home);
  const files = existsSync(folder) ? readdirSync(folder) : [];
  return files.filter((name) => name.endsWith('.stream.sse'));
}

function framesOf(pieces: Iterable<Uint8Array>): SseFrame[] {
  const parser = createFrameParser();
  return [...Array.from(pieces).flatMap((piece) => [...parser.push(piece)]), ...parser.end()];
}

function decode(codec: Codec, frames: readonly SseFrame[]): CanonicalEvent[] {
  const decoder = codec.createStreamDecoder({ vendor: 'acme' });
  return [...frames.flatMap((frame) => decoder.push(frame)), ...decoder.end()];
}

/** What a caller of the same dialect gets to see. */
function passThrough(codec: Codec, frames: readonly SseFrame[]): string {
  const observer = codec.createStreamObserver({ model: 'call-name', includeUsage: true });
  const steps = [...frames.map((frame) => observer.push(frame)), observer.end()];
  return steps.map((step) => ('text' in step ? step.text : '')).join('');
}

function* bytesOf(bytes: Uint8Array) {
  for (const byte of bytes) yield Uint8Array.of(byte);
}

describe.each(dialectIds)('the recorded streams of %s', (dialect) => {
  const codec = codecOf(dialect);
  const recordings = listRecordings(dialect).map((name) => ({
    name,
    text: readFileSync(new URL(`${dialect}/${name}`, home), 'utf8'),
  }));

  it(`are there, in packages/protocol/fixtures/${dialect}`, () => {
    expect(recordings).not.toEqual([]);
  });

  it.each(recordings)(
    '$name decodes to valid events, and passes through to its end',
    ({ text }) => {
      const frames = framesOf([new TextEncoder().encode(text)]);
      const events = decode(codec, frames);
      expect(checkEvents(events)).toEqual([]);
      const unrecognized = frames.map(({ raw: _, ...frame }) => frame);
      expect(decode(codec, unrecognized)).toEqual(events);
      const passed = framesOf([new TextEncoder().encode(passThrough(codec, frames))]);
      expect(decode(codec, passed).at(-1)?.type).toBe(events.at(-1)?.type);
    },
  );

  // Both readers know nothing of a stream but its frames, so the same frames are the same answer.
  it.each(recordings)('$name has the same frames for any chunks', ({ name, text }) => {
    const whole = JSON.stringify(framesOf([new TextEncoder().encode(text)]));
    for (const version of [text, text.replaceAll('\n', '\r\n')]) {
      const bytes = new TextEncoder().encode(version);
      expect(JSON.stringify(framesOf(bytesOf(bytes)))).toBe(whole);
      for (let at = 1; at < bytes.length; at++) {
        const halves = [bytes.subarray(0, at), bytes.subarray(at)];
        if (JSON.stringify(framesOf(halves)) === whole) continue;
        expect.fail(`${name} differs when it is cut at byte ${at}.`);
      }
    }
  });
});
