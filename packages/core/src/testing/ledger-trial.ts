/**
 * Runs random actions on a ledger and compares it with `LedgerModel`; used by property tests of the ledger.
 */
import { expect } from 'vitest';
import { createMemoryLedger } from '../memory-store/ledger.ts';
import { keys, owners, prepaid, type Action } from './ledger-actions.ts';
import { expectFair } from './ledger-fairness.ts';
import { LedgerModel, type WatchedExchange, type WatchedKey } from './ledger-model.ts';
import { sampleNow, sampleSettlement } from './ledger-samples.ts';

const lifeMs = 45_000;

/** Applies the same actions to the ledger and to the model. */
export class LedgerTrial {
  readonly #model = new LedgerModel(keys);
  readonly #crashed = new Set<string>();
  readonly #credits = new Set<number>();
  #now = sampleNow;
  #serial = 0;
  readonly #ledger = createMemoryLedger({
    capacity: 1_000,
    now: () => this.#now,
    findAccount: (id) => ({ id, name: id, prepaid: id === prepaid, disabled: false, createdAt: 0 }),
  });

  async run(step: Action): Promise<void> {
    switch (step.kind) {
      case 'reserve':
        return this.#reserve(step);
      case 'settle':
        return this.#settlePicked(step);
      case 'settle ahead':
        return this.#settleAhead(step);
      case 'settle unheld':
        return this.#settle(this.#watch(step.key, 'first'), step.nanoUsd);
      case 'release':
        return this.#release(step.pick);
      case 'extend':
        return this.#extend(step);
      case 'crash':
        this.#crashed.add(step.owner);
        return;
      case 'sweep':
        return this.#sweep();
      case 'credit':
        return this.#credit(step.id, step.nanoUsd);
      case 'pass':
        return this.#pass(step.seconds * 1_000);
    }
  }

  #watch(key: WatchedKey, holder: string): WatchedExchange {
    this.#serial += 1;
    const exchange = {
      id: `x-${String(this.#serial)}`,
      keyId: key.id,
      owner: holder,
      held: 0,
      expiresAt: 0,
      isOpen: false,
      isSettled: false,
    };
    this.#model.exchanges.push(exchange);
    return exchange;
  }

  async #reserve(step: Extract<Action, { kind: 'reserve' }>) {
    const { key, least, more, last, ahead, owner: holder } = step;
    const full = least + more;
    const exchange = this.#watch(key, holder);
    const left = this.#model.available(key, key.accountId === prepaid, this.#now);
    const free = this.#free(key);
    const outcome = await this.#ledger.reserve({
      id: exchange.id,
      keyId: key.id,
      accountId: key.accountId,
      limits: key.limits,
      amounts: { nanoUsd: full, leastNanoUsd: least, tokens: 0, leastTokens: 0, rateTokens: 0 },
      ahead,
      last,
      owner: holder,
      lifeMs,
    });
    expectFair(outcome, { full, least, last, available: Math.min(Infinity, ...left), free });
    if (outcome.kind !== 'granted') return;
    const own = left.length === 0 ? 0 : outcome.nanoUsd;
    if (own > 0) expect(8 * own * outcome.ahead).toBeLessThanOrEqual(Math.max(0, free - own));
    expect(outcome.held.nanoUsd).toBe(own * (1 + outcome.ahead));
    exchange.held = outcome.held.nanoUsd;
    exchange.isOpen = true;
    exchange.expiresAt = this.#now + lifeMs;
    this.#model.beginWindows(key.id, this.#now);
  }

  #free(key: WatchedKey): number {
    const isPrepaid = key.accountId === prepaid;
    const model = this.#model;
    const own = model.available(key, false, this.#now).map((left) => left - model.held(is(key.id)));
    const all = isPrepaid ? model.available({ ...key, limits: {} }, true, this.#now) : [];
    const heldByAll = model.held(model.isOfAccount(key.accountId));
    return Math.min(Infinity, ...own, ...all.map((left) => left - heldByAll));
  }

  async #settlePicked({ pick: index, nanoUsd, again }: Extract<Action, { kind: 'settle' }>) {
    const { exchanges } = this.#model;
    const exchange = exchanges[index % Math.max(exchanges.length, 1)];
    if (exchange === undefined) return;
    await this.#settle(exchange, nanoUsd);
    await this.#settle(exchange, again);
  }

  async #settleAhead({ pick, nanoUsd, taken }: Extract<Action, { kind: 'settle ahead' }>) {
    const holder = this.#model.exchanges[pick % Math.max(this.#model.exchanges.length, 1)];
    const key = keys.find(({ id }) => id === holder?.keyId);
    if (holder === undefined || key === undefined) return;
    const part = { nanoUsd: taken, tokens: 0, rateMs: 0 };
    this.#serial += 1;
    await this.#ledger.settle({
      ...sampleSettlement(`x-${String(this.#serial)}`, key, nanoUsd),
      reservation: { id: holder.id, isLast: false, ...part },
    });
    this.#model.charge({ keyId: key.id, nanoUsd, at: this.#now });
    holder.held = Math.max(0, holder.held - taken);
  }

  async #settle(exchange: WatchedExchange, nanoUsd: number): Promise<void> {
    const key = keys.find(({ id }) => id === exchange.keyId);
    if (key === undefined) throw new Error('There is no such key.');
    await this.#ledger.settle(sampleSettlement(exchange.id, key, nanoUsd));
    if (exchange.isSettled) return;
    this.#model.charge({ keyId: key.id, nanoUsd, at: this.#now });
    Object.assign(exchange, { isSettled: true, isOpen: false });
  }

  async #release(index: number): Promise<void> {
    const { exchanges } = this.#model;
    const exchange = exchanges[index % Math.max(exchanges.length, 1)];
    if (exchange === undefined) return;
    await this.#ledger.release(exchange.id);
    exchange.isOpen = false;
  }

  async #extend({ pick: index, more, overdraft }: Extract<Action, { kind: 'extend' }>) {
    const { exchanges } = this.#model;
    const exchange = exchanges[index % Math.max(exchanges.length, 1)];
    const key = keys.find(({ id }) => id === exchange?.keyId);
    if (exchange === undefined || key === undefined) return;
    const isLimited = this.#model.available(key, key.accountId === prepaid, this.#now).length > 0;
    const free = this.#free(key);
    const { id: keyId, accountId, limits } = key;
    const ids = { id: exchange.id, keyId, accountId, limits };
    const isExtended = await this.#ledger.extendReservation({
      ...ids,
      moreNanoUsd: more,
      moreTokens: 0,
      overdraft,
    });
    const fits = more <= 0 || free >= (overdraft ? 0 : more);
    expect(isExtended).toBe(exchange.isOpen && (fits || !isLimited));
    if (!isExtended || (more > 0 && !isLimited)) return;
    exchange.held = Math.max(0, exchange.held + more);
  }

  async #sweep(): Promise<void> {
    const expired = this.#model.exchanges.filter(
      ({ isOpen, expiresAt }) => isOpen && expiresAt <= this.#now,
    );
    expect(await this.#ledger.releaseExpired()).toBe(expired.length);
    for (const exchange of expired) exchange.isOpen = false;
  }

  async #credit(serial: number, nanoUsd: number): Promise<void> {
    const model = this.#model;
    const granted = model.granted.get(prepaid) ?? 0;
    const isOwn = model.isOfAccount(prepaid);
    const free = granted - model.spent(isOwn) - model.held(isOwn);
    const kind = 'adjustment';
    const credit = { id: `credit-${String(serial)}`, kind, accountId: prepaid, nanoUsd } as const;
    if (this.#credits.has(serial)) {
      await this.#ledger.credit(credit);
    } else if (nanoUsd === 0 || -nanoUsd > Math.max(free, 0)) {
      await expect(this.#ledger.credit(credit)).rejects.toThrow(RangeError);
    } else {
      await this.#ledger.credit(credit);
      this.#credits.add(serial);
      model.granted.set(prepaid, granted + nanoUsd);
    }
  }

  /** Living processes renew their reservations, at least after every third of their lifetime. */
  async #pass(milliseconds: number): Promise<void> {
    this.#now += milliseconds;
    for (const holder of owners) {
      if (this.#crashed.has(holder)) continue;
      await this.#ledger.renewReservations(holder, lifeMs);
      for (const exchange of this.#model.exchanges) {
        if (exchange.owner === holder) exchange.expiresAt = this.#now + lifeMs;
      }
    }
  }

  async expectBalance(): Promise<void> {
    const model = this.#model;
    for (const accountId of [prepaid, 'counted']) {
      const isOwn = model.isOfAccount(accountId);
      const state = this.#ledger.readAccountState(accountId);
      expect(state).toEqual({
        accountId,
        granted: model.granted.get(accountId) ?? 0,
        spent: model.spent(isOwn),
        reserved: model.held(isOwn),
      });
    }
    for (const key of keys) {
      expect(this.#ledger.readKeyState(key)).toMatchObject({
        spent: model.spent(is(key.id)),
        reservedNanoUsd: model.held(is(key.id)),
        running: model.open(is(key.id)).length,
      });
    }
    expect((await this.#ledger.checkLedger()).faults).toEqual([]);
  }
}

function is(keyId: string): (id: string) => boolean {
  return (id) => id === keyId;
}
