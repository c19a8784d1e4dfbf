/** Tests of users; part of the store suite. */
import { StoreConflictError } from '@parley/core/store';
import { describe, expect, it } from 'vitest';
import type { OpenHarness } from '../harness.ts';
import { sampleTime, sampleUser } from '../samples/index.ts';

export function describeUsers(open: OpenHarness): void {
  describe('users', () => {
    describeAddedUsers(open);
    describeChangedUsers(open);
  });
}

function describeAddedUsers(open: OpenHarness): void {
  it.each([
    ['id', { id: 'user-1' }],
    ['e-mail address', { email: 'ada1@example.org' }],
  ])('refuses a second one with the same %s', async (_field, same) => {
    const { store } = await open();
    await store.addUser(sampleUser(1));
    const second = store.addUser(sampleUser(2, same));
    await expect(second).rejects.toBeInstanceOf(StoreConflictError);
    expect(await store.listUsers({ limit: 10 })).toStrictEqual([sampleUser(1)]);
  });

  it('finds a user by id and by address, as added', async () => {
    const { store } = await open();
    const { name: _, identity: _1, lastSignedInAt: _2, ...bare } = sampleUser(2);
    const invited = { ...bare, role: 'admin', disabled: true, invited: false } as const;
    await store.addUser(sampleUser(1));
    await store.addUser(invited);
    expect(await store.readUser('user-1')).toStrictEqual(sampleUser(1));
    expect(await store.findUser('ada2@example.org')).toStrictEqual(invited);
    expect(await store.readUser('ada1@example.org')).toBeUndefined();
    expect(await store.findUser('user-1')).toBeUndefined();
  });

  it('lists users page by page, in the order of their ids', async () => {
    const { store } = await open();
    for (const serial of [3, 1, 2]) await store.addUser(sampleUser(serial));
    const first = await store.listUsers({ limit: 2 });
    expect(first).toStrictEqual([sampleUser(1), sampleUser(2)]);
    expect(await store.listUsers({ limit: 2, afterId: 'user-2' })).toStrictEqual([sampleUser(3)]);
    await expect(store.listUsers({ limit: 0 })).rejects.toBeInstanceOf(RangeError);
  });
}

function describeChangedUsers(open: OpenHarness): void {
  it('changes what it is told and nothing else', async () => {
    const { store } = await open();
    await store.addUser(sampleUser(1));
    await store.addUser(sampleUser(2));
    const changes = {
      name: 'Ada Lovelace',
      role: 'admin',
      disabled: true,
      identity: { issuer: 'https://other.example.org', subject: 'x' },
      lastSignedInAt: sampleTime + 5,
    } as const;
    expect(await store.changeUser('user-1', changes)).toStrictEqual(sampleUser(1, changes));
    expect(await store.changeUser('user-1', {})).toStrictEqual(sampleUser(1, changes));
    expect(await store.readUser('user-2')).toStrictEqual(sampleUser(2));
    expect(await store.changeUser('user-9', { disabled: true })).toBeUndefined();
  });

  it('deletes a user once, and lets the address come again', async () => {
    const { store } = await open();
    await store.addUser(sampleUser(1));
    expect(await store.deleteUser('user-1')).toBe(true);
    expect(await store.deleteUser('user-1')).toBe(false);
    expect(await store.findUser('ada1@example.org')).toBeUndefined();
    await store.addUser(sampleUser(2, { email: 'ada1@example.org' }));
    expect(await store.listUsers({ limit: 10 })).toHaveLength(1);
  });
}
