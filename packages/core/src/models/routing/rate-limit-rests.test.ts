import { GatewayError } from '@parley/protocol';
import { describe, expect, it } from 'vitest';
import { createRateLimitRests } from './rate-limit-rests.ts';

function arrange() {
  let time = 0;
  const rests = createRateLimitRests({ now: () => time, monotonic: () => time });
  const pass = (milliseconds: number) => {
    time += milliseconds;
  };
  return { rests, pass };
}

const target = { upstream: { name: 'up', credential: 'first' }, model: 'a' };

describe('a model at its rate limit', () => {
  it('rests until the limit is reset, and no other model of the upstream does', () => {
    const { rests, pass } = arrange();
    rests.begin(target, 17);
    expect(rests.remainingMs(target)).toBe(17_000);
    expect(rests.remainingMs({ ...target, model: 'b' })).toBe(0);
    pass(17_000);
    expect(rests.remainingMs(target)).toBe(0);
  });

  it.each([
    [undefined, 5_000],
    [86_400, 300_000],
    [0, 0],
  ])('that asks for %s seconds rests for %i ms', (seconds, restMs) => {
    const { rests } = arrange();
    rests.begin(target, seconds);
    expect(rests.remainingMs(target)).toBe(restMs);
  });

  it('may be called at once with another credential', () => {
    const { rests } = arrange();
    rests.begin(target, 17);
    const upstream = { ...target.upstream, credential: 'second' };
    expect(rests.remainingMs({ ...target, upstream })).toBe(0);
  });

  it('may be called at once when an operator says so', () => {
    const { rests } = arrange();
    rests.begin(target, 17);
    rests.clear('other');
    expect(rests.remainingMs(target)).toBe(17_000);
    rests.clear('up');
    expect(rests.remainingMs(target)).toBe(0);
  });

  it('repeats the error of a second refusal that states the wait, and of nothing else', () => {
    const { rests, pass } = arrange();
    const refusal = { callName: 'm', error: new GatewayError('rate-limited', 'Too many.') };
    rests.begin(target, 17, refusal);
    expect(rests.refusalOf(target)).toBeUndefined();
    rests.begin(target, 17, refusal);
    expect(rests.refusalOf(target)).toBe(refusal);
    rests.begin(target, undefined, refusal);
    expect(rests.refusalOf(target)).toBeUndefined();
    pass(5_000);
    rests.begin(target, 17, refusal);
    expect(rests.refusalOf(target)).toBeUndefined();
  });

  it('keeps the error of a second refusal beside the rests of other targets', () => {
    const { rests, pass } = arrange();
    const other = { ...target, model: 'b' };
    const refusal = { callName: 'm', error: new GatewayError('rate-limited', 'Too many.') };
    rests.begin(target, 10);
    rests.begin(target, 10, refusal);
    pass(9_999);
    rests.begin(other, 10);
    expect(rests.refusalOf(target)).toBe(refusal);
    expect(rests.remainingMs(target)).toBe(1);
    pass(1);
    rests.begin(other, 10);
    expect(rests.refusalOf(target)).toBeUndefined();
    expect(rests.remainingMs(other)).toBe(10_000);
    rests.end(target, Infinity);
    expect(rests.remainingMs(other)).toBe(10_000);
  });

  it('may be called at once after a call that was sent since then was answered', () => {
    const { rests, pass } = arrange();
    pass(1_000);
    rests.begin(target, 17);
    rests.end(target, 999);
    expect(rests.remainingMs(target)).toBe(17_000);
    rests.end(target, 1_000);
    expect(rests.remainingMs(target)).toBe(0);
  });
});
