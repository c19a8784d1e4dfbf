import { describe, expect, it } from 'vitest';
import { systemClock } from '@parley/core/extension';
import type { SettledExchange, SettledFilter, Store } from '@parley/core/store';
import { createMemoryStore } from '@parley/core/memory-store';
import { followExchanges } from './live-exchanges.ts';

const start = 1_000_000;

/** A store in which a test decides when a settlement becomes visible, and with which time. */
function createScriptedStore() {
  const settled: SettledExchange[] = [];
  const filters: SettledFilter[] = [];
  const store: Store = {
    ...createMemoryStore(),
    readTime: async () => start,
    listSettled: async (filter) => {
      filters.push(filter);
      return settled
        .filter(({ settledAt }) => settledAt >= filter.since)
        .sort((one, other) => other.settledAt - one.settledAt);
    },
    findExchanges: async (ids) =>
      ids.map((id) => ({
        ...{ id, keyId: 'k', accountId: 'a', group: 'g', endpoint: '/', inbound: 'openai-chat' },
        ...{ callName: 'm', stream: false, outcome: 'completed', status: 200, attempts: 0 },
        ...{ attemptRecords: [], listNanoUsd: 0, chargedNanoUsd: 0, pricing: 'free' },
        ...{ fidelity: 'exact', notes: [], startedAt: 0, durationMs: 0 },
      })),
  };
  return {
    store,
    filters,
    show: (id: string, settledAt: number) => settled.push({ id, settledAt }),
  };
}

function follow(store: Store) {
  const ending = new AbortController();
  const events = followExchanges(
    { store, clock: systemClock },
    {},
    { signal: ending.signal, keepAliveMs: 60_000, pollMs: 1 },
  );
  const nextIds = async (): Promise<readonly string[]> => {
    const { value } = await events.next();
    return value?.event === 'exchanges' ? value.data.map(({ id }) => id) : [];
  };
  return { events, nextIds, end: () => ending.abort() };
}

describe('exchanges that several processes settle', () => {
  it('are sent once each, also one that becomes visible after a later one', async () => {
    const { store, show } = createScriptedStore();
    const { events, nextIds, end } = follow(store);
    show('before', start - 10);
    expect((await events.next()).value).toEqual({ event: 'ready' });
    show('late', start + 4_000);
    expect(await nextIds()).toEqual(['late']);
    show('early', start + 1_000);
    show('later', start + 4_000);
    expect(await nextIds()).toEqual(['early', 'later']);
    show('even before', start - 5);
    expect(await nextIds()).toEqual(['even before']);
    end();
    expect((await events.next()).done).toBe(true);
  });

  it('are queried from shortly before the latest one', async () => {
    const { store, filters, show } = createScriptedStore();
    const { events, nextIds, end } = follow(store);
    await events.next();
    show('x', start + 60_000);
    await nextIds();
    show('y', start + 61_000);
    expect(await nextIds()).toEqual(['y']);
    expect(filters.at(-1)?.since).toBe(start + 55_000);
    end();
  });
});
