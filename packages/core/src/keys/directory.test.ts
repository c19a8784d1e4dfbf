import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FoundKey, KeyStore } from '../store/index.ts';
import { createKeyDirectory } from './directory.ts';

const record: FoundKey = {
  key: {
    id: 'key_1',
    name: 'test',
    accountId: 'default',
    groups: ['default'],
    limits: {},
    createdAt: 0,
    disabled: false,
  },
  secret: { keyId: 'key_1', hash: 'h', display: 'sk-parley-abcd…wxyz', createdAt: 0 },
  account: { id: 'default', name: 'Default', prepaid: false, disabled: false, createdAt: 0 },
};

function arrange() {
  let tick = 0;
  const state = { found: record as FoundKey | undefined, broken: false, asked: 0 };
  const store: Pick<KeyStore, 'findKey'> = {
    findKey: () => {
      state.asked += 1;
      return state.broken ? Promise.reject(new Error('no store')) : Promise.resolve(state.found);
    },
  };
  const clock = { now: () => tick, monotonic: () => tick };
  const log: string[] = [];
  const directory = createKeyDirectory(store, clock, (level, message) => {
    log.push(`${level}: ${message}`);
  });
  return { state, directory, log, advance: (ms: number) => (tick += ms) };
}

describe('createKeyDirectory', () => {
  it('refuses with overloaded, not unauthenticated, when the store fails for an unknown key', async () => {
    const { state, directory } = arrange();
    state.broken = true;
    await expect(directory.find('a')).rejects.toMatchObject({ code: 'overloaded' });
  });

  it('says what is wrong, and when to try again', async () => {
    const { state, directory } = arrange();
    state.broken = true;
    await expect(directory.find('a')).rejects.toMatchObject({
      ...{ reason: 'store_unavailable', retryAfter: 5 },
      message: 'The gateway cannot check keys right now.',
      cause: expect.any(Error) as Error,
    });
  });

  it('remembers 10,000 keys, and forgets the one that was read first', async () => {
    const { directory } = arrange();
    for (let index = 0; index < 10_000; index++)
      await directory.find(`key-${String(index)}`, false);
    expect(directory.knows('key-0')).toBe(true);
    await directory.find('one too many', false);
    expect([directory.knows('key-0'), directory.knows('key-1')]).toEqual([false, true]);
  });

  it('recalls a key for a second without the store, and no unknown one', async () => {
    const { directory, advance } = arrange();
    expect(directory.recall('a', false)).toBeUndefined();
    await directory.find('a', false);
    advance(999);
    expect(directory.recall('a', false)).toBe(record);
    advance(1);
    expect(directory.recall('a', false)).toBeUndefined();
  });

  it('accepts a known key for five minutes without the store, and no longer', async () => {
    const { state, directory, advance } = arrange();
    await directory.find('a');
    state.broken = true;
    advance(4 * 60_000);
    await expect(directory.find('a')).resolves.toBe(record);
    advance(60_000);
    await expect(directory.find('a')).rejects.toMatchObject({ code: 'overloaded' });
  });

  it('logs once that the store fails, and once that it is back', async () => {
    const { state, directory, log, advance } = arrange();
    await directory.find('a');
    state.broken = true;
    advance(1_000);
    for (let asked = 0; asked < 3; asked += 1) await directory.find('a');
    expect(log).toEqual(['warn: The store does not respond; known keys are still accepted.']);
    state.broken = false;
    for (let asked = 0; asked < 3; asked += 1) await directory.find('a');
    expect(log.slice(1)).toEqual(['info: The store responds again; keys are read from it.']);
  });

  it('reads a busy key from the store once a second', async () => {
    const { state, directory, advance } = arrange();
    await directory.find('a');
    advance(999);
    await directory.find('a');
    expect(state.asked).toBe(1);
    advance(1);
    await directory.find('a');
    expect(state.asked).toBe(2);
  });

  it('reads a key again at once after it was invalidated', async () => {
    const { state, directory } = arrange();
    await directory.find('a');
    state.found = undefined;
    directory.clear();
    expect(directory.knows('a')).toBe(true);
    await expect(directory.find('a')).resolves.toBeUndefined();
    expect(directory.knows('a')).toBe(false);
  });

  it('notices a removed key after a second', async () => {
    const { state, directory, advance } = arrange();
    await directory.find('a');
    state.found = undefined;
    advance(1_000);
    await expect(directory.find('a')).resolves.toBeUndefined();
  });
});

describe('a directory of keys that are in use', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  function arrangeWithTimers() {
    const state = { found: record as FoundKey | undefined, asked: [] as number[] };
    const clock = { now: Date.now, monotonic: () => performance.now() };
    const store: Pick<KeyStore, 'findKey'> = {
      findKey: () => {
        state.asked.push(clock.monotonic());
        return Promise.resolve(state.found);
      },
    };
    return { state, directory: createKeyDirectory(store, clock, () => undefined) };
  }

  it('reads them in the background, at the same moment, so that no request waits', async () => {
    const { state, directory } = arrangeWithTimers();
    for (const secret of ['a', 'b']) await directory.find(secret);
    for (let second = 0; second < 4; second += 1) {
      await vi.advanceTimersByTimeAsync(1_000);
      const before = state.asked.length;
      for (const secret of ['a', 'b']) await directory.find(secret);
      expect(state.asked.length).toBe(before);
    }
    // Both are asked for together: every moment occurs twice.
    expect(new Set(state.asked).size).toBe(state.asked.length / 2);
    directory.close();
  });

  it('reads the thousand that were read last in the background, and the others at their use', async () => {
    const { state, directory } = arrangeWithTimers();
    for (let index = 0; index < 1_001; index++) await directory.find(`key-${String(index)}`);
    const { length } = state.asked;
    await vi.advanceTimersToNextTimerAsync();
    expect(state.asked.length - length).toBe(1_000);
    directory.close();
  });

  it('notices within a second that a busy key is revoked', async () => {
    const { state, directory } = arrangeWithTimers();
    for (let call = 0; call < 20; call += 1) {
      await directory.find('a');
      await vi.advanceTimersByTimeAsync(100);
    }
    state.found = undefined;
    await vi.advanceTimersByTimeAsync(1_000);
    await expect(directory.find('a')).resolves.toBeUndefined();
    directory.close();
  });

  it('rests after a minute without a request, and leaves no timer behind', async () => {
    const { state, directory } = arrangeWithTimers();
    await directory.find('a');
    await vi.advanceTimersByTimeAsync(70_000);
    const { length } = state.asked;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(state.asked.length).toBe(length);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('reads nothing in the background where timers end with their request', async () => {
    const { state, directory } = arrangeWithTimers();
    await directory.find('a', false);
    expect(vi.getTimerCount()).toBe(0);
    expect(state.asked).toHaveLength(1);
  });

  it('does not accept a key without the store that was invalidated before', async () => {
    const { state, directory } = arrange();
    await directory.find('a', false);
    directory.clear();
    state.broken = true;
    await expect(directory.find('a', false)).rejects.toMatchObject({ code: 'overloaded' });
  });
});
