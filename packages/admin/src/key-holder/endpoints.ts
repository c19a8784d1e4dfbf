/** What the holder of a key reaches below `/key/v1`. */
import { readOwnKey, rotateOwnKey, ownKeyView } from './own-key.ts';
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
import { createdKeyView, rotation } from '../keys/key.ts';
import { latencyView } from '../usage/latency.ts';
import { listed, one, paged, streamed, type AdminEndpoint } from '../shared/endpoint.ts';

const audience = 'key' as const;

export const holderEndpoints: readonly AdminEndpoint[] = [
  one({
    audience,
    method: 'GET',
    path: '/key',
    summary: 'Show the key with its limits and what it has used',
    description: 'A key that is disabled, expired or used up may still be looked at.',
    answer: ownKeyView,
    run: ({ holder }) => readOwnKey(holder),
  }),
  listed({
    audience,
    method: 'GET',
    path: '/call-names',
    summary: 'List what the key may call, with the prices that it pays',
    answer: ownCallNameView,
    run: async ({ holder }) => listOwnCallNames(holder),
  }),
  one({
    audience,
    method: 'GET',
    path: '/resolve',
    summary: 'Tell what a name leads to',
    query: ownResolutionQuery,
    answer: ownResolutionView,
    run: async ({ holder, query }) => resolveOwnName(holder, query),
  }),
  listed({
    audience,
    method: 'GET',
    path: '/usage',
    summary: 'Sum up what the key has used',
    query: ownUsageQuery,
    answer: ownUsageView,
    run: ({ holder, query }) => sumOwnUsage(holder, query),
  }),
  one({
    audience,
    method: 'GET',
    path: '/latency',
    summary: 'Measure how long the exchanges of the key took',
    query: ownLatencyQuery,
    answer: latencyView,
    run: ({ holder, query }) => measureOwnLatency(holder, query),
  }),
  paged({
    audience,
    method: 'GET',
    path: '/exchanges',
    summary: 'List the exchanges of the key, newest first',
    query: ownExchangeQuery,
    answer: ownExchangeView,
    run: ({ holder, query }) => listOwnExchanges(holder, query),
  }),
  streamed({
    audience,
    method: 'GET',
    path: '/exchanges/live',
    summary: 'Follow the exchanges of the key as they are settled',
    description:
      'The same events as those of the admin API, with objects of the schema OwnExchange.',
    query: ownExchangeFilter,
    run: ({ gateway, holder, query, signal }) => {
      const { keepAliveMs } = gateway.limits;
      return followOwnExchanges(holder, query, { signal, keepAliveMs });
    },
  }),
  one({
    audience,
    method: 'GET',
    path: '/exchanges/:id',
    summary: 'Show one exchange of the key by its request id',
    answer: ownExchangeView,
    run: ({ holder, id }) => readOwnExchange(holder, id),
  }),
  one({
    audience,
    method: 'GET',
    path: '/exchanges/:id/cost',
    summary: 'Explain what an exchange cost the key',
    answer: ownExplanationView,
    run: ({ holder, id }) => explainOwnExchange(holder, id),
  }),
  one({
    audience,
    method: 'POST',
    path: '/rotations',
    summary: 'Give the key another secret, where its operator allows that',
    description:
      'Refused unless the default group of the key has holders_may_rotate, and for a secret that was replaced already.',
    body: rotation,
    example: { overlap_seconds: 3_600 },
    answer: createdKeyView,
    status: 201,
    run: ({ holder, body }) => rotateOwnKey(holder, body),
  }),
];
