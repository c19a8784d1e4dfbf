/** Databases with few and with many keys; used by `exchange.ts` and `ledger.ts`. */
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createKeySecret, type KeyRecord, type Store } from '@parley/core';
import { createSqliteStore } from '@parley/store-sqlite';
import { settlementOf } from './settlement.ts';

/** The number of keys, and how many of them make calls. */
export const sizes = [
  { keys: 10, busy: 10 },
  { keys: 100_000, busy: 10 },
  { keys: 100_000, busy: 100_000 },
] as const;

const accounts = 20;
/** The number of exchanges in every database before the measurement. */
const history = 100_000;
const historyAtOnce = 500;

/** Limits that no measurement reaches. */
export const limits = {
  quota: { nanoUsd: 1_000_000_000_000, tokens: 1_000_000_000, reset: 'month' },
  windows: { '5h': 1_000_000_000_000 },
  requestsPerMinute: 1_000_000,
  tokensPerMinute: 1_000_000_000,
  concurrency: 1_000,
} as const;

/** A database with keys, and the secrets of those that make calls. */
export interface Population {
  readonly keys: number;
  readonly busy: number;
  readonly store: Store;
  readonly secrets: readonly string[];
  /** Closes and deletes it. */
  remove(): Promise<void>;
}

/** Creates a database below a folder. */
export async function openPopulation(
  parent: string,
  { keys, busy }: (typeof sizes)[number],
): Promise<Population> {
  const folder = await mkdtemp(join(parent, 'parley-bench-'));
  const store = await createSqliteStore({ path: join(folder, 'bench.db') });
  await addAccounts(store);
  const secrets: string[] = [];
  for (let serial = 0; serial < keys; serial += 1) {
    const { secret, ...stored } = await createKeySecret();
    await store.addKey(createKey(serial), { keyId: `key-${serial}`, createdAt: serial, ...stored });
    if (secrets.length < busy) secrets.push(secret);
  }
  for (let done = 0; done < history; done += historyAtOnce) await settleTogether(store, keys, done);
  const remove = async () => {
    await store.close();
    await rm(folder, { recursive: true });
  };
  return { keys, busy, store, secrets, remove };
}

async function addAccounts(store: Store): Promise<void> {
  for (let serial = 0; serial < accounts; serial += 1) {
    const account = { name: 'Bench', prepaid: true, disabled: false, createdAt: serial };
    await store.addAccount({ id: `account-${serial}`, ...account });
    const credit = { id: `credit-${serial}`, kind: 'top-up', nanoUsd: 1_000_000_000_000 } as const;
    await store.credit({ ...credit, accountId: `account-${serial}` });
  }
}

export function createKey(serial: number): KeyRecord {
  return {
    id: `key-${serial}`,
    name: 'Bench',
    accountId: `account-${serial % accounts}`,
    groups: ['default'],
    limits,
    createdAt: serial,
    disabled: false,
  };
}

async function settleTogether(store: Store, keys: number, first: number): Promise<void> {
  const serials = Array.from({ length: historyAtOnce }, (_, index) => first + index);
  await Promise.all(
    serials.map((serial) =>
      store.settle(settlementOf(`early-${serial}`, createKey(serial % keys), serial)),
    ),
  );
}
