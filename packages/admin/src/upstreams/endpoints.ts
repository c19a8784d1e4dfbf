/** The endpoints `/admin/v1/providers`, `/health`, `/upstreams/:id/tests` and `/upstreams/:id/recoveries`. */
import * as z from 'zod';
import { defineEndpoint, defineList, type AdminEndpoint } from '../shared/endpoint.ts';
import { listProviders, providerView } from './providers.ts';
import {
  healthView,
  listHealth,
  recoverUpstream,
  runUpstreamTest,
  upstreamTestView,
} from './upstream-health.ts';

const emptyBody = z.strictObject({});

export const upstreamEndpoints: readonly AdminEndpoint[] = [
  defineList({
    method: 'GET',
    path: '/providers',
    summary: 'List the providers that an upstream may use',
    response: providerView,
    run: async ({ operator }) => listProviders(operator),
  }),
  defineList({
    method: 'GET',
    path: '/health',
    summary: 'List the health of upstreams in this process',
    description:
      'Each process counts only its own calls since its start. The circuit breaker of an upstream opens after three consecutive failures, at first for five seconds and at most for five minutes.',
    response: healthView,
    run: async ({ operator }) => listHealth(operator),
  }),
  defineEndpoint({
    method: 'POST',
    path: '/upstreams/:id/tests',
    summary: 'Test an upstream by requesting its list of models, which costs nothing',
    description:
      'Sends the credential to the upstream as a call would. This process routes to the returned models from then on, unless the configuration lists the models of the upstream.',
    body: emptyBody,
    response: upstreamTestView,
    run: ({ gateway, operator, id }) => runUpstreamTest(operator, id, gateway.transport),
  }),
  defineEndpoint({
    method: 'POST',
    path: '/upstreams/:id/recoveries',
    summary: 'Close the circuit breaker of an upstream',
    description: 'The next call may try the upstream first again.',
    body: emptyBody,
    response: healthView,
    run: ({ operator, id }) => recoverUpstream(operator, id),
  }),
];
