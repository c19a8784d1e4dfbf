/** The endpoints below `/key/v1`, which the holder of a key calls with that key. */
import { createdKeyView, rotation } from '../keys/key.ts';
import {
  defineEndpoint,
  defineList,
  definePagedList,
  defineStream,
  type AdminEndpoint,
} from '../shared/endpoint.ts';
import { searchedPage } from '../exchanges/exchanges.ts';
import { latencyView } from '../usage/latency.ts';
import { ownKeyView, readOwnKey, rotateOwnKey } from './own-key.ts';
import {
  listOwnCallNames,
  ownCallNameView,
  ownResolutionQuery,
  ownResolutionView,
  resolveOwnName,
} from './own-models.ts';
import {
  explainOwnExchange,
  followOwnExchanges,
  listOwnExchanges,
  measureOwnLatency,
  ownExchangeFilter,
  ownExchangeQuery,
  ownExchangeView,
  ownExplanationView,
  ownLatencyQuery,
  ownUsageQuery,
  ownUsageView,
  readOwnExchange,
  sumOwnUsage,
} from './own-records.ts';

const audience = 'key' as const;

export const keyHolderEndpoints: readonly AdminEndpoint[] = [
  defineEndpoint({
    audience,
    method: 'GET',
    path: '/key',
    summary: 'Get the key with its limits and its usage',
    description: 'Also works for a key that is disabled, expired or has used up its quota.',
    response: ownKeyView,
    run: ({ holder }) => readOwnKey(holder),
  }),
  defineList({
    audience,
    method: 'GET',
    path: '/call-names',
    summary: 'List the call names of the key with the prices that its holder pays',
    response: ownCallNameView,
    run: async ({ holder }) => listOwnCallNames(holder),
  }),
  defineEndpoint({
    audience,
    method: 'GET',
    path: '/resolve',
    summary: 'Resolve a call name',
    query: ownResolutionQuery,
    response: ownResolutionView,
    run: async ({ holder, query }) => resolveOwnName(holder, query),
  }),
  defineList({
    audience,
    method: 'GET',
    path: '/usage',
    summary: 'Sum up the usage of the key',
    query: ownUsageQuery,
    response: ownUsageView,
    run: ({ holder, query }) => sumOwnUsage(holder, query),
  }),
  defineEndpoint({
    audience,
    method: 'GET',
    path: '/latency',
    summary: 'Measure how long the exchanges of the key took',
    query: ownLatencyQuery,
    response: latencyView,
    run: ({ holder, query }) => measureOwnLatency(holder, query),
  }),
  definePagedList({
    audience,
    method: 'GET',
    path: '/exchanges',
    summary: 'List the exchanges of the key, newest first',
    description: `With filters other than \`from\` and \`until\`, ${searchedPage}`,
    query: ownExchangeQuery,
    response: ownExchangeView,
    run: ({ holder, query }) => listOwnExchanges(holder, query),
  }),
  defineStream({
    audience,
    method: 'GET',
    path: '/exchanges/live',
    summary: 'Follow the exchanges of the key as they are settled',
    description: 'Sends the same events as the admin API, with objects of the schema OwnExchange.',
    query: ownExchangeFilter,
    run: ({ gateway, holder, query, signal }) => {
      const { keepAliveMs } = gateway.limits;
      return followOwnExchanges(holder, query, { signal, keepAliveMs });
    },
  }),
  defineEndpoint({
    audience,
    method: 'GET',
    path: '/exchanges/:id',
    summary: 'Get an exchange of the key by its request id',
    response: ownExchangeView,
    run: ({ holder, id }) => readOwnExchange(holder, id),
  }),
  defineEndpoint({
    audience,
    method: 'GET',
    path: '/exchanges/:id/cost',
    summary: 'Explain the cost of an exchange of the key',
    response: ownExplanationView,
    run: ({ holder, id }) => explainOwnExchange(holder, id),
  }),
  defineEndpoint({
    audience,
    method: 'POST',
    path: '/rotations',
    summary: 'Replace the secret of the key, if its group allows it',
    description:
      'Refused unless the default group of the key sets holders_may_rotate, and for a secret that was already replaced.',
    body: rotation,
    example: { overlap_seconds: 3_600 },
    response: createdKeyView,
    status: 201,
    run: ({ holder, body }) => rotateOwnKey(holder, body),
  }),
];
