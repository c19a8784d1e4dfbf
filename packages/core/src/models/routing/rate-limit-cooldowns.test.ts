import { GatewayError } from '@parley/protocol';
import { describe, expect, it } from 'vitest';
import { createRateLimitCooldowns } from './rate-limit-cooldowns.ts';

function arrange() {
  let time = 0;
  const cooldowns = createRateLimitCooldowns({ now: () => time, monotonic: () => time });
  const pass = (milliseconds: number) => {
    time += milliseconds;
  };
  return { cooldowns, pass };
}

const target = { upstream: { name: 'up', credential: 'first' }, model: 'a' };

describe('a model at its rate limit', () => {
  it('cools down until the limit is reset, and no other model of the upstream does', () => {
    const { cooldowns, pass } = arrange();
    cooldowns.begin(target, 17);
    expect(cooldowns.remainingMs(target)).toBe(17_000);
    expect(cooldowns.remainingMs({ ...target, model: 'b' })).toBe(0);
    pass(17_000);
    expect(cooldowns.remainingMs(target)).toBe(0);
  });

  it.each([
    [undefined, 5_000],
    [86_400, 300_000],
    [0, 0],
  ])('that asks for %s seconds cools down for %i ms', (seconds, cooldownMs) => {
    const { cooldowns } = arrange();
    cooldowns.begin(target, seconds);
    expect(cooldowns.remainingMs(target)).toBe(cooldownMs);
  });

  it.each([
    [undefined, 16_000],
    [3, 3_000],
  ])(
    'is refused again within its wait, with a wait of %s: it cools down for %i ms',
    (seconds, rest) => {
      const { cooldowns, pass } = arrange();
      cooldowns.begin(target, 17);
      pass(1_000);
      cooldowns.begin(target, seconds);
      expect(cooldowns.remainingMs(target)).toBe(rest);
    },
  );

  it('may be called at once with another credential', () => {
    const { cooldowns } = arrange();
    cooldowns.begin(target, 17);
    const upstream = { ...target.upstream, credential: 'second' };
    expect(cooldowns.remainingMs({ ...target, upstream })).toBe(0);
  });

  it('may be called at once when an operator says so', () => {
    const { cooldowns } = arrange();
    cooldowns.begin(target, 17);
    cooldowns.clear('other');
    expect(cooldowns.remainingMs(target)).toBe(17_000);
    cooldowns.clear('up');
    expect(cooldowns.remainingMs(target)).toBe(0);
  });

  it('repeats the error of a second refusal that states the wait, and of nothing else', () => {
    const { cooldowns, pass } = arrange();
    const refusal = { callName: 'm', error: new GatewayError('rate-limited', 'Too many.') };
    cooldowns.begin(target, 17, refusal);
    expect(cooldowns.refusalOf(target)).toBeUndefined();
    cooldowns.begin(target, 17, refusal);
    expect(cooldowns.refusalOf(target)).toBe(refusal);
    cooldowns.begin(target, undefined, refusal);
    expect(cooldowns.refusalOf(target)).toBeUndefined();
    pass(17_000);
    cooldowns.begin(target, 17, refusal);
    expect(cooldowns.refusalOf(target)).toBeUndefined();
  });

  it('keeps the error of a second refusal beside the cooldowns of other targets', () => {
    const { cooldowns, pass } = arrange();
    const other = { ...target, model: 'b' };
    const refusal = { callName: 'm', error: new GatewayError('rate-limited', 'Too many.') };
    cooldowns.begin(target, 10);
    cooldowns.begin(target, 10, refusal);
    pass(9_999);
    cooldowns.begin(other, 10);
    expect(cooldowns.refusalOf(target)).toBe(refusal);
    expect(cooldowns.remainingMs(target)).toBe(1);
    pass(1);
    cooldowns.begin(other, 10);
    expect(cooldowns.refusalOf(target)).toBeUndefined();
    expect(cooldowns.remainingMs(other)).toBe(10_000);
    cooldowns.end(target, Infinity);
    expect(cooldowns.remainingMs(other)).toBe(10_000);
  });

  it('may be called at once after a call that was sent since then was answered', () => {
    const { cooldowns, pass } = arrange();
    pass(1_000);
    cooldowns.begin(target, 17);
    cooldowns.end(target, 999);
    expect(cooldowns.remainingMs(target)).toBe(17_000);
    cooldowns.end(target, 1_000);
    expect(cooldowns.remainingMs(target)).toBe(0);
  });
});
