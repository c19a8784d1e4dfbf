import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { streamedReply } from '../testing/event-streams.ts';
import { assembleReply } from './assemble.ts';
import { GatewayError } from './error.ts';
import { checkEvents } from './event-lint.ts';
import type { CanonicalEvent } from './reply.ts';
import { noUsage } from './usage.ts';

const start: CanonicalEvent = { type: 'reply-start', id: 'r', model: 'm' };
const finish: CanonicalEvent = { type: 'finish', choice: 0, finish: { reason: 'stop' } };
const end: CanonicalEvent = { type: 'reply-end' };

function textStart(index: number, choice = 0): CanonicalEvent {
  return { type: 'part-start', index, choice, part: { type: 'text' } };
}

function delta(index: number, text: string): CanonicalEvent {
  return { type: 'part-delta', index, text };
}

describe('streams that fail', () => {
  it("throws the failure's own error", () => {
    const error = new GatewayError('overloaded', 'The upstream is busy.');
    const events: CanonicalEvent[] = [
      start,
      textStart(0),
      delta(0, 'a'),
      { type: 'failure', error },
    ];
    expect(() => assembleReply(events)).toThrow(error);
  });

  it.each([
    ['nothing', []],
    ['no end', [start, finish]],
    ['a choice without a finish', [start, textStart(0), { type: 'part-end', index: 0 }, end]],
  ] satisfies [string, CanonicalEvent[]][])('refuses a stream with %s', (_, events) => {
    expect(() => assembleReply(events)).toThrow(
      expect.objectContaining({ code: 'upstream-unavailable' }),
    );
  });
});

describe('assembleReply', () => {
  it('uses the last usage at any position, without adding', () => {
    const usage = { ...noUsage, input: 3, output: 2 };
    const first: CanonicalEvent = { type: 'usage', usage: { ...noUsage, input: 3, output: 1 } };
    const reply = assembleReply([start, first, finish, { type: 'usage', usage }, end]);
    expect(reply).toStrictEqual({
      id: 'r',
      model: 'm',
      choices: [{ index: 0, parts: [], finish: { reason: 'stop' } }],
      usage,
    });
  });

  it('assigns citations, late provider state and overlapping parts', () => {
    const raw = { type: 'web_search_tool_result' };
    const signature = { vendor: 'anthropic', kind: 'signature', data: 's2' } as const;
    const reply = assembleReply([
      start,
      { type: 'part-start', index: 0, choice: 0, part: { type: 'reasoning' } },
      delta(0, 'hm'),
      { type: 'part-state', index: 0, providerState: { ...signature, data: 's1' } },
      { type: 'part-state', index: 0, providerState: signature },
      { type: 'part-end', index: 0 },
      textStart(1),
      {
        type: 'part-start',
        index: 2,
        choice: 0,
        part: { type: 'call', id: 'c', name: 'look', custom: true },
      },
      delta(2, 'x'),
      delta(1, 'a'),
      { type: 'part-citation', index: 1, citation: { url: 'https://a.example/' } },
      { type: 'part-end', index: 2 },
      delta(1, 'b'),
      { type: 'part-end', index: 1 },
      {
        type: 'part-start',
        index: 3,
        choice: 0,
        part: { type: 'server', dialect: 'anthropic-messages', raw },
      },
      { type: 'part-end', index: 3 },
      { type: 'part-start', index: 4, choice: 0, part: { type: 'refusal' } },
      delta(4, 'no'),
      { type: 'part-end', index: 4 },
      finish,
      end,
    ]);
    expect(reply.choices[0]?.parts).toStrictEqual([
      { type: 'reasoning', text: 'hm', providerState: signature },
      { type: 'text', text: 'ab', citations: [{ url: 'https://a.example/' }] },
      { type: 'call', id: 'c', name: 'look', custom: true, arguments: 'x' },
      { type: 'server', dialect: 'anthropic-messages', raw },
      { type: 'refusal', text: 'no' },
    ]);
  });

  it('returns choices in the order of their index', () => {
    const finishOf = (choice: number): CanonicalEvent => ({ ...finish, choice });
    const reply = assembleReply([start, finishOf(2), finishOf(0), finishOf(1), end]);
    expect(reply.choices.map(({ index }) => index)).toEqual([0, 1, 2]);
  });

  it('restores the reply from any of its streams', () => {
    fc.assert(
      fc.property(streamedReply({ maxChoices: 3, vendor: 'anthropic' }), ({ reply, events }) => {
        expect(checkEvents(events)).toEqual([]);
        expect(assembleReply(events)).toStrictEqual(reply);
      }),
      { numRuns: 300 },
    );
  });
});
