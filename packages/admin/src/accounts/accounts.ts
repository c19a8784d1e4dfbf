import type * as z from 'zod';
import type { AccountRecord } from '@parley/core/store';
import type { accountChanges, AccountView, adjustment, newAccount } from './account-schemas.ts';
import { encodeAccount } from './account-view.ts';
import { formatDollars } from '../dollars.ts';
import { encodeLedgerEntry, type LedgerView } from '../records/ledger-view.ts';
import { audit, type Operator } from '../operator.ts';
import { conflict, notFound, refusing } from '../refusal.ts';
import type { page } from '../schemas.ts';

export async function createAccount(
  operator: Operator,
  input: z.output<typeof newAccount>,
): Promise<AccountView> {
  const account: AccountRecord = {
    id: input.id ?? crypto.randomUUID(),
    name: input.name,
    ...(input.models && { models: input.models }),
    prepaid: input.prepaid,
    disabled: false,
    createdAt: operator.clock.now(),
  };
  await refusing(() => operator.store.addAccount(account));
  await audit(operator, {
    action: 'account.create',
    subjectKind: 'account',
    subjectId: account.id,
    detail: input,
  });
  return readAccount(operator, account.id);
}

/** @throws GatewayError `not-found` */
export async function readAccount({ store }: Operator, accountId: string): Promise<AccountView> {
  const found = await store.readAccount(accountId);
  if (found === undefined) throw notFound('account');
  return encodeAccount(found);
}

export async function listAccounts(
  { store }: Operator,
  { limit, after }: z.output<typeof page>,
): Promise<readonly AccountView[]> {
  const accounts = await store.listAccounts({ limit, ...(after && { afterId: after }) });
  return accounts.map(encodeAccount);
}

export async function changeAccount(
  operator: Operator,
  accountId: string,
  changes: z.output<typeof accountChanges>,
): Promise<AccountView> {
  const changed = await operator.store.changeAccount(accountId, changes);
  if (changed === undefined) throw notFound('account');
  await audit(operator, {
    action: 'account.change',
    subjectKind: 'account',
    subjectId: accountId,
    detail: changes,
  });
  return readAccount(operator, accountId);
}

/** @throws GatewayError `invalid-request` when keys still belong to it, `not-found` */
export async function deleteAccount(operator: Operator, accountId: string): Promise<void> {
  const deleted = await refusing(() => operator.store.deleteAccount(accountId));
  if (!deleted) throw notFound('account');
  await audit(operator, {
    action: 'account.delete',
    subjectKind: 'account',
    subjectId: accountId,
  });
}

/**
 * Gives an account money, or corrects what it was given; under the same id only once.
 * @throws GatewayError `not-found`, or `invalid-request` when the id stands for something else or more is
 * taken away than is free
 */
export async function creditAccount(
  operator: Operator,
  accountId: string,
  credit: { readonly kind: 'top-up' | 'adjustment' } & z.output<typeof adjustment>,
): Promise<LedgerView> {
  const { kind, amount: nanoUsd, note } = credit;
  const id = credit.id ?? crypto.randomUUID();
  const entry = await refusing(() =>
    operator.store.credit({ id, kind, accountId, nanoUsd, ...(note !== undefined && { note }) }),
  );
  if (entry === undefined) throw notFound('account');
  if (entry.kind !== kind || entry.accountId !== accountId || entry.nanoUsd !== nanoUsd) {
    throw conflict('This id already stands for something else.');
  }
  await audit(operator, {
    // Told again, it is the same deed.
    id: `credit:${id}`,
    action: `account.${kind}`,
    subjectKind: 'account',
    subjectId: accountId,
    detail: { entry: id, amount: formatDollars(nanoUsd), note },
  });
  return encodeLedgerEntry(entry);
}
