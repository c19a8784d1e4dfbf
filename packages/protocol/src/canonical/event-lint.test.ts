import { describe, expect, it } from 'vitest';
import { GatewayError } from './error.ts';
import { checkEvents } from './event-lint.ts';
import type { CanonicalEvent } from './reply.ts';
import { noUsage } from './usage.ts';

const start: CanonicalEvent = { type: 'reply-start' };
const end: CanonicalEvent = { type: 'reply-end' };
const failure: CanonicalEvent = { type: 'failure', error: new GatewayError('internal', 'Broken.') };
const usage: CanonicalEvent = { type: 'usage', usage: noUsage };

const likely: CanonicalEvent = {
  type: 'logprobs',
  choice: 0,
  logprobs: { content: [{ token: 'x' }], refusal: [] },
};

function open(index: number, choice = 0): CanonicalEvent {
  return { type: 'part-start', index, choice, part: { type: 'text' } };
}

function delta(index: number): CanonicalEvent {
  return { type: 'part-delta', index, text: 'x' };
}

function cite(index: number): CanonicalEvent {
  return { type: 'part-citation', index, citation: { url: 'https://a.example/' } };
}

function close(index: number): CanonicalEvent {
  return { type: 'part-end', index };
}

function finish(choice = 0): CanonicalEvent {
  return { type: 'finish', choice, finish: { reason: 'stop' } };
}

describe('checkEvents', () => {
  it.each([
    [[], 'The stream is empty.'],
    [[start], 'The stream has no end.'],
    [[start, end, usage], 'usage stands after the end.'],
    [[start, end, end], 'reply-end stands after the end.'],
    [[start, failure, end], 'reply-end stands after the end.'],
    [[usage, start, end], 'usage stands before reply-start.'],
    [[start, start, end], 'reply-start stands in the stream twice.'],
    [[start, open(0), close(0), open(0), close(0), finish(), end], 'Part 0 opens after part 0.'],
    [[start, open(1), close(1), open(0), close(0), finish(), end], 'Part 0 opens after part 1.'],
    [[start, delta(0), finish(), end], 'part-delta names part 0, which is not open.'],
    [
      [start, open(0), close(0), delta(0), finish(), end],
      'part-delta names part 0, which is not open.',
    ],
    [
      [start, open(0), close(0), close(0), finish(), end],
      'part-end names part 0, which is not open.',
    ],
    [[start, cite(0), end], 'part-citation names part 0, which can take none.'],
    [
      [start, open(0), close(0), finish(), cite(0), end],
      'part-citation names part 0, which can take none.',
    ],
    [[start, open(0), finish(), close(0), end], 'Part 0 is open when choice 0 finishes.'],
    [[start, finish(), open(0), close(0), end], 'Part 0 opens after choice 0 finished.'],
    [[start, finish(), likely, end], 'logprobs stand after choice 0 finished.'],
    [[start, finish(), finish(), end], 'Choice 0 finishes twice.'],
    [[start, open(0), close(0), end], 'Choice 0 has parts and no finish.'],
    [[start, finish(1), open(0), end], 'Part 0 is never closed.'],
  ] satisfies [CanonicalEvent[], string][])('finds the fault of stream %#', (events, violation) => {
    expect(checkEvents(events)).toContain(violation);
  });

  it.each([
    [[start, end]],
    [[failure]],
    [[start, open(0), delta(0), failure]],
    [[usage, start, end].slice(1)],
    [[start, open(0), open(3), delta(3), delta(0), close(0), close(3), finish(), usage, end]],
    [[start, open(0), cite(0), close(0), open(1), close(1), cite(0), finish(), end]],
    [[start, open(0), open(1, 1), close(0), finish(0), delta(1), close(1), finish(1), end]],
  ] satisfies [CanonicalEvent[]][])('passes sound stream %#', (events) => {
    expect(checkEvents(events)).toEqual([]);
  });
});
