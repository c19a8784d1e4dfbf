import { describe, expect, it } from 'vitest';
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
  const directory = createKeyDirectory(store, clock, () => undefined);
  return { state, directory, advance: (ms: number) => (tick += ms) };
}

describe('createKeyDirectory', () => {
  it('refuses with overloaded, not unauthenticated, when the store fails for an unknown key', async () => {
    const { state, directory } = arrange();
    state.broken = true;
    await expect(directory.find('a')).rejects.toMatchObject({ code: 'overloaded' });
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
