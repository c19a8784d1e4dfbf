/** Accounts: creates, lists, changes, deletes and credits them, for the admin API and command lines. */
import { omitUndefined } from '@parley/protocol';
import type * as z from 'zod';
import type { AccountRecord } from '@parley/core/store';
import { audit } from '../audit/audit-log.ts';
import { toLedgerView, type LedgerView } from '../ledger/ledger.ts';
import { formatDollars } from '../shared/dollars.ts';
import { conflict, notFound, translateStoreErrors } from '../shared/errors.ts';
import type { Operator } from '../shared/operator.ts';
import { toPage, type page, type Page } from '../shared/page.ts';
import {
  type accountChanges,
  type AccountView,
  type adjustment,
  type newAccount,
  toAccountView,
} from './account.ts';

/**
 * Creates an account, and writes that to the audit log.
 * @throws GatewayError `invalid-request` when the id is taken
 */
export async function createAccount(
  operator: Operator,
  input: z.output<typeof newAccount>,
): Promise<AccountView> {
  const account: AccountRecord = omitUndefined({
    ...input,
    id: input.id ?? crypto.randomUUID(),
    disabled: false,
    createdAt: operator.clock.now(),
  });
  await translateStoreErrors(() => operator.store.addAccount(account));
  await audit(operator, { action: 'account.create', subjectId: account.id, detail: input });
  return readAccount(operator, account.id);
}

/** Reads an account with its balance. @throws GatewayError `not-found` */
export async function readAccount({ store }: Operator, accountId: string): Promise<AccountView> {
  const found = await store.readAccount(accountId);
  if (found === undefined) throw notFound('account');
  return toAccountView(found);
}

/** Lists accounts in the order of their ids. */
export async function listAccounts(
  { store }: Operator,
  { limit, after }: z.output<typeof page>,
): Promise<Page<AccountView>> {
  const accounts = await store.listAccounts(omitUndefined({ limit, afterId: after }));
  return toPage(accounts.map(toAccountView), limit);
}

/** Changes an account, and writes that to the audit log. @throws GatewayError `not-found` */
export async function changeAccount(
  operator: Operator,
  accountId: string,
  changes: z.output<typeof accountChanges>,
): Promise<AccountView> {
  const expected = await expectAccount(operator, accountId);
  const changed = await operator.store.changeAccount(accountId, changes, expected);
  if (changed === undefined) throw notFound('account');
  await audit(operator, { action: 'account.change', subjectId: accountId, detail: changes });
  return readAccount(operator, accountId);
}

/**
 * Deletes an account without keys, and writes that to the audit log.
 * @throws GatewayError `not-found`, or `invalid-request` while it has keys
 */
export async function deleteAccount(operator: Operator, accountId: string): Promise<void> {
  const expected = await expectAccount(operator, accountId);
  const deleted = await translateStoreErrors(() =>
    operator.store.deleteAccount(accountId, expected),
  );
  if (!deleted) throw notFound('account');
  await audit(operator, { action: 'account.delete', subjectId: accountId });
}

/** The account that meets the condition of the caller, for the store to compare; without one, nothing is read. */
async function expectAccount(
  { store, condition }: Operator,
  accountId: string,
): Promise<AccountRecord | undefined> {
  if (condition === undefined) return undefined;
  const found = await store.readAccount(accountId);
  if (found === undefined) throw notFound('account');
  condition(toAccountView(found).etag);
  return found.account;
}

/**
 * Adds a top-up or an adjustment to the balance of an account; the same id is credited only once.
 * @throws GatewayError `not-found`, or `invalid-request` when the id belongs to another credit or an
 * adjustment removes more than is free
 */
export async function creditAccount(
  operator: Operator,
  accountId: string,
  credit: { readonly kind: 'top-up' | 'adjustment' } & z.output<typeof adjustment>,
): Promise<LedgerView> {
  const { kind, amount: nanoUsd, note } = credit;
  const id = credit.id ?? crypto.randomUUID();
  const entry = await translateStoreErrors(() =>
    operator.store.credit(omitUndefined({ id, kind, accountId, nanoUsd, note })),
  );
  if (entry === undefined) throw notFound('account');
  if (entry.kind !== kind || entry.accountId !== accountId || entry.nanoUsd !== nanoUsd) {
    throw conflict('This id already belongs to another credit.');
  }
  await audit(operator, {
    action: `account.${kind}`,
    subjectId: accountId,
    // A repeated request must not add a second entry.
    id: `credit:${id}`,
    detail: { entry: id, amount: formatDollars(nanoUsd), note },
  });
  return toLedgerView(entry);
}
