/** A database server in memory that reserves tentatively and under locks; used by the tests of reservations. */
import { emptyAccountState, emptyKeyState } from '@parley/core/ledger';
import type { AccountState, Held, KeyState } from '@parley/core/store';
import { decodeHeld } from '../ledger/held.ts';
import type { Payer, States } from '../hot-statements.ts';
import type { LedgerChanges, LedgerTransaction } from '../ledger-transaction.ts';
import type {
  StateChange,
  TentativeCorrection,
  TentativeStatements,
} from '../tentative-statements.ts';
import type { ReservationRow } from '../schema.ts';

export class MemoryServer {
  /** Milliseconds since 1970. */
  now = 1_800_000_000_000;
  readonly keys = new Map<string, KeyState>();
  readonly accounts = new Map<string, AccountState>();
  readonly reservations = new Map<string, ReservationRow>();
  /** The accounts that may only spend what was topped up. */
  readonly prepaid = new Set<string>();
  /** What it was asked for. */
  readonly asked: ('hold' | 'correct' | 'lock')[] = [];
  readonly corrections: TentativeCorrection[] = [];

  readonly tentative: TentativeStatements = {
    hold: (holds) => {
      this.asked.push('hold');
      const added = new Set<string>();
      for (const { request, full, isLimited } of holds) {
        const { id, keyId, accountId, owner, lifeMs } = request;
        const nanoUsd = isLimited || this.prepaid.has(accountId) ? full.nanoUsd : 0;
        const { tokens, slots, requestsMs, rateMs: tokensMs } = full;
        this.#change({ keyId, accountId, nanoUsd, tokens, slots, requestsMs, tokensMs });
        if (this.reservations.has(id)) continue;
        added.add(id);
        const times = { created_at: this.now, expires_at: this.now + lifeMs };
        const place = { exchange_id: id, key_id: keyId, account_id: accountId, owner, ...times };
        this.reservations.set(id, { ...place, ...columnsOf({ ...full, nanoUsd }) });
      }
      const payers = holds.map(({ request }) => request);
      const { prepaid, now } = this;
      return Promise.resolve({ states: this.#read(payers), added, prepaid, now });
    },
    correct: (correction) => {
      this.asked.push('correct');
      this.corrections.push(correction);
      const { deletedReservations, changedReservations } = correction;
      const concerned = [...deletedReservations, ...changedReservations.map(({ id }) => id)];
      if (!concerned.every((id) => this.reservations.has(id))) return Promise.resolve(false);
      for (const change of correction.states) this.#change(change);
      for (const id of deletedReservations) this.reservations.delete(id);
      for (const { id, held } of changedReservations) {
        const row = this.reservations.get(id);
        if (row !== undefined) this.reservations.set(id, { ...row, ...columnsOf(held) });
      }
      for (const { after } of correction.begun) {
        const { quota, windows } = after;
        this.keys.set(after.keyId, { ...this.#key(after.keyId), quota, windows });
      }
      return Promise.resolve(true);
    },
  };

  readonly transact: LedgerTransaction = ({ payers, reservations = [] }, decide) => {
    this.asked.push('lock');
    const found = reservations.flatMap((id) => this.reservations.get(id) ?? []);
    const { prepaid, now } = this;
    const states = this.#read(payers);
    const { result, changes } = decide({
      ...{ states, prepaid, now, reservations: found, added: new Set() },
    });
    if (changes !== undefined) this.#write(changes);
    return Promise.resolve(result);
  };

  /** What each reservation holds, by its id. */
  held(): Record<string, Held> {
    return Object.fromEntries([...this.reservations].map(([id, row]) => [id, decodeHeld(row)]));
  }

  #key(id: string): KeyState {
    return this.keys.get(id) ?? emptyKeyState(id, 0);
  }

  #account(id: string): AccountState {
    return this.accounts.get(id) ?? emptyAccountState(id);
  }

  #read(payers: readonly Payer[]): States {
    return {
      keys: [...new Set(payers.map(({ keyId }) => keyId))].map((id) => this.#key(id)),
      accounts: [...new Set(payers.map((one) => one.accountId))].map((id) => this.#account(id)),
    };
  }

  #change({ keyId, accountId, ...change }: StateChange): void {
    const key = this.#key(keyId);
    const account = this.#account(accountId);
    this.accounts.set(accountId, { ...account, reserved: account.reserved + change.nanoUsd });
    this.keys.set(keyId, {
      ...key,
      reservedNanoUsd: key.reservedNanoUsd + change.nanoUsd,
      reservedTokens: key.reservedTokens + change.tokens,
      running: key.running + change.slots,
      requestsWholeAt: this.#delay(key.requestsWholeAt, change.requestsMs),
      tokensWholeAt: this.#delay(key.tokensWholeAt, change.tokensMs),
    });
  }

  /** What is taken delays a rate that is whole from now on. */
  #delay(wholeAt: number, milliseconds: number): number {
    return (milliseconds > 0 ? Math.max(wholeAt, this.now) : wholeAt) + milliseconds;
  }

  #write({ states, deletedReservations = [], addedReservations = [] }: LedgerChanges): void {
    for (const key of states.keys) this.keys.set(key.keyId, key);
    for (const account of states.accounts) this.accounts.set(account.accountId, account);
    for (const id of deletedReservations) this.reservations.delete(id);
    for (const row of addedReservations) this.reservations.set(row.exchange_id, row);
  }
}

function columnsOf({ nanoUsd, tokens, rateMs, requests, slots }: Held) {
  return { nano_usd: nanoUsd, tokens, rate_ms: rateMs, requests, slots };
}
