/** A randomized test of the ledger; part of the store suite. */
import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AccountState, KeyRecord, KeyState, Store } from '@parley/core/store';
import { describe, expect, it } from 'vitest';
import type { OpenHarness, StoreHarness, StoreSupport } from '../harness.ts';
import { createChance, type Chance } from '../process/chance.ts';
import { range } from '../process/waiting.ts';
import {
  addSampleKey,
  reservationRequestOf,
  sampleAccount,
  settlementOfCost,
} from '../samples/index.ts';

const bounded = { timeout: 60_000 };
const steps = 25;
/** The number of concurrent calls of one step. */
const callsAtOnce = 8;
const dayMs = 86_400_000;
/** Longer than any walk takes, even with a clock that was advanced. */
const lastingMs = 400 * dayMs;

/** Makes random concurrent calls on several stores and checks all sums after each step. */
export function describeLedgerWalk(open: OpenHarness, supports: StoreSupport): void {
  const seeds = [1, 2, 3, randomInt(1_000_000)];
  describe('money', () => {
    it.each(seeds)('adds up whatever happens, by the chance of seed %d', bounded, async (seed) => {
      const harness = await open();
      const others = supports.sharing ? [await harness.reopen(), await harness.reopen()] : [];
      const walk = await Walk.begin(harness, [harness.store, ...others], createChance(seed));
      for (let step = 0; step < steps; step += 1) await walk.takeStep();
    });
  });
}

/** An exchange as its gateway knows it. */
interface Running {
  readonly id: string;
  readonly key: KeyRecord;
  readonly held: number;
  readonly cost: number;
  /** Whether its process has ended, so that it is neither extended nor settled. */
  readonly isLost: boolean;
}

class Walk {
  readonly #harness: StoreHarness;
  readonly #stores: readonly Store[];
  readonly #chance: Chance;
  readonly #keys: KeyRecord[] = [];
  readonly #running = new Map<string, Running>();
  readonly #spent = new Map<string, number>();
  #granted = 0;
  #serial = 0;

  private constructor(harness: StoreHarness, stores: readonly Store[], chance: Chance) {
    this.#harness = harness;
    this.#stores = stores;
    this.#chance = chance;
  }

