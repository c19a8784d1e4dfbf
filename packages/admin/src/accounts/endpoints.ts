import { accountChanges, accountView, adjustment, newAccount, topUp } from './account-schemas.ts';
import {
  changeAccount,
  createAccount,
  creditAccount,
  deleteAccount,
  listAccounts,
  readAccount,
} from './accounts.ts';
import { ledgerView } from '../ledger/ledger-entry.ts';
import { toPage } from '../shared/page.ts';
import { page } from '../shared/schemas.ts';
import { one, paged, removal, type AdminEndpoint } from '../shared/endpoint.ts';

export const accountEndpoints: readonly AdminEndpoint[] = [
  paged({
    method: 'GET',
    path: '/accounts',
    summary: 'List accounts in the order of their ids',
    query: page,
    answer: accountView,
    run: async ({ operator, query }) => toPage(await listAccounts(operator, query), query.limit),
  }),
  one({
    method: 'POST',
    path: '/accounts',
    summary: 'Make an account',
    body: newAccount,
    example: { name: 'Research', prepaid: true },
    answer: accountView,
    status: 201,
    run: ({ operator, body }) => createAccount(operator, body),
  }),
  one({
    method: 'GET',
    path: '/accounts/:id',
    summary: 'Show an account with its money',
    answer: accountView,
    run: ({ operator, id }) => readAccount(operator, id),
  }),
  one({
    method: 'PATCH',
    path: '/accounts/:id',
    summary: 'Change an account',
    body: accountChanges,
    example: { models: ['claude-*', 'gpt-5'], disabled: false },
    answer: accountView,
    run: ({ operator, id, body }) => changeAccount(operator, id, body),
  }),
  removal({
    method: 'DELETE',
    path: '/accounts/:id',
    summary: 'Delete an account that owns no keys any more',
    run: ({ operator, id }) => deleteAccount(operator, id),
  }),
  one({
    method: 'POST',
    path: '/accounts/:id/top-ups',
    summary: 'Give an account money; the same id given twice counts once',
    description:
      'An id of your own, such as the number of an invoice, makes it safe to send this again.',
    body: topUp,
    example: { id: 'invoice-2026-117', amount: '50', note: 'Paid by transfer' },
    answer: ledgerView,
    status: 201,
    run: ({ operator, id, body }) => creditAccount(operator, id, { ...body, kind: 'top-up' }),
  }),
  one({
    method: 'POST',
    path: '/accounts/:id/adjustments',
    summary: 'Correct what an account was given',
    body: adjustment,
    example: { amount: '-2.5', note: 'Counted twice' },
    answer: ledgerView,
    status: 201,
    run: ({ operator, id, body }) => creditAccount(operator, id, { ...body, kind: 'adjustment' }),
  }),
];
