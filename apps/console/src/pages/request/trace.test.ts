import { describe, expect, it } from 'vitest';
import type { Attempt } from '../../api/records.ts';
import { inputOf, outputOf, placeOf, speedOf, traceOf } from './trace.ts';

const attempt = (started: number, ended: number) =>
  ({ number: 1, started_ms: started, first_byte_ms: null, ended_ms: ended }) as Attempt;

describe('traceOf', () => {
  it('shows a request that was refused before authentication as one phase', () => {
    const spans = traceOf({
      authenticated_ms: null,
      admitted_ms: null,
      attempt_records: [],
      duration_ms: 0,
    });
    expect(spans).toEqual([{ kind: 'finished', startMs: 0, endMs: 0 }]);
  });

  it('shows each phase after the one before, and the remaining time at the end', () => {
    const spans = traceOf({
      authenticated_ms: 2,
      admitted_ms: 5,
      attempt_records: [attempt(6, 40), attempt(41, 90)],
      duration_ms: 95,
    });
    expect(spans.map(({ kind, startMs, endMs }) => [kind, startMs, endMs])).toEqual([
      ['keyKnown', 0, 2],
      ['quotaHeld', 2, 5],
      ['attempt', 6, 40],
      ['attempt', 41, 90],
      ['finished', 90, 95],
    ]);
  });
});

describe('placeOf', () => {
  it('stays inside the chart when times were rounded beyond the end', () => {
    expect([placeOf(11, 10), placeOf(-1, 10), placeOf(5, 10), placeOf(0, 0)]).toEqual([
      100, 0, 50, 0,
    ]);
  });
});

const tokens = {
  input: 10,
  cache_read: 5,
  cache_write_5m: 2,
  cache_write_1h: 1,
  output: 80,
  reasoning: 20,
  estimated: false,
};

describe('speedOf', () => {
  it('is absent without tokens, and for replies that are too short', () => {
    const whole = { stream: false, first_byte_ms: 40 };
    expect(speedOf({ ...whole, tokens: null, duration_ms: 500 })).toBeNull();
    expect(speedOf({ ...whole, tokens, duration_ms: 90 })).toBeNull();
  });

  it('counts a stream from its first byte, and reasoning as written', () => {
    expect(speedOf({ tokens, stream: true, first_byte_ms: 1_000, duration_ms: 3_000 })).toBe(50);
    expect(speedOf({ tokens, stream: false, first_byte_ms: 1_000, duration_ms: 2_000 })).toBe(50);
  });
});

describe('sums of tokens', () => {
  it('keep "not reported" apart from zero', () => {
    expect([inputOf(null), outputOf(null)]).toEqual([null, null]);
    expect([inputOf(tokens), outputOf(tokens)]).toEqual([18, 100]);
  });
});
