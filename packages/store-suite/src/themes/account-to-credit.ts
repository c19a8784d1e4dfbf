/** A store with one account and a credit for it; for the tests of credits and of the ledger. */
import type { AccountRecord, Credit } from '@parley/core/store';
import type { OpenHarness } from '../harness.ts';
import { sampleAccount } from '../samples/index.ts';

export async function openWithAccount(open: OpenHarness) {
  const harness = await open();
  const account: AccountRecord = sampleAccount(1);
  await harness.store.addAccount(account);
  const topUp: Credit = { id: 'c-1', kind: 'top-up', accountId: account.id, nanoUsd: 100 };
  return { ...harness, account, topUp };
}
