/** The endpoints `/admin/v1/usage` and `/admin/v1/latency`. */
import { defineEndpoint, defineList, type AdminEndpoint } from '../shared/endpoint.ts';
import { latencyQuery, latencyView, measureLatency } from './latency.ts';
import { sumUsage, usageQuery, usageView } from './usage.ts';

export const usageEndpoints: readonly AdminEndpoint[] = [
  defineList({
    method: 'GET',
    path: '/usage',
    summary: 'Sum up requests, tokens and money',
    description:
      'Sums are made from steps of 15 minutes. A dimension that `by` does not name is null in every sum.',
    query: usageQuery,
    response: usageView,
    run: ({ operator, query }) => sumUsage(operator, query),
  }),
  defineEndpoint({
    method: 'GET',
    path: '/latency',
    summary: 'Measure how long exchanges took',
    query: latencyQuery,
    response: latencyView,
    run: ({ operator, query }) => measureLatency(operator, query),
  }),
];
