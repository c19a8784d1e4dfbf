import { describe, expect, it } from 'vitest';
import { readSpentLimit, statedWait } from './stated-wait.ts';

const date = 'Fri, 20 Nov 2026 10:00:00 GMT';
const now = Date.parse(date);

describe('a limit that is used up', () => {
  it.each([
    ['6m0s', 360],
    ['1h2m3.5s', 3_724],
    ['20ms', 1],
    ['2m59.56s', 180],
    ['30', 30],
    ['0.5', 1],
    ['2026-11-20T10:01:00Z', 60],
    ['2026-11-20T09:00:00Z', 0],
    [String(now / 1000 + 90), 90],
    [String(now + 90_000), 90],
    ['400d', 86_400],
  ])('is reset at %j, as the upstream says', (reset, seconds) => {
    const headers = { 'x-ratelimit-remaining-requests': '0', 'x-ratelimit-reset-requests': reset };
    expect(readSpentLimit(new Headers({ date, ...headers }))).toBe(seconds);
  });

  it.each([['soon'], ['-5'], [''], ['5m of grace'], ['NaN']])('is unknown for %j', (reset) => {
    const headers = { 'x-ratelimit-remaining-requests': '0', 'x-ratelimit-reset-requests': reset };
    expect(readSpentLimit(new Headers({ date, ...headers }))).toBeUndefined();
  });

  it('is unknown for a time without the time of the upstream', () => {
    const reset = { 'anthropic-ratelimit-tokens-reset': '2026-11-20T10:01:00Z' };
    const headers = new Headers({ 'anthropic-ratelimit-tokens-remaining': '0', ...reset });
    expect(readSpentLimit(headers)).toBeUndefined();
    headers.set('date', date);
    expect(readSpentLimit(headers)).toBe(60);
  });

  it('lasts until the last of several is reset, and one of which something is left does not count', () => {
    const headers = new Headers({
      'x-ratelimit-remaining-requests': '0',
      'x-ratelimit-reset-requests': '2s',
      'x-ratelimit-remaining-tokens': '0',
      'x-ratelimit-reset-tokens': '9s',
      'ratelimit-remaining': '1',
      'ratelimit-reset': '100',
    });
    expect(readSpentLimit(headers)).toBe(9);
    expect(readSpentLimit(new Headers({ 'ratelimit-reset': '100' }))).toBeUndefined();
  });

  it.each([
    ['anthropic-ratelimit-requests-remaining', 'anthropic-ratelimit-requests-reset'],
    ['anthropic-ratelimit-input-tokens-remaining', 'anthropic-ratelimit-input-tokens-reset'],
    ['anthropic-ratelimit-output-tokens-remaining', 'anthropic-ratelimit-output-tokens-reset'],
    ['x-ratelimit-remaining', 'x-ratelimit-reset'],
    ['ratelimit-remaining', 'ratelimit-reset'],
  ])('is stated in %s', (remaining, reset) => {
    expect(readSpentLimit(new Headers({ [remaining]: '0', [reset]: '7' }))).toBe(7);
  });
});

describe('the wait of an error', () => {
  it('is retry-after before the reset of a limit, and that before the details', () => {
    const details = [{ retryDelay: '12.5s' }];
    const headers = new Headers({ 'ratelimit-remaining': '0', 'ratelimit-reset': '7' });
    expect(statedWait(new Headers(), details)).toBe(13);
    expect(statedWait(headers, details)).toBe(7);
    headers.set('retry-after', '3');
    expect(statedWait(headers, details)).toBe(3);
  });
});
