/** The endpoints below `/admin/v1/accounts`. */
import { ledgerView } from '../ledger/ledger.ts';
import {
  defineDeletion,
  defineEndpoint,
  definePagedList,
  type AdminEndpoint,
} from '../shared/endpoint.ts';
import { page } from '../shared/page.ts';
import { accountChanges, accountView, adjustment, newAccount, topUp } from './account.ts';
import {
  changeAccount,
  createAccount,
  creditAccount,
  deleteAccount,
  listAccounts,
  readAccount,
} from './accounts.ts';

export const accountEndpoints: readonly AdminEndpoint[] = [
  definePagedList({
    method: 'GET',
    path: '/accounts',
    summary: 'List accounts in the order of their ids',
    query: page,
    response: accountView,
    run: ({ operator, query }) => listAccounts(operator, query),
  }),
  defineEndpoint({
    method: 'POST',
    path: '/accounts',
    summary: 'Create an account',
    body: newAccount,
    example: { name: 'Research', prepaid: true },
    response: accountView,
    status: 201,
    run: ({ operator, body }) => createAccount(operator, body),
  }),
  defineEndpoint({
    method: 'GET',
    path: '/accounts/:id',
    summary: 'Get an account with its balance',
    response: accountView,
    run: ({ operator, id }) => readAccount(operator, id),
  }),
  defineEndpoint({
    method: 'PATCH',
    path: '/accounts/:id',
    summary: 'Change an account',
    body: accountChanges,
    example: { models: ['claude-*', 'gpt-5'], disabled: false },
    response: accountView,
    run: ({ operator, id, body }) => changeAccount(operator, id, body),
  }),
  defineDeletion({
    method: 'DELETE',
    path: '/accounts/:id',
    summary: 'Delete an account that has no keys',
    run: ({ operator, id }) => deleteAccount(operator, id),
  }),
  defineEndpoint({
    method: 'POST',
    path: '/accounts/:id/top-ups',
    summary: 'Add money to the balance of an account',
    description:
      'Send an id of your own, such as an invoice number, to make the request safe to repeat: the same id is credited only once.',
    body: topUp,
    example: { id: 'invoice-2026-117', amount: '50', note: 'Paid by transfer' },
    response: ledgerView,
    status: 201,
    run: ({ operator, id, body }) => creditAccount(operator, id, { ...body, kind: 'top-up' }),
  }),
  defineEndpoint({
    method: 'POST',
    path: '/accounts/:id/adjustments',
    summary: 'Correct the balance of an account',
    body: adjustment,
    example: { amount: '-2.5', note: 'Counted twice' },
    response: ledgerView,
    status: 201,
    run: ({ operator, id, body }) => creditAccount(operator, id, { ...body, kind: 'adjustment' }),
  }),
];
