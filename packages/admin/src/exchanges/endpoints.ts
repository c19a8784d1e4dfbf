import * as z from 'zod';
import { auditQuery, auditView, listAudit } from '../audit/audit-log.ts';
import { exchangeView } from './exchange.ts';
import { exchangeFilter, exchangeQuery, listExchanges, readExchange } from './exchanges.ts';
import { explainExchange, explanationView } from './exchange-cost.ts';
import { latencyQuery, latencyView, measureLatency } from '../usage/latency.ts';
import { checkLedger, ledgerReportView } from '../ledger/ledger-report.ts';
import { ledgerView } from '../ledger/ledger-entry.ts';
import { ledgerQuery, listLedger } from '../ledger/ledger.ts';
import { chargeQuarantined, quarantineReportView } from '../ledger/quarantine.ts';
import { followExchanges } from './live-exchanges.ts';
import { sumUsage, usageQuery, usageView } from '../usage/usage.ts';
import { listed, one, paged, streamed, type AdminEndpoint } from '../shared/endpoint.ts';

/** What happened and what it cost. */
export const recordEndpoints: readonly AdminEndpoint[] = [
  paged({
    method: 'GET',
    path: '/exchanges',
    summary: 'List exchanges, newest first',
    query: exchangeQuery,
    answer: exchangeView,
    run: ({ operator, query }) => listExchanges(operator, query),
  }),
  streamed({
    method: 'GET',
    path: '/exchanges/live',
    summary: 'Follow exchanges as they are settled',
    description:
      'Begins with the event `ready`. Each event `exchanges` has the data `{"data":[…]}` with objects of ' +
      'the schema Exchange, the newest last, and each exchange comes once, whatever process settled it. ' +
      'An event `skipped` with the data `{"count":…}` tells that at least so many were left out. A comment ' +
      'comes after 15 seconds of silence. The stream ends after ten minutes; connect again then.',
    query: exchangeFilter,
    run: ({ gateway, operator, query, signal }) => {
      const { keepAliveMs } = gateway.limits;
      return followExchanges(operator, query, { signal, keepAliveMs });
    },
  }),
  one({
    method: 'GET',
    path: '/exchanges/:id',
    summary: 'Show one exchange by its request id',
    answer: exchangeView,
    run: ({ operator, id }) => readExchange(operator, id),
  }),
  one({
    method: 'GET',
    path: '/exchanges/:id/cost',
    summary: 'Explain the cost of an exchange',
    description:
      'One line for each kind of tokens of each attempt: the count, the price of a million, and the product.',
    answer: explanationView,
    run: ({ operator, id }) => explainExchange(operator, id),
  }),
  listed({
    method: 'GET',
    path: '/usage',
    summary: 'Sum up requests, tokens and money',
    description: 'Sums are made of steps of 15 minutes. What is not named in `by` is null.',
    query: usageQuery,
    answer: usageView,
    run: ({ operator, query }) => sumUsage(operator, query),
  }),
  one({
    method: 'GET',
    path: '/latency',
    summary: 'Measure how long exchanges took',
    query: latencyQuery,
    answer: latencyView,
    run: ({ operator, query }) => measureLatency(operator, query),
  }),
  paged({
    method: 'GET',
    path: '/ledger',
    summary: 'List movements of money, newest first',
    query: ledgerQuery,
    answer: ledgerView,
    run: ({ operator, query }) => listLedger(operator, query),
  }),
  one({
    method: 'GET',
    path: '/ledger/report',
    summary: 'Add all money up anew and compare it with every total',
    answer: ledgerReportView,
    run: ({ operator }) => checkLedger(operator),
  }),
  one({
    method: 'POST',
    path: '/ledger/quarantine',
    summary: 'Charge what was quarantined, where a price is known by now',
    body: z.strictObject({}),
    answer: quarantineReportView,
    run: ({ operator }) => chargeQuarantined(operator),
  }),
  paged({
    method: 'GET',
    path: '/audit',
    summary: 'List what operators did, newest first',
    query: auditQuery,
    answer: auditView,
    run: ({ operator, query }) => listAudit(operator, query),
  }),
];
