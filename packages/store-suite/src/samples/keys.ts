/** Sample accounts and keys, with every field of the store contract. */
import { defaultAccountId } from '@parley/core/store';
import type { AccountRecord, KeyRecord, KeySecret, Store } from '@parley/core/store';
import { sampleHash, sampleTime } from './time.ts';

/** A prepaid account with every field; each number gives a different id. */
export function sampleAccount(serial: number, changes: Partial<AccountRecord> = {}): AccountRecord {
  return {
    id: `account-${String(serial)}`,
    name: 'A company',
    models: ['fast', 'vendor/*'],
    prepaid: true,
    disabled: false,
    createdAt: sampleTime + serial,
    ...changes,
  };
}

/** A key of the default account without an expiry; each number gives a different id. */
export function sampleKey(serial: number, changes: Partial<KeyRecord> = {}): KeyRecord {
  return {
    id: `key-${String(serial)}`,
    name: 'Laptop',
    accountId: defaultAccountId,
    groups: ['default'],
    limits: {},
    createdAt: sampleTime + serial,
    disabled: false,
    ...changes,
  };
}

/** The secret of the key with the same number; each number gives a different hash. */
export function sampleSecret(serial: number, changes: Partial<KeySecret> = {}): KeySecret {
  return {
    keyId: `key-${String(serial)}`,
    hash: sampleHash(serial),
    display: 'sk-abcde…wxyz',
    createdAt: sampleTime + serial,
    ...changes,
  };
}

/** Adds a sample key with its secret. */
export async function addSampleKey(
  store: Store,
  serial: number,
  changes: Partial<KeyRecord> = {},
): Promise<KeyRecord> {
  const key = sampleKey(serial, changes);
  await store.addKey(key, sampleSecret(serial, { keyId: key.id }));
  return key;
}
