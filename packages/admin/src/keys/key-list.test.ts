import { expect, it } from 'vitest';
import { emptyKeyState } from '@parley/core/ledger';
import type { KeyStore } from '@parley/core/store';
import { createMemoryStore } from '@parley/core/memory-store';
import { keyQuery, listKeys } from './keys.ts';

/** A store with an endless list of keys, of which one in `every` is disabled. */
function createEndlessStore(every: number) {
  const looks: (string | undefined)[] = [];
  const listKeysOfStore: KeyStore['listKeys'] = async ({ afterId, limit }) => {
    looks.push(afterId);
    const first = Number(afterId ?? '0') + 1;
    return Array.from({ length: limit }, (_, index) => {
      const id = String(first + index).padStart(9, '0');
      const disabled = (first + index) % every === 0;
      const key = { id, name: id, accountId: 'default', groups: ['default'] as const, limits: {} };
      return {
        key: { ...key, createdAt: 0, disabled },
        display: '',
        state: emptyKeyState(id, 0),
      };
    });
  };
  return { looks, store: { ...createMemoryStore(), listKeys: listKeysOfStore } };
}

const clock = { now: () => 1, monotonic: () => 1 };
const list = (store: ReturnType<typeof createEndlessStore>['store'], query: object) =>
  listKeys(
    { store, clock, actor: 'cli', groups: () => new Set(), storedGroups: () => new Set() },
    keyQuery.parse({ limit: 2, ...query }),
  );

it('the next page of keys with one status continues after the last key', async () => {
  const { store } = createEndlessStore(700);
  const first = await list(store, { status: 'disabled' });
  expect(first.data.map(({ id }) => Number(id))).toEqual([700, 1_400]);
  const second = await list(store, { status: 'disabled', after: first.next });
  expect(second.data.map(({ id }) => Number(id))).toEqual([2_100, 2_800]);
});

it('a page of keys with a rare status ends at its scan limit, and the next page continues there', async () => {
  const { store, looks } = createEndlessStore(15_000);
  const first = await list(store, { status: 'disabled' });
  expect(first).toEqual({ data: [], next: '000010000' });
  expect(looks).toHaveLength(10);
  const second = await list(store, { status: 'disabled', after: first.next });
  expect(second.data.map(({ id }) => Number(id))).toEqual([15_000]);
});

it('keys of any status need one query per page', async () => {
  const { store, looks } = createEndlessStore(2);
  expect((await list(store, {})).next).toBe('000000002');
  expect(looks).toEqual([undefined]);
});
