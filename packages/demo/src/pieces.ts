/** Splits a reply into the pieces of a stream. */
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

/** Maximum number of pieces of one delta, so that a long echo does not become many events. */
const mostPieces = 200;

/** The usual length of a piece, in characters: about one word. */
const pieceLength = 6;

/** The texts that a server would write one after the other when it streams a reply. */
export function streamPieces(
  reply: CanonicalReply,
  encoder: StreamEncoder,
  breakOff: DemoModel['breakOff'],
): string[] {
  const events = replayReply(reply).flatMap(splitDelta);
  const sentEvents =
    breakOff === undefined ? events : events.slice(0, Math.ceil(events.length / 2));
  const pieces = sentEvents
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

/** Adds the prompt's usage to the first event, as servers do that report it at the start. */
function withPromptUsage(event: CanonicalEvent, { usage }: CanonicalReply): CanonicalEvent[] {
  if (event.type !== 'reply-start' || usage === undefined) return [event];
  return [event, { type: 'usage', usage: { ...noUsage, input: usage.input } }];
}

function splitDelta(event: CanonicalEvent): CanonicalEvent[] {
  if (event.type !== 'part-delta') return [event];
  return splitText(event.text).map((text) => ({ ...event, text }));
}

/** Never splits a surrogate pair, because its halves have no UTF-8 encoding. */
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
