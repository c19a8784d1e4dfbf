import type { AdminTokenRecord } from '@parley/core/store';
import { describe, expect, it, vi } from 'vitest';
import { TokenPresence } from './token-presence.ts';

const token: AdminTokenRecord = {
  id: 'one',
  name: 'one',
  role: 'admin',
  hash: '',
  display: '',
  createdAt: 0,
};

function arrange() {
  const time = { now: 0 };
  const listAdminTokens = vi.fn(async (): Promise<readonly AdminTokenRecord[]> => []);
  const presence = new TokenPresence({ listAdminTokens }, { monotonic: () => time.now });
  return { time, listAdminTokens, presence };
}

describe('whether there is an admin token', () => {
  it('is read once a second', async () => {
    const { time, listAdminTokens, presence } = arrange();
    for (time.now = 0; time.now < 1_000; time.now += 100) {
      expect(await presence.anyExists()).toBe(false);
    }
    expect(listAdminTokens).toHaveBeenCalledTimes(1);
    listAdminTokens.mockResolvedValue([token]);
    expect(await presence.anyExists()).toBe(true);
  });

  it('is read by one of many callers, while the others get the answer before', async () => {
    const { time, listAdminTokens, presence } = arrange();
    await presence.anyExists();
    time.now = 1_000;
    listAdminTokens.mockResolvedValue([token]);
    const answers = await Promise.all([1, 2, 3].map(() => presence.anyExists()));
    expect(answers).toEqual([true, false, false]);
    expect(listAdminTokens).toHaveBeenCalledTimes(2);
  });

  it('is known of a token that was found, until an operator may have deleted it', async () => {
    const { listAdminTokens, presence } = arrange();
    presence.note();
    expect(await presence.anyExists()).toBe(true);
    expect(listAdminTokens).not.toHaveBeenCalled();
    presence.expire();
    expect(await presence.anyExists()).toBe(false);
  });

  it('is read again at once after a failure', async () => {
    const { listAdminTokens, presence } = arrange();
    listAdminTokens.mockRejectedValueOnce(new Error('down'));
    await expect(presence.anyExists()).rejects.toThrow('down');
    expect(await presence.anyExists()).toBe(false);
  });
});
