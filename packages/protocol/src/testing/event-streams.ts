// Generators of canonical event streams for property tests.
import * as fc from 'fast-check';
import type { CanonicalEvent, CanonicalReply } from '../canonical/reply.ts';
import { replayReply } from '../canonical/replay.ts';
import { canonicalReply, type ReplyOptions } from './arbitraries.ts';

/** A reply and one of the many event streams that describe it. */
export interface StreamedReply {
  readonly reply: CanonicalReply;
  readonly events: readonly CanonicalEvent[];
}

/**
 * Event streams as upstreams send them: deltas split anywhere (also inside a surrogate pair), parallel calls
 * and choices interleaved at random, usage before or after the finish reason.
 */
export function streamedReply(options: ReplyOptions = {}): fc.Arbitrary<StreamedReply> {
  const picks = fc.array(fc.nat(), { minLength: 1, maxLength: 40 });
  return fc.tuple(canonicalReply(options), picks).map(([reply, numbers]) => {
    const nextNumber = createNumberSource(numbers);
    return { reply, events: splitDeltas(replayReply(reply), nextNumber) };
  });
}

/** Splits a text into chunks of random length, at least one if the text is not empty. */
export function cutText(text: string, nextNumber: NumberSource): string[] {
  const pieces: string[] = [];
  for (let at = 0; at < text.length;) {
    const end = at + 1 + nextNumber(5);
    pieces.push(text.slice(at, end));
    at = end;
  }
  return pieces;
}

/** Returns an integer of at least 0 and below the bound; the same sequence on every run. */
export type NumberSource = (bound: number) => number;

/** Dice that return the given numbers in turn, repeatedly. */
export function createNumberSource(numbers: readonly number[]): NumberSource {
  let thrown = 0;
  return (bound) => {
    const number = numbers[thrown++ % numbers.length] ?? 0;
    return (number + Math.trunc(thrown / numbers.length)) % bound;
  };
}

/** The events of one part, in their required order. */
interface PartQueue {
  readonly choice: number;
  readonly isCall: boolean;
  readonly events: CanonicalEvent[];
  started: boolean;
}

function splitDeltas(
  events: readonly CanonicalEvent[],
  nextNumber: NumberSource,
): CanonicalEvent[] {
  const queues = toPartQueues(events, nextNumber);
  const scattered = events.filter(({ type }) => type === 'reply-start');
  for (let open = ready(queues); open.length > 0; open = ready(queues)) {
    const queue = open[nextNumber(open.length)];
    const event = queue?.events.shift();
    if (queue === undefined || event === undefined) break;
    queue.started = true;
    scattered.push(event);
  }
  const last = events.filter(({ type }) => type === 'finish' || type === 'usage');
  if (nextNumber(2) === 1) last.reverse();
  return [...scattered, ...last, { type: 'reply-end' }];
}

function toPartQueues(events: readonly CanonicalEvent[], nextNumber: NumberSource): PartQueue[] {
  const queues: PartQueue[] = [];
  for (const event of events) {
    if (event.type === 'part-start') {
      const isCall = event.part.type === 'call';
      queues.push({ choice: event.choice, isCall, events: [event], started: false });
    } else if (event.type === 'part-delta') {
      const deltas = cutText(event.text, nextNumber).map((text) => ({ ...event, text }));
      queues.at(-1)?.events.push(...deltas);
    } else if ('index' in event) {
      queues.at(-1)?.events.push(event);
    }
  }
  return queues;
}

/** The queues that may continue: parts open in order, and only calls of one choice overlap. */
function ready(queues: readonly PartQueue[]): PartQueue[] {
  const left = queues.filter((queue) => queue.events.length > 0);
  const next = left.find((queue) => !queue.started);
  return left.filter((queue) => {
    if (queue.started) return true;
    const before = left.filter((other) => other.started && other.choice === queue.choice);
    return (
      queue === next && (before.length === 0 || (queue.isCall && before.every((o) => o.isCall)))
    );
  });
}
