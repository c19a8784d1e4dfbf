import * as z from 'zod';
import { listProviders, providerView } from './providers.ts';
import {
  healthView,
  listHealth,
  recoverUpstream,
  runUpstreamTest,
  upstreamTestView,
} from './upstream-health.ts';
import { listed, one, type AdminEndpoint } from '../shared/endpoint.ts';

const nothing = z.strictObject({});

/** What an upstream may be, how upstreams do, and what may be done about it. */
export const upstreamEndpoints: readonly AdminEndpoint[] = [
  listed({
    method: 'GET',
    path: '/providers',
    summary: 'List the vendors and servers that an upstream may be',
    answer: providerView,
    run: async ({ operator }) => listProviders(operator),
  }),
  listed({
    method: 'GET',
    path: '/health',
    summary: 'List how upstreams do, as this process knows it',
    description:
      'Of this process and since its start: other processes know their own calls only. An upstream rests after three failures in a row, five seconds at first and five minutes at most.',
    answer: healthView,
    run: async ({ operator }) => listHealth(operator),
  }),
  one({
    method: 'POST',
    path: '/upstreams/:id/tests',
    summary: 'Ask an upstream for its models, which costs nothing',
    description:
      'Shows the credential to the upstream as a call would. The models that it tells are routed to from then on in this process, unless the configuration lists its models.',
    body: nothing,
    answer: upstreamTestView,
    run: ({ gateway, operator, id }) => runUpstreamTest(operator, id, gateway.transport),
  }),
  one({
    method: 'POST',
    path: '/upstreams/:id/recoveries',
    summary: 'Let an upstream that rests be tried first again',
    body: nothing,
    answer: healthView,
    run: ({ operator, id }) => recoverUpstream(operator, id),
  }),
];
