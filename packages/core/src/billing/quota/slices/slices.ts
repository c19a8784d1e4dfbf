/**
 * Grants requests from the reservations of this process that hold amounts ahead, and asks the store where
 * they do not suffice; used by `reserve` and when an exchange is settled.
 */
import type { Clock } from '../../../ports.ts';
import type {
  LimitName,
  RequestedAmounts,
  ReserveOutcome,
  SettledReservation,
  Store,
} from '../../../store/index.ts';
import type { KeyWithAccount } from '../limits/limited.ts';
import type { Drawn, Extension } from './hold.ts';
import type { LimitedKey } from './limited-key.ts';
import { ReturnedSlices, type ReturnParts } from './returned-slices.ts';
import { Slice, type SliceOwner } from './slice.ts';
import { UsedKey } from './used-key.ts';

/** Amounts for an exchange, or why there are none. */
export type DrawOutcome = Drawn | Exclude<ReserveOutcome, { kind: 'granted' }>;

/** An exchange that needs amounts. */
export interface DrawRequest {
  readonly exchangeId: string;
  readonly caller: KeyWithAccount;
  readonly amounts: RequestedAmounts;
  /** True for the last try. */
  readonly last: boolean;
  /** False where timers end with the request that started them; then nothing is held ahead. */
  readonly byTimer: boolean;
  /** True for an exchange that goes on after its response: its reservation is for itself alone. */
  readonly goesOn?: boolean | undefined;
}

/** The parts of a gateway that slices need. */
export interface SliceParts extends ReturnParts {
  readonly store: Pick<Store, 'reserve' | 'release' | 'extendReservation'>;
  readonly clock: Clock;
}

/** After this time without use, a slice is given back, in milliseconds. */
const idleMs = 1_000;

/** The maximum number of keys in memory. */
const mostKeys = 10_000;

