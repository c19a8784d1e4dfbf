import { GatewayError } from '@parley/protocol';
import { describe, expect, it } from 'vitest';
import { createCircuitBreaker, upstreamStates } from './circuit-breaker.ts';

const broken = new GatewayError('upstream-unavailable', 'It is broken.', {
  reason: 'upstream_unreachable',
  upstreamStatus: 503,
});

function arrange() {
  let time = 0;
  const configured = new Set(['a', 'b']);
  const breaker = createCircuitBreaker({
    clock: { now: () => 1_000_000 + time, monotonic: () => time },
    isConfigured: (name) => configured.has(name),
  });
  const pass = (milliseconds: number) => {
    time += milliseconds;
  };
  const fail = (times: number, error = broken) => {
    for (let count = 0; count < times; count++) breaker.recordFailure('a', error);
  };
  return { breaker, pass, fail, configured };
}

describe('createCircuitBreaker', () => {
  it('opens the circuit at the third failure in a row, and no other circuit', () => {
    const { breaker, fail } = arrange();
    fail(2);
    expect(breaker.isAvailable('a')).toBe(true);
    fail(1);
    expect(breaker.isAvailable('a')).toBe(false);
    expect(breaker.isAvailable('b')).toBe(true);
  });

  it('is half-open when the time is up, and opens for longer if the next call fails', () => {
    const { breaker, pass, fail } = arrange();
    fail(3);
    pass(5_000);
    expect(breaker.isAvailable('a')).toBe(true);
    fail(1);
    pass(9_999);
    expect(breaker.isAvailable('a')).toBe(false);
    pass(1);
    expect(breaker.isAvailable('a')).toBe(true);
  });

  it.each(['too_many_open_files', 'store_unavailable'])(
    'says nothing about an upstream when the gateway itself fails: %s',
    (reason) => {
      const { breaker, fail } = arrange();
      fail(3, new GatewayError('overloaded', 'The gateway has no room.', { reason }));
      expect(breaker.read('a')).toEqual({ state: 'untried', failures: 0 });
      fail(
        3,
        new GatewayError('overloaded', 'A gateway says so.', { reason, upstreamStatus: 503 }),
      );
      expect(breaker.isAvailable('a')).toBe(false);
    },
  );

  it('opens no longer for many calls that fail at the same moment than for three', () => {
    const { breaker, pass, fail } = arrange();
    fail(50);
    expect(breaker.read('a').failures).toBe(50);
    pass(5_000);
    expect(breaker.isAvailable('a')).toBe(true);
    fail(50);
    pass(9_999);
    expect(breaker.isAvailable('a')).toBe(false);
    pass(1);
    expect(breaker.isAvailable('a')).toBe(true);
  });

  it('opens for five seconds again after a success', () => {
    const { breaker, pass, fail } = arrange();
    fail(3);
    pass(5_000);
    fail(1);
    breaker.recordSuccess('a');
    fail(3);
    pass(5_000);
    expect(breaker.isAvailable('a')).toBe(true);
  });

  it('lets one call probe a half-open upstream, until that call has ended', () => {
    const { breaker, pass, fail } = arrange();
    fail(3);
    pass(5_000);
    const leave = breaker.enter('a');
    const leaveLastResort = breaker.enter('a');
    expect(breaker.isAvailable('a')).toBe(false);
    leaveLastResort();
    expect(breaker.isAvailable('a')).toBe(false);
    leave();
    expect(breaker.isAvailable('a')).toBe(true);
  });

  it('never keeps a circuit open for more than five minutes', () => {
    const { breaker, pass, fail } = arrange();
    fail(3);
    for (let probes = 0; probes < 2_000; probes++) {
      pass(300_000);
      fail(1);
    }
    pass(299_999);
    expect(breaker.isAvailable('a')).toBe(false);
    pass(1);
    expect(breaker.isAvailable('a')).toBe(true);
  });

  it('closes the circuit and resets the count at one success', () => {
    const { breaker, fail } = arrange();
    fail(10);
    breaker.recordSuccess('a');
    expect(breaker.isAvailable('a')).toBe(true);
    fail(2);
    expect(breaker.isAvailable('a')).toBe(true);
  });

  it('does not count client errors, nor rate limits', () => {
    const { breaker, fail } = arrange();
    fail(9, new GatewayError('upstream-rejected', 'No such field.', { upstreamStatus: 400 }));
    expect(breaker.read('a')).toEqual({ state: 'untried', failures: 0 });
    fail(9, new GatewayError('rate-limited', 'Slower.', { upstreamStatus: 429 }));
    expect(breaker.read('a')).toMatchObject({
      state: 'ready',
      failures: 0,
      lastFailure: { code: 'rate-limited', status: 429 },
    });
  });

  it('reports the last success, the last failure, and until when the circuit is open', () => {
    const { breaker, pass, fail } = arrange();
    expect(breaker.read('a')).toEqual({ state: 'untried', failures: 0 });
    breaker.recordSuccess('a');
    expect(breaker.read('a')).toEqual({ state: 'ready', failures: 0, lastSuccessAt: 1_000_000 });
    pass(10);
    fail(3);
    pass(1_000);
    expect(breaker.read('a')).toEqual({
      state: 'resting',
      failures: 3,
      openUntil: 1_005_010,
      lastSuccessAt: 1_000_000,
      lastFailure: {
        at: 1_000_010,
        code: 'upstream-unavailable',
        reason: 'upstream_unreachable',
        message: 'It is broken.',
        status: 503,
      },
    });
  });

  it('keeps at most 500 characters of a message', () => {
    const { breaker, fail } = arrange();
    fail(1, new GatewayError('overloaded', 'x'.repeat(10_000)));
    expect(breaker.read('a').lastFailure?.message).toHaveLength(500);
  });

  it('can be reset, and keeps the last failure', () => {
    const { breaker, fail } = arrange();
    fail(5);
    breaker.recover('a');
    breaker.recover('b');
    expect(breaker.read('a')).toMatchObject({ state: 'ready', failures: 0 });
    expect(breaker.read('a').lastFailure?.code).toBe('upstream-unavailable');
    expect(breaker.read('b').state).toBe('untried');
    fail(2);
    expect(breaker.isAvailable('a')).toBe(true);
  });

  it('deletes what it knows of upstreams that are not configured any more', () => {
    const { breaker, fail, configured } = arrange();
    fail(3);
    configured.delete('a');
    breaker.recordSuccess('b');
    expect(breaker.read('a').state).toBe('untried');
    fail(3);
    expect(breaker.read('a').state).toBe('untried');
  });

  it('does not count a model that is missing, and shows it to operators', () => {
    const { breaker, fail } = arrange();
    const missing = new GatewayError('upstream-unavailable', 'No model.', { fault: 'model' });
    fail(9, missing);
    expect(breaker.isAvailable('a')).toBe(true);
    expect(breaker.read('a')).toMatchObject({
      ...{ state: 'ready', failures: 0, lastFailure: { message: 'No model.' } },
    });
  });

  it.each(['upstream-unavailable', 'upstream-timeout', 'overloaded'] as const)(
    'counts the error %s',
    (code) => {
      const { breaker, fail } = arrange();
      fail(3, new GatewayError(code, 'No.'));
      expect(breaker.isAvailable('a')).toBe(false);
    },
  );

  it('does not close a circuit because of a rate limit', () => {
    const { breaker, fail } = arrange();
    fail(3);
    fail(1, new GatewayError('rate-limited', 'Slower.'));
    expect(breaker.isAvailable('a')).toBe(false);
    expect(breaker.read('a').failures).toBe(3);
  });

  it('is probed only when its circuit is half-open', () => {
    const { breaker, pass, fail } = arrange();
    for (const failures of [0, 2, 1]) {
      fail(failures);
      // Neither a closed nor an open circuit has a probe.
      breaker.enter('a');
      if (failures < 1) expect(breaker.isAvailable('a')).toBe(true);
    }
    pass(5_000);
    expect(breaker.isAvailable('a')).toBe(true);
    const leave = breaker.enter('a');
    expect(breaker.isAvailable('a')).toBe(false);
    expect(breaker.isAvailable('b')).toBe(true);
    leave();
    expect(breaker.isAvailable('a')).toBe(true);
  });

  it('reports one of the three states', () => {
    const { breaker, fail } = arrange();
    const states = [breaker.read('a').state];
    breaker.recordSuccess('a');
    states.push(breaker.read('a').state);
    fail(3);
    states.push(breaker.read('a').state);
    expect(states).toEqual(['untried', 'ready', 'resting']);
    expect(states.toSorted()).toEqual([...upstreamStates].toSorted());
  });

  it('doubles the time for which a circuit is open with every failure', () => {
    const { breaker, pass, fail } = arrange();
    fail(2);
    for (const seconds of [5, 10, 20, 40, 80, 160, 300, 300]) {
      fail(1);
      pass(seconds * 1_000 - 1);
      expect(breaker.isAvailable('a')).toBe(false);
      pass(1);
      expect(breaker.isAvailable('a')).toBe(true);
    }
  });

  it('adds for operators what an upstream says about our account', () => {
    const { breaker, fail } = arrange();
    const cause = new Error('Balance too low.');
    fail(1, new GatewayError('upstream-unavailable', 'No.', { fault: 'account', cause }));
    expect(breaker.read('a').lastFailure?.message).toBe('No. The upstream says: Balance too low.');
    fail(1, new GatewayError('upstream-unavailable', 'No.', { cause }));
    expect(breaker.read('a').lastFailure?.message).toBe('No.');
    fail(1, new GatewayError('upstream-unavailable', 'No.', { fault: 'account', cause: 'x' }));
    expect(breaker.read('a').lastFailure?.message).toBe('No.');
  });
});
