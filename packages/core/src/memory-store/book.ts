/** The ledger tables of the memory store, and how their oldest rows are dropped. */
import { omitUndefined } from '@parley/protocol';
import { emptyAccountState, emptyKeyState, type LedgerStates } from '../billing/ledger/index.ts';
import type {
  AccountState,
  ExchangeRecord,
  Held,
  KeyLimits,
  KeyState,
  LedgerEntry,
  NanoUsd,
} from '../store/index.ts';

export interface MemoryReservation extends Held {
  readonly keyId: string;
  readonly accountId: string;
  readonly owner: string;
  readonly expiresAt: number;
}

/** The sum of the charges of a key whose rows were dropped. */
export interface DroppedCharges {
  readonly nanoUsd: NanoUsd;
  /** The part that counts in the quota period that starts at `quotaStartedAt`. */
  readonly quotaNanoUsd: NanoUsd;
  readonly quotaStartedAt: number;
}

/** The fields of an exchange that sums of usage need. */
export type UsedRecord = Pick<
  ExchangeRecord,
  | 'startedAt'
  | 'accountId'
  | 'keyId'
  | 'group'
  | 'callName'
  | 'upstream'
  | 'upstreamModel'
  | 'outcome'
  | 'attemptRecords'
  | 'durationMs'
  | 'usage'
  | 'listNanoUsd'
  | 'costNanoUsd'
  | 'chargedNanoUsd'
>;

export class MemoryBook {
  readonly keys = new Map<string, KeyState>();
  readonly accounts = new Map<string, AccountState>();
  readonly reservations = new Map<string, MemoryReservation>();
  readonly credits = new Map<string, LedgerEntry>();
  /** By exchange, in the order of settlement, deleted exchanges included; the same order as the exchanges. */
  readonly charges = new Map<string, readonly LedgerEntry[]>();
  readonly exchanges = new Map<string, ExchangeRecord>();
  /** When each of them was settled, in milliseconds since 1970. */
  readonly settledAt = new Map<string, number>();
  /** The usage of deleted exchanges. */
  readonly used = new Map<string, UsedRecord>();
  /** The limits with which a key was last settled. */
  readonly limits = new Map<string, KeyLimits>();
  readonly droppedOfKeys = new Map<string, DroppedCharges>();
  readonly droppedOfAccounts = new Map<string, NanoUsd>();
  readonly #capacity: number;

  /** @param capacity the maximum number of exchanges, at least 1 */
  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get entries(): readonly LedgerEntry[] {
    return [...this.credits.values(), ...[...this.charges.values()].flat()];
  }

  states(keyId: string, accountId: string): LedgerStates {
    return {
      key: this.keys.get(keyId) ?? emptyKeyState(keyId, 0),
      account: this.accounts.get(accountId) ?? emptyAccountState(accountId),
    };
  }

  write({ key, account }: LedgerStates): void {
    this.keys.set(key.keyId, key);
    this.accounts.set(account.accountId, account);
  }

  /** Adds an exchange. The oldest one is dropped with its charges, whose sum is kept. */
  addExchange(record: ExchangeRecord, charges: readonly LedgerEntry[], now: number): void {
    this.exchanges.set(record.id, record);
    this.settledAt.set(record.id, now);
    this.charges.set(record.id, charges);
    if (this.charges.size <= this.#capacity) return;
    const [oldest] = this.charges.keys();
    if (oldest !== undefined) this.#dropExchange(oldest);
  }

  /** Deletes a record; its charges and its usage stay. */
  deleteExchange(record: ExchangeRecord): void {
    const { startedAt, accountId, keyId, group, callName, upstream, upstreamModel } = record;
    const { outcome, durationMs, usage, listNanoUsd, chargedNanoUsd, costNanoUsd } = record;
    const { attemptRecords } = record;
    this.used.set(record.id, {
      startedAt,
      accountId,
      keyId,
      group,
      callName,
      outcome,
      durationMs,
      attemptRecords,
      listNanoUsd,
      chargedNanoUsd,
      ...omitUndefined({ upstream, upstreamModel, usage, costNanoUsd }),
    });
    this.exchanges.delete(record.id);
    this.settledAt.delete(record.id);
  }

  #dropExchange(id: string): void {
    for (const charge of this.charges.get(id) ?? []) this.#addDropped(charge);
    this.charges.delete(id);
    this.exchanges.delete(id);
    this.settledAt.delete(id);
    this.used.delete(id);
  }

  #addDropped({ accountId, keyId = '', nanoUsd, at }: LedgerEntry): void {
    const { quota } = this.states(keyId, accountId).key;
    const before = this.droppedOfKeys.get(keyId);
    const earlier = before?.quotaStartedAt === quota.startedAt ? before.quotaNanoUsd : 0;
    this.droppedOfKeys.set(keyId, {
      nanoUsd: (before?.nanoUsd ?? 0) + nanoUsd,
      quotaNanoUsd: earlier + (at >= quota.startedAt ? nanoUsd : 0),
      quotaStartedAt: quota.startedAt,
    });
    this.droppedOfAccounts.set(accountId, (this.droppedOfAccounts.get(accountId) ?? 0) + nanoUsd);
  }
}