/** The slices of all keys that this process uses. */
export class Slices implements SliceOwner {
  readonly #parts: SliceParts;
  readonly #keys = new Map<string, UsedKey>();
  /** All that have not ended, by their ids. */
  readonly #slices = new Map<string, Slice>();
  readonly #returned: ReturnedSlices;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(parts: SliceParts) {
    this.#parts = parts;
    this.#returned = new ReturnedSlices(parts);
  }

  /** Grants a new exchange from a slice, without the store; `undefined` when none has enough. */
  draw(caller: KeyWithAccount, amounts: RequestedAmounts): Drawn | undefined {
    const key = this.#keyOf(caller);
    const now = this.#parts.clock.monotonic();
    key.pace.count(now);
    return this.#drawFrom(key, amounts, now);
  }

  #drawFrom({ limited, open }: UsedKey, amounts: RequestedAmounts, now: number): Drawn | undefined {
    if (open.size === 0) return undefined;
    const demand = limited.demandOf(amounts);
    for (const slice of open) {
      if (slice.fits(demand, amounts.bound, now)) return slice.draw(amounts, demand, now);
    }
    return undefined;
  }

  /** Grants an exchange from a slice or by the store. @throws what the store throws */
  async drawOrReserve(wanted: DrawRequest): Promise<DrawOutcome> {
    const { caller, amounts, byTimer, goesOn = false } = wanted;
    const key = this.#keyOf(caller);
    if (goesOn) return this.#reserve(key, wanted, 0);
    // The first answer may hold too little for all that wait for it; one of them then asks for more.
    for (let waits = 0; ; waits += 1) {
      const drawn = this.#drawFrom(key, amounts, this.#parts.clock.monotonic());
      if (drawn !== undefined) return drawn;
      if (key.reserving === undefined || waits === 2) break;
      await key.reserving;
    }
    const ahead = byTimer ? key.aheadAt(this.#parts.clock.monotonic()) : 0;
    const outcome = this.#reserve(key, wanted, ahead);
    if (ahead > 0) key.reserving = this.#endReserving(key, outcome);
    return outcome;
  }

  async #endReserving(key: UsedKey, outcome: Promise<DrawOutcome>): Promise<void> {
    await outcome.catch(() => {
      key.pause(this.#parts.clock.monotonic());
    });
    key.reserving = undefined;
  }

  /**
   * The lease is registered first: if the store reserves but its response is lost, the reservation must still
   * be renewed or released.
   */
  async #reserve(used: UsedKey, wanted: DrawRequest, ahead: number): Promise<DrawOutcome> {
    const { limited: key, open } = used;
    const { exchangeId: id, amounts, last, byTimer } = wanted;
    const { store, leases } = this.#parts;
    const { owner, lifeMs } = leases;
    const { id: keyId, accountId, limits } = key;
    leases.sweepIfDue();
    leases.register(id, byTimer);
    const request = { id, keyId, accountId, limits, amounts, ahead, last, owner, lifeMs };
    let granted = await store.reserve(request);
    if (granted.kind !== 'granted' && (await this.#returnTo(key, granted.limit))) {
      granted = await store.reserve(request);
    }
    const now = this.#parts.clock.monotonic();
    if (ahead > 0 && (granted.kind !== 'granted' || granted.ahead === 0)) used.pause(now);
    if (granted.kind === 'granted') {
      const slice = new Slice(this, { id, key, amounts, granted, now });
      this.#slices.set(id, slice);
      if (!slice.isClosing) this.#keepOpen(slice, open);
      return slice.begin(granted);
    }
    leases.drop(id);
    return granted;
  }

  #keepOpen(slice: Slice, open: Set<Slice>): void {
    open.add(slice);
    this.#watch();
  }

  #keyOf(caller: KeyWithAccount): UsedKey {
    const known = this.#keys.get(caller.key.id);
    if (known?.limited.isSame(caller) === true) return known;
    if (known !== undefined) this.#forget(known);
    const key = new UsedKey(caller);
    this.#keys.set(caller.key.id, key);
    const [oldest] = this.#keys.values();
    if (this.#keys.size > mostKeys && oldest !== undefined) this.#forget(oldest);
    return key;
  }

  #forget({ limited, open }: UsedKey): void {
    this.#keys.delete(limited.id);
    for (const slice of open) this.#close(slice);
    open.clear();
  }

  /** The store has a settlement that draws on this reservation. */
  settled(reservation: SettledReservation): void {
    if (reservation.isLast) this.#parts.leases.drop(reservation.id);
    else this.#unpend(reservation.id);
  }

  /** A settlement that draws on this reservation will never reach the store. */
  lost(reservation: SettledReservation): void {
    if (reservation.isLast) this.#parts.leases.abandon(reservation.id);
    else this.#unpend(reservation.id);
  }

  #unpend(id: string): void {
    const slice = this.#slices.get(id);
    if (slice === undefined) return;
    slice.pending -= 1;
    this.returnIfDone(slice);
  }

  onEnd(slice: Slice): void {
    if (slice.running > 0 || slice.pending > 0 || !this.#isOver(slice)) return;
    this.#remove(slice);
  }

  forget(slice: Slice): void {
    this.#remove(slice);
    this.#parts.leases.detach(slice.id);
  }

  returnIfDone(slice: Slice): void {
    if (slice.running > 0 || slice.pending > 0 || slice.hasEnded || !this.#isOver(slice)) return;
    this.#remove(slice);
    this.#returned.release(slice);
  }

  #isOver(slice: Slice): boolean {
    return slice.isClosing || !slice.isUseful(this.#parts.clock.monotonic());
  }

  /** Nothing more is drawn. It is given back at once, or when the last of its exchanges is settled. */
  #close(slice: Slice): void {
    slice.isClosing = true;
    this.returnIfDone(slice);
  }

  #remove(slice: Slice): void {
    slice.hasEnded = true;
    slice.isClosing = true;
    this.#keys.get(slice.key.id)?.open.delete(slice);
    this.#slices.delete(slice.id);
  }

  async extend(slice: Slice, more: Extension): Promise<boolean> {
    const { id: keyId, accountId, limits } = slice.key;
    const { nanoUsd: moreNanoUsd, tokens: moreTokens, slots: moreSlots = 0, overdraft } = more;
    const owners = { id: slice.id, keyId, accountId, limits };
    try {
      return await this.#parts.store.extendReservation({
        ...owners,
        moreNanoUsd,
        moreTokens,
        moreSlots,
        overdraft,
      });
    } catch (cause) {
      const fields = { request_id: slice.id, cause };
      this.#parts.log('warn', 'A reservation could not be extended.', fields);
      return false;
    }
  }

  /**
   * Gives back the slices of which no exchange runs, so that the store's totals are as if nothing was held
   * ahead. Those with settlements that the store does not have yet are given back when it has them. Never
   * rejects.
   */
  async returnIdle(): Promise<void> {
    this.#closeIdle(() => true);
    await this.#returned.whenReleased();
  }

  /**
   * Gives back what slices hold of a limit and do not need, for a request that it refused. Returns false when
   * there was nothing to give back.
   */
  async #returnTo(key: LimitedKey, limit: LimitName): Promise<boolean> {
    const isOfLimit = (slice: Slice): boolean =>
      limit === 'account_balance' ? slice.key.accountId === key.accountId : slice.key.id === key.id;
    const own = [...this.#slices.values()].filter((slice) => slice.ahead > 0 && isOfLimit(slice));
    if (own.length === 0) return false;
    const busy = own.filter(({ running }) => running > 0);
    this.#closeIdle(isOfLimit);
    await Promise.all(busy.map((slice) => slice.giveBack()));
    await this.#returned.waitFor(own.filter((slice) => !busy.includes(slice)));
    return true;
  }

  #closeIdle(isWanted: (slice: Slice) => boolean): void {
    for (const slice of this.#slices.values()) {
      if (slice.running === 0 && isWanted(slice)) this.#close(slice);
    }
  }

  #watch(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#sweep();
    }, idleMs);
  }

  /** Gives back what was not used for a while. */
  #sweep(): void {
    const now = this.#parts.clock.monotonic();
    let isAnyLeft = false;
    for (const slice of this.#slices.values()) {
      if (slice.ahead === 0) continue;
      const isIdle = now - slice.usedAt >= idleMs;
      if (slice.isOld(now) || (isIdle && slice.running === 0)) this.#close(slice);
      if (slice.running > 0 && (isIdle || slice.isClosing)) void slice.giveBack();
      isAnyLeft ||= !slice.hasEnded;
    }
    if (isAnyLeft) this.#watch();
  }

  /** Gives back everything that no exchange uses. Never rejects. */
  async close(): Promise<void> {
    clearTimeout(this.#timer);
    for (const slice of this.#slices.values()) this.#close(slice);
    await this.#returned.whenReleased();
  }
}
