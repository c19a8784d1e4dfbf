/** Splits a reply into the texts of a stream. */
import {
  type CanonicalEvent,
  type CanonicalReply,
  GatewayError,
  noUsage,
  replayReply,
  type StreamEncoder,
  writeFrames,
} from '@parley/protocol';
import type { DemoModel } from './models.ts';

/** A delta is split into at most so many pieces, so that a long echo stays cheap. */
const mostPieces = 200;

/** The usual length of a piece, in characters: about a word. */
const pieceLength = 6;

/** A reply as the texts of a stream, one for each moment in which a real server would write. */
export function streamPieces(
  reply: CanonicalReply,
  encoder: StreamEncoder,
  breakOff: DemoModel['breakOff'],
): string[] {
  const events = replayReply(reply).flatMap(splitDelta);
  const told = breakOff === undefined ? events : events.slice(0, Math.ceil(events.length / 2));
  const pieces = told
    .filter((event) => event.type !== 'reply-end')
    .flatMap((event) => withPromptUsage(event, reply))
    .map((event) => writeFrames(encoder.push(event)));
  if (breakOff === undefined) pieces.push(writeFrames(encoder.end()));
  if (breakOff === 'error') pieces.push(writeFrames(encoder.fail(overload())));
  return pieces.filter((piece) => piece !== '');
}

function overload(): GatewayError {
  return new GatewayError('overloaded', 'This model breaks off in the middle of its answer.');
}

/** What the prompt cost is known before the first word. */
function withPromptUsage(event: CanonicalEvent, { usage }: CanonicalReply): CanonicalEvent[] {
  if (event.type !== 'reply-start' || usage === undefined) return [event];
  return [event, { type: 'usage', usage: { ...noUsage, input: usage.input } }];
}

function splitDelta(event: CanonicalEvent): CanonicalEvent[] {
  if (event.type !== 'part-delta') return [event];
  return splitText(event.text).map((text) => ({ ...event, text }));
}

/** Never splits a surrogate pair, because UTF-8 could not carry the halves. */
function splitText(text: string): string[] {
  const length = Math.max(pieceLength, Math.ceil(text.length / mostPieces));
  const pieces: string[] = [];
  for (let start = 0; start < text.length;) {
    let end = start + length;
    if (isLowSurrogate(text.charCodeAt(end))) end++;
    pieces.push(text.slice(start, end));
    start = end;
  }
  return pieces;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
