/** The endpoints below `/admin/v1/ledger`. */
import * as z from 'zod';
import { defineEndpoint, definePagedList, type AdminEndpoint } from '../shared/endpoint.ts';
import { checkLedger, ledgerQuery, ledgerReportView, ledgerView, listLedger } from './ledger.ts';
import { chargeQuarantined, quarantineReportView } from './quarantine.ts';

export const ledgerEndpoints: readonly AdminEndpoint[] = [
  definePagedList({
    method: 'GET',
    path: '/ledger',
    summary: 'List ledger entries, newest first',
    query: ledgerQuery,
    response: ledgerView,
    run: ({ operator, query }) => listLedger(operator, query),
  }),
  defineEndpoint({
    method: 'GET',
    path: '/ledger/report',
    summary: 'Sum up the ledger again and compare the sums with the stored totals',
    response: ledgerReportView,
    run: ({ operator }) => checkLedger(operator),
  }),
  defineEndpoint({
    method: 'POST',
    path: '/ledger/quarantine',
    summary: 'Charge quarantined attempts that have a price by now',
    body: z.strictObject({}),
    response: quarantineReportView,
    run: ({ operator }) => chargeQuarantined(operator),
  }),
];
