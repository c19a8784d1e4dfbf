import { emptyAccountState, emptyKeyState } from '@parley/core/ledger';
import { describe, expect, it } from 'vitest';
import { LockedStates } from './locked-states.ts';

const owners = { keyId: 'key-1', accountId: 'account-1' };
const key = emptyKeyState('key-1', 0);
const account = emptyAccountState('account-1');

describe('states that are locked', () => {
  it('are empty for owners that were never used', () => {
    const states = new LockedStates({ keys: [], accounts: [] }, [owners]);
    expect(states.get(owners)).toEqual({ key, account });
    expect(states.changed()).toEqual({ keys: [], accounts: [] });
  });

  it.each([
    { keys: [], accounts: [] },
    { keys: [key], accounts: [] },
    { keys: [], accounts: [account] },
  ])('are the only ones to decide on (%j)', (found) => {
    const states = new LockedStates(found, []);
    expect(() => states.get(owners)).toThrow('These states are not locked.');
  });

  it('are written when they have changed', () => {
    const states = new LockedStates({ keys: [key], accounts: [account] }, [owners]);
    const spent = { ...key, spent: 5 };
    states.set({ key: spent, account });
    expect(states.changed()).toEqual({ keys: [spent], accounts: [] });
    const granted = { ...account, granted: 5 };
    states.set({ key: spent, account: granted });
    expect(states.changed()).toEqual({ keys: [spent], accounts: [granted] });
    expect(states.all()).toEqual({ keys: [spent], accounts: [granted] });
  });

  it('stay as they are when a number cannot be stored', () => {
    const states = new LockedStates({ keys: [key], accounts: [account] }, [owners]);
    expect(() => states.set({ key: { ...key, spent: 2 ** 53 }, account })).toThrow(RangeError);
    const granted = { ...account, granted: 2 ** 53 };
    expect(() => states.set({ key: { ...key, spent: 5 }, account: granted })).toThrow(RangeError);
    expect(states.get(owners)).toEqual({ key, account });
    expect(states.changed()).toEqual({ keys: [], accounts: [] });
  });
});