  static async begin(harness: StoreHarness, stores: readonly Store[], chance: Chance) {
    const walk = new Walk(harness, stores, chance);
    const { store } = harness;
    const { id: accountId } = sampleAccount(1);
    await store.addAccount(sampleAccount(1));
    walk.#keys.push(
      await addSampleKey(store, 1, {
        accountId,
        limits: { quota: { nanoUsd: 300, reset: 'day' } },
      }),
      await addSampleKey(store, 2, { accountId, limits: { windows: { '5h': 200, '1d': 250 } } }),
      await addSampleKey(store, 3, { accountId }),
      await addSampleKey(store, 4, { limits: { quota: { nanoUsd: 900, reset: 'none' } } }),
    );
    return walk;
  }

  async takeStep(): Promise<void> {
    await Promise.all(range(callsAtOnce).map(() => this.#call()));
    await sleep(2);
    for (const [id, { isLost }] of this.#running) if (isLost) this.#running.delete(id);
    await this.#anyStore().releaseExpired();
    await this.#expectBalance();
    if (this.#chance.below(8) === 0) await this.#harness.passTime?.(this.#chance.below(2 * dayMs));
  }

  #anyStore(): Store {
    return this.#chance.pick(this.#stores);
  }

  async #call(): Promise<void> {
    const choice = this.#chance.below(10);
    if (choice < 4) return this.#reserve();
    if (choice < 7) return this.#end();
    if (choice < 8) return this.#credit();
    if (choice < 9) return this.#anyStore().renewReservations('alive', lastingMs);
    if (this.#chance.below(2) === 0) return this.#extend();
    if (this.#chance.below(2) === 0) return this.#endAhead();
    await this.#anyStore().releaseExpired();
  }

  async #reserve(): Promise<void> {
    const chance = this.#chance;
    const key = chance.pick(this.#keys);
    const nanoUsd = chance.below(80);
    const isLost = chance.below(4) === 0;
    const share = chance.below(101) / 100;
    const request = reservationRequestOf(this.#newId(), key, {
      nanoUsd,
      leastNanoUsd: chance.below(nanoUsd + 1),
      ahead: chance.below(4),
      last: chance.below(2) === 0,
      owner: isLost ? 'lost' : 'alive',
      lifeMs: isLost ? 1 : lastingMs,
    });
    const outcome = await this.#anyStore().reserve(request);
    if (outcome.kind !== 'granted') return;
    const { id } = request;
    const cost = Math.floor(outcome.nanoUsd * share);
    this.#running.set(id, { id, key, held: outcome.held.nanoUsd, cost, isLost });
  }

  /** Releases or settles a running exchange; settles it on several stores at once, as retries do. */
  async #end(): Promise<void> {
    const alive = [...this.#running.values()].filter(({ isLost }) => !isLost);
    if (alive.length === 0) return;
    const { id, key, cost } = this.#chance.pick(alive);
    this.#running.delete(id);
    if (this.#chance.below(4) === 0) return this.#anyStore().release(id);
    this.#spent.set(key.id, (this.#spent.get(key.id) ?? 0) + cost);
    const stores = [this.#anyStore(), this.#anyStore()];
    await Promise.all(stores.map((store) => store.settle(settlementOfCost(id, key, cost))));
  }

  /** Settles a further exchange, which takes its part out of the reservation of a running one. */
  async #endAhead(): Promise<void> {
    const alive = [...this.#running.values()].filter(({ isLost }) => !isLost);
    if (alive.length === 0) return;
    const running = this.#chance.pick(alive);
    const { id, key, held } = running;
    this.#running.delete(id);
    const nanoUsd = Math.floor(held / 2);
    const settlement = settlementOfCost(this.#newId(), key, nanoUsd);
    const part = { nanoUsd, tokens: 0, rateMs: 0 };
    await this.#anyStore().settle({ ...settlement, reservation: { id, isLast: false, ...part } });
    this.#spent.set(key.id, (this.#spent.get(key.id) ?? 0) + nanoUsd);
    const left = held - nanoUsd;
    this.#running.set(id, { ...running, held: left, cost: Math.min(running.cost, left) });
  }

  /** Extends a running exchange, which then ends at the same cost. */
  async #extend(): Promise<void> {
    const alive = [...this.#running.values()].filter(({ isLost }) => !isLost);
    if (alive.length === 0) return;
    const running = this.#chance.pick(alive);
    const { id, key } = running;
    this.#running.delete(id);
    const { id: keyId, accountId, limits } = key;
    const moreNanoUsd = this.#chance.below(60);
    const isExtended = await this.#anyStore().extendReservation({
      ...{ id, keyId, accountId, limits, moreNanoUsd, moreTokens: 0, overdraft: false },
    });
    this.#running.set(id, { ...running, held: running.held + (isExtended ? moreNanoUsd : 0) });
  }

  async #credit(): Promise<void> {
    const id = this.#newId();
    const nanoUsd = this.#chance.below(300) - 50;
    const credit = { id, kind: 'adjustment', accountId: 'account-1', nanoUsd } as const;
    const stores = [this.#anyStore(), this.#anyStore()];
    const results = await Promise.allSettled(stores.map((store) => store.credit(credit)));
    if (results.some(({ status }) => status === 'fulfilled')) this.#granted += nanoUsd;
  }

  #newId(): string {
    this.#serial += 1;
    return `x-${String(this.#serial)}`;
  }

  async #expectBalance(): Promise<void> {
    const store = this.#anyStore();
    expect((await store.checkLedger()).faults).toStrictEqual([]);
    const account = (await store.readAccount('account-1'))?.state;
    const states = await Promise.all(this.#keys.map((key) => this.#expectKey(store, key)));
    const own = states.slice(0, 3);
    expect(account).toMatchObject({
      granted: this.#granted,
      spent: sum(own, ({ spent }) => spent),
      reserved: sum(own, ({ reservedNanoUsd }) => reservedNanoUsd),
    });
    expectWithin(account);
  }

  async #expectKey(store: Store, key: KeyRecord): Promise<KeyState> {
    const state = (await store.readKey(key.id))?.state;
    if (state === undefined) throw new Error('There is no such key.');
    const running = [...this.#running.values()].filter((one) => one.key.id === key.id);
    expect(state).toMatchObject({
      spent: this.#spent.get(key.id) ?? 0,
      reservedNanoUsd: sum(running, ({ held }) => held),
      running: running.length,
    });
    const { quota, windows = {} } = key.limits;
    expect(state.quota.nanoUsd + state.reservedNanoUsd).toBeLessThanOrEqual(
      quota?.nanoUsd ?? Infinity,
    );
    for (const [name, limit] of Object.entries(windows)) {
      const used = state.windows[name as keyof typeof windows]?.nanoUsd ?? 0;
      expect(used + state.reservedNanoUsd).toBeLessThanOrEqual(limit);
    }
    return state;
  }
}

/** Expects that a prepaid account has spent and reserved no more than its top-ups. */
function expectWithin(account: AccountState | undefined): void {
  const { granted = 0, spent = 0, reserved = 0 } = account ?? {};
  expect(spent + reserved).toBeLessThanOrEqual(granted);
}

function sum<Item>(items: readonly Item[], count: (item: Item) => number): number {
  return items.reduce((total, item) => total + count(item), 0);
}
