import { describe, expect, it } from 'vitest';
import { createServerBreaker } from './server-breaker.ts';

interface Probe {
  readonly succeed: () => void;
  readonly fail: () => void;
}

function setUp() {
  let time = 0;
  const probes: Probe[] = [];
  const breaker = createServerBreaker({
    probe: () =>
      new Promise((resolve, reject) => {
        probes.push({ succeed: resolve, fail: () => reject(new Error('silence')) });
      }),
    now: () => time,
  });
  const end = async (how: keyof Probe): Promise<void> => {
    probes.at(-1)?.[how]();
    await new Promise((resolve) => setTimeout(resolve));
  };
  return { breaker, probes, end, pass: (ms: number) => (time += ms) };
}

describe('the breaker of a server', () => {
  it('lets calls through while the server answers, and never probes', () => {
    const { breaker, probes, pass } = setUp();
    pass(60_000);
    expect(breaker.allows()).toBe(true);
    expect(probes).toHaveLength(0);
  });

  it('refuses calls at once after a time-out, and probes once a second', async () => {
    const { breaker, probes, pass, end } = setUp();
    breaker.open();
    expect(breaker.allows()).toBe(false);
    expect(probes).toHaveLength(0);
    pass(1_000);
    expect([breaker.allows(), breaker.allows()]).toEqual([false, false]);
    expect(probes).toHaveLength(1);
    await end('fail');
    expect(breaker.allows()).toBe(false);
    expect(probes).toHaveLength(1);
    pass(1_000);
    expect(breaker.allows()).toBe(false);
    expect(probes).toHaveLength(2);
  });

  it('lets calls through again after a probe has succeeded', async () => {
    const { breaker, pass, end } = setUp();
    breaker.open();
    pass(1_000);
    breaker.allows();
    await end('succeed');
    expect(breaker.allows()).toBe(true);
  });
});
