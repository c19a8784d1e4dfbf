/** Processes that draw on slices of a key in one memory store; for tests of slices. Timers are those of the test. */
import { ReservationLeases } from '../billing/quota/slices/reservation-leases.ts';
import type { Drawn } from '../billing/quota/slices/hold.ts';
import { Slices, type DrawOutcome } from '../billing/quota/slices/slices.ts';
import { createMemoryStore } from '../memory-store/memory-store.ts';
import type { Logger } from '../ports.ts';
import type {
  AccountRecord,
  KeyLimits,
  KeyRecord,
  SettledReservation,
  Settlement,
  Store,
} from '../store/index.ts';
import { sampleAmounts, sampleCharge } from './ledger-samples.ts';

const clock = { now: () => Date.now(), monotonic: () => performance.now() };
/** Tests may change whether it is prepaid. */
export const account: AccountRecord = {
  ...{ id: 'a', name: 'A', prepaid: false, disabled: false, createdAt: 0 },
};
export const plenty = { quota: { nanoUsd: 1_000_000, reset: 'none' } } as const;

export function keyWith(limits: KeyLimits, id = 'k'): KeyRecord {
  return {
    id,
    name: id,
    accountId: 'a',
    groups: ['default'],
    limits,
    createdAt: 0,
    disabled: false,
  };
}

/** A gateway process that reserves ten nano-dollars for every call. */
export class Process {
  readonly slices: Slices;
  readonly leases: ReservationLeases;
  readonly calls: Record<string, number> = {};
  readonly log: string[] = [];
  readonly #store: Store;
  #serial = 0;

  constructor(store: Store, name = 'p') {
    const count = <Value extends unknown[], Result>(
      method: string,
      run: (...values: Value) => Result,
    ) => {
      return (...values: Value): Result => {
        this.calls[method] = (this.calls[method] ?? 0) + 1;
        return run(...values);
      };
    };
    this.#store = {
      ...store,
      reserve: count('reserve', store.reserve.bind(store)),
      release: count('release', store.release.bind(store)),
      extendReservation: count('extend', store.extendReservation.bind(store)),
    };
    const log: Logger = (level, message, fields) => {
      this.log.push(`${level}: ${message} ${String(fields?.['request_id'])}`);
    };
    this.leases = new ReservationLeases({ store: this.#store, clock, log });
    this.slices = new Slices({
      ...{ store: this.#store, clock, log, leases: this.leases },
      onReturned: () => undefined,
    });
    this.name = name;
  }

  readonly name: string;

  async call(
    key: KeyRecord,
    nanoUsd = 10,
    changes: Partial<ReturnType<typeof sampleAmounts>> = {},
  ) {
    this.#serial += 1;
    const exchangeId = `${this.name}-${String(this.#serial)}`;
    const amounts = sampleAmounts(nanoUsd, changes);
    const caller = { key, account };
    const drawn: DrawOutcome =
      this.slices.draw(caller, amounts) ??
      (await this.slices.drawOrReserve({ exchangeId, caller, amounts, last: true, byTimer: true }));
    return { exchangeId, key, drawn };
  }

  async granted(key: KeyRecord, nanoUsd?: number): Promise<Call> {
    const { drawn, ...call } = await this.call(key, nanoUsd);
    if (drawn.kind !== 'granted') throw new Error(`It was ${drawn.kind}.`);
    return { ...call, drawn };
  }

  /** Ends a call; the store has its settlement later where `settle` is called later. */
  end({ exchangeId, key, drawn }: Call, nanoUsd: number): () => Promise<void> {
    const reservation = drawn.hold.end({ nanoUsd, tokens: 0 });
    return async () => {
      await this.#store.settle(settlementOf(exchangeId, key, { nanoUsd, reservation }));
      this.slices.settled(reservation);
    };
  }

  async run(key: KeyRecord, nanoUsd = 7): Promise<void> {
    await this.end(await this.granted(key), nanoUsd)();
  }
}

export interface Call {
  readonly exchangeId: string;
  readonly key: KeyRecord;
  readonly drawn: Drawn;
}

function settlementOf(
  id: string,
  { id: keyId, accountId, limits }: KeyRecord,
  { nanoUsd, reservation }: { nanoUsd: number; reservation: SettledReservation },
): Settlement {
  const place = { endpoint: '/v1/messages', inbound: 'anthropic-messages', callName: 'm' } as const;
  return {
    record: {
      ...{ id, keyId, accountId, group: 'default', ...place, stream: false },
      ...{ outcome: 'completed', pricing: 'priced', fidelity: 'exact' },
      ...{ status: 200, attempts: 1, attemptRecords: [], notes: [], startedAt: 0, durationMs: 1 },
      ...{ listNanoUsd: nanoUsd, chargedNanoUsd: nanoUsd },
    },
    charges: [sampleCharge(nanoUsd)],
    limits,
    reservation,
  };
}

export async function arrangeSlices(limits: KeyLimits) {
  const store = createMemoryStore({ now: clock.now });
  const key = keyWith(limits);
  await store.addAccount(account);
  const one = new Process(store);
  const readState = async () => {
    const { reserved, faults, openReservations } = await store.checkLedger();
    return { reserved, faults: faults.length, openReservations };
  };
  const nothing = { reserved: 0, faults: 0, openReservations: 0 };
  return { store, key, one, readState, nothing };
}
